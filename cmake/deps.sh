#!/usr/bin/env bash
# Installs the packages that a task needs; does nothing if they are there already.
#   bash cmake/deps.sh build|test|check
# For Debian 12 and Ubuntu 24.04. On other systems it names the packages and goes on: the
# configuration step then says what it misses.
set -euo pipefail

build_packages=(
  cmake ninja-build g++ ccache pkg-config
  libabsl-dev libprotobuf-dev protobuf-compiler libfmt-dev libre2-dev
  rapidjson-dev libbenchmark-dev libcli11-dev zlib1g-dev
)
test_packages=("${build_packages[@]}" binutils doctest-dev python3)
check_packages=("${test_packages[@]}" git clang-14 clang-format-14 clang-tidy-14 libclang-rt-14-dev)

# Prints those of the given packages that are not installed.
missing_packages() {
  local installed
  installed=" $(dpkg-query -W -f '${db:Status-Status}=${Package} ' "$@" 2>/dev/null || true)"
  local package
  for package in "$@"; do
    [[ "$installed" == *" installed=$package "* ]] || echo "$package"
  done
}

install_packages() {
  local as_root=()
  if [[ "$(id -u)" -ne 0 ]]; then
    if ! command -v sudo >/dev/null; then
      echo "deps.sh: not root and no sudo; as root, run: apt-get install $*" >&2
      exit 1
    fi
    as_root=(sudo)
  fi
  local quiet=(env DEBIAN_FRONTEND=noninteractive TZ=Etc/UTC)
  # A failing third-party source must not keep us from the distribution's own packages.
  "${as_root[@]}" "${quiet[@]}" apt-get -q update || echo "deps.sh: apt-get update failed in part"
  "${as_root[@]}" "${quiet[@]}" apt-get -q install -y --no-install-recommends "$@"
}

case "${1:-}" in
  build) wanted=("${build_packages[@]}") ;;
  test) wanted=("${test_packages[@]}") ;;
  check) wanted=("${check_packages[@]}") ;;
  *)
    echo "usage: bash cmake/deps.sh build|test|check" >&2
    exit 2
    ;;
esac

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
  echo "deps.sh: no apt-get here; Bayplan needs what Debian calls: ${wanted[*]}" >&2
  exit 0
fi
mapfile -t missing < <(missing_packages "${wanted[@]}")
if [[ ${#missing[@]} -gt 0 ]]; then
  echo "deps.sh: to $1 Bayplan, installing with apt-get: ${missing[*]}"
  install_packages "${missing[@]}"
fi
