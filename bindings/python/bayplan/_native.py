"""The C library: where it is, what its structs and functions look like, and how it fails."""

import ctypes
import enum
import os
import pathlib
import sys
from ctypes import POINTER, c_char_p, c_double, c_int, c_int64, c_size_t, c_uint32, c_void_p

ABI_VERSION = 1  # of this package
ABSENT = -(2**63)  # a time or number that is not known


class Code(enum.IntEnum):
    """Codes of errors; numbers as in bayplan.h."""

    OK = 0
    CANCELLED = 1
    UNKNOWN = 2
    INVALID_ARGUMENT = 3
    DEADLINE_EXCEEDED = 4
    NOT_FOUND = 5
    ALREADY_EXISTS = 6
    PERMISSION_DENIED = 7
    RESOURCE_EXHAUSTED = 8
    FAILED_PRECONDITION = 9
    ABORTED = 10
    OUT_OF_RANGE = 11
    UNIMPLEMENTED = 12
    INTERNAL = 13
    UNAVAILABLE = 14
    DATA_LOSS = 15
    UNAUTHENTICATED = 16

    @classmethod
    def _missing_(cls, value):
        return cls.INTERNAL  # a code that is newer than this package


class Error(Exception):
    """A failure of the library, or of a callback that says why."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = Code(code)
        self.message = message

    def __str__(self):
        return f"{self.code.name.lower()}: {self.message}"


# ---- Structs ---------------------------------------------------------------------------------

STRUCTS = {}


def _struct(name, /, **fields):
    """A struct of the headers, field by field."""
    STRUCTS[name] = type(name, (ctypes.Structure,), {"_fields_": list(fields.items())})
    return STRUCTS[name]


def _columns(name, /, **fields):
    """A struct with a size and a count."""
    return _struct(name, size=c_size_t, count=c_size_t, **fields)


# Columns of numbers are plain addresses: _columns.py makes and reads them.
Column = c_void_p

Str = _struct("bayplan_str", data=c_void_p, len=c_size_t)
StrColumn = _struct("bayplan_str_column", bytes=Column, offsets=Column)
StrListColumn = _struct("bayplan_str_list_column", first=Column, item=StrColumn)
_DIMENSIONS = ("milli_cpu", "memory_bytes", "network_kbps", "disk_bytes", "ports", "milli_gpu")
Resources = _struct("bayplan_resources", **{d: c_int64 for d in _DIMENSIONS})
ResourceColumns = _struct("bayplan_resource_columns", **{d: Column for d in _DIMENSIONS})
Variable = _struct("bayplan_variable", name=Str, value=Str)
ConfigReadOptions = _struct(
    "bayplan_config_read_options", size=c_size_t, source_name=Str,
    environment=POINTER(Variable), environment_count=c_size_t,
    calculators=POINTER(Str), calculator_count=c_size_t)
FindingColumns = _columns("bayplan_finding_columns", kind=Column, message=StrColumn)
KeyColumns = _columns("bayplan_key_columns", key=StrColumn)
Route = _struct(
    "bayplan_route", size=c_size_t, scheduler=c_uint32, reserved=c_uint32,
    max_jobs_considered=c_int64, good_enough_fitness=c_double, scaleback=c_double,
    floor_iterations_before_warn=c_int64, floor_iterations_before_reset=c_int64,
    fitness_calculator=Str, minimum_scheduling_capacity_threshold=c_int64,
    scheduling_pause_ms=c_int64, max_pending_pods=c_int64)
Stamp = _struct("bayplan_stamp", ms=c_int64, quality=c_uint32, source=c_uint32)
Facts = _struct(
    "bayplan_facts", size=c_size_t, submitted=Stamp, scheduled=Stamp, started=Stamp, ended=Stamp,
    node=Str, exit_code=c_int64, end_cause=c_uint32, reserved=c_uint32)
Intervals = _struct(
    "bayplan_intervals", size=c_size_t, waiting_for_node_ms=c_int64, starting_ms=c_int64,
    running_ms=c_int64, since_commit_ms=c_int64)
ConstraintColumns = _struct(
    "bayplan_constraint_columns", first=Column, attribute=StrColumn, op=Column,
    values=StrListColumn)
JobColumns = _columns(
    "bayplan_job_columns", id=StrColumn, user=StrColumn, submitted_ms=Column, priority=Column,
    max_attempts=Column, request=ResourceColumns, hard=ConstraintColumns, soft=ConstraintColumns,
    clusters=StrListColumn)
StampColumns = _struct("bayplan_stamp_columns", ms=Column, quality=Column, source=Column)
InstanceColumns = _columns(
    "bayplan_instance_columns", job=StrColumn, attempt=Column, pool=StrColumn, cluster=StrColumn,
    chosen_node=StrColumn, committed_ms=Column, submitted=StampColumns, scheduled=StampColumns,
    started=StampColumns, ended=StampColumns, node=StrColumn, end_cause=Column, exit_code=Column,
    state=Column)
AttributeColumns = _struct(
    "bayplan_attribute_columns", first=Column, name=StrColumn, value=StrColumn)
NodeColumns = _columns(
    "bayplan_node_columns", name=StrColumn, pool=StrColumn, capacity=ResourceColumns,
    used_by_others=ResourceColumns, attributes=AttributeColumns, unschedulable=Column,
    removed=Column)
LaunchColumns = _columns(
    "bayplan_launch_columns", job=StrColumn, attempt=Column, pool=StrColumn, user=StrColumn,
    request=ResourceColumns, priority=Column, node=StrColumn, required=ConstraintColumns,
    preferred=ConstraintColumns)
NameColumns = _columns("bayplan_name_columns", job=StrColumn, attempt=Column)
ScaleColumns = _columns("bayplan_scale_columns", pool=StrColumn, nodes=Column)

POLL = ctypes.CFUNCTYPE(c_int, c_void_p, c_int64, c_void_p)
LAUNCH = ctypes.CFUNCTYPE(c_int, c_void_p, POINTER(LaunchColumns), c_int64)
KILL = ctypes.CFUNCTYPE(c_int, c_void_p, POINTER(NameColumns), c_int64, c_int64)
SCALE = ctypes.CFUNCTYPE(c_int, c_void_p, POINTER(ScaleColumns), c_int64)
Backend = _struct(
    "bayplan_backend", size=c_size_t, user_data=c_void_p, poll=POLL, launch=LAUNCH, kill=KILL,
    scale=SCALE, capabilities=c_uint32, reserved=c_uint32)
Cluster = _struct(
    "bayplan_cluster", size=c_size_t, name=Str, backend=POINTER(Backend), state=c_uint32,
    reserved=c_uint32)
WRITE = ctypes.CFUNCTYPE(c_int, c_void_p, POINTER(InstanceColumns))
Store = _struct("bayplan_store", size=c_size_t, user_data=c_void_p, write=WRITE)
FitnessInput = _struct(
    "bayplan_fitness_input", size=c_size_t, job=Str, node=Str, request=Resources, used=Resources,
    capacity=Resources)
SCORE = ctypes.CFUNCTYPE(c_int, c_void_p, POINTER(FitnessInput), POINTER(c_double))
Fitness = _struct("bayplan_fitness", size=c_size_t, name=Str, user_data=c_void_p, score=SCORE)
EngineOptions = _struct(
    "bayplan_engine_options", size=c_size_t, config=c_void_p, pools=POINTER(Str),
    pool_count=c_size_t, clusters=POINTER(Cluster), cluster_count=c_size_t,
    fitness=POINTER(Fitness), fitness_count=c_size_t, store=POINTER(Store),
    kill_grace_ms=c_int64)
FinishedColumns = _columns(
    "bayplan_finished_columns", job=StrColumn, pool=StrColumn, outcome=Column)
CycleCounters = _struct(
    "bayplan_cycle_counters", size=c_size_t,
    **{name: c_int64 for name in (
        "considered", "assigned", "refused", "left", "beyond_window", "evaluations", "launched",
        "window", "floor_iterations", "not_before_ms")},
    floor_warning=c_uint32, window_reset=c_uint32)
LeftColumns = _columns("bayplan_left_columns", job=StrColumn, table=Column)
ReasonListColumn = _struct(
    "bayplan_reason_list_column", first=Column, code=Column, detail=StrColumn, places=Column)
ReasonColumns = _columns(
    "bayplan_reason_columns", looked_at=Column, first=ReasonListColumn, all=ReasonListColumn)
FailureColumns = _columns(
    "bayplan_failure_columns", job=StrColumn, code=Column, message=StrColumn)

# ---- Functions -------------------------------------------------------------------------------

# Those that return an error, with their arguments. Handles are addresses.
_OUT = POINTER(c_void_p)
_FALLIBLE = {
    "bayplan_abi_layout": [_OUT],
    "bayplan_config_read": [_OUT, POINTER(ConfigReadOptions), Str, c_uint32],
    "bayplan_config_findings": [c_void_p, POINTER(FindingColumns)],
    "bayplan_config_ignored_keys": [c_void_p, POINTER(KeyColumns)],
    "bayplan_config_serialize": [c_void_p, _OUT],
    "bayplan_router_create": [_OUT, c_void_p, POINTER(Str), c_size_t],
    "bayplan_router_route": [c_void_p, Str, POINTER(Route)],
    "bayplan_router_explain": [c_void_p, Str, _OUT],
    "bayplan_router_findings": [c_void_p, POINTER(FindingColumns)],
    "bayplan_facts_fold": [POINTER(Facts), POINTER(Facts), POINTER(c_uint32)],
    "bayplan_facts_state": [POINTER(Facts), POINTER(c_uint32)],
    "bayplan_facts_intervals": [POINTER(Facts), c_int64, c_int64, POINTER(Intervals)],
    "bayplan_poll_batch_add_nodes": [c_void_p, POINTER(NodeColumns)],
    "bayplan_poll_batch_add_instances": [c_void_p, POINTER(InstanceColumns)],
    "bayplan_engine_create": [_OUT, POINTER(EngineOptions)],
    "bayplan_engine_submit_jobs": [c_void_p, Str, POINTER(JobColumns)],
    "bayplan_engine_cancel_job": [c_void_p, Str],
    "bayplan_engine_restore": [
        c_void_p, Str, POINTER(JobColumns), POINTER(InstanceColumns), _OUT],
    "bayplan_engine_set_cluster_state": [c_void_p, Str, c_uint32],
    "bayplan_engine_cycle": [c_void_p, Str, c_int64, _OUT],
    "bayplan_report_counters": [c_void_p, POINTER(CycleCounters)],
    "bayplan_report_records": [c_void_p, POINTER(InstanceColumns)],
    "bayplan_report_finished": [c_void_p, POINTER(FinishedColumns)],
    "bayplan_report_left": [c_void_p, POINTER(LeftColumns)],
    "bayplan_report_reasons": [c_void_p, POINTER(ReasonColumns)],
    "bayplan_report_refused": [c_void_p, POINTER(FailureColumns)],
    "bayplan_report_cluster_errors": [c_void_p, POINTER(FailureColumns)],
}
_INFALLIBLE = {
    "bayplan_abi_version": (c_uint32, []),
    "bayplan_abi_min_supported": (c_uint32, []),
    "bayplan_version_string": (c_char_p, []),
    "bayplan_error_code": (c_uint32, [c_void_p]),
    "bayplan_error_message": (Str, [c_void_p]),
    "bayplan_bytes_view": (Str, [c_void_p]),
    "bayplan_end_is_mea_culpa": (c_uint32, [c_uint32]),
    "bayplan_may_retry": (c_uint32, [c_uint32, c_uint32, c_uint32]),
    "bayplan_poll_batch_set_complete": (None, [c_void_p]),
    **{f"bayplan_{handle}_destroy": (None, [c_void_p])
       for handle in ("error", "bytes", "config", "router", "engine", "report")},
}


def _candidates():
    """Where the library may be, best first."""
    given = os.environ.get("BAYPLAN_LIBRARY")
    if given:
        return [given]
    name = f"libbayplan_c.{ABI_VERSION}.dylib" if sys.platform == "darwin" else (
        f"libbayplan_c.so.{ABI_VERSION}")
    beside = pathlib.Path(__file__).with_name(name)
    return [str(beside), name] if beside.exists() else [name]


def _load():
    failures = []
    for path in _candidates():
        try:
            return ctypes.CDLL(path), path
        except OSError as error:
            failures.append(str(error))
    raise ImportError(
        "the Bayplan C library cannot be loaded; BAYPLAN_LIBRARY can name its file: "
        + "; ".join(failures))


def _declare(lib):
    for name, arguments in _FALLIBLE.items():
        function = getattr(lib, name)
        function.argtypes, function.restype = arguments, c_void_p
    for name, (result, arguments) in _INFALLIBLE.items():
        function = getattr(lib, name)
        function.argtypes, function.restype = arguments, result


def _check(error):
    """Raises the error that a function returned, if it did."""
    if error is None:
        return
    code = lib.bayplan_error_code(error)
    message = text(lib.bayplan_error_message(error))
    lib.bayplan_error_destroy(error)
    raise Error(code, message)


def call(name, *arguments):
    """Calls a function that can fail."""
    _check(getattr(lib, name)(*arguments))


def make(name, *arguments):
    """Calls a function that makes an object as its first argument; gives the object's address."""
    out = c_void_p()
    call(name, ctypes.byref(out), *arguments)
    return out.value


def fill(name, handle, struct):
    """Calls a function that fills a struct; gives the struct."""
    result = struct(size=ctypes.sizeof(struct))
    call(name, handle, ctypes.byref(result))
    return result


def raw(view):
    """The bytes of a bayplan_str, copied."""
    return ctypes.string_at(view.data, view.len) if view.len else b""


def text(view):
    # Ids are bytes of any kind; what is not UTF-8 survives a round trip.
    return raw(view).decode("utf-8", "surrogateescape")


def encode(value):
    return value if isinstance(value, bytes) else value.encode("utf-8", "surrogateescape")


def to_str(value, owners=None):
    """A bayplan_str that shows a copy of `value`, which lives as long as the result.

    The result may be copied into another struct if `owners`, a list, lives as long as that.
    """
    data = encode(value)
    result = Str(ctypes.cast(c_char_p(data), c_void_p), len(data))
    result.owner = data
    if owners is not None:
        owners.append(data)
    return result


def to_strs(values):
    """An array of bayplan_str, whose memory lives as long as the array."""
    owners = []
    items = [to_str(value, owners) for value in values]
    array = (Str * len(items))(*items)
    array.owner = owners
    return array


def take_bytes(handle):
    """The content of a bayplan_bytes, which is released."""
    try:
        return raw(lib.bayplan_bytes_view(handle))
    finally:
        lib.bayplan_bytes_destroy(handle)


def _check_abi():
    oldest, newest = lib.bayplan_abi_min_supported(), lib.bayplan_abi_version()
    if not oldest <= ABI_VERSION <= newest:
        raise ImportError(
            f"{library_path} has ABI {oldest} to {newest}; this package needs {ABI_VERSION}")


def check_layout(layout):
    """Raises ImportError unless the structs here lie in memory as `layout` says."""
    for line in layout.splitlines():
        name, size, *fields = line.split()
        struct = STRUCTS.get(name)
        if struct is None:
            continue  # newer than this package
        known = {field for field, *_ in struct._fields_}
        offsets = {f: getattr(struct, f).offset for f in known}
        told = {f: int(at) for f, at in (field.split("@") for field in fields)}
        grown = "size" in known and int(size) > ctypes.sizeof(struct)
        if {f: told.get(f) for f in known} != offsets or (
                int(size) != ctypes.sizeof(struct) and not grown):
            raise ImportError(f"{name} is {line!r} in {library_path} and other here: {offsets}")


lib, library_path = _load()
_declare(lib)
_check_abi()
check_layout(take_bytes(make("bayplan_abi_layout")).decode())


def version():
    """The version of the loaded library."""
    return lib.bayplan_version_string().decode()


def abi_version():
    """The ABI number of the loaded library."""
    return lib.bayplan_abi_version()
