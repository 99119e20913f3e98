#!/bin/bash
# check-format.sh CHECKOUT CLANG_FORMAT: every C++ file is as clang-format 14 (Debian 12's) leaves it.
set -euo pipefail
cd "$1"
wrong=0
while IFS= read -r file; do
  if ! "$2" --dry-run -Werror "$file" 2> /dev/null; then
    echo "$file: run clang-format -i on it"
    wrong=1
  fi
done < <(find src include test examples \( -name '*.h' -o -name '*.cxx' \))
exit $wrong
