#!/bin/sh
# readers.sh WRITER [COMMAND]: runs readers.py with the interpreter of Module/test's virtual environment; 77 = skipped
if [ -z "${ELECTRON_MULTISLICE_TEST_PYTHON:-}" ]; then
  echo "skipped: ELECTRON_MULTISLICE_TEST_PYTHON names no Python with the packages of test/python/requirements.txt (Module/test makes one)"
  exit 77
fi
exec "$ELECTRON_MULTISLICE_TEST_PYTHON" "$(dirname "$0")/readers.py" "$@"
