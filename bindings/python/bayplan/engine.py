"""The engine: a pool's cycle from news to launches."""

import ctypes
import enum

from bayplan import _native, cluster
from bayplan._native import Code, Error
from bayplan.config import Handle
from bayplan.report import InstanceColumns, Report


class ClusterState(enum.IntEnum):
    RUNNING = 0
    DRAINING = 1
    DELETED = 2


class _Callbacks:
    """C functions around the host's objects. What these raise waits here until the call is over."""

    REFUSED = 1

    def __init__(self):
        self.raised = []
        self.owners = []  # the C functions must live as long as the engine

    def wrap(self, kind, function, failed):
        """A C function; `failed` makes its result from the code of an exception."""

        def guarded(_, *arguments):
            try:
                return function(*arguments) or 0
            except BaseException as error:  # none may unwind through C
                self.raised.append(error)
                return failed(error.code if isinstance(error, Error) else Code.INTERNAL)

        result = kind(guarded)
        self.owners.append(result)
        return result

    def backend(self, host):
        wrap = self.wrap
        capabilities = 1 if host.schedules_pods else 0
        struct = _native.Backend(
            size=ctypes.sizeof(_native.Backend), capabilities=capabilities,
            poll=wrap(_native.POLL, lambda now, batch: host.poll(now, cluster.PollBatch(batch)),
                      int),
            launch=wrap(_native.LAUNCH, lambda requests, now: host.launch(
                cluster.launch_requests(requests.contents), now), int),
            kill=wrap(_native.KILL, lambda names, grace, now: host.kill(
                cluster.names(names.contents), grace, now), int))
        self.owners.append(struct)
        return struct

    def fitness(self, name, function):
        def score(given, out):
            view = given.contents
            value = function(cluster.FitnessInput(
                _native.text(view.job), _native.text(view.node), cluster.resources(view.request),
                cluster.resources(view.used), cluster.resources(view.capacity)))
            if value is None:
                return self.REFUSED
            out[0] = value
            return 0

        return _native.Fitness(
            size=ctypes.sizeof(_native.Fitness), name=_native.to_str(name, self.owners),
            score=self.wrap(_native.SCORE, score, lambda code: -int(code)))

    def store(self, write):
        def columns(records):
            write(list(InstanceColumns(records.contents, None)))

        struct = _native.Store(size=ctypes.sizeof(_native.Store),
                               write=self.wrap(_native.WRITE, columns, int))
        self.owners.append(struct)
        return struct


class Engine(Handle):
    """Drives pools against clusters. One thread at a time; callbacks come on the calling thread.

    config    from read_config
    pools     names
    clusters  a Backend, or a pair of one and a ClusterState, by name
    fitness   by the names that the configuration uses: functions from FitnessInput to a number from
              0 to 1, or None to refuse the node
    store     a function that keeps a list of Instance, replacing older ones of the same names
    """

    _DESTROY = "bayplan_engine_destroy"

    def __init__(self, config, pools, clusters, fitness=None, store=None, kill_grace_ms=30_000):
        self._callbacks = callbacks = _Callbacks()
        self._inside = False
        entries = []
        for name, host in clusters.items():
            backend, state = host if isinstance(host, tuple) else (host, ClusterState.RUNNING)
            entries.append(_native.Cluster(
                size=ctypes.sizeof(_native.Cluster), state=state,
                name=_native.to_str(name, callbacks.owners),
                backend=ctypes.pointer(callbacks.backend(backend))))
        calculators = [callbacks.fitness(*item) for item in (fitness or {}).items()]
        names = _native.to_strs(pools)
        options = _native.EngineOptions(
            size=ctypes.sizeof(_native.EngineOptions), config=config.address,
            pools=names, pool_count=len(names),
            clusters=(_native.Cluster * len(entries))(*entries), cluster_count=len(entries),
            fitness=(_native.Fitness * len(calculators))(*calculators),
            fitness_count=len(calculators),
            store=ctypes.pointer(callbacks.store(store)) if store else None,
            kill_grace_ms=kill_grace_ms if kill_grace_ms > 0 else -1)
        super().__init__(_native.make("bayplan_engine_create", ctypes.byref(options)))

    def close(self):
        if getattr(self, "_inside", False):
            raise Error(Code.FAILED_PRECONDITION, "an engine cannot be closed from a callback")
        super().close()

    def submit_jobs(self, pool, id, **columns):
        """Takes over pending jobs, all of them or none.

        Columns: id, user, submitted_ms, priority, max_attempts; the request by dimension
        (milli_cpu, memory_bytes, ...); hard and soft, each a list of (attribute, operator, values)
        per job, operators being "in", "not-in", "exists" and "does-not-exist"; clusters, a list of
        names per job.
        """
        frame = cluster.job_columns(id, **columns)
        self._call("bayplan_engine_submit_jobs", _native.to_str(pool), ctypes.byref(frame.struct))

    def cancel_job(self, job):
        """The user no longer wants the job."""
        self._call("bayplan_engine_cancel_job", _native.to_str(job))

    def restore(self, pool, jobs, records):
        """After a restart: `jobs` and `records` are dicts of columns. Gives a Report."""
        job_frame = cluster.job_columns(**jobs)
        record_frame = cluster.instance_columns(**records)
        return self._report("bayplan_engine_restore", _native.to_str(pool),
                            ctypes.byref(job_frame.struct), ctypes.byref(record_frame.struct))

    def set_cluster_state(self, name, state):
        self._call("bayplan_engine_set_cluster_state", _native.to_str(name), state)

    def cycle(self, pool, now_ms):
        """One cycle of one pool; gives a Report.

        An exception of a callback is raised when the cycle is over. If the cycle itself went
        through, as it does when a cluster fails, the exception has its report as `report`. The
        bayplan.Error of a cluster is not raised: the report has it in callback_errors, and what the
        engine made of it in cluster_errors.
        """
        return self._report("bayplan_engine_cycle", _native.to_str(pool), now_ms)

    def _report(self, function, *arguments):
        out = ctypes.c_void_p()
        raised = self._call(function, *arguments, ctypes.byref(out))
        report = Report(out.value)
        report.callback_errors = [error for error in raised if isinstance(error, Error)]
        for error in raised:
            if not isinstance(error, Error):
                error.report = report
                raise error
        return report

    def _call(self, function, *arguments):
        """Calls a function of the engine; gives what callbacks raised if the call succeeded."""
        if self._inside:
            raise Error(Code.FAILED_PRECONDITION, "an engine cannot be called from a callback")
        self._inside = True
        self._callbacks.raised = raised = []
        try:
            _native.call(function, self.address, *arguments)
        except Error as error:
            if raised:
                raise raised[-1] from error  # the last one ended the call
            raise
        finally:
            self._inside = False
        return raised
