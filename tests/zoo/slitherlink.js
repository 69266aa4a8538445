// Slitherlink on squares: clicks or drags draw edges.
import {replaced} from "./arrays.js";
import {colourApart, css, mix, visible} from "./colour.js";
import {centredText, disc, drawTile} from "./draw.js";
import {fonts} from "./look.js";

export const name = "slitherlink";
export const goal = "Draw one closed loop.";

export const axes = {
  columns: [4, 5, 5, 6, 7, 8],
  rows: (look) => [look.columns, look.columns, 4, 5, 6],
  clues: [1, 1, 0.75, 0.55],
  margin: [0.2, 0.5, 0.5, 0.8],
  dots: ["square", "round", "round", "absent"],
  dotSize: [0.07, 0.1, 0.16, 0.22],
  undecided: (look) => (look.dots === "absent" ? ["faint", "dashed"] : ["blank", "blank", "faint", "dashed"]),
  // What lies in the faces: nothing, every other one tinted, tiles, tints where a clue is, or where none is.
  faces: ["none", "none", "none", "checker", "tiles", "clues", "blanks"],
  lineWidth: [0.05, 0.08, 0.12, 0.18],
  lineEnds: ["butt", "round", "short"],
  digitFont: fonts,
  digitSize: [0.4, 0.5, 0.6, 0.72],
  digitBold: [false, true],
  // Where an edge can be hit: this far from it, in pixels of the screen; 0 is up to the next edge.
  hitPx: (look) => (look.input === "drags" ? [0] : [0, 0, 8, 4, 2]),
  input: ["clicks", "clicks", "clicks", "drags"],
  cycle: (look) => (look.input === "drags" ? ["line"] : ["line", "line-cross", "line-cross", "cross-line"]),
  rightButton: (look) => (look.cycle === "line" ? ["cross", "menu", "same"] : ["menu", "same", "backwards"]),
  cross: ["cross", "cross", "small", "dot"],
  errors: ["none", "none", "digit", "face"],
  satisfied: ["none", "none", "grey", "face"],
  // Of a drag: how many moves of the pointer it needs, and how long it must take.
  dragMoves: (look) => (look.input === "drags" ? [1, 1, 4] : [1]),
  dragMs: (look) => (look.input === "drags" ? [0, 0, 100] : [0]),
};

/// Room for lines, dots and digits side by side.
export const leastCellPx = () => 36;
export const extent = ({columns, rows, margin}) => [columns + 2 * margin, rows + 2 * margin];

export function colours(look, random) {
  const {board} = look.colours;
  const tint = mix(board, colourApart(random, [board], 0.2), random.between(0.2, 0.5));
  const under = [board, tint];
  const line = visible(colourApart(random, under, 0.4), board, 0.4);
  const faint = visible(mix(board, line, 0.15), board, 0.1);
  const dot = random.chance(0.4) ? line : colourApart(random, [...under, faint], 0.35);
  const digit = random.chance(0.4) ? line : colourApart(random, under, 0.42);
  const cross = random.chance(0.4) ? digit : colourApart(random, [...under, line, faint], 0.25);
  const error = colourApart(random, [...under, digit], 0.3);
  return {tint, line, faint, dot, digit, cross, error, grey: visible(mix(digit, board, 0.6), board, 0.2)};
}

// --- Rules. Edges: first the horizontal ones row by row, then the vertical ones, as in the project's grid.
// A state has one mark per edge.

export const kUnknown = 0, kLine = 1, kCross = 2;

function gridOf(columns, rows) {
  const horizontal = (rows + 1) * columns;
  const edges = [], faceEdges = [], vertexEdges = Array.from({length: (columns + 1) * (rows + 1)}, () => []);
  const addEdge = (a, b) => {
    vertexEdges[a].push(edges.length);
    vertexEdges[b].push(edges.length);
    edges.push([a, b]);
  };
  for (let y = 0; y <= rows; ++y)
    for (let x = 0; x < columns; ++x) addEdge(y * (columns + 1) + x, y * (columns + 1) + x + 1);
  for (let y = 0; y < rows; ++y)
    for (let x = 0; x <= columns; ++x) addEdge(y * (columns + 1) + x, (y + 1) * (columns + 1) + x);
  for (let y = 0; y < rows; ++y)
    for (let x = 0; x < columns; ++x) {
      const left = horizontal + y * (columns + 1) + x;
      faceEdges.push([y * columns + x, (y + 1) * columns + x, left, left + 1]);
    }
  return {columns, rows, edges, faceEdges, vertexEdges};
}

const count = (marks, edges, mark) => edges.reduce((sum, edge) => sum + (marks[edge] === mark), 0);

/// The vertices that one can walk to from an edge along lines, and whether the walk closes.
function walk(grid, marks, first) {
  const used = new Set([first]);
  let [start, at] = grid.edges[first];
  for (;;) {
    if (at === start) return {closed: true, used};
    const next = grid.vertexEdges[at].find((edge) => marks[edge] === kLine && !used.has(edge));
    if (next === undefined) return {closed: false, used};
    used.add(next);
    const [a, b] = grid.edges[next];
    at = a === at ? b : a;
  }
}

export function isSolved(look, puzzle, marks) {
  const {grid, clues} = puzzle;
  if (clues.some((clue, face) => clue !== null && count(marks, grid.faceEdges[face], kLine) !== clue)) return false;
  if (grid.vertexEdges.some((edges) => ![0, 2].includes(count(marks, edges, kLine)))) return false;
  const first = marks.indexOf(kLine);
  return first >= 0 && walk(grid, marks, first).used.size === marks.filter((mark) => mark === kLine).length;
}

/// Up to two solutions (crosses where there is no line), or null if the search takes too long.
function solve(grid, clues) {
  const found = [];
  let budget = 1500;

  function propagate(marks, queue) {
    // Vertices and faces whose edges changed.
    const set = (edges, mark) => {
      for (const edge of edges)
        if (marks[edge] === kUnknown) {
          marks[edge] = mark;
          queue.push(edge);
        }
    };
    const checkVertex = (edges) => {
      const lines = count(marks, edges, kLine), open = count(marks, edges, kUnknown);
      if (lines > 2 || (lines === 1 && open === 0)) return false;
      if (lines === 2 || (lines === 0 && open === 1)) set(edges, kCross);
      else if (lines === 1 && open === 1) set(edges, kLine);
      return true;
    };
    const checkFace = (face) => {
      const edges = grid.faceEdges[face], clue = clues[face];
      if (clue === null) return true;
      const lines = count(marks, edges, kLine), open = count(marks, edges, kUnknown);
      if (lines > clue || lines + open < clue) return false;
      if (lines === clue) set(edges, kCross);
      else if (lines + open === clue) set(edges, kLine);
      return true;
    };
    if (queue.length === 0) for (let face = 0; face < clues.length; ++face) if (!checkFace(face)) return false;
    while (queue.length > 0) {
      const edge = queue.pop();
      for (const vertex of grid.edges[edge]) if (!checkVertex(grid.vertexEdges[vertex])) return false;
      for (const face of grid.facesOfEdge[edge]) if (!checkFace(face)) return false;
    }
    return true;
  }

  /// Whether the lines are open paths, or one loop that solves the puzzle.
  function loopsAllowed(marks) {
    const seen = new Set();
    for (let edge = 0; edge < marks.length; ++edge) {
      if (marks[edge] !== kLine || seen.has(edge)) continue;
      const {closed, used} = walk(grid, marks, edge);
      for (const other of used) seen.add(other);
      if (closed && !isSolved(null, {grid, clues}, marks)) return false;
    }
    return true;
  }

  function search(marks, queue) {
    if (--budget < 0 || found.length === 2 || !propagate(marks, queue) || !loopsAllowed(marks)) return;
    // Where a line ends, the search must go on.
    let choice = -1;
    for (let edge = 0; edge < marks.length; ++edge) {
      if (marks[edge] !== kUnknown) continue;
      const goesOn = grid.edges[edge].some((vertex) => count(marks, grid.vertexEdges[vertex], kLine) === 1);
      if (choice < 0 || goesOn) choice = edge;
      if (goesOn) break;
    }
    if (choice < 0) {
      if (isSolved(null, {grid, clues}, marks)) found.push(marks);
      return;
    }
    for (const mark of [kLine, kCross]) search(replaced(marks, choice, mark), [choice]);
  }
  search(new Array(grid.edges.length).fill(kUnknown), []);
  return budget < 0 ? null : found;
}

export function deal(look, random) {
  const {columns, rows} = look;
  const grid = gridOf(columns, rows);
  grid.facesOfEdge = grid.edges.map(() => []);
  grid.faceEdges.forEach((edges, face) => edges.forEach((edge) => grid.facesOfEdge[edge].push(face)));
  for (;;) {
    const inside = growRegion(columns, rows, random);
    const marks = grid.edges.map((_, edge) => {
      const sides = grid.facesOfEdge[edge].map((face) => inside[face]);
      return (sides[0] !== (sides[1] ?? false)) ? kLine : kUnknown;
    });
    const clues = grid.faceEdges.map((edges) => count(marks, edges, kLine));
    if (walk(grid, marks, marks.indexOf(kLine)).used.size !== count(marks, [...marks.keys()], kLine)) continue;
    if (solve(grid, clues)?.length !== 1) continue;
    const wanted = Math.ceil(look.clues * clues.length);
    let left = clues.length;
    for (const face of random.shuffle([...clues.keys()])) {
      if (left <= wanted) break;
      const fewer = replaced(clues, face, null);
      if (solve(grid, fewer)?.length !== 1) continue;
      clues[face] = null;
      --left;
    }
    return {grid, clues, solution: marks, start: new Array(marks.length).fill(kUnknown)};
  }
}

/// Faces inside a loop: grown one by one, so that neither they nor the outside touch themselves at a corner.
function growRegion(columns, rows, random) {
  const inside = new Array(columns * rows).fill(false);
  const at = (x, y) => x >= 0 && y >= 0 && x < columns && y < rows && inside[y * columns + x];
  // Around a face, how often inside and outside alternate: twice means both stay connected.
  const ring = [[1, 0], [1, -1], [0, -1], [-1, -1], [-1, 0], [-1, 1], [0, 1], [1, 1]];
  const mayJoin = (x, y) => {
    const around = ring.map(([i, j]) => at(x + i, y + j));
    const changes = around.filter((value, i) => value !== around[(i + 1) % 8]).length;
    return changes === 2 && [0, 2, 4, 6].some((i) => around[i]);
  };
  inside[random.integer(inside.length)] = true;
  let size = 1;
  const wanted = inside.length * random.between(0.4, 0.65);
  for (let tries = 0; size < wanted && tries < 4000; ++tries) {
    const x = random.integer(columns), y = random.integer(rows);
    if (at(x, y) || !mayJoin(x, y)) continue;
    // Ragged loops have better clues.
    const beside = [at(x + 1, y), at(x - 1, y), at(x, y + 1), at(x, y - 1)].filter(Boolean).length;
    if (beside > 1 && random.chance(0.7)) continue;
    inside[y * columns + x] = true;
    ++size;
  }
  return inside;
}

/// .slk, with the marks of all edges.
export function text(look, puzzle, marks) {
  const {columns, rows} = puzzle.grid;
  const letters = (from, length, line) =>
    marks.slice(from, from + length).map((mark) => [".", line, "x"][mark]).join("");
  const lines = [`${rows} ${columns}`, ""];
  const clues = puzzle.clues.map((clue) => clue ?? ".");
  for (let y = 0; y < rows; ++y) lines.push(clues.slice(y * columns, (y + 1) * columns).join(""));
  lines.push("");
  for (let y = 0; y <= rows; ++y) lines.push(letters(y * columns, columns, "-"));
  lines.push("");
  for (let y = 0; y < rows; ++y) lines.push(letters((rows + 1) * columns + y * (columns + 1), columns + 1, "|"));
  return lines.join("\n");
}

/// A board in .slk or as sgt-loopy's ID: its clues, and its lines (crosses are no part of the puzzle).
export function comparable(look, board) {
  const id = board.match(/^(\d+)x(\d+)t0[^:]*:(\w*)/);
  if (id) {
    const cells = id[3].replace(/[a-z]/g, (letter) => ".".repeat(letter.charCodeAt(0) - 96));
    return `${id[2]} ${id[1]} ${cells}`;
  }
  const [size, ...lines] = board.split("\n").filter((line) => line.trim());
  const rows = Number(size.split(" ")[0]);
  const marks = lines.slice(rows).join("").replace(/x/g, ".");
  return `${size.trim()} ${lines.slice(0, rows).join("")}${/[-|]/.test(marks) ? ` ${marks}` : ""}`;
}

// --- Input

const middleOf = (look, grid, edge) => {
  const [a, b] = grid.edges[edge].map((vertex) => vertexPoint(look, grid, vertex));
  return {x: (a.x + b.x) / 2, y: (a.y + b.y) / 2};
};
const vertexPoint = ({cell, margin}, {columns}, vertex) => ({
  x: cell * (margin + (vertex % (columns + 1))), y: cell * (margin + Math.floor(vertex / (columns + 1))),
});

/// The edge that a point hits; -1 if none.
function edgeAt(look, puzzle, {x, y}) {
  const {cell, margin} = look, {columns, rows} = puzzle.grid;
  const [u, v] = [x / cell - margin, y / cell - margin];
  // The distance across the edge, and how far along.
  const across = [Math.abs(v - Math.round(v)), Math.abs(u - Math.round(u))];
  const isHorizontal = across[0] < across[1];
  const limit = look.hitPx === 0 ? 0.4 : look.hitPx / 2 / look.zoom / cell;
  if (Math.min(...across) > limit) return -1;
  const [column, row] = isHorizontal ? [Math.floor(u), Math.round(v)] : [Math.round(u), Math.floor(v)];
  if (column < 0 || row < 0 || column > columns - isHorizontal || row > rows - !isHorizontal) return -1;
  return isHorizontal ? row * columns + column : (rows + 1) * columns + row * (columns + 1) + column;
}

const cycles = {
  "line": [kUnknown, kLine], "line-cross": [kUnknown, kLine, kCross], "cross-line": [kUnknown, kCross, kLine],
};

export function press(look, puzzle, marks, point, button) {
  const edge = edgeAt(look, puzzle, point);
  if (edge < 0 || button === 2 || (button === 3 && look.rightButton === "menu")) return null;
  if (look.input === "drags" && button === 1) return null;
  const mark = marks[edge], cycle = cycles[look.cycle];
  if (button === 3 && look.rightButton === "cross") return replaced(marks, edge, mark === kCross ? kUnknown : kCross);
  const place = cycle.indexOf(mark) + (button === 3 && look.rightButton === "backwards" ? cycle.length - 1 : 1);
  return replaced(marks, edge, cycle[place % cycle.length]);
}
export const usesRightButton = (look) => look.rightButton !== "menu";

/// A drag from dot to dot toggles the edges on its way, by `path`, the pointer's positions.
export function drag(look, puzzle, marks, path) {
  if (look.input !== "drags") return null;
  const {columns, rows} = puzzle.grid;
  const vertices = [];
  // A line moves on when the pointer comes near the next dot.
  for (let i = 1; i < path.length; ++i)
    for (let step = 0; step <= 20; ++step) {
      const between = (a, b) => (a + ((b - a) * step) / 20) / look.cell - look.margin;
      const u = between(path[i - 1].x, path[i].x), v = between(path[i - 1].y, path[i].y);
      const [column, row] = [Math.round(u), Math.round(v)];
      if (Math.hypot(u - column, v - row) > 0.35 || column < 0 || row < 0 || column > columns || row > rows) continue;
      const vertex = row * (columns + 1) + column;
      if (vertices.at(-1) !== vertex) vertices.push(vertex);
    }
  const result = [...marks];
  for (let i = 1; i < vertices.length; ++i) {
    const [a, b] = [vertices[i - 1], vertices[i]].sort((p, q) => p - q);
    const edge = puzzle.grid.edges.findIndex((ends) => ends[0] === a && ends[1] === b);
    if (edge >= 0) result[edge] = result[edge] === kLine ? kUnknown : kLine;
  }
  return result.every((mark, edge) => mark === marks[edge]) ? null : result;
}
export const draggable = (look) => look.input === "drags";

export function solution(look, puzzle) {
  const gestures = [];
  puzzle.solution.forEach((mark, edge) => {
    if (mark !== kLine) return;
    const [a, b] = puzzle.grid.edges[edge].map((vertex) => vertexPoint(look, puzzle.grid, vertex));
    const middle = middleOf(look, puzzle.grid, edge), presses = cycles[look.cycle].indexOf(kLine);
    if (look.input === "drags") gestures.push({path: [a, middle, b]});
    else gestures.push(...new Array(presses).fill({point: middle, button: 1}));
  });
  return gestures;
}

// --- Drawing

export function draw(ctx, look, puzzle, marks, view) {
  const {cell, margin, colours} = look, {grid, clues} = puzzle, {columns} = grid;
  const hovered = view.hover ? edgeAt(look, puzzle, view.hover) : -1;
  const px = 1 / look.zoom;
  clues.forEach((clue, face) => {
    const [x, y] = [cell * (margin + (face % columns)), cell * (margin + Math.floor(face / columns))];
    const lines = count(marks, grid.faceEdges[face], kLine);
    const isWrong = clue !== null && lines > clue, isRight = clue !== null && lines === clue && clue > 0;
    const odd = ((face % columns) + Math.floor(face / columns)) % 2;
    if (look.faces === "checker" && odd) drawTile(ctx, "flat", x, y, cell, colours.tint);
    if (look.faces === "tiles") drawTile(ctx, "rounded", x + 0.1 * cell, y + 0.1 * cell, 0.8 * cell, colours.tint);
    const fill = (colour) => drawTile(ctx, "flat", x + 0.12 * cell, y + 0.12 * cell, 0.76 * cell, colour);
    if (look.faces === (clue === null ? "blanks" : "clues")) fill(colours.tint);
    if ((isRight && look.satisfied === "face") || (isWrong && look.errors === "face"))
      fill(mix(colours.board, isWrong ? colours.error : colours.line, 0.18));
    if (clue === null) return;
    let colour = colours.digit;
    if (isWrong && look.errors === "digit") colour = colours.error;
    if (isRight && look.satisfied === "grey") colour = colours.grey;
    const size = look.digitSize * cell;
    centredText(ctx, String(clue), x + cell / 2, y + cell / 2, size, look.digitFont, colour, look.digitBold);
  });
  grid.edges.forEach(([a, b], edge) => {
    const [p, q] = [vertexPoint(look, grid, a), vertexPoint(look, grid, b)];
    drawEdge(ctx, look, p, q, marks[edge], edge === hovered && look.hover !== "none");
  });
  if (look.dots === "absent") return;
  ctx.fillStyle = css(colours.dot);
  const radius = Math.max(1.5 * px, (look.dotSize * cell) / 2, marks ? (look.lineWidth * cell) / 2 : 0);
  for (let vertex = 0; vertex < grid.vertexEdges.length; ++vertex) {
    const {x, y} = vertexPoint(look, grid, vertex);
    if (look.dots === "square") ctx.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
    else disc(ctx, x, y, radius);
  }
}

function drawEdge(ctx, look, p, q, mark, isHovered) {
  const {cell, colours} = look, px = 1 / look.zoom;
  const line = (from, to) => {
    ctx.beginPath();
    ctx.moveTo(from.x, from.y);
    ctx.lineTo(to.x, to.y);
    ctx.stroke();
  };
  ctx.lineCap = "butt";
  if (mark !== kLine && (look.undecided !== "blank" || isHovered)) {
    ctx.strokeStyle = css(isHovered ? mix(colours.faint, colours.line, 0.4) : colours.faint);
    ctx.lineWidth = Math.max(px, 0.03 * cell);
    ctx.setLineDash(look.undecided === "dashed" ? [0.1 * cell, 0.08 * cell] : []);
    line(p, q);
    ctx.setLineDash([]);
  }
  const middle = {x: (p.x + q.x) / 2, y: (p.y + q.y) / 2};
  if (mark === kLine) {
    const short = look.lineEnds === "short" && look.dots !== "absent" ? 0.12 : 0;
    const between = (a, b) => ({x: a.x + (b.x - a.x) * short, y: a.y + (b.y - a.y) * short});
    ctx.strokeStyle = css(colours.line);
    ctx.lineWidth = Math.max(2 * px, look.lineWidth * cell);
    ctx.lineCap = look.lineEnds === "round" ? "round" : "butt";
    line(between(p, q), between(q, p));
  } else if (mark === kCross) {
    const reach = cell * (look.cross === "small" ? 0.07 : 0.12);
    ctx.strokeStyle = ctx.fillStyle = css(colours.cross);
    ctx.lineWidth = Math.max(1.2 * px, 0.04 * cell);
    if (look.cross === "dot") {
      disc(ctx, middle.x, middle.y, 0.08 * cell);
    } else {
      line({x: middle.x - reach, y: middle.y - reach}, {x: middle.x + reach, y: middle.y + reach});
      line({x: middle.x - reach, y: middle.y + reach}, {x: middle.x + reach, y: middle.y - reach});
    }
  }
}
