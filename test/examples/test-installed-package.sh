#!/bin/bash
# test-installed-package.sh SOURCE BUILD FOLDER: installs BUILD below FOLDER, builds examples/cpp against it as a user would (nothing but
# the installed files and ITK), runs the program and the installed command.
set -euo pipefail
source=$1 build=$2 folder=$3
rm -rf "$folder"
mkdir -p "$folder"
cmake --install "$build" --prefix "$folder/installed" > "$folder/install.log"
if grep -rIl "$source" "$folder/installed"; then
  echo "the files above name the folder of the sources"
  exit 1
fi
cp -r "$folder/installed/share/electron-multislice/examples" "$folder/examples"
cmake -S "$folder/examples/cpp" -B "$folder/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$folder/installed" \
  ${CMAKE_CXX_COMPILER_LAUNCHER:+-DCMAKE_CXX_COMPILER_LAUNCHER=$CMAKE_CXX_COMPILER_LAUNCHER}
cmake --build "$folder/build"
"$folder/build/stem-image" "$folder/examples/data/SrTiO3.cif" "$folder/haadf.nrrd"
head -c 400 "$folder/haadf.nrrd" | grep -a '^sizes: 16 16$'
"$folder/installed/bin/electron-multislice" run "$folder/examples/jobs/quick.yaml" --output "$folder/quick.h5"
test -s "$folder/quick-haadf.png"
