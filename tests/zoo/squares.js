// Boards of rows of tiles: where the tiles are, and what is drawn between and over them.
import {contrasting, css} from "./colour.js";

/// The values of the axis `margin`: what lies around the tiles, in pitches.
export const margins = [0, 0.1, 0.3, 0.3, 0.6];

/// The values of the axis `cellHeight`: how high a tile is, by its width.
export const cellHeights = [1, 1, 1, 1, 1, 1, 0.8, 1.2];

/// In widths of a tile.
export const extent = ({columns, rows, cellHeight = 1, margin}) => [columns + 2 * margin, rows * cellHeight + 2 * margin];

export const region = ({columns, rows, cell, cellHeight = 1, margin}) => ({
  x: margin * cell, y: margin * cell, width: columns * cell, height: rows * cell * cellHeight,
});

/// -1 beside the board, and in the gaps between tiles.
export function tileAt({columns, rows, cell, cellHeight = 1, gap, margin}, {x, y}) {
  const [u, v] = [x / cell - margin, (y / cell - margin) / cellHeight];
  const [column, row] = [Math.floor(u), Math.floor(v)];
  if (column < 0 || row < 0 || column >= columns || row >= rows) return -1;
  const isInGap = Math.max(Math.abs(u - column - 0.5), Math.abs(v - row - 0.5)) > (1 - gap) / 2;
  return isInGap ? -1 : row * columns + column;
}

export const middleOf = ({columns, cell, cellHeight = 1, margin}, tile) => ({
  x: cell * (margin + (tile % columns) + 0.5),
  y: cell * (margin + cellHeight * (Math.floor(tile / columns) + 0.5)),
});

/// The tile beside another in a direction, across the rim if the board wraps; -1 outside.
export function tileBeside({columns, rows, wrapping}, tile, dx, dy) {
  let [x, y] = [(tile % columns) + dx, Math.floor(tile / columns) + dy];
  if (wrapping) [x, y] = [(x + columns) % columns, (y + rows) % rows];
  return x < 0 || y < 0 || x >= columns || y >= rows ? -1 : y * columns + x;
}

/// Calls `draw` with each tile, the origin in its middle, to draw it as a square.
export function drawTiles(ctx, look, draw) {
  for (let tile = 0; tile < look.columns * look.rows; ++tile) {
    const {x, y} = middleOf(look, tile);
    ctx.save();
    ctx.translate(x, y);
    ctx.scale(1, look.cellHeight ?? 1);
    draw(tile);
    ctx.restore();
  }
}

/// Over the tile (on this colour) that the pointer is on.
export function drawHover(ctx, look, side, ground) {
  ctx.fillStyle = ctx.strokeStyle = css(contrasting(ground), 0.3);
  ctx.lineWidth = 2 / look.zoom;
  if (look.hover === "frame") ctx.strokeRect(1 - side / 2, 1 - side / 2, side - 2, side - 2);
  else ctx.fillRect(-side / 2, -side / 2, side, side);
}

/// Lines between tiles, or around all of them.
export function drawLines(ctx, look, where, width, colour, dash = []) {
  const {columns, rows, cell, cellHeight = 1} = look, {x, y, width: right, height: bottom} = region(look);
  ctx.strokeStyle = css(colour);
  ctx.lineWidth = width;
  ctx.setLineDash(dash);
  ctx.beginPath();
  if (where === "around") ctx.rect(x, y, right, bottom);
  for (let i = 1; where === "between" && i < columns; ++i) {
    ctx.moveTo(x + i * cell, y);
    ctx.lineTo(x + i * cell, y + bottom);
  }
  for (let i = 1; where === "between" && i < rows; ++i) {
    ctx.moveTo(x, y + i * cell * cellHeight);
    ctx.lineTo(x + right, y + i * cell * cellHeight);
  }
  ctx.stroke();
  ctx.setLineDash([]);
}
