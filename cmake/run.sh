#!/usr/bin/env bash
# Builds bayplan-replay and runs it on the sample workload. Further arguments go to bayplan-replay.
#   bash cmake/run.sh [argument...]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bash cmake/deps.sh build
cmake --preset release -DBAYPLAN_BUILD_TESTS=OFF -DBAYPLAN_BUILD_EXAMPLES=OFF
cmake --build --preset release --parallel "$(nproc)" --target bayplan-replay
build/release/bench/replay/bayplan-replay \
  --nodes bench/replay/sample/nodes.csv --jobs bench/replay/sample/jobs.csv --format bayplan \
  --config bench/replay/sample/pools.edn --autoscale 10 --pull-ms 20000 "$@"
