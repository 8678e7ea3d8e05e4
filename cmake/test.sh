#!/usr/bin/env bash
# Builds everything and runs the tests with the given labels (default: quick).
#   bash cmake/test.sh [quick|e2e|bench|long|all]...
# Tests against recorded data use the folder $BAYPLAN_SHARED_DIR or else `shared` beside the project;
# without either they are skipped.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

labels=("$@")
[[ $# -gt 0 ]] || labels=(quick)
for label in "${labels[@]}"; do
  case "$label" in
    quick | e2e | bench | long | all) ;;
    *)
      echo "test.sh: unknown label '$label'; valid: quick e2e bench long all" >&2
      exit 2
      ;;
  esac
done
select=()
if [[ " ${labels[*]} " != *" all "* ]]; then
  select=(--label-regex "^($(IFS='|' && echo "${labels[*]}"))\$")
fi

bash cmake/deps.sh test
shared="${BAYPLAN_SHARED_DIR:-}"
[[ -n "$shared" || ! -d ../shared ]] || shared="$(cd ../shared && pwd)"
cmake --preset dev -DBAYPLAN_SHARED_DIR="$shared"
cmake --build --preset dev --parallel "$(nproc)"
ctest --preset dev --parallel "$(nproc)" --no-tests=error "${select[@]}"
