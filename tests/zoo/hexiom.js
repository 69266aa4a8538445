// Hexiom: numbered pieces on the cells of a hexagon, which are dragged.
import {colourApart, contrasting, css, mix, visible} from "./colour.js";
import {centredText, disc, polygon} from "./draw.js";
import {fonts} from "./look.js";

export const name = "hexiom";
export const goal = "Each piece touches as many pieces as its number says.";

export const axes = {
  side: [2, 3, 3, 3, 4],
  top: ["pointy", "flat"],
  density: [0.5, 0.65, 0.8],
  locked: [0, 0.15, 0.3],
  lockMark: (look) => (look.locked ? ["colour", "bolts", "badge", "bar"] : ["colour"]),
  gap: [0.02, 0.06, 0.12, 0.25],
  emptyCell: ["filled", "filled", "outlined", "dot"],
  backdrop: ["none", "none", "hexagon", "disc"],
  piece: ["flat", "flat", "gradient", "outlined", "disc"],
  digitFont: fonts,
  digitSize: [0.4, 0.5, 0.62],
  // Numbers drawn on the canvas, or text above it, which a drag selects.
  digits: ["canvas", "canvas", "canvas", "text"],
  // What is locked must be seen to be, in any colour.
  satisfied: (look) => (look.locked && look.lockMark === "colour" ? ["none"] : ["none", "none", "colour", "both"]),
  // Where a piece can be grabbed, and what a drag needs: moves of the pointer and time.
  grab: (look) => (look.digits === "text" ? ["off-number", "anywhere"] : ["anywhere", "anywhere", "off-number"]),
  dragMoves: [1, 1, 3, 10, 20],
  dragMs: [0, 0, 100, 300, 600],
};

const kRoot = Math.sqrt(3) / 2;

/// In distances between neighbours.
export function extent(look) {
  const [along, across] = [2 * look.side - 1 + 1, (2 * look.side - 2) * kRoot + 2];
  return look.top === "pointy" ? [along, across] : [across, along];
}

export function colours(look, random) {
  const {board} = look.colours;
  const backdrop = look.backdrop === "none" ? board : mix(board, colourApart(random, [board], 0.2), 0.5);
  const isFilled = look.emptyCell === "filled";
  const strength = isFilled ? random.between(0.1, 0.25) : 0.3;
  const empty = visible(mix(backdrop, contrasting(backdrop), strength), backdrop, isFilled ? 0.1 : 0.15);
  const piece = colourApart(random, [backdrop, empty, board], 0.28);
  const lockedPiece = look.lockMark === "colour" ? colourApart(random, [backdrop, empty, piece], 0.22) : piece;
  const right = colourApart(random, [backdrop, empty, piece, lockedPiece], 0.2);
  const over = colourApart(random, [backdrop, empty, piece, lockedPiece, right], 0.18);
  return {backdrop, empty, piece, lockedPiece, right, over};
}

// --- Rules. Cells are numbered row by row, as in the project's level files.

function hexagon(side) {
  const cells = [];
  for (let row = 0; row < 2 * side - 1; ++row) {
    const length = 2 * side - 1 - Math.abs(row - side + 1);
    for (let column = 0; column < length; ++column)
      cells.push({row, x: column - (length - 1) / 2, y: (row - side + 1) * kRoot});
  }
  const neighbours = cells.map((a) => [...cells.keys()].filter((i) => {
    const distance = Math.hypot(cells[i].x - a.x, cells[i].y - a.y);
    return distance > 0.5 && distance < 1.5;
  }));
  return {side, cells, neighbours};
}

const touching = (puzzle, state, cell) => puzzle.neighbours[cell].filter((other) => state[other] !== null).length;
export const isSolved = (look, puzzle, state) =>
  state.every((piece, cell) => piece === null || touching(puzzle, state, cell) === piece);

export function deal(look, random) {
  const board = hexagon(look.side);
  const count = board.cells.length;
  for (;;) {
    const chosen = random.shuffle([...board.cells.keys()]).slice(0, Math.round(look.density * count));
    const occupied = board.cells.map((_, cell) => (chosen.includes(cell) ? 0 : null));
    const solution = occupied.map((piece, cell) => (piece === null ? null : touching(board, occupied, cell)));
    const locked = board.cells.map(() => random.chance(look.locked));
    const free = [...board.cells.keys()].filter((cell) => !locked[cell]);
    const start = [...solution];
    random.shuffle(free).forEach((from, i) => (start[free[i]] = solution[from]));
    const puzzle = {...board, locked, solution, start};
    if (!isSolved(look, puzzle, start)) return puzzle;
  }
}

export function text(look, puzzle, state) {
  const lines = [String(puzzle.side)];
  for (let row = 0; row < 2 * puzzle.side - 1; ++row) {
    const cells = [...puzzle.cells.keys()].filter((cell) => puzzle.cells[cell].row === row);
    lines.push(" ".repeat(Math.abs(row - puzzle.side + 1)) +
      cells.map((cell) => (puzzle.locked[cell] ? "+" : " ") + (state[cell] ?? ".")).join("").trimEnd());
  }
  return lines.join("\n");
}

/// A board may be read from any of its sides, since the picture does not say where the text begins. Of all of them,
/// that which comes first.
export function comparable(look, board) {
  const lines = board.replace(/\s+$/, "").split("\n");
  const {cells, side} = hexagon(Number(lines[0]));
  const contents = lines.slice(1).flatMap((line, row) => line.slice(Math.abs(row - side + 1)).match(/.{2}/g) ?? []);
  const find = (x, y) => cells.findIndex((cell) => Math.hypot(cell.x - x, cell.y - y) < 0.1);
  const images = [];
  for (let turn = 0; turn < 6; ++turn) {
    const [cos, sin] = [Math.cos((turn * Math.PI) / 3), Math.sin((turn * Math.PI) / 3)];
    for (const flip of [1, -1])
      images.push(cells.map(({x, y}) => contents[find(flip * (x * cos - y * sin), x * sin + y * cos)]).join(""));
  }
  return images.sort()[0];
}

// --- Input

/// Flat-topped cells: the rows run downwards, the first one on the right.
function cellPoint(look, {x, y}) {
  const [u, v] = look.top === "pointy" ? [x, y] : [-y, x];
  const [width, height] = extent(look);
  return {x: look.cell * (width / 2 + u), y: look.cell * (height / 2 + v)};
}

function cellAt(look, puzzle, point) {
  let best = -1, least = 0.5 * look.cell;
  puzzle.cells.forEach((cell, i) => {
    const {x, y} = cellPoint(look, cell);
    const distance = Math.hypot(point.x - x, point.y - y);
    if (distance < least) [best, least] = [i, distance];
  });
  return best;
}

/// The piece that a press at this point takes hold of; -1 if none.
export function grabbed(look, puzzle, state, point) {
  const cell = cellAt(look, puzzle, point);
  if (cell < 0 || state[cell] === null || puzzle.locked[cell]) return -1;
  const {x, y} = cellPoint(look, puzzle.cells[cell]);
  const onNumber = Math.hypot(point.x - x, point.y - y) < 0.2 * look.cell;
  return onNumber && look.grab === "off-number" ? -1 : cell;
}

export const draggable = () => true;

export function drag(look, puzzle, state, path) {
  const from = grabbed(look, puzzle, state, path[0]), to = cellAt(look, puzzle, path.at(-1));
  if (from < 0 || to < 0 || from === to || puzzle.locked[to]) return null;
  const result = [...state];
  [result[from], result[to]] = [state[to], state[from]];
  return result;
}

export function solution(look, puzzle) {
  const gestures = [];
  let state = puzzle.start;
  for (let cell = 0; cell < state.length; ++cell) {
    if (state[cell] === puzzle.solution[cell]) continue;
    // A piece (or a gap) that is wanted here, from where it is not.
    const from = state.findIndex(
      (piece, other) => other > cell && !puzzle.locked[other] && piece === puzzle.solution[cell]);
    const [a, b] = state[cell] === null ? [from, cell] : [cell, from];
    const [p, q] = [a, b].map((i) => cellPoint(look, puzzle.cells[i]));
    const path = [{x: p.x, y: p.y - 0.3 * look.cell}, q];
    gestures.push({path});
    state = drag(look, puzzle, state, path);
  }
  return gestures;
}

// --- Drawing

const hexagonPath = (ctx, {x, y}, radius, isFlat) =>
  polygon(ctx, [0, 1, 2, 3, 4, 5].map((i) => {
    const angle = ((i + (isFlat ? 0 : 0.5)) * Math.PI) / 3;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  }));

function pieceColour({colours, satisfied, lockMark}, puzzle, state, cell) {
  const over = touching(puzzle, state, cell) - state[cell];
  if (satisfied !== "none" && over === 0) return colours.right;
  if (satisfied === "both" && over > 0) return colours.over;
  return puzzle.locked[cell] && lockMark === "colour" ? colours.lockedPiece : colours.piece;
}

function drawPiece(ctx, look, puzzle, state, cell, at) {
  const isFlat = look.top === "flat";
  const radius = ((1 - look.gap) * look.cell) / (2 * kRoot);
  const colour = pieceColour(look, puzzle, state, cell);
  ctx.fillStyle = css(colour);
  if (look.piece === "gradient") {
    const fill = ctx.createLinearGradient(at.x, at.y - radius, at.x, at.y + radius);
    fill.addColorStop(0, css(mix(colour, contrasting(colour), 0.15)));
    fill.addColorStop(1, css(colour));
    ctx.fillStyle = fill;
  }
  if (look.piece === "disc") {
    disc(ctx, at.x, at.y, radius * kRoot);
  } else {
    hexagonPath(ctx, at, radius, isFlat);
    ctx.fill();
    if (look.piece === "outlined") {
      ctx.lineWidth = Math.max(1, 0.06 * look.cell);
      ctx.strokeStyle = css(mix(colour, contrasting(colour), 0.4));
      hexagonPath(ctx, at, radius - ctx.lineWidth / 2, isFlat);
      ctx.stroke();
    }
  }
  const mark = contrasting(colour);
  if (puzzle.locked[cell]) drawLock(ctx, look, at, radius, mark);
  if (look.digits === "canvas")
    centredText(ctx, String(state[cell]), at.x, at.y, look.digitSize * look.cell, look.digitFont, mark);
}

function drawLock(ctx, look, at, radius, mark) {
  ctx.fillStyle = ctx.strokeStyle = css(mark, 0.85);
  if (look.lockMark === "bolts")
    for (let i = 0; i < 6; i += 2) {
      const angle = ((i + (look.top === "flat" ? 0 : 0.5)) * Math.PI) / 3;
      disc(ctx, at.x + 0.72 * radius * Math.cos(angle), at.y + 0.72 * radius * Math.sin(angle), 0.08 * radius);
    }
  if (look.lockMark === "badge") disc(ctx, at.x, at.y - 0.66 * radius, 0.12 * radius);
  if (look.lockMark === "bar") ctx.fillRect(at.x - 0.35 * radius, at.y + 0.58 * radius, 0.7 * radius, 0.1 * radius);
}

/// `view.drag`: the piece that is being dragged (its cell) and where the pointer is.
export function draw(ctx, look, puzzle, state, view) {
  const {cell, colours} = look, isFlat = look.top === "flat";
  const [width, height] = extent(look).map((cells) => cells * cell);
  ctx.fillStyle = css(colours.backdrop);
  if (look.backdrop === "disc") disc(ctx, width / 2, height / 2, Math.min(width, height) / 2);
  if (look.backdrop === "hexagon") {
    hexagonPath(ctx, {x: width / 2, y: height / 2}, cell * (look.side + 0.1), !isFlat);
    ctx.fill();
  }
  const radius = ((1 - look.gap) * cell) / (2 * kRoot);
  const hovered = view.hover ? cellAt(look, puzzle, view.hover) : -1;
  puzzle.cells.forEach((place, i) => {
    const at = cellPoint(look, place);
    ctx.fillStyle = ctx.strokeStyle = css(mix(colours.empty, contrasting(colours.empty), i === hovered ? 0.15 : 0));
    ctx.lineWidth = Math.max(1.5 / look.zoom, 0.03 * cell);
    hexagonPath(ctx, at, radius - ctx.lineWidth / 2, isFlat);
    if (look.emptyCell === "filled") ctx.fill();
    if (look.emptyCell === "outlined") ctx.stroke();
    if (look.emptyCell === "dot") disc(ctx, at.x, at.y, 0.15 * cell);
    if (puzzle.locked[i] && state[i] === null) {
      ctx.lineWidth = Math.max(1.5 / look.zoom, 0.05 * cell);
      ctx.strokeStyle = css(colours.lockedPiece);
      hexagonPath(ctx, at, radius - ctx.lineWidth, isFlat);
      ctx.stroke();
      drawLock(ctx, look, at, radius, contrasting(look.emptyCell === "filled" ? colours.empty : colours.backdrop));
    }
  });
  puzzle.cells.forEach((place, i) => {
    if (state[i] !== null && view.drag?.cell !== i) drawPiece(ctx, look, puzzle, state, i, cellPoint(look, place));
  });
  if (view.drag) drawPiece(ctx, look, puzzle, state, view.drag.cell, view.drag.point);
}

/// Numbers that are text above the canvas.
export function labels(look, puzzle, state) {
  const cells = look.digits === "text" ? [...state.keys()].filter((cell) => state[cell] !== null) : [];
  return cells.map((cell) => ({
    ...cellPoint(look, puzzle.cells[cell]), text: String(state[cell]), size: look.digitSize * look.cell,
    font: look.digitFont, colour: contrasting(pieceColour(look, puzzle, state, cell)),
  }));
}
