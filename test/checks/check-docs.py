#!/usr/bin/env python3
"""Keeps the documentation true where a machine can tell.

check-docs.py CHECKOUT COMMAND: links and pictures exist; every flag of the command that the text names exists; every complete job (a yaml
block that begins with "specimen:") is accepted by `plan`; the shipped configuration file stands in the user guide word for word; blocks
marked "<!-- from FILE -->" are the file's text. Prints every fault as file:line: text and exits with 1 if there is one.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```(\w*)\s*$")
FROM_FILE = re.compile(r"^<!-- from (\S+) -->$")
COMMAND_LINE = re.compile(r"electron-multislice +([a-z-]+)([^`|>]*)")
FLAG = re.compile(r"(?<![\w-])--[a-z][a-z-]+")


def documents(checkout):
    return [p for p in [checkout / "README.md", checkout / "CHANGELOG.md", *sorted((checkout / "docs").rglob("*.md"))] if p.exists()]


def blocks(lines):
    """(first line number, language, text, the line before) of every fenced block."""
    start = language = None
    for number, line in enumerate(lines, 1):
        match = FENCE.match(line)
        if start is None and match:
            start, language = number, match.group(1)
        elif start is not None and line.startswith("```"):
            before = next((text for text in reversed(lines[: start - 1]) if text.strip()), "")
            yield start + 1, language, "\n".join(lines[start : number - 1]) + "\n", before
            start = None


def anchor(heading):
    text = re.sub(r"[^\w\- ]", "", heading.strip().lower())
    return text.replace(" ", "-")


def anchors(path):
    return {anchor(line.lstrip("#")) for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("#")}


def check_links(path, lines):
    for number, line in enumerate(lines, 1):
        for target in LINK.findall(re.sub(r"`[^`]*`", "", line)):
            if re.match(r"[a-z]+:", target):
                continue
            name, _, fragment = target.partition("#")
            there = (path.parent / name).resolve() if name else path
            if not there.exists():
                yield number, f"links to {target}, which does not exist"
            elif fragment and fragment not in anchors(there):
                yield number, f"links to {target}, a heading that does not exist"


class Command:
    def __init__(self, program):
        self.program = program
        self.helps = {}

    def help(self, *words):
        if words not in self.helps:
            result = subprocess.run([self.program, *words, "--help"], capture_output=True, text=True)
            self.helps[words] = result.stdout if result.returncode == 0 else None
        return self.helps[words]


def check_commands(command, lines):
    for number, line in enumerate(lines, 1):
        for word, rest in COMMAND_LINE.findall(line):
            if word.startswith("-") or not ("`" in line or line.startswith((" ", "electron-multislice", "$", "./"))):
                continue
            text = command.help(word)
            if text is None:
                yield number, f"names the command {word}, which does not exist"
                continue
            for flag in FLAG.findall(rest):
                if flag not in text:
                    yield number, f"names {word} {flag}, which does not exist"


def check_jobs(checkout, command, lines):
    for number, language, text, _ in blocks(lines):
        if language != "yaml" or not text.startswith("specimen:"):
            continue
        with tempfile.TemporaryDirectory() as folder:
            for data in (checkout / "examples" / "data").iterdir():
                shutil.copy(data, folder)
            job = pathlib.Path(folder, "job.yaml")
            job.write_text(text.replace("../data/", ""), encoding="utf-8")
            result = subprocess.run([command.program, "plan", job], capture_output=True, text=True)
            if result.returncode != 0:
                yield number, f"this job is refused: {result.stderr.strip()}"


def check_copies(checkout, lines):
    for number, _, text, before in blocks(lines):
        match = FROM_FILE.match(before)
        if match and text.strip() not in (checkout / match.group(1)).read_text(encoding="utf-8"):
            yield number, f"is not the text of {match.group(1)}"


def check_defaults(checkout, command):
    defaults = subprocess.run([command.program, "config", "--defaults"], capture_output=True, text=True, check=True).stdout
    guide = checkout / "docs" / "user-guide.md"
    texts = [text for _, _, text, _ in blocks(guide.read_text(encoding="utf-8").splitlines())]
    if not any(text.strip() == defaults.strip() for text in texts):
        yield guide, 1, "does not hold the shipped configuration file (`config --defaults`) word for word"


def main():
    checkout = pathlib.Path(sys.argv[1]).resolve()
    command = Command(sys.argv[2])
    faults = []
    for path in documents(checkout):
        lines = path.read_text(encoding="utf-8").splitlines()
        checks = [check_links(path, lines), check_commands(command, lines), check_jobs(checkout, command, lines), check_copies(checkout, lines)]
        faults += [(path, number, text) for check in checks for number, text in check]
    faults += check_defaults(checkout, command)
    for path, number, text in faults:
        print(f"{path.relative_to(checkout)}:{number}: {text}")
    print(f"{len(faults)} faults" if faults else "the documentation is true as far as this can tell")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
