"""Configurations and the router."""

import ctypes
import dataclasses
import enum

from bayplan import _columns, _native

_FORMATS = {"edn": 1, "json": 2, "text-proto": 3, "proto": 4}
_SCHEDULERS = {1: "fenzo", 2: "kubernetes"}


class FindingKind(enum.IntEnum):
    """What is legal but probably not meant."""

    HIDDEN_ENTRY = 1
    OTHER_SCHEDULERS_KEY = 2
    MATCHES_NO_POOL = 3


@dataclasses.dataclass(frozen=True)
class Finding:
    kind: int  # a FindingKind, or a number that is newer than this package
    message: str


class Handle:
    """An object of the library's, released with the Python object or by close()."""

    _DESTROY = ""

    def __init__(self, address):
        self._address = address

    @property
    def address(self):
        if self._address is None:
            raise ValueError(f"this {type(self).__name__} is closed")
        return self._address

    def close(self):
        """Releases the object; it is of no use afterwards. May be called twice."""
        address, self._address = getattr(self, "_address", None), None
        if address is not None:
            getattr(_native.lib, self._DESTROY)(address)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        self.close()


def _findings(function, handle):
    columns = _native.fill(function, handle.address, _native.FindingColumns)
    kinds = _columns.numbers(columns.kind, columns.count, _columns.UINT8, handle)
    messages = _columns.Strings(columns.message, columns.count, handle)
    return [Finding(kind, message) for kind, message in zip(kinds, messages)]


class Config(Handle):
    """A checked configuration with all defaults; made by read_config."""

    _DESTROY = "bayplan_config_destroy"

    @property
    def findings(self):
        return _findings("bayplan_config_findings", self)

    @property
    def ignored_keys(self):
        """Keys of Cook's that Bayplan does not use."""
        columns = _native.fill("bayplan_config_ignored_keys", self.address, _native.KeyColumns)
        return list(_columns.Strings(columns.key, columns.count, self))

    def serialize(self):
        """The protobuf message bayplan.config.Config; read_config reads it as format "proto"."""
        out = ctypes.c_void_p()
        _native.call("bayplan_config_serialize", self.address, ctypes.byref(out))
        return _native.take_bytes(out.value)


def read_config(text, format="edn", source_name="", environment=None, calculators=()):
    """Reads `text`, which is str or bytes, as "edn", "json", "text-proto" or "proto".

    `environment` maps the names that #config/env and its kin may read; os.environ is not read
    unless it is given. `calculators` are the names of the host's own fitness calculators.
    """
    if format not in _FORMATS:
        raise ValueError(f"format is {format!r}; valid is one of {', '.join(_FORMATS)}")
    owners = []
    pairs = [_native.Variable(_native.to_str(name, owners), _native.to_str(value, owners))
             for name, value in (environment or {}).items()]
    names = _native.to_strs(calculators)
    options = _native.ConfigReadOptions(
        size=ctypes.sizeof(_native.ConfigReadOptions),
        source_name=_native.to_str(source_name, owners),
        environment=(_native.Variable * len(pairs))(*pairs), environment_count=len(pairs),
        calculators=names, calculator_count=len(names))
    return Config(_native.make("bayplan_config_read", ctypes.byref(options), _native.to_str(text),
                               _FORMATS[format]))


@dataclasses.dataclass(frozen=True)
class Route:
    """The scheduler of a pool and its parameters; those that it does not have are None."""

    scheduler: str  # "fenzo" or "kubernetes"
    max_jobs_considered: int
    good_enough_fitness: float = None
    scaleback: float = None
    floor_iterations_before_warn: int = None
    floor_iterations_before_reset: int = None
    fitness_calculator: str = None
    minimum_scheduling_capacity_threshold: int = None
    scheduling_pause_ms: int = None
    max_pending_pods: int = None


class Router(Handle):
    """Which scheduler governs a pool."""

    _DESTROY = "bayplan_router_destroy"

    def __init__(self, config, pools):
        names = _native.to_strs(pools)
        super().__init__(_native.make("bayplan_router_create", config.address, names, len(names)))

    def route(self, pool):
        """The Route of `pool`; Error with NOT_FOUND if there is none."""
        route = _native.Route(size=ctypes.sizeof(_native.Route))
        _native.call("bayplan_router_route", self.address, _native.to_str(pool),
                     ctypes.byref(route))
        scheduler = _SCHEDULERS.get(route.scheduler, "unknown")
        if scheduler == "fenzo":
            names = ("max_jobs_considered", "good_enough_fitness", "scaleback",
                     "floor_iterations_before_warn", "floor_iterations_before_reset")
            more = {"fitness_calculator": _native.text(route.fitness_calculator)}
        else:
            names = ("max_jobs_considered", "minimum_scheduling_capacity_threshold",
                     "scheduling_pause_ms", "max_pending_pods")
            more = {}
        return Route(scheduler, **{name: getattr(route, name) for name in names}, **more)

    def explain(self, pool):
        """A text for people: which entry governs `pool` and why."""
        out = ctypes.c_void_p()
        _native.call("bayplan_router_explain", self.address, _native.to_str(pool),
                     ctypes.byref(out))
        return _native.take_bytes(out.value).decode("utf-8", "replace")

    @property
    def findings(self):
        return _findings("bayplan_router_findings", self)
