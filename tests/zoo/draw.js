// Drawing that several games, or the page, share. Nothing here uses the DOM except `offscreen`.
import {css, mix, contrasting} from "./colour.js";

export function offscreen(width, height) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  return canvas;
}

/// Noise that is smooth at the scale of `period` pixels, 0 to 1.
function valueNoise(random, width, height, period) {
  const columns = Math.ceil(width / period) + 2;
  const grid = Array.from({length: columns * (Math.ceil(height / period) + 2)}, () => random.next());
  const smooth = (t) => t * t * (3 - 2 * t);
  return (x, y) => {
    const [i, j] = [Math.floor(x / period), Math.floor(y / period)];
    const [u, v] = [smooth(x / period - i), smooth(y / period - j)];
    const at = (a, b) => grid[(j + b) * columns + i + a];
    return (at(0, 0) * (1 - u) + at(1, 0) * u) * (1 - v) + (at(0, 1) * (1 - u) + at(1, 1) * u) * v;
  };
}

/// Blotches of several sizes and hues with soft edges, like a photograph out of focus, or fine grain.
function paintNoise(ctx, width, height, base, amplitude, random, periods) {
  const step = 3;
  const small = offscreen(width / step, height / step);
  const image = small.getContext("2d").createImageData(small.width, small.height);
  const layers = [0, 1, 2].map(() => periods.map((period) => valueNoise(random, small.width, small.height, period)));
  const luma = periods.map((period) => valueNoise(random, small.width, small.height, period));
  for (let y = 0; y < small.height; ++y)
    for (let x = 0; x < small.width; ++x) {
      const light = luma.reduce((sum, noise) => sum + noise(x, y) - 0.5, 0) / periods.length;
      for (let c = 0; c < 3; ++c) {
        const tint = layers[c].reduce((sum, noise) => sum + noise(x, y) - 0.5, 0) / periods.length;
        image.data[4 * (y * small.width + x) + c] = base[c] + 2 * amplitude * (light + 0.6 * tint);
      }
      image.data[4 * (y * small.width + x) + 3] = 255;
    }
  small.getContext("2d").putImageData(image, 0, 0);
  ctx.drawImage(small, 0, 0, width, height);
}

/// Fills an area with a ground of this kind. `amplitude` (0 to 255): how far it may depart from `base`.
export function paintGround(ctx, width, height, kind, base, amplitude, random) {
  const other = mix(base, contrasting(base), amplitude / 255);
  ctx.fillStyle = css(base);
  ctx.fillRect(0, 0, width, height);
  ctx.fillStyle = css(other);
  const period = random.between(10, 60);
  switch (kind) {
    case "gradient": {
      const fill = random.chance(0.5) ? ctx.createLinearGradient(0, 0, random.chance(0.5) ? width : 0, height)
        : ctx.createRadialGradient(width / 2, height / 2, 0, width / 2, height / 2, Math.max(width, height) * 0.7);
      fill.addColorStop(0, css(base));
      fill.addColorStop(1, css(other));
      ctx.fillStyle = fill;
      ctx.fillRect(0, 0, width, height);
      break;
    }
    case "photo":
      paintNoise(ctx, width, height, base, 1.2 * amplitude, random, [64, 24, 9]);
      break;
    case "texture":
      paintNoise(ctx, width, height, base, amplitude, random, [random.pick([1, 2, 3]), 2]);
      break;
    case "checker":
      for (let y = 0; y * period < height; ++y)
        for (let x = y % 2; x * period < width; x += 2) ctx.fillRect(x * period, y * period, period, period);
      break;
    case "spots": {
      const radius = period * random.between(0.08, 0.3), pitch = Math.max(period, 8);
      for (let y = 0; y * pitch < height; ++y)
        for (let x = 0; x * pitch < width; ++x)
          disc(ctx, (x + 0.5 * (y % 2)) * pitch, y * pitch, radius);
      break;
    }
    case "stripes": {
      const slant = random.pick([0, 1, -1, 100]);
      ctx.save();
      if (slant === 100) ctx.transform(0, 1, 1, 0, 0, 0);
      else ctx.transform(1, 0, slant, 1, 0, 0);
      const reach = 2 * (width + height);
      for (let x = -reach; x < reach; x += period) ctx.fillRect(x, 0, period / 2, Math.max(width, height));
      ctx.restore();
      break;
    }
  }
}

/// The amplitude a ground may have under a board: enough to be seen, too little to be taken for a part of it.
export const calmAmplitude = 18;

export function disc(ctx, x, y, radius) {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fill();
}

export function box(ctx, x, y, width, height, radius = 0) {
  ctx.beginPath();
  ctx.roundRect(x, y, width, height, Math.min(radius, width / 2, height / 2));
}

export function polygon(ctx, points) {
  ctx.beginPath();
  points.forEach(([x, y], i) => (i ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
  ctx.closePath();
}

/// A digit or a word, its middle at (x, y).
export function centredText(ctx, text, x, y, px, font, colour, bold = false) {
  ctx.font = `${bold ? "bold " : ""}${px}px "${font}"`;
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  ctx.fillStyle = css(colour);
  const {actualBoundingBoxAscent: up, actualBoundingBoxDescent: down} = ctx.measureText(text);
  ctx.fillText(text, x, y + (up - down) / 2);
}

/// What lies in the cells of a square grid before anything is drawn on them.
/// `kind`: none, flat, outlined, bevelled, gradient, rounded.
export function drawTile(ctx, kind, x, y, side, colour, line) {
  if (kind === "none") return;
  const radius = kind === "rounded" ? 0.2 * side : 0;
  ctx.fillStyle = css(colour);
  if (kind === "gradient") {
    const fill = ctx.createLinearGradient(x, y, x, y + side);
    fill.addColorStop(0, css(mix(colour, contrasting(colour), 0.1)));
    fill.addColorStop(1, css(colour));
    ctx.fillStyle = fill;
  }
  box(ctx, x, y, side, side, radius);
  ctx.fill();
  if (kind === "bevelled") {
    const width = Math.max(1, 0.05 * side);
    ctx.fillStyle = css(mix(colour, [255, 255, 255], 0.35));
    const [right, bottom, low, high] = [x + side, y + side, width, side - width];
    polygon(ctx, [[x, bottom], [x, y], [right, y], [x + high, y + low], [x + low, y + low], [x + low, y + high]]);
    ctx.fill();
    ctx.fillStyle = css(mix(colour, [0, 0, 0], 0.35));
    polygon(ctx,
      [[right, y], [right, bottom], [x, bottom], [x + low, y + high], [x + high, y + high], [x + high, y + low]]);
    ctx.fill();
  }
  if (kind === "outlined") {
    ctx.strokeStyle = css(line);
    ctx.lineWidth = Math.max(1, 0.03 * side);
    ctx.strokeRect(x + ctx.lineWidth / 2, y + ctx.lineWidth / 2, side - ctx.lineWidth, side - ctx.lineWidth);
  }
}

/// Cells of a look as small bitmaps, enlarged without smoothing.
export function pixelated(ctx, x, y, side, pixels, paint) {
  const small = offscreen(pixels, pixels);
  const inner = small.getContext("2d");
  inner.scale(pixels / side, pixels / side);
  inner.translate(-x, -y);
  paint(inner);
  ctx.save();
  ctx.imageSmoothingEnabled = false;
  ctx.drawImage(small, x, y, side, side);
  ctx.restore();
}
