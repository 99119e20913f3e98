#!/bin/bash
# check-format.sh CHECKOUT: every C++ file is as clang-format 14 (Debian 12's) leaves it. Skipped (77) without that version, since others
# format differently.
set -euo pipefail
cd "$1"
for program in clang-format-14 clang-format; do
  if command -v $program > /dev/null && $program --version | grep -q 'version 14\.'; then
    wrong=0
    while IFS= read -r file; do
      if ! $program --dry-run -Werror "$file" 2> /dev/null; then
        echo "$file: run clang-format -i on it"
        wrong=1
      fi
    done < <(find src include test examples \( -name '*.h' -o -name '*.cxx' \) 2> /dev/null)
    exit $wrong
  fi
done
echo "clang-format 14 is not installed: not checked"
exit 77
