"""What a cycle gave: columns that show the library's memory, and rows for those who prefer them."""

import dataclasses
import enum
from typing import Optional

from bayplan import _columns, _native
from bayplan.account import EndCause, Facts, Quality, Source, Stamp, known
from bayplan.config import Handle


class Outcome(enum.IntEnum):
    SUCCEEDED = 1
    FAILED = 2
    CANCELLED = 3


class ReasonCode(enum.IntEnum):
    NO_NODES = 1
    UNSCHEDULABLE = 2
    CONSTRAINT = 3
    INSUFFICIENT = 4
    FITNESS_REFUSED = 5
    NO_CLUSTERS = 20
    CLUSTER_NOT_RUNNING = 21
    CLUSTER_NOT_ACCEPTABLE = 22
    WINDOW_FULL = 23
    BUDGET = 40
    PAUSED = 41


@dataclasses.dataclass(frozen=True)
class Instance:
    """The record of an instance."""

    job: str
    attempt: int
    pool: str
    cluster: str
    chosen_node: Optional[str]  # None: the cluster chooses
    committed_ms: int
    facts: Facts


@dataclasses.dataclass(frozen=True)
class Finished:
    job: str
    pool: str
    outcome: int


@dataclasses.dataclass(frozen=True)
class Reason:
    code: int
    detail: str
    places: int  # nodes or clusters


@dataclasses.dataclass(frozen=True)
class Failure:
    job: Optional[str]
    code: int
    message: str


class Columns:
    """A batch of the library's; len() rows, a column per attribute, iteration gives the rows."""

    def __init__(self, count):
        self._count = count

    def __len__(self):
        return self._count

    def __iter__(self):
        return (self[row] for row in range(self._count))

    def _row(self, row):
        if not -self._count <= row < self._count:
            raise IndexError(row)
        return row % self._count


class StampColumns:
    """`ms` (bayplan.ABSENT: not known), `quality` and `source`."""

    def __init__(self, columns, count, owner):
        self.ms = _columns.numbers(columns.ms, count, _columns.INT64, owner)
        self.quality = _columns.numbers(columns.quality, count, _columns.UINT8, owner)
        self.source = _columns.numbers(columns.source, count, _columns.UINT8, owner)

    def __getitem__(self, row):
        if self.ms[row] == _native.ABSENT:
            return None
        return Stamp(self.ms[row], Quality(self.quality[row]), Source(self.source[row]))


class InstanceColumns(Columns):
    def __init__(self, columns, owner):
        count = columns.count
        super().__init__(count)
        for name in ("job", "pool", "cluster", "chosen_node", "node"):
            setattr(self, name, _columns.Strings(getattr(columns, name), count, owner))
        for name, kind in (("attempt", _columns.UINT32), ("committed_ms", _columns.INT64),
                           ("end_cause", _columns.UINT8), ("exit_code", _columns.INT64),
                           ("state", _columns.UINT8)):
            setattr(self, name, _columns.numbers(getattr(columns, name), count, kind, owner))
        for name in ("submitted", "scheduled", "started", "ended"):
            setattr(self, name, StampColumns(getattr(columns, name), count, owner))

    def __getitem__(self, row):
        row = self._row(row)
        facts = Facts(
            self.submitted[row], self.scheduled[row], self.node[row] or None, self.started[row],
            self.ended[row], EndCause(self.end_cause[row]) if self.end_cause[row] else None,
            known(self.exit_code[row]))
        return Instance(self.job[row], self.attempt[row], self.pool[row], self.cluster[row],
                        self.chosen_node[row] or None, self.committed_ms[row], facts)


class FinishedColumns(Columns):
    def __init__(self, columns, owner):
        super().__init__(columns.count)
        self.job = _columns.Strings(columns.job, columns.count, owner)
        self.pool = _columns.Strings(columns.pool, columns.count, owner)
        self.outcome = _columns.numbers(columns.outcome, columns.count, _columns.UINT8, owner)

    def __getitem__(self, row):
        row = self._row(row)
        return Finished(self.job[row], self.pool[row], Outcome(self.outcome[row]))


class FailureColumns(Columns):
    def __init__(self, columns, owner):
        super().__init__(columns.count)
        self.job = _columns.Strings(columns.job, columns.count, owner)
        self.code = _columns.numbers(columns.code, columns.count, _columns.UINT32, owner)
        self.message = _columns.Strings(columns.message, columns.count, owner)

    def __getitem__(self, row):
        row = self._row(row)
        return Failure(self.job[row] or None, _native.Code(self.code[row]), self.message[row])


@dataclasses.dataclass(frozen=True)
class Counters:
    """As in bayplan_cycle_counters; None where that has BAYPLAN_ABSENT."""

    considered: int
    assigned: int
    refused: int
    left: int
    beyond_window: int
    evaluations: int
    launched: int
    window: Optional[int]
    floor_iterations: int
    not_before_ms: Optional[int]
    floor_warning: bool
    window_reset: bool


class Report(Handle):
    """What a call of an engine gave. Columns that were taken from it keep it alive."""

    _DESTROY = "bayplan_report_destroy"
    callback_errors = ()  # each bayplan.Error that a cluster raised, in order

    @property
    def counters(self):
        c = _native.fill("bayplan_report_counters", self.address, _native.CycleCounters)
        return Counters(c.considered, c.assigned, c.refused, c.left, c.beyond_window, c.evaluations,
                        c.launched, known(c.window), c.floor_iterations, known(c.not_before_ms),
                        bool(c.floor_warning), bool(c.window_reset))

    @property
    def records(self):
        """Records that changed, of every pool."""
        return InstanceColumns(
            _native.fill("bayplan_report_records", self.address, _native.InstanceColumns), self)

    @property
    def finished(self):
        """Jobs that are over, of every pool."""
        return FinishedColumns(
            _native.fill("bayplan_report_finished", self.address, _native.FinishedColumns), self)

    @property
    def left(self):
        """The jobs that were considered and not placed, each with its reasons.

        A dict from job to list of Reason, one reason per place: equal jobs share a list.
        """
        columns = _native.fill("bayplan_report_left", self.address, _native.LeftColumns)
        tables = _columns.numbers(columns.table, columns.count, _columns.UINT32, self)
        reasons = self._reasons()
        jobs = _columns.Strings(columns.job, columns.count, self)
        return {job: reasons[table] for job, table in zip(jobs, tables)}

    @property
    def refused(self):
        """Assignments that were not possible any more."""
        return FailureColumns(
            _native.fill("bayplan_report_refused", self.address, _native.FailureColumns), self)

    @property
    def cluster_errors(self):
        """Clusters that failed; they are asked again in the next cycle."""
        return FailureColumns(
            _native.fill("bayplan_report_cluster_errors", self.address, _native.FailureColumns),
            self)

    def _reasons(self):
        columns = _native.fill("bayplan_report_reasons", self.address, _native.ReasonColumns)
        first = _columns.numbers(columns.first.first, columns.count + 1, _columns.UINT32, self)
        total = first[columns.count] if len(first) else 0
        code = _columns.numbers(columns.first.code, total, _columns.UINT8, self)
        detail = _columns.Strings(columns.first.detail, total, self)
        places = _columns.numbers(columns.first.places, total, _columns.INT64, self)
        rows = [Reason(code[i], detail[i], places[i]) for i in range(total)]
        return [rows[first[i]:first[i + 1]] for i in range(columns.count)]
