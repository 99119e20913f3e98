# shellcheck shell=bash
# Shared by the scripts of this folder: sourced, not run. Sets ROOT (the checkout), JOBS and CACHE.
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
JOBS=${JOBS:-$(nproc)}
# shellcheck disable=SC2034 # used by Module/test
CACHE=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/electron-multislice

say() {
  printf '== %s\n' "$*" >&2
}

fail() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# configure FOLDER [CMake arguments...]: with Ninja, and with ccache where it is installed (its cache stays in its own place)
configure() {
  local folder=$1
  shift
  local launcher=()
  if command -v ccache > /dev/null; then
    launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  fi
  say "configuring $folder"
  mkdir -p "$folder"
  cmake -S "$ROOT" -B "$folder" -G Ninja "${launcher[@]}" "$@" > "$folder/configure.log" 2>&1 || {
    cat "$folder/configure.log" >&2
    fail "CMake could not configure $folder (see above)"
  }
}

# build FOLDER [target...]
build() {
  local folder=$1
  shift
  say "building $folder ${*:-(everything)}"
  cmake --build "$folder" --parallel "$JOBS" ${1:+--target "$@"}
}
