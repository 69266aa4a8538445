// Lights Out: a press toggles a set of lamps.
import {black, colourApart, css, distance, lightness, mix, visible, white} from "./colour.js";
import {box, disc, polygon} from "./draw.js";
import {cellHeights, drawHover, drawLines, drawTiles, margins, middleOf, tileAt, tileBeside} from "./squares.js";
export {extent, region} from "./squares.js";

export const name = "lights";

/// What a press toggles, as offsets; "drawn": a random set of neighbours that is drawn on each lamp.
const sets = {
  plus: [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]],
  cross: [[0, 0], [1, 1], [-1, 1], [1, -1], [-1, -1]],
  block: [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y])),
  ring: [[1, 0], [-1, 0], [0, 1], [0, -1]],
  row: [[0, 0], [1, 0], [-1, 0]],
};

export const axes = {
  columns: [3, 4, 5, 5, 6, 7],
  rows: (look) => [look.columns, look.columns, 3, 4, 5],
  set: ["plus", "plus", "plus", "cross", "block", "ring", "row", "drawn"],
  wrapping: ({set, columns, rows}) => [false, false, false, set !== "drawn" && columns > 3 && rows > 3],
  goal: ["off", "off", "on"],
  // The corners of a drawn set would lie on a diamond's rim.
  shape: (look) => ["square", "rounded", "disc", "bulb", ...(look.set === "drawn" ? [] : ["diamond"])],
  surface: (look) =>
    (look.set === "drawn" ? ["flat", "rim"] : ["flat", "flat", "glow", "gradient", "glass", "image", "rim"]),
  margin: margins,
  cellHeight: cellHeights,
  gap: [0, 0.05, 0.1, 0.25],
  larger: ["same", "same", "lit", "unlit"],
  gridLines: ["none", "none", "thin"],
};

/// Sets that are drawn must be large enough to be read.
export const leastCellPx = (look) => (look.set === "drawn" ? 56 : 0);
export function colours(look, random) {
  const {board} = look.colours;
  // One of the two states may look like the ground, as long as the other does not.
  const lit = visible(colourApart(random, [board], 0.3), board, 0.3);
  const other = colourApart(random, [board, lit], 0.25);
  const faint = mix(board, distance(board, black) > 0.5 ? black : white, random.between(0.12, 0.25));
  const unlit = random.chance(0.6) && distance(lit, faint) > 0.22 ? faint : other;
  return {lit, unlit, line: visible(board, board, 0.15)};
}

export function deal(look, random) {
  const {columns, rows} = look;
  const size = columns * rows;
  const flips = Array.from({length: size}, (_, tile) => {
    const offsets = look.set !== "drawn" ? sets[look.set]
      : [[0, 0], ...random.shuffle(sets.block.filter(([i, j]) => i || j)).slice(0, 1 + random.integer(4))];
    const places = offsets.map(([dx, dy]) => tileBeside(look, tile, dx, dy)).filter((place) => place >= 0);
    return [...new Set(places)].sort((a, b) => a - b);
  });
  const puzzle = {columns, rows, flips, goal: look.goal === "on" ? 1 : 0};
  for (;;) {
    const presses = random.shuffle([...flips.keys()]).slice(0, 3 + random.integer(size - 3));
    const start = presses.reduce((lit, tile) => toggle(puzzle, lit, tile), new Array(size).fill(puzzle.goal));
    if (!isSolved(look, puzzle, start)) return {...puzzle, presses, start};
  }
}

const toggle = (puzzle, lit, tile) =>
  lit.map((value, other) => (puzzle.flips[tile].includes(other) ? 1 - value : value));

export const isSolved = (look, puzzle, lit) => lit.every((value) => value === puzzle.goal);

const hexadecimal = (bits) => {
  let digits = "";
  for (let i = 0; i < bits.length; i += 4)
    digits += [0, 1, 2, 3].reduce((value, j) => 2 * value + (bits[i + j] ?? 0), 0).toString(16);
  return digits;
};

/// sgt-flip's game ID. Where all lamps must be on, those that are off are written as the lit ones.
export function text(look, puzzle, lit) {
  const setBits = puzzle.flips.flatMap((set) => lit.map((_, tile) => (set.includes(tile) ? 1 : 0)));
  const lights = lit.map((value) => value ^ puzzle.goal);
  return `${puzzle.columns}x${puzzle.rows}:${hexadecimal(setBits)},${hexadecimal(lights)}`;
}

/// The size and the lamps: what a press toggles is not drawn, unless the look says so.
export const comparable = (look, board) =>
  look.set === "drawn" ? board.trim() : board.trim().replace(/^(\d+x\d+)\w*:[^,]*,/, "$1:");

export const caption = (look) => `All lamps ${look.goal}.${look.wrapping ? " Opposite edges are joined." : ""}`;

/// Whether the tiles must all become the lighter or the darker ones; nothing if they are too similar to say.
export function shadeOfGoal(look) {
  const shade = (isLit) => lightness(inner(look, isLit ? look.colours.lit : look.colours.unlit, isLit));
  const lighter = shade(look.goal === "on") - shade(look.goal !== "on");
  return Math.abs(lighter) < 0.08 ? "" : lighter > 0 ? "light" : "dark";
}

/// What a lamp of this colour looks like in the middle.
function inner({surface}, colour, isLit) {
  const bright = mix(colour, white, isLit ? 0.8 : 0.2);
  return surface === "gradient" ? mix(bright, colour, 0.5)
    : surface === "glass" || (surface === "glow" && isLit) ? mix(bright, colour, 0.25)
    : colour;
}

// --- Input

export function press(look, puzzle, lit, point, button) {
  const tile = tileAt(look, point);
  return tile < 0 || button !== 1 ? null : toggle(puzzle, lit, tile);
}

export const solution = (look, puzzle) => puzzle.presses.map((tile) => ({point: middleOf(look, tile), button: 1}));

// --- Drawing

function lampPath(ctx, shape, radius) {
  if (shape === "disc" || shape === "bulb") {
    ctx.beginPath();
    ctx.arc(0, 0, radius, 0, 2 * Math.PI);
  } else if (shape === "diamond") {
    polygon(ctx, [[0, -radius], [radius, 0], [0, radius], [-radius, 0]]);
  } else {
    box(ctx, -radius, -radius, 2 * radius, 2 * radius, shape === "rounded" ? 0.4 * radius : 0);
  }
}

function drawLamp(ctx, look, isLit, side) {
  const colour = isLit ? look.colours.lit : look.colours.unlit;
  const shrunk = (look.larger === "lit" && !isLit) || (look.larger === "unlit" && isLit);
  const radius = (side / 2) * (shrunk ? 0.75 : 1);
  ctx.save();
  if (look.surface === "glow" && isLit) {
    ctx.shadowColor = css(colour);
    ctx.shadowBlur = 0.35 * side * look.zoom;
  }
  ctx.fillStyle = css(colour);
  if (look.surface === "gradient" || look.surface === "glass" || (look.surface === "glow" && isLit)) {
    const fill = look.surface === "gradient" ? ctx.createLinearGradient(0, -radius, 0, radius)
      : ctx.createRadialGradient(0, -0.2 * radius, 0, 0, 0, 1.2 * radius);
    fill.addColorStop(0, css(mix(colour, white, isLit ? 0.8 : 0.2)));
    fill.addColorStop(1, css(look.surface === "glass" ? mix(colour, black, 0.4) : colour));
    ctx.fillStyle = fill;
  }
  lampPath(ctx, look.shape, radius);
  ctx.fill();
  ctx.restore();
  if (look.shape === "bulb") {
    ctx.fillStyle = css(mix(look.colours.line, colour, 0.3));
    ctx.fillRect(-0.35 * radius, 0.6 * radius, 0.7 * radius, 0.4 * radius);
  }
  if (look.surface === "rim") {
    ctx.strokeStyle = css(look.colours.line);
    ctx.lineWidth = Math.max(1, 0.12 * radius);
    lampPath(ctx, look.shape, radius - ctx.lineWidth / 2);
    ctx.stroke();
  }
  if (look.surface === "image") {
    // A face: awake or asleep.
    ctx.strokeStyle = ctx.fillStyle = css(visible(colour, colour, 0.45));
    ctx.lineWidth = Math.max(1, 0.1 * radius);
    for (const x of [-0.35, 0.35])
      if (isLit) disc(ctx, x * radius, -0.1 * radius, 0.12 * radius);
      else ctx.fillRect((x - 0.15) * radius, -0.12 * radius, 0.3 * radius, 0.08 * radius);
    ctx.beginPath();
    ctx.arc(0, 0.2 * radius, 0.3 * radius, 0.1 * Math.PI, 0.9 * Math.PI);
    ctx.stroke();
  }
}

/// The set that a press toggles, as small squares on the lamp.
function drawSet(ctx, look, puzzle, tile, isLit, side) {
  const own = isLit ? look.colours.lit : look.colours.unlit;
  ctx.strokeStyle = css(visible(own, own, 0.4));
  ctx.lineWidth = 1 / look.zoom;
  // A smaller lamp's rim must not cover it.
  const isTight = look.surface === "rim" && look.larger !== "same";
  const step = side * (["disc", "bulb"].includes(look.shape) ? 0.15 : isTight ? 0.18 : 0.22);
  for (const other of puzzle.flips[tile]) {
    const [from, to] = [middleOf(look, tile), middleOf(look, other)];
    const [i, j] = [(to.x - from.x) / look.cell, (to.y - from.y) / (look.cell * look.cellHeight)];
    ctx.strokeRect((i - 0.5) * step, (j - 0.5) * step, step, step);
  }
}

export function draw(ctx, look, puzzle, lit, view) {
  const {cell, colours: {line}} = look, side = cell * (1 - look.gap);
  const hovered = view.hover ? tileAt(look, view.hover) : -1;
  drawTiles(ctx, look, (tile) => {
    drawLamp(ctx, look, lit[tile] === 1, side);
    if (look.set === "drawn") drawSet(ctx, look, puzzle, tile, lit[tile] === 1, side);
    if (tile === hovered) drawHover(ctx, look, side, lit[tile] ? look.colours.lit : look.colours.unlit);
  });
  if (look.gridLines === "thin" || look.gap === 0) {
    drawLines(ctx, look, "between", 1 / look.zoom, line);
    drawLines(ctx, look, "around", 1 / look.zoom, line);
  }
}
