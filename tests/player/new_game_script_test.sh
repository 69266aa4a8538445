#!/bin/bash
# new_game_script_test.sh SOURCE: runs scripts/new-game in a copy of the tree. The new game must change
# exactly two existing files, build, and pass its tests in each room without a further edit.
set -euo pipefail

source=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/eyehand
mkdir "$tree"
(cd "$source" && find . -path ./build -prune -o -path ./.git -prune -o -type f -print0 |
  tar --null -T - -c) | tar -x -C "$tree"

"$tree/scripts/new-game" demo
if "$tree/scripts/new-game" demo >/dev/null 2>&1; then
  echo "A game can be added twice." >&2
  exit 1
fi
changed=$(diff -rq --exclude=build --exclude=.git "$source" "$tree" | grep '^Files ' || true)
if [[ $(wc -l <<<"$changed") -ne 2 || $changed != *games.cmake* || $changed != *player/games.cpp* ]]
then
  printf 'These existing files changed:\n%s\n' "$changed" >&2
  exit 1
fi

# Without the tests of other games, the build takes a sixth less.
for game in "$source"/vision/*/; do
  find "$tree/tests" -path "*/$(basename "$game")/*_test.cpp" -delete
done
rooms=(puzzle solver vision actuator player)
cmake -S "$tree" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DEYEHAND_PRECOMPILE=ON -DEYEHAND_UNITY=ON \
  -DCMAKE_CXX_FLAGS_DEBUG= -DEYEHAND_PLAY_TESTS=OFF
cmake --build "$work/build" --target "${rooms[@]/#/test_}"
for room in "${rooms[@]}"; do
  "$work/build/bin/test_$room" --gtest_filter='Demo*:*/demo' | tee "$work/log"
  if ! grep -qE '^\[  PASSED  \] [1-9]' "$work/log"; then
    echo "test_$room has no tests of the new game." >&2
    exit 1
  fi
done
