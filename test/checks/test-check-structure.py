#!/usr/bin/env python3
"""check-structure.py must find each kind of fault: makes a small wrong checkout for each and expects the complaint."""
import pathlib
import subprocess
import sys
import tempfile

CHECKER = pathlib.Path(__file__).with_name("check-structure.py")
FAULTS = [
    ("src/physics/A.h", '#include "specimen/Structure.h"\n', "src/physics must not include src/specimen"),
    ("src/fourier/A.h", '#include "physics/Optics.h"\n', "src/fourier must not include src/physics"),
    ("src/io/A.cxx", '#include "cli/Console.h"\n', "src/io must not include src/cli"),
    ("src/cli/A.cxx", "#include <itkImage.h>\n", "src/cli must not know ITK"),
    ("test/io/A.cxx", '#include "itkImage.h"\n', "test/io must not know ITK"),
    ("include/itkA.h", '#include "io/JobFile.h"\n', "a public header must not include src/"),
    ("src/elsewhere/A.h", "\n", "lies in no known folder"),
    ("src/io/Long.cxx", "\n" * 601, "has 601 lines"),
    ("docs/a.md", "see /home" + "/me/file\n", "names a path of some machine"),
]
RIGHT = [
    ("src/cli/A.cxx", '#include "io/JobFile.h"\n#include "cli/Console.h"\n'),
    ("src/itk/A.cxx", '#include <itkImage.h>\n#include "io/JobFile.h"\n'),
]


def run(files):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files:
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return subprocess.run([sys.executable, CHECKER, folder], capture_output=True, text=True)


def main():
    failures = 0
    for name, text, complaint in FAULTS:
        result = run([(name, text)])
        if result.returncode != 1 or f"{name}:" not in result.stdout or complaint not in result.stdout:
            print(f"not found in {name}: {complaint}\n{result.stdout}{result.stderr}")
            failures += 1
    result = run(RIGHT)
    if result.returncode != 0:
        print(f"wrongly found:\n{result.stdout}{result.stderr}")
        failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
