#!/usr/bin/env python3
"""The tables of docs/benchmarks.md from the stored raw numbers of SliceLoopBenchmark and OneWaveBenchmark.

slice-loop-table.py STORED                prints the table (Markdown)
slice-loop-table.py STORED --check PAGE   exits with 1 unless the page holds exactly this table
slice-loop-table.py STORED --store RAW    makes STORED from the benchmark's --benchmark_format=json output
Ratios are those of the smallest values: least disturbed by other work on the machine.
"""
import json
import pathlib
import sys

SIZES, THREADS = (256, 512, 1024), (1, 2)
PROGRAMS = {"plain FFTW loop, float": "PlainFftw", "cpu backend, float": "CpuBackend/float", "cpu backend, double": "CpuBackend/double"}
ONE_WAVE = {"plain FFTW loop": "PlainFftw", "cpu backend": "OneWave", "cpu backend, a wave for each thread": "WaveForEachThread"}


def store(raw):
    runs = {}
    for run in raw["benchmarks"]:
        if run["run_type"] == "iteration":
            runs.setdefault(run["name"].removesuffix("/real_time"), []).append(round(run["us_per_probe_slice"], 1))
    return {"date": raw["context"]["date"][:10], "caches": raw["context"]["caches"], "us_per_probe_slice": runs}


def cell(values, scale=1.0, digits=1):
    return f"{scale * min(values):.{digits}f} (median {scale * sorted(values)[len(values) // 2]:.{digits}f})"


def one_wave_table(runs):
    lines = ["| 2048², float | one thread, ms | two threads, ms | speed-up | of the medians |", "|---" * 5 + "|"]
    for title, name in ONE_WAVE.items():
        one, two = (runs[f"{name}/n:2048/threads:{threads}"] for threads in THREADS)
        middle = sorted(one)[len(one) // 2] / sorted(two)[len(two) // 2]
        lines.append(f"| {title} | {cell(one, 1e-3)} | {cell(two, 1e-3)} | {min(one) / min(two):.2f} | {middle:.2f} |")
    return "\n".join(lines) + "\n"


def table(stored):
    runs = stored["us_per_probe_slice"]
    if "OneWave/n:2048/threads:1" in runs:
        return one_wave_table(runs)
    lines = ["| grid, threads | " + " | ".join(PROGRAMS) + " | ratio float | ratio double |", "|---" * (len(PROGRAMS) + 3) + "|"]
    for size in SIZES:
        for threads in THREADS:
            values = [runs[f"{name}/n:{size}/threads:{threads}"] for name in PROGRAMS.values()]
            best = [min(v) for v in values]
            cells = [cell(v) for v in values]
            ratios = [f"{best[0] / best[1]:.2f}", f"{best[0] / best[2]:.2f}"]
            lines.append(f"| {size}², {threads} | " + " | ".join(cells + ratios) + " |")
    return "\n".join(lines) + "\n"


def main(argv):
    if len(argv) not in (2, 4):
        print(__doc__)
        return 2
    path = pathlib.Path(argv[1])
    if len(argv) == 4 and argv[2] == "--store":
        path.write_text(json.dumps(store(json.loads(pathlib.Path(argv[3]).read_text())), indent=1) + "\n")
    text = table(json.loads(path.read_text()))
    if len(argv) == 4 and argv[2] == "--check":
        page = pathlib.Path(argv[3]).read_text(encoding="utf-8")
        if text not in page:
            print(f"{argv[3]} does not hold the table that {path} gives:\n{text}")
            return 1
        return 0
    print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
