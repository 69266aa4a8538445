// Panels by the rules of Taiji: tiles with symbols, which a click toggles.
import {black, colourApart, contrasting, css, distance, hsl, mix, visible, white} from "./colour.js";
import {box, disc, polygon} from "./draw.js";
import {drawTiles, margins, middleOf, tileAt, tileBeside} from "./squares.js";
export {extent, region} from "./squares.js";

export const name = "panel";

export const axes = {
  columns: [3, 3, 4, 4, 5],
  rows: (look) => [look.columns, look.columns, 3, 4],
  symbols: ["dots", "flowers", "diamonds", "bars", "dots+flowers", "dots+diamonds", "bars+flowers", "all"],
  locked: [0, 0, 0.15],
  missing: [0, 0, 0.12],
  linked: [0, 0, 0.15],
  startLit: [0, 0, 0.4],
  tile: ["filled", "filled", "rounded", "bevelled", "hollow", "outlined", "disc"],
  margin: margins,
  gap: [0.02, 0.06, 0.15, 0.25],
  lockMark: ["bolts", "bolts", "frame", "hatch"],
  symbolSize: [0.75, 0.9, 1],
  symbolOutline: [false, true],
  check: ["at once", "at once", "key", "button"],
};

/// Nine dots must be large enough to be counted.
export const leastCellPx = () => 48;
/// By the letters of the code, in which k is white and w is black.
const hues = {
  r: hsl(0, 0.8, 0.48), o: hsl(28, 0.95, 0.52), y: hsl(52, 0.95, 0.52), g: hsl(125, 0.65, 0.38), b: hsl(215, 0.85, 0.5),
  p: hsl(285, 0.6, 0.5), k: white, w: black,
};
const isHollow = (look) => look.tile === "hollow" || look.tile === "outlined";

export function colours(look, random) {
  // Symbols must be visible on what they are drawn on; petals are always yellow and purple.
  const petals = [hues.y, hues.p];
  const isClear = (ground) => petals.every((petal) => distance(petal, ground) > 0.22);
  let {board, page, text} = look.colours;
  if (isHollow(look) && !isClear(board)) {
    board = colourApart(random, petals, 0.28);
    if (look.boardGround === "page") [page, text] = [board, contrasting(board)];
  }
  const lit = colourApart(random, [board, ...petals], 0.28);
  const unlit = colourApart(random, [board, lit, ...petals], 0.22);
  const grounds = isHollow(look) ? [board] : [lit, unlit];
  const names = Object.keys(hues).filter((letter) => grounds.every((ground) => distance(hues[letter], ground) > 0.2));
  return {board, page, text, lit, unlit, hueNames: names.length > 1 ? names : ["r", "b"], line: visible(board, board, 0.25)};
}

// --- Rules. A puzzle has one tile {exists, locked, linkedLeft, linkedUp, symbol, hue, value} per place; a state one
// 0 or 1 per tile.

const neighbours = (puzzle, tile) => [[-1, 0], [0, -1], [1, 0], [0, 1]]
  .map(([dx, dy]) => tileBeside(puzzle, tile, dx, dy)).filter((other) => puzzle.tiles[other]?.exists);

function regionsOf(puzzle, lit) {
  const regionOf = new Array(lit.length).fill(null);
  puzzle.tiles.forEach((tile, first) => {
    if (!tile.exists || regionOf[first]) return;
    const region = [first];
    regionOf[first] = region;
    for (const member of region)
      for (const other of neighbours(puzzle, member))
        if (!regionOf[other] && lit[other] === lit[first]) {
          regionOf[other] = region;
          region.push(other);
        }
  });
  return regionOf;
}

/// A region seen from a tile, and the same turned by quarters.
function shapes(puzzle, region, anchor) {
  const [column, row] = [(tile) => tile % puzzle.columns, (tile) => Math.floor(tile / puzzle.columns)];
  let cells = region.map((tile) => [column(tile) - column(anchor), row(tile) - row(anchor)]);
  return [0, 1, 2, 3].map(() => {
    const word = cells.map(([x, y]) => `${x},${y}`).sort().join(" ");
    cells = cells.map(([x, y]) => [-y || 0, x]);
    return word;
  });
}

function shapesMatch(puzzle, regionOf) {
  const kinds = [];
  for (const hue of Object.keys(hues)) {
    // Bars first.
    const carriers = ["bar", "slash"].flatMap((symbol) => [...puzzle.tiles.keys()].filter(
      (t) => puzzle.tiles[t].exists && puzzle.tiles[t].hue === hue && puzzle.tiles[t].symbol === symbol));
    if (carriers.length === 0) continue;
    const [wanted, ...turns] = shapes(puzzle, regionOf[carriers[0]], carriers[0]);
    for (const tile of carriers) {
      const [shape] = shapes(puzzle, regionOf[tile], tile);
      if (shape !== wanted && !(puzzle.tiles[tile].symbol === "slash" && turns.includes(shape))) return false;
    }
    kinds.push({wanted, turns, turnable: carriers.some((tile) => puzzle.tiles[tile].symbol === "slash")});
  }
  const isSame = (a, b) => a.wanted === b.wanted || ((a.turnable || b.turnable) && a.turns.includes(b.wanted));
  return kinds.every((a, i) => !kinds.slice(i + 1).some((b) => isSame(a, b)));
}

export function isSolved(look, puzzle, lit) {
  const {tiles, columns} = puzzle;
  const regionOf = regionsOf(puzzle, lit);
  for (const region of new Set(regionOf.filter(Boolean))) {
    const inside = region.map((tile) => tiles[tile]).filter((tile) => tile.symbol);
    const dots = inside.filter((tile) => tile.symbol === "dot");
    if (new Set(dots.map((tile) => tile.hue)).size > 1) return false;
    const sum = dots.reduce((total, tile) => total + tile.value, 0);
    if (dots.length > 0 && sum !== 0 && sum !== region.length) return false;
    const counted = (hue) => inside.filter((tile) => tile.symbol === "flower"
      ? (hue === "y" && tile.value !== 0) || (hue === "p" && tile.value !== 4) : tile.hue === hue).length;
    if (inside.some((tile) => tile.symbol === "diamond" && counted(tile.hue) !== 2)) return false;
  }
  const linksHold = tiles.every((tile, t) =>
    (!tile.linkedLeft || lit[t - 1] === lit[t]) && (!tile.linkedUp || lit[t - columns] === lit[t]));
  const flowersHold = tiles.every((tile, t) => !tile.exists || tile.symbol !== "flower" ||
    neighbours(puzzle, t).filter((other) => lit[other] === lit[t]).length === tile.value);
  return linksHold && flowersHold && shapesMatch(puzzle, regionOf);
}

/// Symbols are put where the solution satisfies them, so that at least this solution exists.
export function deal(look, random) {
  const {columns, rows} = look, size = columns * rows;
  const kinds = look.symbols === "all" ? ["dots", "flowers", "diamonds", "bars"] : look.symbols.split("+");
  for (;;) {
    const tiles = Array.from({length: size}, () => ({
      exists: !random.chance(look.missing), locked: random.chance(look.locked), linkedLeft: false, linkedUp: false,
      symbol: "", hue: "", value: 0,
    }));
    const puzzle = {columns, rows, tiles};
    const solution = tiles.map((tile) => (tile.exists && random.chance(0.5) ? 1 : 0));
    tiles.forEach((tile, t) => {
      if (!tile.exists) return;
      const joins = (other) => tiles[other].exists && solution[other] === solution[t] && random.chance(look.linked);
      if (t % columns > 0) tile.linkedLeft = joins(t - 1);
      if (t >= columns) tile.linkedUp = joins(t - columns);
    });
    for (let i = 0; i < 2 * size; ++i) placeSymbol(look, puzzle, solution, random.pick(kinds), random);
    // Tiles that are linked are all locked or all free.
    const locked = tiles.map((_, t) => {
      const together = cluster(puzzle, t).map((other) => tiles[other]);
      return together.some((tile) => tile.locked) && !together.some((tile) => hidesBolts(look, tile));
    });
    locked.forEach((value, t) => (tiles[t].locked = value && tiles[t].exists));
    let start = tiles.map((tile, t) => (tile.locked ? solution[t] : 0));
    tiles.forEach((tile, t) => {
      if (tile.exists && !tile.locked && random.chance(look.startLit / 2)) start = toggle(puzzle, start, t);
    });
    const symbols = tiles.filter((tile) => tile.symbol).length;
    if (symbols >= Math.min(4, size / 3) && !isSolved(look, puzzle, start)) return {...puzzle, solution, start};
  }
}

function placeSymbol(look, puzzle, solution, kind, random) {
  const {tiles} = puzzle;
  const free = random.shuffle([...tiles.keys()].filter((t) => tiles[t].exists && !tiles[t].symbol));
  if (free.length < tiles.length * 0.4) return;
  const [a, b] = free, regionOf = regionsOf(puzzle, solution), hue = random.pick(look.colours.hueNames);
  const size = regionOf[a].length;
  const put = (tile, symbol, value = 0, its = hue) => Object.assign(tiles[tile], {symbol, value, hue: its});
  const changed = [a];
  const alike = neighbours(puzzle, a).filter((other) => solution[other] === solution[a]).length;
  if (kind === "flowers") put(a, "flower", alike, "");
  if (kind === "bars") put(a, random.chance(0.5) ? "bar" : "slash");
  if (kind === "dots" && (random.chance(0.6) || regionOf[b] !== regionOf[a])) put(a, "dot", Math.min(9, size));
  else if (kind === "dots") {
    const first = random.pick([-2, -1, 1, 2, 3]);
    put(a, "dot", first);
    put(b, "dot", size - first || 1);
    changed.push(b);
  }
  if (kind === "diamonds") {
    const other = free.find((tile) => tile !== a && regionOf[tile] === regionOf[a]);
    put(a, "diamond");
    if (other !== undefined && random.chance(0.8)) {
      put(other, "diamond");
      changed.push(other);
    }
  }
  const isValid = changed.every((tile) => Math.abs(puzzle.tiles[tile].value) <= 9) && isSolved(look, puzzle, solution);
  if (!isValid) for (const tile of changed) put(tile, "", 0, "");
}

/// The tiles that a click toggles together: those that are linked with it.
function cluster({columns, tiles}, first) {
  const members = [first];
  const isLinked = (a, b) => (tiles[b].linkedLeft && a === b - 1) || (tiles[b].linkedUp && a === b - columns);
  for (const member of members)
    for (const other of [member - 1, member + 1, member - columns, member + columns]) {
      const isNew = tiles[other]?.exists && !members.includes(other);
      if (isNew && (isLinked(member, other) || isLinked(other, member))) members.push(other);
    }
  return members;
}

const toggle = (puzzle, lit, tile) => {
  const together = cluster(puzzle, tile);
  return lit.map((value, other) => (together.includes(other) ? 1 - value : value));
};

const letterOf = ({symbol, value}) => ({
  "": () => "", dot: () => String.fromCharCode(value > 0 ? 64 + value : 73 - value), diamond: () => "S", bar: () => "T",
  slash: () => "U", flower: () => String.fromCharCode(86 + value),
})[symbol]();

/// A Taiji Maker code, without runs.
export const text = (look, puzzle, lit) => `${puzzle.columns}:${puzzle.tiles.map((tile, t) => {
  if (!tile.exists) return "8";
  const link = tile.linkedLeft ? (tile.linkedUp ? "/" : "<") : tile.linkedUp ? "^" : "";
  return link + letterOf(tile) + tile.hue + (4 * tile.locked + 2 * lit[t]);
}).join("")}`;

/// Without runs. Which of the two states is the lit one, a picture does not say.
export function comparable(look, board) {
  const plain = board.trim()
    .replace(/([+-])([A-Z])/g, (_, sign, run) => (sign === "+" ? "0" : "8").repeat(run.charCodeAt(0) - 64));
  const [width, tiles] = plain.split(":");
  const inverse = tiles.replace(/[0-7]/g, (digit) => String(Number(digit) ^ 2));
  return `${width}:${[tiles, inverse].sort()[0]}`;
}

export const caption = (look) => ({"at once": "", key: "Press Enter to check.", button: ""})[look.check];

// --- Input

export function press(look, puzzle, lit, point, button) {
  const tile = tileAt(look, point);
  if (tile < 0 || button !== 1 || !puzzle.tiles[tile].exists || puzzle.tiles[tile].locked) return null;
  return toggle(puzzle, lit, tile);
}

export function solution(look, puzzle) {
  const gestures = [];
  let lit = puzzle.start;
  puzzle.tiles.forEach((tile, t) => {
    if (lit[t] === puzzle.solution[t] || !tile.exists) return;
    gestures.push({point: middleOf(look, t), button: 1});
    lit = toggle(puzzle, lit, t);
  });
  return gestures;
}

// --- Drawing. Lengths of symbols are in pitches.

/// Of 1 to 9 dots: how many discs each row has, and their radius.
const pips = [
  ["1", 0.14], ["2", 0.115], ["12", 0.1], ["22", 0.1], ["212", 0.09], ["33", 0.085], ["232", 0.08], ["323", 0.08],
  ["333", 0.08],
];

/// The middles of the discs, and their radius.
function discsOf(value) {
  const [lines, radius] = pips[Math.abs(value) - 1];
  const middles = [...lines].flatMap((discs, row) =>
    Array.from({length: Number(discs)}, (_, i) => [(i - (discs - 1) / 2) * 0.235, (row - (lines.length - 1) / 2) * 0.22]));
  return {middles, radius};
}

/// Where the middles of bolts are, and their radius, both in sides of a tile.
const boltOff = (look) => (look.tile === "disc" ? 0.28 : 0.38), boltRadius = 0.05;

/// Whether dots are drawn over the bolts, so that nobody could see them.
function hidesBolts(look, {symbol, value}) {
  if (look.lockMark !== "bolts" || symbol !== "dot") return false;
  const {middles, radius} = discsOf(value), side = 1 - look.gap, off = boltOff(look) * side;
  const seen = 0.02 + look.symbolSize * radius - boltRadius * side;
  return middles.some(([x, y]) => Math.hypot(off - look.symbolSize * x, off - look.symbolSize * y) < seen);
}

function drawSymbol(ctx, look, {symbol, hue, value}, ground) {
  const size = look.cell * look.symbolSize;
  ctx.save();
  ctx.scale(size, size);
  ctx.fillStyle = css(hues[hue] ?? black);
  ctx.strokeStyle = css(visible(ground, ground, 0.35));
  ctx.lineWidth = look.symbolOutline ? 0.025 : 0;
  const paint = () => {
    ctx.fill("evenodd");
    if (look.symbolOutline) ctx.stroke();
  };
  if (symbol === "dot") {
    const {middles, radius} = discsOf(value);
    for (const [x, y] of middles) {
      ctx.beginPath();
      ctx.arc(x, y, radius, 0, 2 * Math.PI);
      if (value < 0) {
        ctx.moveTo(x + 0.5 * radius, y);
        ctx.arc(x, y, 0.5 * radius, 0, 2 * Math.PI);
      }
      paint();
    }
  } else if (symbol === "diamond") {
    polygon(ctx, [[0, -0.27], [0.27, 0], [0, 0.27], [-0.27, 0]]);
    paint();
  } else if (symbol === "bar" || symbol === "slash") {
    if (symbol === "slash") ctx.rotate(-Math.PI / 4);
    box(ctx, -0.29, -0.085, 0.58, 0.17);
    paint();
  } else if (symbol === "flower") {
    for (let i = 0; i < 4; ++i) {
      ctx.fillStyle = css(i < value ? hues.y : hues.p);
      ctx.beginPath();
      ctx.ellipse(0, -0.185, 0.108, 0.145, 0, 0, 2 * Math.PI);
      paint();
      ctx.rotate(Math.PI / 2);
    }
  }
  ctx.restore();
}

function drawPanelTile(ctx, look, tile, isLit, side, isHovered) {
  const colour = isLit ? look.colours.lit : look.colours.unlit;
  const half = side / 2;
  const path = (inset) => {
    if (look.tile === "disc") {
      ctx.beginPath();
      ctx.arc(0, 0, half - inset, 0, 2 * Math.PI);
    } else {
      const inner = side - 2 * inset;
      box(ctx, -inner / 2, -inner / 2, inner, inner, look.tile === "rounded" ? 0.18 * side : 0);
    }
  };
  ctx.fillStyle = ctx.strokeStyle = css(isHovered ? mix(colour, white, 0.15) : colour);
  if (isHollow(look)) {
    ctx.lineWidth = side * (look.tile === "hollow" ? 0.1 : 0.05);
    path(ctx.lineWidth / 2);
    ctx.stroke();
  } else {
    path(0);
    ctx.fill();
  }
  if (look.tile === "bevelled") {
    ctx.fillStyle = css(mix(colour, black, 0.3));
    ctx.fillRect(-half, half - 0.06 * side, side, 0.06 * side);
  }
  if (!tile.locked) return;
  const mark = visible(isHollow(look) ? look.colours.board : colour, isHollow(look) ? look.colours.board : colour, 0.4);
  ctx.fillStyle = ctx.strokeStyle = css(mark);
  ctx.lineWidth = Math.max(1, 0.04 * side);
  const corner = boltOff(look) * side;
  if (look.lockMark === "bolts")
    for (const [i, j] of [[-1, -1], [1, -1], [-1, 1], [1, 1]]) disc(ctx, i * corner, j * corner, boltRadius * side);
  if (look.lockMark === "frame") {
    path(0.09 * side);
    ctx.stroke();
  }
  if (look.lockMark === "hatch") {
    ctx.save();
    path(0);
    ctx.clip();
    ctx.globalAlpha = 0.35;
    for (let x = -2 * side; x < 2 * side; x += 0.14 * side) {
      ctx.beginPath();
      ctx.moveTo(x, -half);
      ctx.lineTo(x + side, half);
      ctx.stroke();
    }
    ctx.restore();
  }
}

export function draw(ctx, look, puzzle, lit, view) {
  const {cell} = look, side = cell * (1 - look.gap);
  const hovered = view.hover ? tileAt(look, view.hover) : -1;
  drawTiles(ctx, look, (t) => {
    const tile = puzzle.tiles[t];
    if (!tile.exists) return;
    drawPanelTile(ctx, look, tile, lit[t] === 1, side, t === hovered);
    drawSymbol(ctx, look, tile, isHollow(look) ? look.colours.board : lit[t] ? look.colours.lit : look.colours.unlit);
  });
  // Links are bridges over the gap.
  const width = 0.12 * cell, length = Math.max(look.gap, 0.12) * cell;
  drawTiles(ctx, look, (t) => {
    const {exists, linkedLeft, linkedUp} = puzzle.tiles[t];
    ctx.fillStyle = css(look.colours.line);
    if (exists && linkedLeft) ctx.fillRect(-(cell + length) / 2, -width / 2, length, width);
    if (exists && linkedUp) ctx.fillRect(-width / 2, -(cell + length) / 2, width, length);
  });
}
