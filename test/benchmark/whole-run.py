#!/usr/bin/env python3
"""Whole runs by the command: wall and processor seconds from process start to written file, and both per probe and slice.

whole-run.py COMMAND [--repeat N]     COMMAND: path of electron-multislice
Jobs: SrTiO3 along [001], 200 kV, 20 mrad, 50 slices of half a cell, three annular detectors, float32; a grid, a scan and a transmission
oversampling each, atoms at rest or one configuration of frozen phonons (no two slices alike). Prints the best of N repeats (default 3) for one
thread and for two.
"""
import argparse
import os
import pathlib
import tempfile
import time

STRUCTURE = pathlib.Path(__file__).resolve().parents[2] / "examples" / "data" / "SrTiO3.cif"
REST = "none"
PHONONS = "frozen-phonons, mean-square-displacement: {Sr: 0.008, Ti: 0.006, O: 0.010}"
CASES = [  # cells along a and b, grid, scan, oversampling, thermal model
    (5, 256, 32, 1, REST),
    (5, 256, 32, 2, REST),
    (5, 256, 16, 2, PHONONS),
    (10, 512, 8, 1, REST),
    (20, 1024, 4, 1, REST),
    (20, 1024, 4, 1, PHONONS),
    (20, 1024, 4, 2, PHONONS),
]
JOB = """specimen: {{structure: {structure}, repetitions: [{cells}, {cells}, 25]}}
thermal: {{model: {model}}}
potential: {{grid: [{grid}, {grid}], slices: 50, transmission-oversampling: {oversampling}}}
beam: {{energy: 200 keV}}
illumination: {{type: probe, semiangle: 20 mrad}}
scan: {{start: [0, 0], step: [{step}, {step}], count: [{scan}, {scan}]}}
detectors:
  bf: {{type: annular, inner: 0 mrad, outer: 20 mrad}}
  abf: {{type: annular, inner: 10 mrad, outer: 20 mrad}}
  haadf: {{type: annular, inner: 50 mrad, outer: 109 mrad}}
output: {{file: result.h5}}
"""


def run(command, folder, threads):
    """Wall and processor seconds of one run."""
    start = time.perf_counter()
    child = os.posix_spawn(command, [command, "run", str(folder / "job.yaml"), "--quiet", "--threads", str(threads)], os.environ)
    _, status, usage = os.wait4(child, 0)
    if status != 0:
        raise SystemExit(f"{command} ended with status {status}")
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command")
    parser.add_argument("--repeat", type=int, default=3)
    arguments = parser.parse_args()
    command = str(pathlib.Path(arguments.command).resolve())
    print("| grid | scan | atoms | oversampling | threads | wall s | CPU s | CPU µs per probe and slice |")
    print("|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for cells, grid, scan, oversampling, model in CASES:
            (folder / "job.yaml").write_text(
                JOB.format(
                    structure=STRUCTURE, cells=cells, grid=grid, scan=scan, oversampling=oversampling, model=model, step=7.81 / scan))
            atoms = "at rest" if model == REST else "displaced"
            for threads in (1, 2):
                wall, cpu = min(run(command, folder, threads) for _ in range(arguments.repeat))
                rate = 1e6 * cpu / (scan * scan * 50)
                print(f"| {grid}² | {scan} x {scan} | {atoms} | {oversampling} | {threads} | {wall:.2f} | {cpu:.2f} | {rate:.0f} |", flush=True)


if __name__ == "__main__":
    main()
