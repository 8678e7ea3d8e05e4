#!/usr/bin/env python3
"""Writes the sample trace: nodes.csv and jobs.csv beside this file.

A morning of a small company: 40 nodes in two pools, 2,000 jobs over four hours. The pool k8s-exp
gets a burst in its second hour that its own nodes cannot hold, so that the cluster autoscaler has
something to do; a few jobs fit nowhere. The same seed gives the same files.
"""

import argparse
import pathlib
import random

GIB = 1 << 30
HOUR_MS = 3_600_000

# name prefix, pool, count, cores, GiB, GPUs, attributes
NODE_KINDS = [
    ("cpu", "default", 14, 32, 128, 0, "zone=z1"),
    ("gpu", "default", 6, 48, 256, 4, "zone=z2;gpu-model=T4"),
    ("k8s", "k8s-exp", 16, 16, 64, 0, "zone=z1"),
    ("k8sgpu", "k8s-exp", 4, 48, 256, 8, "zone=z2;gpu-model=A10"),
]

# weight, cores, GiB, GPUs, shortest and longest run in minutes
JOB_KINDS = [
    (57, (1, 2), (1, 4), 0, (1, 15)),
    (30, (2, 8), (4, 24), 0, (5, 60)),
    (8, (4, 12), (8, 48), 1, (10, 40)),
    (2, (8, 16), (32, 64), 2, (20, 60)),
    (3, (12, 16), (16, 60), 0, (30, 90)),
]

USERS = ["ada", "blaise", "carl", "dora", "emmy", "felix", "grace"]


def write_nodes(path):
    with open(path, "w", newline="\n") as out:
        out.write("name,milli_cpu,memory_bytes,milli_gpu,pool,attributes\n")
        for prefix, pool, count, cores, gib, gpus, attributes in NODE_KINDS:
            for i in range(count):
                out.write(f"{prefix}-{i:02},{cores * 1000},{gib * GIB},{gpus * 1000},{pool},"
                          f"{attributes}\n")


def submit_ms(rng, pool):
    """Evenly over four hours; a third of the jobs of k8s-exp comes within twenty minutes."""
    if pool == "k8s-exp" and rng.random() < 0.35:
        return HOUR_MS + rng.randrange(HOUR_MS // 3)
    return rng.randrange(4 * HOUR_MS)


def make_job(rng):
    pool = "k8s-exp" if rng.random() < 0.5 else "default"
    _, cores, gib, gpus, minutes = rng.choices(JOB_KINDS, [kind[0] for kind in JOB_KINDS])[0]
    hard = ""
    if gpus > 0 and rng.random() < 0.3:
        hard = "gpu-model=T4|A10"
    milli_cpu = rng.randint(cores[0] * 2, cores[1] * 2) * 500
    memory = rng.randint(*gib) * GIB
    fate = rng.random()
    if fate < 0.004:
        milli_cpu = 128_000  # larger than any node
    elif fate < 0.008:
        gpus, hard = 1, "gpu-model=H100"  # of a model that nobody has
    run_ms = rng.randint(minutes[0] * 60_000, minutes[1] * 60_000)
    exit_code = 1 if rng.random() < 0.03 else 0
    priority = rng.choices([50, 70, 90], [80, 15, 5])[0]
    return (submit_ms(rng, pool), rng.choice(USERS), run_ms, milli_cpu, memory, gpus * 1000,
            priority, exit_code, pool, hard)


def write_jobs(path, rng, count):
    jobs = sorted(make_job(rng) for _ in range(count))
    with open(path, "w", newline="\n") as out:
        out.write("id,user,submit_ms,run_ms,milli_cpu,memory_bytes,milli_gpu,priority,exit_code,"
                  "pool,hard\n")
        for number, (submit, user, *rest) in enumerate(jobs, start=1):
            fields = [f"job-{number:04}", user, submit, *rest]
            out.write(",".join(str(field) for field in fields) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--jobs", type=int, default=2000)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(__file__).parent)
    options = parser.parse_args()
    write_nodes(options.out / "nodes.csv")
    write_jobs(options.out / "jobs.csv", random.Random(options.seed), options.jobs)


if __name__ == "__main__":
    main()
