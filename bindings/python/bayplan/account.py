"""The accounting: what is known of an instance, and how long its parts took. No engine needed."""

import ctypes
import dataclasses
import enum
from typing import Optional

from bayplan import _native


class Quality(enum.IntEnum):
    """How a time was learnt, best first."""

    EXACT = 0
    CONDITION = 1
    OBSERVED = 2
    INFERRED = 3


class Source(enum.IntEnum):
    BACKEND = 0
    SCHEDULER = 1


class EndCause(enum.IntEnum):
    SUCCEEDED = 1
    FAILED = 2
    KILLED = 3
    LAUNCH_REFUSED = 4
    NODE_LOST = 5
    PREEMPTED = 6
    VANISHED = 7


class State(enum.IntEnum):
    """The furthest milestone that is known."""

    COMMITTED = 0
    SUBMITTED = 1
    SCHEDULED = 2
    RUNNING = 3
    ENDED = 4


@dataclasses.dataclass(frozen=True)
class Stamp:
    ms: int
    quality: int = Quality.EXACT
    source: int = Source.BACKEND


@dataclasses.dataclass(frozen=True)
class Intervals:
    """In milliseconds; None while the beginning is unknown."""

    waiting_for_node_ms: Optional[int]
    starting_ms: Optional[int]
    running_ms: Optional[int]
    since_commit_ms: int


def known(value):
    """None for a value that is absent in the C interface."""
    return None if value == _native.ABSENT else value


def absent(value):
    """The inverse of known()."""
    return _native.ABSENT if value is None else value


@dataclasses.dataclass(frozen=True)
class Facts:
    """The milestones in the life of an instance, each None until it is known."""

    submitted: Optional[Stamp] = None
    scheduled: Optional[Stamp] = None
    node: Optional[str] = None  # with `scheduled`
    started: Optional[Stamp] = None
    ended: Optional[Stamp] = None
    end_cause: Optional[int] = None  # with `ended`
    exit_code: Optional[int] = None  # with `ended`

    def fold(self, news):
        """These facts with what `news` adds. Idempotent, and the order of calls does not matter."""
        result, other = self._native(), news._native()
        _native.call("bayplan_facts_fold", ctypes.byref(other), ctypes.byref(result), None)
        return Facts._of(result)

    @property
    def state(self):
        out = ctypes.c_uint32()
        facts = self._native()
        _native.call("bayplan_facts_state", ctypes.byref(facts), ctypes.byref(out))
        return State(out.value)

    def intervals(self, committed_ms, now_ms):
        """How long each part took; what is open ends at `now_ms`."""
        facts = self._native()
        out = _native.Intervals(size=ctypes.sizeof(_native.Intervals))
        _native.call("bayplan_facts_intervals", ctypes.byref(facts), committed_ms, now_ms,
                     ctypes.byref(out))
        return Intervals(known(out.waiting_for_node_ms), known(out.starting_ms),
                         known(out.running_ms), out.since_commit_ms)

    def _native(self):
        stamps = {
            name: _native.Stamp(absent(stamp and stamp.ms), stamp.quality if stamp else 0,
                                stamp.source if stamp else 0)
            for name in ("submitted", "scheduled", "started", "ended")
            for stamp in (getattr(self, name),)}
        node = _native.to_str(self.node or "")
        facts = _native.Facts(
            size=ctypes.sizeof(_native.Facts), node=node, exit_code=absent(self.exit_code),
            end_cause=self.end_cause or 0, **stamps)
        facts.owner = node
        return facts

    @classmethod
    def _of(cls, facts):
        stamps = {
            name: None if stamp.ms == _native.ABSENT else Stamp(
                stamp.ms, Quality(stamp.quality), Source(stamp.source))
            for name in ("submitted", "scheduled", "started", "ended")
            for stamp in (getattr(facts, name),)}
        return cls(node=_native.text(facts.node) or None,
                   end_cause=EndCause(facts.end_cause) if facts.end_cause else None,
                   exit_code=known(facts.exit_code), **stamps)


def is_mea_culpa(end_cause):
    """True if the end is not the job's fault."""
    return bool(_native.lib.bayplan_end_is_mea_culpa(end_cause))


def may_retry(own_failures, mea_culpa_failures, max_attempts):
    """True if a job whose instances failed so often has attempts left."""
    return bool(_native.lib.bayplan_may_retry(own_failures, mea_culpa_failures, max_attempts))
