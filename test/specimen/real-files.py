#!/usr/bin/env python3
"""Reads structure files of other projects that are hard to read right (optional test, label real-files).

real-files.py TEST_PROGRAM

The files are not ours to ship. With the environment variable ELECTRON_MULTISLICE_REAL_FILES set to a folder (outside the checkout), the
packages that hold them are fetched there once, by name and version, with pip and apt-get, and unpacked; then TEST_PROGRAM compares what is
read with known numbers. Files that could not be fetched are skipped by name. Without the variable everything is skipped (exit code 77).
pip unpacks one source package to see its metadata, which runs that package's build script; nothing is installed.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import zipfile

VARIABLE = "ELECTRON_MULTISLICE_REAL_FILES"
PYPI = {
    "crystals": ("crystals==1.7.0", []),
    "dans-diffraction": ("Dans-Diffraction==3.4.0", []),
    "temul-toolkit": ("temul-toolkit==0.1.9", []),
    "diffpy.structure": ("diffpy.structure==3.3.1", ["--no-binary", "diffpy.structure"]),
}
DEBIAN = {"libavogadro-data": "libavogadro-data=1.97.0-3", "gdis-data": "gdis-data=0.90-6"}


def run(command, folder):
    print("+", *command, flush=True)
    return subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True)


def unpack(archive, target):
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as packed:
            packed.extractall(target)
    elif archive.suffix == ".deb":
        run(["dpkg-deb", "-x", str(archive), str(target)], archive.parent)
    else:
        with tarfile.open(archive) as packed:
            packed.extractall(target, filter="data") if hasattr(tarfile, "data_filter") else packed.extractall(target)


def fetch(name, command, folder):
    """Fetches one package into folder/name; False if that was not possible."""
    target = folder / name
    if target.exists():
        return True
    download = folder / (name + ".download")
    shutil.rmtree(download, ignore_errors=True)
    download.mkdir(parents=True)
    try:
        run(command, download)
        (archive,) = [path for path in download.iterdir() if path.is_file()]
        unpack(archive, download / "content")
        (download / "content").rename(target)
        return True
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        print(f"{name} could not be fetched: {error}\n{getattr(error, 'stdout', '') or ''}")
        return False
    finally:
        shutil.rmtree(download, ignore_errors=True)


def main():
    if VARIABLE not in os.environ:
        print(f"skipped: set {VARIABLE} to a folder, into which the structure files of other projects may be fetched")
        return 77
    folder = pathlib.Path(os.environ[VARIABLE]).resolve()
    fetched = [
        fetch(name, [sys.executable, "-m", "pip", "download", "--no-deps", "--quiet", *options, what], folder)
        for name, (what, options) in PYPI.items()
    ]
    fetched += [fetch(name, ["apt-get", "download", what], folder) for name, what in DEBIAN.items()]
    if not any(fetched):
        print("skipped: nothing could be fetched; is there a network?")
        return 77
    return subprocess.run([sys.argv[1]], env={**os.environ, VARIABLE: str(folder)}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
