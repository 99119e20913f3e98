#!/usr/bin/env python3
"""Keeps the house in order: the arrows between the folders of src/, ITK only where it belongs, small files, no paths of machines.

check-structure.py CHECKOUT prints every fault as file:line: text and exits with 1 if there is one.
"""
import pathlib
import re
import sys

# A folder may include itself and folders of a lower number.
FLOORS = {
    "common": 0,
    "physics": 1,
    "fourier": 1,
    "specimen": 2,
    "backends": 3,
    "execution": 4,
    "simulation": 5,
    "io": 6,
    "itk": 7,
    "cli": 7,
}
CODE = {".h", ".hpp", ".cxx", ".cpp", ".cu", ".cuh", ".in"}
TEXT = CODE | {".py", ".sh", ".cmake", ".txt", ".yaml", ".yml", ".md", ".i", ".wrap", ""}
LARGEST_FILE = 600
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')
MACHINE_PATH = re.compile(r"/work/|/home/\w|/Users/\w|/opt/wheels|/mnt/\w|/tmp/build")


def files(checkout, folders, suffixes):
    for folder in folders:
        for path in sorted((checkout / folder).rglob("*")):
            if path.is_file() and path.suffix in suffixes:
                yield path


def numbered_lines(path):
    return enumerate(path.read_text(encoding="utf-8").splitlines(), 1)


def includes(path):
    for number, line in numbered_lines(path):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1)


def check_arrows(checkout):
    source = checkout / "src"
    for path in files(checkout, ["src"], CODE):
        parts = path.relative_to(source).parts
        here = parts[0]
        if len(parts) < 2 or here not in FLOORS:
            yield path, 1, "lies in no known folder of src/"
            continue
        for number, name in includes(path):
            there = name.split("/")[0]
            if "/" in name and there in FLOORS and there != here and FLOORS[there] >= FLOORS[here]:
                yield path, number, f"src/{here} must not include src/{there} ({name})"


def check_itk(checkout):
    for path in files(checkout, ["src", "test"], CODE):
        top, folder = path.relative_to(checkout).parts[:2]
        if folder in {"itk", "package"}:  # test/package builds a user's program against the packages
            continue
        for number, name in includes(path):
            if name.startswith("itk"):
                yield path, number, f"{top}/{folder} must not know ITK ({name})"


def check_public_headers(checkout):
    for path in files(checkout, ["include"], CODE):
        for number, name in includes(path):
            if name.split("/")[0] in FLOORS:
                yield path, number, f"a public header must not include src/ ({name})"


def check_sizes(checkout):
    folders = ["src", "include", "test", "examples", "Module", "wrapping"]
    for path in files(checkout, folders, TEXT - {".md", ".txt"} | {".txt"}):
        if "data" in path.relative_to(checkout).parts:
            continue
        length = sum(1 for _ in numbered_lines(path))
        if length > LARGEST_FILE:
            yield path, length, f"has {length} lines, more than {LARGEST_FILE}"


def check_paths(checkout):
    folders = ["src", "include", "test", "examples", "Module", "wrapping", "docs", ".ci"]
    top = [p for p in checkout.iterdir() if p.is_file() and p.suffix in {".md", ".txt", ".cmake"}]
    for path in [*files(checkout, folders, TEXT), *top]:
        if path.name == pathlib.Path(__file__).name:
            continue
        for number, line in numbered_lines(path):
            if MACHINE_PATH.search(line):
                yield path, number, f"names a path of some machine: {line.strip()[:80]}"


def main():
    checkout = pathlib.Path(sys.argv[1]).resolve()
    faults = 0
    for check in (check_arrows, check_itk, check_public_headers, check_sizes, check_paths):
        for path, number, text in check(checkout):
            print(f"{path.relative_to(checkout)}:{number}: {text}")
            faults += 1
    print(f"{faults} faults" if faults else "the house is in order")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
