#!/usr/bin/env python3
"""Reads results with the programs people use: h5py, RosettaSciIO, emdfile, tifffile.

readers.py WRITER [COMMAND]   WRITER makes files of numbered values (see SampleRun.h); COMMAND is electron-multislice, for one real run.
Every value, axis and unit is compared; a transposed, flipped or shifted array fails.
"""
import os
import subprocess
import sys
import tempfile
import unittest
import warnings

import emdfile
import h5py
import numpy as np
import tifffile
from rsciio.emd import file_reader

WRITER = os.path.abspath(sys.argv[1])
COMMAND = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 and sys.argv[2] else None


def numbers(*shape):
    return np.arange(np.prod(shape)).reshape(shape)


def scalars(component, planes=2, waves=35):
    """[plane][wave]: 10000 plane + 100 wave + component"""
    plane, wave = np.meshgrid(np.arange(planes), np.arange(waves), indexing="ij")
    return 10000 * plane + 100 * wave + component


# What the raster holds: data, unit, and (name, unit, first value, step) of every axis; RosettaSciIO writes 1/Å as "1 / Å"
SCAN = [("y", "Å", 1.0, 0.25), ("x", "Å", 2.0, 0.2)]
DEPTH = [("depth", "Å", 3.0, 4.0)]


def raster():
    plane, wave, pixel = np.meshgrid(np.arange(2), np.arange(35), np.arange(20), indexing="ij")
    patterns = (10000 * plane + 100 * wave + pixel + 0.5).reshape(2, 5, 7, 4, 5)
    configuration, plane, wave, pixel = np.meshgrid(np.arange(2), np.arange(2), np.arange(35), np.arange(48), indexing="ij")
    waves = (10000 * plane + 100 * wave + pixel - 1j * (configuration + 0.25)).reshape(2, 2, 5, 7, 6, 8)
    potential = 100000 * numbers(2, 1, 1) + 10000 * numbers(3, 1) + numbers(192)
    expected = {name: (scalars(i).reshape(2, 5, 7), "1", DEPTH + SCAN) for i, name in enumerate(["haadf", "bf", "bf-wide"])}
    expected["quadrant"] = (
        np.stack([scalars(3 + i) for i in range(6)], axis=1).reshape(2, 2, 3, 5, 7),
        "1",
        DEPTH + [("radial", "mrad", 35.0, 30.0), ("azimuthal", "deg", 90.0, 120.0)] + SCAN,
    )
    expected["com"] = (np.stack([scalars(9), scalars(10)], axis=1).reshape(2, 2, 5, 7), "1/Å", DEPTH + [("component", "", None, None)] + SCAN)
    expected["patterns"] = (patterns, "1", DEPTH + SCAN + [("ky", "1/Å", -2 / 4.5, 1 / 4.5), ("kx", "1/Å", -2 / 4.0, 1 / 4.0)])
    expected["exit-waves"] = (
        waves,
        "",
        [("configuration", "", 0.0, 1.0)]
        + DEPTH
        + [("scan y", "Å", 1.0, 0.25), ("scan x", "Å", 2.0, 0.2), ("y", "Å", 0.0, 0.75), ("x", "Å", 0.0, 0.5)],
    )
    expected["potential"] = (
        potential.reshape(2, 3, 12, 16),
        "V Å",
        [("configuration", "", 0.0, 1.0), ("z", "Å", 0.5, None), ("y", "Å", 0.0, 4.5 / 12), ("x", "Å", 0.0, 0.25)],
    )
    return expected


class Samples(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        subprocess.run([WRITER, cls.folder.name], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def rosetta(self, name):
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # a warning means a reader had to guess
            return {s["metadata"]["General"]["title"]: s for s in file_reader(self.path(name))}

    def test_rosettasciio(self):
        for name, kind in (("raster.h5", np.float32), ("double.h5", np.float64)):
            signals = self.rosetta(name)
            expected = raster()
            self.assertEqual(sorted(signals), sorted(expected))
            for title, (data, _, axes) in expected.items():
                signal = signals[title]
                np.testing.assert_array_equal(signal["data"], data, err_msg=title)
                self.assertEqual(signal["data"].real.dtype, kind)
                self.assertEqual([a["name"] for a in signal["axes"]], [a[0] for a in axes])
                self.assertEqual([a["size"] for a in signal["axes"]], list(data.shape))
                for axis, (label, units, origin, step) in zip(signal["axes"], axes):
                    if units != "deg":  # spelled "°" or "deg" by its unit library
                        self.assertEqual(axis["units"].replace(" ", ""), units.replace(" ", ""), title)
                    if origin is not None:
                        self.assertAlmostEqual(axis["offset"], origin, 12, f"{title} {label}")
                    if step is not None:
                        self.assertAlmostEqual(axis["scale"], step, 12, f"{title} {label}")
            metadata = next(iter(signals.values()))["original_metadata"]
            self.assertEqual(metadata["microscope"]["beam_energy_eV"], 200e3)

    def test_emdfile(self):
        tree = emdfile.read(self.path("raster.h5"))
        expected = raster()
        self.assertEqual(sorted(tree.treekeys), sorted(expected))
        for name, (data, units, axes) in expected.items():
            array = emdfile.read(self.path("raster.h5"), emdpath=f"root/{name}")
            self.assertEqual(array.name, name)
            np.testing.assert_array_equal(array.data, data, err_msg=name)
            self.assertEqual(array.units, units)
            self.assertEqual(list(array.dim_names), [a[0] for a in axes])
            self.assertEqual([str(u) for u in array.dim_units], [a[1] for a in axes])
            for i, (label, _, origin, step) in enumerate(axes):
                self.assertEqual(len(array.dims[i]), data.shape[i])
                if step is not None:
                    np.testing.assert_allclose(array.dims[i], origin + step * np.arange(data.shape[i]), atol=1e-12, err_msg=f"{name} {label}")
            repr(array)
        np.testing.assert_array_equal(tree.tree("potential").dims[1], [0.5, 2.0, 5.0])
        self.assertEqual([label.decode() for label in tree.tree("com").dims[1]], ["kx", "ky"])
        provenance = tree.metadata["provenance"]
        self.assertEqual(provenance["program"], "ElectronMultislice")
        self.assertEqual(provenance["seed"], "12345678901234567890")
        self.assertEqual(provenance["precision"], "float32")
        self.assertEqual(provenance["energy_eV"], 200e3)
        self.assertAlmostEqual(provenance["wavelength_A"], 0.02507934, 8)
        self.assertIn("N/2", provenance["conventions"])

    def test_h5py(self):
        with h5py.File(self.path("raster.h5")) as file:
            root = file["root"]
            self.assertEqual(root.attrs["complete"], 1)
            job = root["job"][()].decode()
            self.assertIn("made-up.cif", job)
            self.assertIn("12345678901234567890", job)
            self.assertIn("a made-up run", root["report"].asstr()[()])
            self.assertRegex(root["provenance/version"][()].decode(), r"^\d+\.\d+\.\d+$")
            np.testing.assert_array_equal(root["finished"], np.ones(35))
            np.testing.assert_array_equal(root["bf/data"], scalars(1).reshape(2, 5, 7))  # stands elsewhere, found here
            self.assertEqual(root["exit-waves/data"].dtype, np.complex64)
            self.assertIsNone(root["patterns/data"].chunks)
            self.assertTrue(np.isnan(root["patterns/data"].fillvalue))
        with h5py.File(self.path("double.h5")) as file:
            self.assertEqual(file["root/haadf/data"].dtype, np.float64)
            self.assertEqual(file["root/exit-waves/data"].dtype, np.complex128)

    def test_single_position(self):
        signals = self.rosetta("single.h5")
        axes = signals["haadf"]["axes"]
        self.assertEqual(signals["haadf"]["data"].shape, (1, 1))
        self.assertEqual([(a["offset"], round(a["scale"], 12)) for a in axes], [(1.0, 0.25), (2.0, 0.2)])
        array = emdfile.read(self.path("single.h5"), emdpath="root/haadf")
        self.assertEqual(array.data.shape, (1, 1))
        with h5py.File(self.path("single.h5")) as file:
            self.assertEqual(file["root/haadf"].attrs["depth_A"], 7.0)

    def test_position_list(self):
        signals = self.rosetta("list.h5")
        np.testing.assert_array_equal(signals["haadf"]["data"], scalars(0, waves=9))
        self.assertEqual([a["name"] for a in signals["patterns"]["axes"]], ["depth", "position", "ky", "kx"])
        positions = emdfile.read(self.path("list.h5"), emdpath="root/positions")
        np.testing.assert_array_equal(positions.data, np.stack([0.25 * np.arange(9), 4 - 0.125 * np.arange(9)], axis=1))
        self.assertEqual([label.decode() for label in positions.dims[1]], ["x", "y"])

    def test_plane_wave(self):
        signals = self.rosetta("wave.h5")
        self.assertEqual(signals["patterns"]["data"].shape, (4, 5))
        self.assertEqual(signals["exit-waves"]["data"].shape, (2, 6, 8))
        self.assertEqual(signals["haadf"]["data"].shape, (1,))
        self.assertEqual(signals["haadf"]["axes"][0]["offset"], 7.0)

    def test_killed(self):
        with h5py.File(self.path("killed.h5")) as file:
            self.assertEqual(file["root"].attrs["complete"], 0)
            finished = file["root/finished"][:]
            np.testing.assert_array_equal(finished, np.arange(35) < 20)
            haadf = file["root/haadf/data"][:].reshape(2, 35)
            np.testing.assert_array_equal(haadf[:, :20], scalars(0)[:, :20])
            self.assertTrue(np.isnan(haadf[:, 20:]).all())
            patterns = file["root/patterns/data"][:].reshape(2, 35, 20)
            self.assertFalse(np.isnan(patterns[:, :20]).any())
            self.assertTrue(np.isnan(patterns[:, 20:]).all())
        self.assertEqual(self.rosetta("killed.h5")["haadf"]["data"].shape, (2, 5, 7))
        self.assertEqual(emdfile.read(self.path("killed.h5"), emdpath="root/haadf").data.shape, (2, 5, 7))

    def test_tiff(self):
        with tifffile.TiffFile(self.path("image.tif")) as file:
            self.assertTrue(file.is_imagej)
            page = file.pages[0]
            data = page.asarray()
            self.assertEqual(data.dtype, np.float32)
            expected = numbers(5, 7) + 0.5
            expected[1, 1] = np.nan
            np.testing.assert_array_equal(data, expected.astype(np.float32))
            metadata = file.imagej_metadata
            self.assertEqual(metadata["unit"].encode().decode("unicode_escape"), "Å")
            x, y = (page.tags[t].value for t in ("XResolution", "YResolution"))
            self.assertAlmostEqual(x[1] / x[0], 0.2, 7)
            self.assertAlmostEqual(y[1] / y[0], 0.25, 7)
            self.assertEqual(page.tags["ResolutionUnit"].value, 1)  # none: the unit is in the description
            # ImageJ: position = (index - origin) x pixel size, so that pixel 0 is at (2, 1) Å
            self.assertAlmostEqual(metadata["xorigin"], -10)
            self.assertAlmostEqual(metadata["yorigin"], -4)


@unittest.skipIf(COMMAND is None, "no command was built")
class RealRun(unittest.TestCase):
    """One heavy atom off the centre of a cell with different lengths: where it is in the job, it is in every file."""

    ATOM = (2.4, 4.4)
    JOB = """
specimen:
  structure: atom.xyz
potential:
  grid: [96, 160]
  slice-thickness: 2
beam:
  energy: 200 keV
illumination:
  type: probe
  semiangle: 25 mrad
scan:
  start: [0.4, 0.4]
  step: [0.4, 0.5]
  count: [10, 15]
detectors:
  haadf: {type: annular, inner: 50 mrad, outer: 120 mrad}
  com: {type: center-of-mass}
  patterns: {type: pixelated, maximum-angle: 60 mrad}
output:
  file: result.h5
  images: [tiff, png]
"""

    def test_atom_is_where_it_was_put(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "atom.xyz"), "w", encoding="utf-8") as file:
                file.write('1\nLattice="6 0 0 0 10 0 0 0 4" Properties=species:S:1:pos:R:3\n')
                file.write(f"Au {self.ATOM[0]} {self.ATOM[1]} 1.0\n")
            with open(os.path.join(folder, "job.yaml"), "w", encoding="utf-8") as file:
                file.write(self.JOB)
            subprocess.run([COMMAND, "run", "job.yaml", "--quiet"], cwd=folder, check=True)
            path = os.path.join(folder, "result.h5")
            signals = {s["metadata"]["General"]["title"]: s for s in file_reader(path)}

            haadf = signals["haadf"]
            self.assertEqual(haadf["data"].shape, (15, 10))
            where = np.unravel_index(np.argmax(haadf["data"]), haadf["data"].shape)
            y, x = (a["offset"] + a["scale"] * i for a, i in zip(haadf["axes"], where))
            self.assertAlmostEqual(x, self.ATOM[0], 9)  # a scan position each
            self.assertAlmostEqual(y, self.ATOM[1], 9)
            self.assertTrue((haadf["data"] >= 0).all() and haadf["data"].max() < 1)

            # beside the atom the beam is pulled towards it: right of it to the left, below it upwards
            com = emdfile.read(path, emdpath="root/com").data
            row, column = where
            self.assertLess(com[0, row, column + 1], 0)
            self.assertGreater(com[0, row, column - 1], 0)
            self.assertLess(com[1, row + 1, column], 0)
            self.assertGreater(com[1, row - 1, column], 0)

            patterns = signals["patterns"]
            ky, kx = patterns["axes"][2:]
            self.assertAlmostEqual(kx["scale"], 1 / 6, 9)
            self.assertAlmostEqual(ky["scale"], 1 / 10, 9)
            self.assertAlmostEqual(kx["offset"], -(kx["size"] // 2) / 6, 9)
            self.assertAlmostEqual(ky["offset"], -(ky["size"] // 2) / 10, 9)
            # far from the atom: the disc of 25 mrad around k = 0, as wide in 1/Å along x as along y
            disc = patterns["data"][14, 9] > 0.1 * patterns["data"][14, 9].max()
            radius = 0.025 / 0.02507934
            for axis, count in ((kx, disc[ky["size"] // 2].sum()), (ky, disc[:, kx["size"] // 2].sum())):
                self.assertLess(abs(count * axis["scale"] - 2 * radius), 2.01 * axis["scale"])

            with tifffile.TiffFile(os.path.join(folder, "result-haadf.tif")) as file:
                np.testing.assert_array_equal(file.pages[0].asarray(), haadf["data"].astype(np.float32))
                x, y = (file.pages[0].tags[t].value for t in ("XResolution", "YResolution"))
                self.assertAlmostEqual(x[1] / x[0], 0.4, 6)
                self.assertAlmostEqual(y[1] / y[0], 0.5, 6)
            with tifffile.TiffFile(os.path.join(folder, "result-patterns.tif")) as file:
                mean = patterns["data"].astype(np.float64).mean(axis=(0, 1))
                np.testing.assert_allclose(file.pages[0].asarray(), mean, rtol=1e-5, atol=1e-12)
                unit = file.imagej_metadata["unit"].encode().decode("unicode_escape")
                self.assertEqual(unit, "1/Å")
            for name in ("haadf", "com-x", "com-y", "patterns"):
                for ending in ("tif", "png"):
                    self.assertTrue(os.path.exists(os.path.join(folder, f"result-{name}.{ending}")), f"{name}.{ending}")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
