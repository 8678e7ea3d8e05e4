"""Bayplan, an embeddable batch scheduling library.

    config = bayplan.read_config(text)
    with bayplan.Engine(config, pools=["batch"], clusters={"here": backend}) as engine:
        engine.submit_jobs("batch", id=["job-1"], milli_cpu=[2000])
        report = engine.cycle("batch", now_ms)
        for instance in report.records: ...

`backend` is the host's: an object of a subclass of bayplan.Backend. Failures of the library are
bayplan.Error with a `code`; names and rules are those of bayplan.h. Docs: docs/python.md.
"""

from bayplan._native import ABSENT, Code, Error, abi_version, library_path, version
from bayplan.account import EndCause, Facts, Intervals, Quality, Source, Stamp, State
from bayplan.account import is_mea_culpa, may_retry
from bayplan.cluster import Backend, FitnessInput, LaunchRequest, PollBatch, Resources
from bayplan.config import Config, Finding, Route, Router, read_config
from bayplan.engine import ClusterState, Engine
from bayplan.report import Failure, Finished, Instance, Outcome, Reason, ReasonCode, Report

__all__ = [
    "ABSENT", "Backend", "ClusterState", "Code", "Config", "EndCause", "Engine", "Error", "Facts",
    "Failure", "Finding", "Finished", "FitnessInput", "Instance", "Intervals", "LaunchRequest",
    "Outcome", "PollBatch", "Quality", "Reason", "ReasonCode", "Report", "Resources", "Route",
    "Router", "Source", "Stamp", "State", "abi_version", "is_mea_culpa", "library_path",
    "may_retry", "read_config", "version",
]
