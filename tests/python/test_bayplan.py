"""The Python package against the library, as a host uses it."""

import array
import gc
import importlib.util
import os
import pathlib
import re
import unittest

import bayplan
from bayplan import _columns, _native

TEXT = """{:pools {:schedulers [
  {:pool-regex "^k8s" :scheduler-config {:scheduler "kubernetes" :max-jobs-considered 7}}
  {:pool-regex "^batch$" :scheduler-config {:scheduler "fenzo"
                                            :fenzo-fitness-calculator "site/last"}}]}
 :port 12321}"""


class FakeCluster(bayplan.Backend):
    """Runs every instance from the next poll until the one after it."""

    schedules_pods = True

    def __init__(self):
        self.pods = {}  # (job, attempt): [request, started_ms or None, over]
        self.polls = 0
        self.killed = []
        self.fail = None  # raised by the next launch

    def poll(self, now_ms, batch):
        if self.polls == 0:
            batch.add_nodes(["node-1", "node-2"], pool=["batch"] * 2, milli_cpu=[4000, 4000],
                            attributes=[{"zone": "z1"}, {"zone": "z2", "disk": "ssd"}])
            batch.set_complete()
        self.polls += 1
        for (job, attempt), pod in self.pods.items():
            if pod[2]:
                continue
            node = [pod[0].node or "any"]
            if pod[1] is None:
                pod[1] = now_ms
                batch.add_instances([job], attempt=[attempt], submitted_ms=[now_ms],
                                    scheduled_ms=[now_ms], node=node, started_ms=[now_ms])
            else:
                pod[2] = True
                batch.add_instances([job], attempt=[attempt], ended_ms=[now_ms],
                                    end_cause=[bayplan.EndCause.SUCCEEDED], exit_code=[0])

    def launch(self, requests, now_ms):
        if self.fail is not None:
            failure, self.fail = self.fail, None
            raise failure
        for request in requests:
            self.pods[request.job, request.attempt] = [request, None, False]

    def kill(self, instances, grace_ms, now_ms):
        self.killed.append((instances, grace_ms))


def last(given):
    if given.job.startswith("never"):
        return None
    assert given.capacity.milli_cpu == 4000
    return 1.0 if given.node == "node-2" else 0.5


def read(**options):
    return bayplan.read_config(TEXT, calculators=["site/last"], **options)


def start(cluster, fitness=last, **options):
    return bayplan.Engine(read(), ["batch", "k8s-exp"], {"here": cluster},
                          fitness={"site/last": fitness}, **options)


class ConfigTest(unittest.TestCase):
    def test_a_text_is_read_and_its_bytes_too(self):
        with read(source_name="pools.edn") as config:
            self.assertEqual(len(config.ignored_keys), 1)
            self.assertIn("port", config.ignored_keys[0])
            data = config.serialize()
        again = bayplan.read_config(data, format="proto", calculators=["site/last"])
        self.assertEqual(again.serialize(), data)

    def test_an_error_has_a_code_and_the_place(self):
        with self.assertRaises(bayplan.Error) as caught:
            bayplan.read_config("{:pools 7}", source_name="pools.edn")
        self.assertEqual(caught.exception.code, bayplan.Code.INVALID_ARGUMENT)
        self.assertIn("pools.edn:1:", caught.exception.message)

    def test_the_environment_is_what_the_host_gives(self):
        text = '{:pools {:default #config/env "BAYPLAN_TEST_POOL" :schedulers [{:pool-regex "." ' \
               ':scheduler-config {:scheduler "kubernetes"}}]}}'
        config = bayplan.read_config(text, environment={"BAYPLAN_TEST_POOL": "blue-" + "x" * 50})
        self.assertIn(b"blue-xxxxx", config.serialize())

    def test_a_hidden_entry_is_a_finding(self):
        entry = '{:pool-regex "%s" :scheduler-config {:scheduler "kubernetes"}}'
        text = "{:pools {:schedulers [%s %s]}}" % (entry % ".*", entry % "gpu")
        findings = bayplan.read_config(text).findings
        self.assertEqual([finding.kind for finding in findings], [1])
        self.assertIn("gpu", findings[0].message)

    def test_a_pool_is_routed(self):
        router = bayplan.Router(read(), ["batch", "k8s-exp"])
        self.assertEqual(router.route("k8s-exp").scheduler, "kubernetes")
        self.assertEqual(router.route("k8s-exp").max_jobs_considered, 7)
        self.assertIsNone(router.route("k8s-exp").scaleback)
        self.assertEqual(router.route("batch").fitness_calculator, "site/last")
        self.assertIn("batch", router.explain("batch"))
        with self.assertRaises(bayplan.Error) as caught:
            router.route("gpu")
        self.assertEqual(caught.exception.code, bayplan.Code.NOT_FOUND)


class AccountTest(unittest.TestCase):
    def test_facts_fold_in_any_order(self):
        started = bayplan.Facts(scheduled=bayplan.Stamp(2_000), node="node-1",
                                started=bayplan.Stamp(300_000, bayplan.Quality.CONDITION))
        ended = bayplan.Facts(submitted=bayplan.Stamp(1_000), ended=bayplan.Stamp(400_000),
                              end_cause=bayplan.EndCause.FAILED, exit_code=3)
        whole = bayplan.Facts().fold(started).fold(ended)
        self.assertEqual(whole, bayplan.Facts().fold(ended).fold(started).fold(ended))
        self.assertEqual(whole.node, "node-1")
        self.assertEqual(whole.exit_code, 3)
        self.assertEqual(whole.state, bayplan.State.ENDED)
        life = whole.intervals(committed_ms=0, now_ms=999_999)
        self.assertEqual(life, bayplan.Intervals(1_000, 298_000, 100_000, 400_000))
        self.assertIsNone(bayplan.Facts().intervals(0, 5).running_ms)

    def test_retries_are_counted(self):
        self.assertTrue(bayplan.is_mea_culpa(bayplan.EndCause.NODE_LOST))
        self.assertFalse(bayplan.is_mea_culpa(bayplan.EndCause.FAILED))
        self.assertTrue(bayplan.may_retry(1, 0, 2))
        self.assertFalse(bayplan.may_retry(2, 0, 2))


class EngineTest(unittest.TestCase):
    def test_jobs_run_where_fitness_prefers(self):
        cluster, stored = FakeCluster(), []
        with start(cluster, store=stored.extend) as engine:
            engine.submit_jobs("batch", id=["a", "b", "c"], milli_cpu=[2000, 3000, 1000],
                               user=["ada"] * 3, priority=[50, 50, 40])
            report = engine.cycle("batch", 1_000)
            self.assertEqual(report.counters.assigned, 3)
            self.assertIsNone(report.counters.not_before_ms)
            nodes = {instance.job: instance.chosen_node for instance in report.records}
            self.assertEqual(nodes, {"a": "node-2", "b": "node-1", "c": "node-2"})
            self.assertEqual(report.records[0].facts, bayplan.Facts())  # nothing is made up
            self.assertEqual([record.job for record in stored], ["a", "b", "c"])
            self.assertEqual(cluster.pods["b", 1][0].request, bayplan.Resources(milli_cpu=3000))
            self.assertEqual(cluster.pods["b", 1][0].user, "ada")
            running = engine.cycle("batch", 2_000).records
            self.assertEqual(list(running.state), [bayplan.State.RUNNING] * 3)
            self.assertEqual(running[-1].facts.node, "node-2")
            done = engine.cycle("batch", 3_000)
            self.assertEqual([(job.job, job.outcome) for job in done.finished],
                             [(job, bayplan.Outcome.SUCCEEDED) for job in "abc"])

    def test_a_cluster_may_choose_the_node(self):
        cluster = FakeCluster()
        with start(cluster) as engine:
            engine.submit_jobs("k8s-exp", id=["a"], hard=[[("zone", "not-in", ["z1", "z9"])]],
                               soft=[[("disk", "exists")]])
            self.assertEqual(engine.cycle("k8s-exp", 0).counters.launched, 1)
            request = cluster.pods["a", 1][0]
            self.assertIsNone(request.node)
            self.assertEqual(request.required, [("zone", "not-in", ["z1", "z9"])])
            self.assertEqual(request.preferred, [("disk", "exists", [])])

    def test_what_is_left_says_why(self):
        with start(FakeCluster()) as engine:
            engine.submit_jobs("batch", id=["big", "never", "zone", "fits"],
                               milli_cpu=[5000, 1, 1, 1],
                               hard=[[], [], [("zone", "in", ["z3"])], [("disk", "exists")]])
            report = engine.cycle("batch", 0)
            left = report.left
            self.assertEqual(sorted(left), ["big", "never", "zone"])
            self.assertEqual([(r.code, r.detail, r.places) for r in left["big"]],
                             [(bayplan.ReasonCode.INSUFFICIENT, "cpu", 2)])
            self.assertEqual(left["never"][0].code, bayplan.ReasonCode.FITNESS_REFUSED)
            self.assertEqual(left["zone"][0].code, bayplan.ReasonCode.CONSTRAINT)
            self.assertEqual(report.records[0].chosen_node, "node-2")

    def test_a_failed_cluster_is_in_the_report_and_asked_again(self):
        cluster = FakeCluster()
        cluster.fail = bayplan.Error(bayplan.Code.UNAVAILABLE, "no route")
        with start(cluster) as engine:
            engine.submit_jobs("batch", id=["a"])
            report = engine.cycle("batch", 0)
            self.assertEqual([e.code for e in report.cluster_errors], [bayplan.Code.UNAVAILABLE])
            self.assertEqual([e.message for e in report.callback_errors], ["no route"])
            self.assertEqual(report.counters.launched, 0)
            self.assertEqual(engine.cycle("batch", 1).counters.launched, 1)

    def test_an_exception_of_a_cluster_is_not_lost_and_neither_is_the_report(self):
        cluster = FakeCluster()
        cluster.fail = KeyError("a mistake")
        with start(cluster) as engine:
            engine.submit_jobs("batch", id=["a"])
            with self.assertRaises(KeyError) as caught:
                engine.cycle("batch", 0)
            self.assertEqual(caught.exception.report.counters.assigned, 1)
            self.assertEqual(engine.cycle("batch", 1).counters.launched, 1)

    def test_an_exception_of_fitness_ends_the_cycle(self):
        def broken(given):
            raise ZeroDivisionError(given.job)

        with start(FakeCluster(), fitness=broken) as engine:
            engine.submit_jobs("batch", id=["a"])
            with self.assertRaises(ZeroDivisionError) as caught:
                engine.cycle("batch", 0)
            self.assertIsInstance(caught.exception.__cause__, bayplan.Error)
            self.assertIn("site/last", caught.exception.__cause__.message)

    def test_an_error_of_the_store_keeps_everything_for_the_next_cycle(self):
        cluster, stored, full = FakeCluster(), [], [True]

        def write(records):
            if full.pop() if full else False:
                raise bayplan.Error(bayplan.Code.RESOURCE_EXHAUSTED, "disk full")
            stored.extend(records)

        with start(cluster, store=write) as engine:
            engine.submit_jobs("batch", id=["a"])
            with self.assertRaises(bayplan.Error) as caught:
                engine.cycle("batch", 0)
            self.assertEqual(caught.exception.message, "disk full")
            self.assertEqual(cluster.pods, {})
            engine.cycle("batch", 1)
            self.assertEqual(([r.job for r in stored], list(cluster.pods)), (["a"], [("a", 1)]))

    def test_a_callback_may_not_call_back(self):
        class Nosy(FakeCluster):
            def poll(self, now_ms, batch):
                super().poll(now_ms, batch)
                for call in (lambda: engine.cancel_job("a"), engine.close):
                    with self.test.assertRaises(bayplan.Error) as caught:
                        call()
                    codes.append(caught.exception.code)

        codes, cluster = [], Nosy()
        cluster.test = self
        with start(cluster) as engine:
            engine.cycle("batch", 0)
        self.assertEqual(codes, [bayplan.Code.FAILED_PRECONDITION] * 2)

    def test_a_cancelled_instance_is_killed(self):
        cluster = FakeCluster()
        with start(cluster, kill_grace_ms=5_000) as engine:
            engine.submit_jobs("batch", id=["a", "b"])
            engine.cycle("batch", 0)
            engine.cycle("batch", 1)
            engine.cancel_job("a")
            cluster.pods["a", 1][2] = True  # its end is never reported
            engine.cycle("batch", 2)
            self.assertEqual(cluster.killed, [([("a", 1)], 5_000)])
            with self.assertRaises(bayplan.Error) as caught:
                engine.cancel_job("z")
            self.assertEqual(caught.exception.code, bayplan.Code.NOT_FOUND)

    def test_an_engine_goes_on_from_records(self):
        with start(FakeCluster()) as engine:
            engine.submit_jobs("batch", id=["a", "b"])
            record = engine.cycle("batch", 0).records
            cluster = FakeCluster()
            with start(cluster) as after:
                report = after.restore("batch", {"id": ["a", "b"]}, {
                    "job": (record.job.bytes, record.job.offsets), "attempt": record.attempt,
                    "pool": list(record.pool), "cluster": list(record.cluster),
                    "chosen_node": list(record.chosen_node), "committed_ms": record.committed_ms})
                self.assertEqual(len(report.finished), 0)
                self.assertEqual(after.cycle("batch", 1).counters.launched, 2)
                self.assertEqual(sorted(cluster.pods), [("a", 1), ("b", 1)])

    def test_a_draining_cluster_gets_nothing_new(self):
        cluster = FakeCluster()
        with start(cluster) as engine:
            engine.set_cluster_state("here", bayplan.ClusterState.DRAINING)
            engine.submit_jobs("k8s-exp", id=["a"])
            report = engine.cycle("k8s-exp", 0)
            self.assertEqual(cluster.pods, {})
            self.assertEqual(report.left["a"][0].code, bayplan.ReasonCode.CLUSTER_NOT_RUNNING)

    def test_a_closed_engine_is_of_no_use(self):
        engine = start(FakeCluster())
        engine.close()
        engine.close()
        with self.assertRaises(ValueError):
            engine.cycle("batch", 0)


class ColumnsTest(unittest.TestCase):
    def test_a_buffer_is_passed_without_copying(self):
        cpus = array.array("q", [1, 2])
        frame = _columns.Frame(_native.JobColumns, 2)
        self.assertEqual(frame.numbers(cpus, _columns.INT64, "x"), cpus.buffer_info()[0])

    def test_a_read_only_buffer_and_a_slice_of_one_are_read_right(self):
        data = array.array("q", [1, 2, 3]).tobytes()
        for view, expected in ((memoryview(data).cast("q"), [1, 2, 3]),
                               (memoryview(data)[8:].cast("q"), [2, 3])):
            frame = _columns.Frame(_native.JobColumns, len(expected))
            address = frame.numbers(view, _columns.INT64, "x")
            self.assertEqual(list(_columns.numbers(address, len(expected), "q", frame)), expected)

    def test_wrong_columns_are_refused(self):
        with start(FakeCluster()) as engine:
            for columns, error in (({"milli_cpu": [1]}, ValueError),
                                   ({"milli_cpu": array.array("d", [1, 2])}, TypeError),
                                   ({"milli_cpu": [1.5, 2]}, TypeError),
                                   ({"milli_cpu": [2**63, 2]}, OverflowError),
                                   ({"cpus": [1, 2]}, TypeError),
                                   ({"user": (b"ab", array.array("I", [0, 1, 3]))}, ValueError)):
                with self.subTest(columns=columns), self.assertRaises(error):
                    engine.submit_jobs("batch", id=["a", "b"], **columns)
            engine.submit_jobs("batch", id=(b"ab", array.array("I", [0, 1, 2])))
            self.assertEqual(list(engine.cycle("batch", 0).records.job), ["a", "b"])

    def test_a_column_outlives_its_report(self):
        with start(FakeCluster()) as engine:
            engine.submit_jobs("batch", id=["a", "b"])
            records = engine.cycle("batch", 7).records
            committed, jobs = records.committed_ms, records.job
            del records
            gc.collect()
            self.assertEqual(list(committed), [7, 7])
            self.assertEqual(list(jobs), ["a", "b"])

    @unittest.skipUnless(importlib.util.find_spec("numpy"), "NumPy is not installed")
    def test_numpy_passes_both_ways_without_copying(self):
        import numpy

        cpus = numpy.array([2000, 3000], dtype=numpy.int64)
        frame = _columns.Frame(_native.JobColumns, 2)
        self.assertEqual(frame.numbers(cpus, _columns.INT64, "x"), cpus.ctypes.data)
        cpus.flags.writeable = False
        self.assertEqual(frame.numbers(cpus, _columns.INT64, "x"), cpus.ctypes.data)
        with start(FakeCluster()) as engine:
            engine.submit_jobs("batch", id=["a", "b"], milli_cpu=cpus)
            committed = numpy.asarray(engine.cycle("batch", 5).records.committed_ms)
            self.assertEqual(committed.tolist(), [5, 5])


class AbiTest(unittest.TestCase):
    def test_the_structs_are_those_of_the_library(self):
        layout = _native.take_bytes(_native.make("bayplan_abi_layout")).decode()
        self.assertEqual({line.split()[0] for line in layout.splitlines()}, set(_native.STRUCTS))
        _native.check_layout(layout.replace("user@32", "user@32 new_one@9999"))
        with self.assertRaises(ImportError):
            _native.check_layout(layout.replace("user@32", "user@40"))

    @unittest.skipUnless(os.environ.get("BAYPLAN_INCLUDE_DIR"), "the headers are not at hand")
    def test_everything_in_the_headers_is_here(self):
        folder = pathlib.Path(os.environ["BAYPLAN_INCLUDE_DIR"], "bayplan")
        text = "".join((folder / name).read_text() for name in ("bayplan.h", "bayplan_unstable.h"))
        structs = set(re.findall(r"^typedef struct (\w+) \{", text, re.M))
        functions = set(re.findall(r"^BAYPLAN_API [^(;]*?(bayplan_\w+)\(", text, re.M))
        self.assertEqual(structs, set(_native.STRUCTS))
        self.assertEqual(functions, set(_native._FALLIBLE) | set(_native._INFALLIBLE))
        numbers = dict(re.findall(r"\bBAYPLAN_(\w+) = (\d+)", text))
        for prefix, kind in (("", bayplan.Code), ("REASON_", bayplan.ReasonCode),
                             ("OUTCOME_", bayplan.Outcome), ("STATE_", bayplan.State),
                             ("END_", bayplan.EndCause), ("QUALITY_", bayplan.Quality),
                             ("SOURCE_", bayplan.Source), ("CLUSTER_", bayplan.ClusterState)):
            for member in kind:
                self.assertEqual(numbers[prefix + member.name], str(int(member)))


if __name__ == "__main__":
    unittest.main()
