#!/bin/bash
# new_game_script_test.sh SOURCE: runs scripts/new-game in a copy of the tree. The new game must change
# exactly two existing files, build, and pass its tests in each room without a further edit; a new page of
# rules, one. The puzzle of docs/add-a-puzzle.md is added as printed there and played in its window.
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

"$tree/scripts/new-game" --grid latin
cmp "$source/player/games.cpp" <(sed '/  GAME(demo) /d' "$tree/player/games.cpp")
"$tree/scripts/new-game" --grid filling
block() { awk "/^\`\`\`$1/ { on = 1; next } /^\`\`\`/ { on = 0 } on" "$source/docs/add-a-puzzle.md"; }
block cpp >"$tree/puzzle/filling/rules.cpp"
block toml >"$tree/skins/sgt-filling.toml"
rm "$tree/tests/solver/filling/rules_test.cpp"  # of the toy rules

# Without the tests of other games, the build takes a sixth less. Configured as scripts/test does, the rooms
# that have not changed come from the compiler's cache.
for game in "$source"/vision/*/; do
  find "$tree/tests" -path "*/$(basename "$game")/*_test.cpp" -delete
done
rooms=(puzzle solver vision actuator player)
cd "$tree"
source scripts/checks.sh
use_ccache || true
configure release -DEYEHAND_WERROR=ON -DEYEHAND_PLAY_TESTS=OFF
cmake --build --preset release --target "${rooms[@]/#/test_}" eyehand
bin=$tree/build/release/bin
for room in "${rooms[@]}"; do
  "$bin/test_$room" --gtest_filter='Demo*:*/demo' | tee "$work/log"
  if ! grep -qE '^\[  PASSED  \] [1-9]' "$work/log"; then
    echo "test_$room has no tests of the new game." >&2
    exit 1
  fi
done
"$bin/test_solver" --gtest_filter='Latin*'
"$bin/test_player" --gtest_filter='*/latin:*/filling'

eyehand=$bin/eyehand
"$eyehand" generate filling --seed 3 >"$work/filling.txt"
"$eyehand" solve filling "$work/filling.txt" --explain | grep -q '^unique'
export PATH=$PATH:/usr/games EYEHAND_SKINS=$tree/skins
"$eyehand" solve filling "$(sgt-filling --generate 1 13x9)" | grep -q '^unique'
"$tree/scripts/with-display" "$eyehand" challenge --skin sgt-filling --run --games 3 |
  grep '^3 of 3 games won'
