"""A host in Python: two pools on a cluster of its own that runs every job for three cycles."""

import bayplan

CONFIG = """
{:pools {:schedulers [{:pool-regex "^k8s-exp$"
                       :scheduler-config {:scheduler "kubernetes" :max-jobs-considered 1000}}
                      {:pool-regex ".*"
                       :scheduler-config {:scheduler "fenzo" :good-enough-fitness 1.0
                                          :fenzo-fitness-calculator "site/name-order"}}]}}
"""


class Cluster(bayplan.Backend):
    """Starts what it is given at the next poll, and lets it run for a minute."""

    schedules_pods = True

    def __init__(self):
        self.connected = False
        self.waiting, self.running = [], []

    def poll(self, now_ms, batch):
        if not self.connected:
            batch.add_nodes(["node-1", "node-2"], pool=["batch", "batch"], milli_cpu=[8_000, 8_000])
            batch.set_complete()
            self.connected = True
        for request in self.waiting:
            batch.add_instances([request.job], attempt=[request.attempt], submitted_ms=[now_ms],
                                scheduled_ms=[now_ms], node=[request.node or "node-3"],
                                started_ms=[now_ms])
        over = [pod for pod in self.running if pod[1] + 60_000 <= now_ms]
        for request, _ in over:
            batch.add_instances([request.job], attempt=[request.attempt], ended_ms=[now_ms],
                                end_cause=[bayplan.EndCause.SUCCEEDED], exit_code=[0])
        self.running = [pod for pod in self.running if pod not in over]
        self.running += [(request, now_ms) for request in self.waiting]
        self.waiting = []

    def launch(self, requests, now_ms):
        self.waiting += requests

    def kill(self, instances, grace_ms, now_ms):
        pass


def name_order(given):
    """A calculator of the site's own: the later the node's name, the better."""
    return int(given.node.rpartition("-")[2]) / 100


def main():
    config = bayplan.read_config(CONFIG, calculators=["site/name-order"])
    with bayplan.Engine(config, pools=["batch", "k8s-exp"], clusters={"here": Cluster()},
                        fitness={"site/name-order": name_order}) as engine:
        engine.submit_jobs("batch", id=["a", "b", "c"], milli_cpu=[6_000, 6_000, 6_000])
        engine.submit_jobs("k8s-exp", id=["d"], milli_cpu=[6_000])
        over, now_ms = 0, 0
        while over < 4:
            for pool in ("batch", "k8s-exp"):
                report = engine.cycle(pool, now_ms)
                for record in report.records:
                    life = record.facts.intervals(record.committed_ms, now_ms)
                    print(f"{now_ms // 1000:4} s  {record.job}/{record.attempt}  {record.pool:8}"
                          f"{record.facts.state.name.lower():10} ran {life.running_ms or 0} ms")
                for job, reasons in report.left.items():
                    print(f"{now_ms // 1000:4} s  {job} waits: {reasons}")
                over += len(report.finished)
            now_ms += 30_000
    print("all jobs are over")


if __name__ == "__main__":
    main()
