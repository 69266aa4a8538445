// Net: tiles with wires, which a click turns.
import {colourApart, css, mix, visible, black} from "./colour.js";
import {box, disc, drawTile, pixelated, polygon} from "./draw.js";
import {cellHeights, drawHover, drawLines, drawTiles, margins, middleOf, tileAt, tileBeside} from "./squares.js";
export {extent, region} from "./squares.js";

export const name = "net";
export const goal = "Connect all wires.";
/// It draws its own animation.
export const animates = true;

export const axes = {
  rules: ["tree", "tree", "tree", "tree", "loops", "parts"],
  columns: [4, 5, 6, 7, 8, 9],
  rows: (look) => [look.columns, look.columns, 4, 5, 7],
  wrapping: [false, false, false, true],
  emptyCells: (look) => (look.rules === "tree" ? [0, 0, 0.2] : [0]),
  crosses: [false, true],
  // How a tile lies: its ground, the share of the pitch between tiles, lines between them.
  tile: ["none", "none", "flat", "rounded", "bevelled", "gradient", "outlined"],
  margin: margins,
  cellHeight: cellHeights,
  gap: (look) => (look.tile === "none" ? [0] : [0, 0, 0.04, 0.1, 0.25]),
  gridLines: (look) =>
    (look.gap > 0 || look.tile === "outlined" ? ["none"] : ["none", "thin", "thin", "thick", "checker"]),
  rim: ["none", "thin", "thick"],
  wire: ["straight", "straight", "round", "curved", "double", "outlined", "bitmap"],
  wireWidth: (look) => ({double: [0.25, 0.4], outlined: [0.16, 0.25, 0.4], bitmap: [0.16, 0.25, 0.4]}[look.wire] ??
    [0.06, 0.1, 0.16, 0.25, 0.4, look.gap < 0.2 ? 0.6 : 0.4]),
  // How far a wire stops short of its side; wide ones still must show where they go.
  wireShort: ({gap, wire, wireWidth}) => {
    const stub = wire === "round" ? 0.24 : 0.12;
    return [0, 0, 0.04, 0.08, 0.12].filter((short) => short === 0 || (1 - gap) / 2 - short >= wireWidth / 2 + stub);
  },
  end: ["box", "box", "disc", "circle", "picture", "plain"],
  // Letters such as ┣ are higher than wide.
  letters: ({wire, wireWidth, wireShort, end}) => {
    const fits = wire === "straight" && wireWidth <= 0.16 && wireShort === 0;
    return fits && ["plain", "box"].includes(end) ? [false, true] : [false];
  },
  source: (look) => (look.rules === "parts" ? ["none"] : ["one", "one", "one", "none", "two", "fixed", "picture"]),
  power: (look) => (look.source === "none" ? ["none"] : ["wires", "wires", "ends", "none"].filter(
    (power) => power !== "ends" || look.end !== "plain")),
  // Which way the left button turns.
  turning: ["clockwise", "clockwise", "anticlockwise", "mixed"],
  rightButton: ["opposite", "opposite", "menu"],
};

export function colours(look, random) {
  const {board} = look.colours;
  const tile = look.tile === "none" ? board : mix(board, colourApart(random, [board], 0.15), random.between(0.15, 0.8));
  const under = [tile, board];
  const wire = visible(colourApart(random, under, 0.35), tile, 0.35);
  const powered = colourApart(random, [...under, wire], 0.28);
  // On wide wires, an end of their colour would be lost.
  const end = random.chance(0.5) && look.wireWidth < 0.4 ? wire : colourApart(random, [...under, powered, wire], 0.25);
  const endPowered = look.power === "none" ? end : look.power === "wires" && end === wire ? powered
    : colourApart(random, [...under, end, wire], 0.25);
  const source = random.chance(0.3) ? wire : colourApart(random, under, 0.35);
  const line = visible(mix(board, black, 0.5), board, random.between(0.08, 0.3));
  return {tile, wire, powered, end, endPowered, source, line};
}

// --- Rules. Sides are bits, as in the project's text format: right 1, up 2, left 4, down 8.

/// Wide wires must show where they go.
export const leastCellPx = (look) => (look.wireWidth > 0.4 ? 48 : 0);

const kSides = [1, 2, 4, 8];
const opposite = (side) => ((side << 2) | (side >> 2)) & 15;
/// Quarter turns anticlockwise.
export const turned = (wires, quarters) => {
  const q = quarters & 3;
  return ((wires << q) | (wires >> (4 - q))) & 15;
};
const degree = (wires) => kSides.filter((side) => wires & side).length;

const kDirections = {1: [1, 0], 2: [0, -1], 4: [-1, 0], 8: [0, 1]};
const neighbour = (puzzle, tile, side) => tileBeside(puzzle, tile, ...kDirections[side]);

/// Tiles in sets that become joined.
function disjointSets(count) {
  const parent = Array.from({length: count}, (_, i) => i);
  const root = (i) => {
    while (parent[i] !== i) i = parent[i] = parent[parent[i]];
    return i;
  };
  /// False if they were one set before.
  const join = (a, b) => {
    [a, b] = [root(a), root(b)];
    parent[a] = b;
    return a !== b;
  };
  return {root, join};
}

/// Whether a wire of `tile` towards `side` meets one. Each arm of a fixed source meets what points at it.
const meets = (puzzle, wires, tile, side) => {
  const other = neighbour(puzzle, tile, side);
  return other >= 0 && (wires[tile] & side) && (wires[other] & opposite(side));
};
/// Arms of a fixed source may dangle.
const mayDangle = (puzzle, tile) => puzzle.fixed && tile === puzzle.source;

export function isSolved(look, puzzle, wires) {
  const sets = disjointSets(wires.length);
  for (let tile = 0; tile < wires.length; ++tile)
    for (const side of kSides) {
      if (!(wires[tile] & side)) continue;
      const joined = meets(puzzle, wires, tile, side);
      if (!joined && !mayDangle(puzzle, tile)) return false;
      if (joined && side <= 2 && !sets.join(tile, neighbour(puzzle, tile, side)) && puzzle.acyclic) return false;
    }
  const used = [...wires.keys()].filter((tile) => wires[tile]);
  return !puzzle.connected || used.every((tile) => sets.root(tile) === sets.root(used[0]));
}

/// Up to two solutions, or null if the search takes too long. Tiles that turn together are searched as if each
/// turned alone, so a unique solution is unique for both.
function solve(puzzle, wires) {
  const found = [];
  let budget = 4000;

  /// Removes orientations that cannot be; false if a tile has none left.
  function propagate(options) {
    const queue = [...options.keys()];
    while (queue.length > 0) {
      const tile = queue.pop();
      if (mayDangle(puzzle, tile)) continue;
      const all = options[tile].reduce((a, b) => a & b, 15), any = options[tile].reduce((a, b) => a | b, 0);
      for (const side of kSides) {
        const other = neighbour(puzzle, tile, side), back = opposite(side);
        if (other < 0) {
          const left = options[tile].filter((wire) => !(wire & side));
          if (left.length === 0) return false;
          if (left.length < options[tile].length) {
            options[tile] = left;
            queue.push(tile);
          }
          continue;
        }
        if (mayDangle(puzzle, other)) continue;
        const left = options[other].filter((wire) => (!(all & side) || wire & back) && (any & side || !(wire & back)));
        if (left.length === 0) return false;
        if (left.length < options[other].length) {
          options[other] = left;
          queue.push(other);
        }
      }
    }
    // What is certain must not be a loop, what is possible must be connected.
    const certain = disjointSets(wires.length), possible = disjointSets(wires.length);
    for (let tile = 0; tile < wires.length; ++tile)
      for (const side of [1, 2]) {
        const other = neighbour(puzzle, tile, side), back = opposite(side);
        if (other < 0) continue;
        const every = (t, s) => options[t].every((wire) => wire & s);
        const some = (t, s) => options[t].some((wire) => wire & s);
        if (every(tile, side) && every(other, back) && !certain.join(tile, other) && puzzle.acyclic) return false;
        if (some(tile, side) && some(other, back)) possible.join(tile, other);
      }
    const used = [...wires.keys()].filter((tile) => wires[tile]);
    return !puzzle.connected || used.every((tile) => possible.root(tile) === possible.root(used[0]));
  }

  function search(options) {
    if (--budget < 0 || found.length === 2 || !propagate(options)) return;
    let choice = -1;
    for (let tile = 0; tile < options.length; ++tile)
      if (options[tile].length > 1 && (choice < 0 || options[tile].length < options[choice].length)) choice = tile;
    if (choice < 0) {
      const solution = options.map(([wire]) => wire);
      if (isSolved(null, puzzle, solution)) found.push(solution);
      return;
    }
    for (const wire of options[choice]) search(options.map((list, tile) => (tile === choice ? [wire] : list)));
  }
  search(wires.map((wire) => [...new Set([0, 1, 2, 3].map((q) => turned(wire, q)))]));
  return budget < 0 ? null : found;
}

/// Wires of a random network that obeys the rules.
function grow(puzzle, look, random) {
  const {columns, rows} = puzzle;
  const wires = new Array(columns * rows).fill(0);
  const connect = (tile, side) => {
    wires[tile] |= side;
    wires[neighbour(puzzle, tile, side)] |= opposite(side);
  };
  const most = look.crosses ? 4 : 3;
  if (look.rules === "parts") {
    for (let tile = 0; tile < wires.length; ++tile)
      for (const side of [1, 2]) if (neighbour(puzzle, tile, side) >= 0 && random.chance(0.5)) connect(tile, side);
    return wires;
  }
  const wanted = Math.round(wires.length * (1 - look.emptyCells));
  const inside = [puzzle.source >= 0 ? puzzle.source : random.integer(wires.length)];
  for (let tries = 0; inside.length < wanted && tries < 5000; ++tries) {
    const tile = random.pick(inside), side = random.pick(kSides), other = neighbour(puzzle, tile, side);
    if (other < 0 || wires[other] || other === inside[0] || degree(wires[tile]) >= most) continue;
    connect(tile, side);
    inside.push(other);
  }
  if (look.rules === "loops")
    for (let i = 0; i < wires.length / 4; ++i) {
      const tile = random.integer(wires.length), side = random.pick(kSides), other = neighbour(puzzle, tile, side);
      if (other >= 0 && wires[tile] && wires[other] && degree(wires[tile]) < most && degree(wires[other]) < most)
        connect(tile, side);
    }
  return wires;
}

/// Changes the network near a tile that is ambiguous, so that it obeys the rules as before.
function perturb(puzzle, look, wires, tile, random) {
  const result = [...wires];
  const flip = (t, side) => {
    result[t] ^= side;
    result[neighbour(puzzle, t, side)] ^= opposite(side);
  };
  const side = random.pick(kSides), other = neighbour(puzzle, tile, side);
  if (other < 0 || other === tile) return result;
  if (look.rules === "parts") {
    flip(tile, side);
    return result;
  }
  if (!result[tile] || !result[other] || (result[tile] & side)) return result;
  const most = look.crosses ? 4 : 3;
  if (degree(result[tile]) >= most || degree(result[other]) >= most) return result;
  // A new connection closes a loop; in a tree, another connection of this loop goes.
  flip(tile, side);
  if (look.rules === "loops") return result;
  const cameBy = new Map([[other, null]]), queue = [other];
  for (const t of queue)
    for (const s of kSides) {
      const next = neighbour(puzzle, t, s);
      const isNew = (t === other && s === opposite(side)) || (t === tile && s === side);
      if (isNew || !(result[t] & s) || cameBy.has(next)) continue;
      cameBy.set(next, [t, s]);
      queue.push(next);
    }
  const loop = [];
  for (let step = cameBy.get(tile); step; step = cameBy.get(step[0])) loop.push(step);
  flip(...random.pick(loop));
  return result;
}

export function deal(look, random) {
  const {columns, rows} = look;
  const middle = Math.floor(rows / 2) * columns + Math.floor(columns / 2);
  const puzzle = {
    columns, rows, wrapping: look.wrapping, connected: look.rules !== "parts", acyclic: look.rules === "tree",
    source: look.source === "none" ? -1 : random.chance(0.5) ? middle : random.integer(columns * rows),
    fixed: look.source === "fixed", pair: null,
  };
  if (look.source === "two") {
    if (puzzle.source % columns === columns - 1) --puzzle.source;
    puzzle.pair = [puzzle.source, puzzle.source + 1];
  }
  for (;;) {
    let wires = grow(puzzle, look, random);
    for (let round = 0; round < 150; ++round) {
      const shown = puzzle.fixed ? wires.map((wire, tile) => (tile === puzzle.source ? 15 : wire)) : wires;
      const solutions = solve(puzzle, shown);
      if (solutions === null) break;
      if (solutions.length === 1 && !(puzzle.pair ?? [puzzle.source]).some((tile) => shown[tile] === 0))
        return {...puzzle, solution: shown, start: shuffled(look, puzzle, shown, random)};
      const [a, b] = solutions;
      const ambiguous = [...shown.keys()].filter((tile) => !b || a[tile] !== b[tile]);
      wires = perturb(puzzle, look, wires, random.pick(ambiguous), random);
    }
  }
}

function shuffled(look, puzzle, solution, random) {
  for (;;) {
    let state = solution;
    for (let tile = 0; tile < solution.length; ++tile) state = turn(puzzle, state, tile, random.integer(4));
    if (!isSolved(look, puzzle, state)) return state;
  }
}

function turn(puzzle, wires, tile, quarters) {
  if (puzzle.fixed && tile === puzzle.source) return wires;
  const together = puzzle.pair?.includes(tile) ? puzzle.pair : [tile];
  return wires.map((wire, t) => (together.includes(t) ? turned(wire, quarters) : wire));
}

/// sgt-net's game ID, extended by a fixed source and tiles that turn together.
export function text(look, puzzle, wires) {
  const {columns, rows, wrapping, pair} = puzzle;
  const tiles = wires.map((wire, tile) => wire.toString(16) + (mayDangle(puzzle, tile) ? "s" : ""));
  return `${columns}x${rows}${wrapping ? "w" : ""}:${tiles.join("")}${pair ? `+${pair}` : ""}`;
}

/// Whether a board wraps and what turns how is not a matter of reading.
export const comparable = (look, board) =>
  board.trim().replace(/\+.*$/, "").replaceAll("s", "").replace(/^(\d+x\d+)[^:]*:/, "$1:");

// --- Input

/// How many quarters anticlockwise a button turns a tile.
function quarters(look, wires, button) {
  const clockwise = look.turning === "mixed" ? degree(wires) === 1 : look.turning === "clockwise";
  return clockwise === (button === 1) ? 3 : 1;
}

export function press(look, puzzle, wires, point, button) {
  const tile = tileAt(look, point);
  if (tile < 0 || wires[tile] === 0 || (button === 3 && look.rightButton === "menu") || button === 2) return null;
  return turn(puzzle, wires, tile, quarters(look, wires[tile], button));
}
export const usesRightButton = (look) => look.rightButton !== "menu";

/// Presses that solve the board from its start.
export function solution(look, puzzle) {
  const gestures = [];
  let wires = puzzle.start;
  for (let tile = 0; tile < wires.length; ++tile)
    while (wires[tile] !== puzzle.solution[tile]) {
      const point = middleOf(look, tile);
      gestures.push({point, button: 1});
      wires = press(look, puzzle, wires, point, 1);
    }
  return gestures;
}

// --- Drawing

/// Tiles that the source reaches.
function poweredTiles(puzzle, wires) {
  const reached = new Set(puzzle.source < 0 ? [] : puzzle.pair ?? [puzzle.source]);
  for (const tile of reached)
    for (const side of kSides) if (meets(puzzle, wires, tile, side)) reached.add(neighbour(puzzle, tile, side));
  return reached;
}

/// How far wires go from a tile's middle, in pitches.
const reachOf = (look) => (1 - look.gap) / 2 - look.wireShort;

/// How wide letters are, of their height.
const kLetterWidth = 0.6;
const shortestReachOf = (look) => reachOf(look) * (look.letters ? kLetterWidth : 1);

/// The wires of a tile whose middle is the origin.
function wirePath(ctx, look, wires, reach) {
  const corner = [3, 6, 12, 9].includes(wires);
  ctx.beginPath();
  if (look.wire === "curved" && corner) {
    const [[ax, ay], [bx, by]] = kSides.filter((side) => wires & side).map((side) => kDirections[side]);
    ctx.moveTo(ax * reach, ay * reach);
    ctx.quadraticCurveTo(0, 0, bx * reach, by * reach);
    return;
  }
  for (const side of kSides)
    if (wires & side) {
      ctx.moveTo(0, 0);
      ctx.lineTo(kDirections[side][0] * reach * (look.letters ? kLetterWidth : 1), kDirections[side][1] * reach);
    }
}

function strokeWires(ctx, look, wires, cell, colour, ground) {
  const width = Math.max(2 / look.zoom, look.wireWidth * cell);
  const isRound = look.wire === "round" && look.wireShort > 0;
  const reach = reachOf(look) * cell - (isRound ? width / 2 : 0);
  const stroke = (strokeWidth, strokeColour, to) => {
    ctx.lineWidth = strokeWidth;
    ctx.strokeStyle = ctx.fillStyle = css(strokeColour);
    wirePath(ctx, look, wires, to);
    ctx.stroke();
    if (look.wire === "curved" && degree(wires) === 2) return;
    const half = strokeWidth / 2; // a joint in the middle
    box(ctx, -half, -half, strokeWidth, strokeWidth, look.wire === "round" ? half : 0);
    ctx.fill();
  };
  ctx.lineCap = isRound ? "round" : "butt";
  if (look.wire === "outlined") {
    stroke(width, mix(colour, black, 0.6), reach);
    stroke(0.65 * width, colour, reach);
  } else {
    stroke(width, colour, reach);
    if (look.wire === "double") stroke(0.45 * width, ground, reach + 1);
  }
}

/// Of a tile's side, where wires are bitmaps.
const kBitmapPixels = 24;

/// A house, which stands for any picture.
function house(ctx, radius) {
  const wall = 0.7 * radius;
  polygon(ctx, [[-radius, 0], [0, -radius], [radius, 0], [wall, 0], [wall, radius], [-wall, radius], [-wall, 0]]);
  ctx.fill();
}

function drawEnd(ctx, look, cell, colour) {
  const radius = cell * Math.min(reachOf(look) - 0.1, Math.max(0.2, look.wireWidth / 2 + 0.1));
  ctx.fillStyle = ctx.strokeStyle = css(colour);
  if (look.end === "box") ctx.fillRect(-radius, -radius, 2 * radius, 2 * radius);
  if (look.end === "disc") disc(ctx, 0, 0, radius);
  if (look.end === "picture") house(ctx, 1.15 * radius);
  if (look.end === "circle") {
    ctx.fillStyle = css(look.colours.tile);
    disc(ctx, 0, 0, radius);
    ctx.beginPath();
    ctx.lineWidth = 0.35 * radius;
    ctx.arc(0, 0, 0.85 * radius, 0, 2 * Math.PI);
    ctx.stroke();
  }
}

function drawSource(ctx, look, puzzle, tile, cell) {
  const radius = cell * Math.min(0.3, shortestReachOf(look) - 0.14); // so that the wires show
  const outline = visible(look.colours.source, look.colours.source, 0.4);
  ctx.fillStyle = css(look.colours.source);
  ctx.strokeStyle = css(outline);
  ctx.lineWidth = Math.max(1 / look.zoom, 0.04 * cell);
  if (look.source === "picture") {
    ctx.fillStyle = "#2a6fd0";
    disc(ctx, 0, 0, radius * 1.1);
    ctx.fillStyle = "#49a84c";
    ctx.fillRect(-0.6 * radius, -0.7 * radius, 0.7 * radius, 0.8 * radius);
    ctx.fillRect(0, 0.1 * radius, 0.6 * radius, 0.5 * radius);
    return;
  }
  box(ctx, -radius, -radius, 2 * radius, 2 * radius, look.source === "fixed" ? radius : 0);
  ctx.fill();
  ctx.stroke();
  // Rails join two cells, and leave room for the wires between them.
  if (puzzle.pair)
    for (const y of [-radius, 0.8 * radius])
      ctx.fillRect(tile === puzzle.pair[0] ? 0 : -cell / 2, y, cell / 2, 0.2 * radius);
}

/// `view`: the state before, how far the animation is (0 to 1), and where the pointer is.
export function draw(ctx, look, puzzle, wires, view) {
  const {cell, columns, gap, colours: {tile: ground, line}} = look;
  const powered = look.power === "none" ? new Set() : poweredTiles(puzzle, wires);
  const hovered = view.hover ? tileAt(look, view.hover) : -1;
  const side = cell * (1 - gap), isChecked = look.gridLines === "checker";
  drawTiles(ctx, look, (t) => {
    const isOdd = ((t % columns) + Math.floor(t / columns)) % 2 === 1;
    const kind = isChecked && look.tile === "none" && isOdd ? "flat" : look.tile;
    drawTile(ctx, kind, -side / 2, -side / 2, side, isChecked && isOdd ? mix(ground, line, 0.3) : ground, line);
    if (t === hovered) drawHover(ctx, look, side, ground);
  });
  if (look.gridLines === "thin") drawLines(ctx, look, "between", 1 / look.zoom, line);
  if (look.gridLines === "thick") drawLines(ctx, look, "between", 0.06 * cell, line);
  const dash = look.wrapping ? [0.15 * cell, 0.1 * cell] : [];
  const rimWidth = look.rim === "thin" ? 1 / look.zoom : 0.12 * cell;
  if (look.rim !== "none") drawLines(ctx, look, "around", rimWidth, line, dash);
  drawTiles(ctx, look, (t) => {
    const before = view.before?.[t] ?? wires[t];
    const paint = (target) => drawWires(target, look, puzzle, t, before, wires[t], view.progress, powered.has(t));
    if (!wires[t]) return;
    if (look.wire === "bitmap") pixelated(ctx, -cell / 2, -cell / 2, cell, kBitmapPixels, paint);
    else paint(ctx);
  });
}

/// A tile's wires, turning from where they were, and what is in its middle.
function drawWires(ctx, look, puzzle, tile, before, now, progress, isPowered) {
  const {cell, colours} = look;
  const isTurning = before !== now && progress < 1;
  const shown = isTurning ? before : now;
  ctx.save();
  if (isTurning) {
    const isAnticlockwise = turned(before, 1) === now && quarters(look, before, 1) === 1;
    const way = turned(before, 3) === now && !isAnticlockwise ? 1 : -1;
    ctx.rotate((way * progress * Math.PI) / 2);
  }
  const colour = isPowered && look.power === "wires" ? colours.powered : colours.wire;
  strokeWires(ctx, look, shown, cell, colour, colours.tile);
  const isSource = tile === puzzle.source || puzzle.pair?.includes(tile);
  if (degree(shown) === 1 && !isSource) drawEnd(ctx, look, cell, isPowered ? colours.endPowered : colours.end);
  ctx.restore();
  if (isSource) drawSource(ctx, look, puzzle, tile, cell);
}

/// What a person must know that the picture does not show.
export const caption = (look) => [
  look.wrapping && "Opposite edges are joined.", look.rules === "loops" && "Loops are allowed.",
  look.rules === "parts" && "Several networks, with or without loops.",
].filter(Boolean).join(" ");
