"""A cluster that the host provides, and what the library hands to it."""

import ctypes
import dataclasses
from typing import Optional

from bayplan import _columns, _native

DIMENSIONS = ("milli_cpu", "memory_bytes", "network_kbps", "disk_bytes", "ports", "milli_gpu")


@dataclasses.dataclass(frozen=True)
class Resources:
    milli_cpu: int = 0
    memory_bytes: int = 0
    network_kbps: int = 0
    disk_bytes: int = 0
    ports: int = 0
    milli_gpu: int = 0


@dataclasses.dataclass(frozen=True)
class LaunchRequest:
    job: str
    attempt: int
    pool: str
    user: str
    request: Resources
    priority: int
    node: Optional[str]  # None: the cluster chooses
    required: list  # (attribute, operator, values); empty if a node is given
    preferred: list


@dataclasses.dataclass(frozen=True)
class FitnessInput:
    """What a fitness calculator may look at."""

    job: str
    node: str
    request: Resources
    used: Resources
    capacity: Resources


class Backend:
    """A cluster. Subclass it; the rules are those of bayplan_backend in bayplan.h.

    To report a failure of the cluster raise bayplan.Error: the engine goes on and asks again in the
    next cycle. Any other exception is passed on to the caller of Engine.cycle.
    """

    schedules_pods = False  # places pods that name no node

    def poll(self, now_ms, batch):
        """Adds the news since the last call to `batch`, a PollBatch."""
        raise NotImplementedError

    def launch(self, requests, now_ms):
        """Takes a list of LaunchRequest."""
        raise NotImplementedError

    def kill(self, instances, grace_ms, now_ms):
        """Takes a list of (job, attempt)."""
        raise NotImplementedError


class PollBatch:
    """What a cluster reports in one poll; valid until poll returns. Columns as in _columns.py."""

    def __init__(self, address):
        self._address = address

    def set_complete(self):
        """What the batch does not name, the cluster does not know. The first batch must be so."""
        _native.lib.bayplan_poll_batch_set_complete(self._address)

    def add_nodes(self, name, pool=None, used_by_others=None, attributes=None, unschedulable=None,
                  removed=None, **capacity):
        """Nodes that appeared, changed or went away.

        `capacity` has columns by dimension (milli_cpu=..., memory_bytes=...), `used_by_others` is a
        dict of such columns, `attributes` has a dict per node.
        """
        frame = _columns.Frame(_native.NodeColumns, _columns.row_count(name))
        columns = frame.struct
        columns.name = frame.strings(name, "name")
        columns.pool = frame.strings(pool, "pool")
        columns.capacity = frame.resources(_dimensions(capacity), "")
        columns.used_by_others = frame.resources(_dimensions(used_by_others or {}),
                                                 "used_by_others.")
        columns.attributes = frame.attributes(attributes, "attributes")
        columns.unschedulable = frame.numbers(unschedulable, _columns.UINT8, "unschedulable")
        columns.removed = frame.numbers(removed, _columns.UINT8, "removed")
        _native.call("bayplan_poll_batch_add_nodes", self._address, ctypes.byref(columns))

    def add_instances(self, job, **facts):
        """News of instances: columns by the names of instance_columns()."""
        frame = instance_columns(job, **facts)
        _native.call("bayplan_poll_batch_add_instances", self._address,
                     ctypes.byref(frame.struct))


def instance_columns(job, attempt=None, pool=None, cluster=None, chosen_node=None,
                     committed_ms=None, node=None, end_cause=None, exit_code=None, **stamps):
    """A Frame of bayplan_instance_columns.

    `stamps` are submitted_ms, submitted_quality, submitted_source, and likewise with scheduled,
    started and ended. An unknown time or exit code is bayplan.ABSENT.
    """
    frame = _columns.Frame(_native.InstanceColumns, _columns.row_count(job))
    columns = frame.struct
    for name, values in (("job", job), ("pool", pool), ("cluster", cluster),
                         ("chosen_node", chosen_node), ("node", node)):
        setattr(columns, name, frame.strings(values, name))
    columns.attempt = frame.numbers(attempt, _columns.UINT32, "attempt")
    columns.committed_ms = frame.numbers(committed_ms, _columns.INT64, "committed_ms")
    columns.end_cause = frame.numbers(end_cause, _columns.UINT8, "end_cause")
    columns.exit_code = frame.numbers(exit_code, _columns.INT64, "exit_code")
    for milestone in ("submitted", "scheduled", "started", "ended"):
        setattr(columns, milestone, _native.StampColumns(*(
            frame.numbers(stamps.pop(f"{milestone}_{part}", None), kind, f"{milestone}_{part}")
            for part, kind in (("ms", _columns.INT64), ("quality", _columns.UINT8),
                               ("source", _columns.UINT8)))))
    if stamps:
        raise TypeError(f"unknown columns: {', '.join(sorted(stamps))}")
    return frame


def _dimensions(columns):
    unknown = sorted(set(columns) - set(DIMENSIONS))
    if unknown:
        raise TypeError(f"unknown: {', '.join(unknown)}; valid are {', '.join(DIMENSIONS)}")
    return columns


def job_columns(id, user=None, submitted_ms=None, priority=None, max_attempts=None, hard=None,
                soft=None, clusters=None, **request):
    """A Frame of bayplan_job_columns; `request` has columns by dimension."""
    frame = _columns.Frame(_native.JobColumns, _columns.row_count(id))
    columns = frame.struct
    columns.id = frame.strings(id, "id")
    columns.user = frame.strings(user, "user")
    columns.submitted_ms = frame.numbers(submitted_ms, _columns.INT64, "submitted_ms")
    columns.priority = frame.numbers(priority, _columns.INT32, "priority")
    columns.max_attempts = frame.numbers(max_attempts, _columns.UINT32, "max_attempts")
    columns.request = frame.resources(_dimensions(request), "")
    columns.hard = frame.constraints(hard, "hard")
    columns.soft = frame.constraints(soft, "soft")
    columns.clusters = frame.string_lists(clusters, "clusters")
    return frame


def resources(value):
    """Resources from a bayplan_resources."""
    return Resources(*(getattr(value, dimension) for dimension in DIMENSIONS))


def names(columns):
    """(job, attempt) of each row."""
    attempts = _columns.numbers(columns.attempt, columns.count, _columns.UINT32, None)
    return list(zip(_columns.Strings(columns.job, columns.count, None), attempts))


def launch_requests(columns):
    """The rows of bayplan_launch_columns, copied."""
    count = columns.count
    requests = [_columns.numbers(getattr(columns.request, d), count, _columns.INT64, None)
                for d in DIMENSIONS]
    pool, user, node = (_columns.Strings(column, count, None)
                        for column in (columns.pool, columns.user, columns.node))
    priority = _columns.numbers(columns.priority, count, _columns.INT32, None)
    required = _columns.read_constraints(columns.required, count, None)
    preferred = _columns.read_constraints(columns.preferred, count, None)
    return [
        LaunchRequest(job, attempt, pool[i], user[i], Resources(*(r[i] for r in requests)),
                      priority[i], node[i] or None, required[i], preferred[i])
        for i, (job, attempt) in enumerate(names(columns))]
