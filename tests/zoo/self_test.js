// node self_test.js [SEEDS]: checks for many seeds of each game that its boards are valid and can be solved by the
// page's own input, that looks and boards are the same each time, and that nothing is too small or too faint.
import assert from "node:assert/strict";
import {distance} from "./colour.js";
import {games} from "./games.js";
import {axisNames, drawLook} from "./look.js";
import {Random} from "./random.js";

const seeds = Number(process.argv[2] ?? 100);
const kBoards = 3;

const dealt = (game, look, index) => game.deal(look, new Random(look.seed, game.name, "board", index));

function playsToItsEnd(game, look, puzzle) {
  let state = puzzle.start;
  assert(!game.isSolved(look, puzzle, state), "solved from the start");
  const gestures = game.solution(look, puzzle);
  assert(gestures.length > 0);
  const text = game.text(look, puzzle, state), texts = new Set([text]);
  for (const {point, button, path} of gestures) {
    assert((path ?? [point]).every(({x, y}) => isInside(regionOf(game, look), x, y)), "a gesture beside the board");
    const next = path ? game.drag(look, puzzle, state, path) : game.press(look, puzzle, state, point, button);
    assert(next, "a gesture without effect");
    assert.notEqual(next, state, "a state that is changed in place");
    state = next;
    texts.add(game.text(look, puzzle, state));
  }
  assert(game.isSolved(look, puzzle, state), "not solved by its solution");
  assert(texts.size > 1);
  assert.equal(game.comparable(look, text), game.comparable(look, `${text}\n`));
}

/// Of the canvas.
function regionOf(game, look) {
  const [width, height] = game.extent(look).map((cells) => cells * look.cell);
  return game.region?.(look) ?? {x: 0, y: 0, width, height};
}
const isInside = ({x, y, width, height}, px, py) => px >= x && py >= y && px < x + width && py < y + height;

/// Pairs of colours that a person must be able to distinguish, and by how much.
const contrasts = {
  net: ({wire, tile}) => [[wire, tile, 0.3]],
  slitherlink: ({line, digit, board, tint, faint}) =>
    [[line, board, 0.3], [line, faint, 0.15], [digit, board, 0.25], [digit, tint, 0.25]],
  lights: ({lit, unlit}) => [[lit, unlit, 0.15]],
  hexiom: ({piece, empty, backdrop}) => [[piece, empty, 0.15], [piece, backdrop, 0.2]],
  panel: ({lit, unlit, board}) => [[lit, unlit, 0.15], [lit, board, 0.2]],
};

for (const game of Object.values(games)) {
  const values = {};
  for (let seed = 1; seed <= seeds; ++seed) {
    const look = drawLook(game, seed);
    try {
      assert.deepEqual(drawLook(game, seed), look);
      assert(look.cellPx >= 24, `cells of ${look.cellPx} px`);
      for (const [a, b, least] of contrasts[game.name](look.colours)) assert(distance(a, b) >= least, `${a} on ${b}`);
      for (let index = 0; index < kBoards; ++index) {
        const puzzle = dealt(game, look, index);
        assert.deepEqual(dealt(game, look, index), puzzle);
        playsToItsEnd(game, look, puzzle);
      }
    } catch (error) {
      error.message = `${game.name}, seed ${seed}: ${error.message}`;
      throw error;
    }
    for (const axis of axisNames(game)) (values[axis] ??= new Set()).add(look[axis]);
  }
  const used = Object.values(values).reduce((sum, set) => sum + set.size, 0);
  console.log(`${game.name}: ${seeds} looks, ${Object.keys(values).length} axes, ${used} values in use`);
}

// The text of a board that the bot read may be another notation of the page's.
const {slitherlink, panel, hexiom} = games;
assert.equal(slitherlink.comparable({}, "2x1t0:3a"), slitherlink.comparable({}, "1 2\n\n3.\n\n..\n..\n\n...\n"));
assert.equal(panel.comparable({}, "3:Sr+CA20"), panel.comparable({}, "3:Sr000A20"));
assert.equal(panel.comparable({}, "2:0222"), panel.comparable({}, "2:2000"));
assert.equal(hexiom.comparable({}, "2\n  1 .\n . 1 .\n  . .\n"), hexiom.comparable({}, "2\n  . .\n . 1 .\n  . 1"));
