// Colours as [red, green, blue], 0 to 255, and how well a person can distinguish them.

export function hsl(hue, saturation, lightness) {
  const channel = (n) => {
    const k = (n + hue / 30) % 12;
    const a = saturation * Math.min(lightness, 1 - lightness);
    return Math.round(255 * (lightness - a * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

export const css = ([r, g, b], alpha = 1) => `rgba(${r},${g},${b},${alpha})`;
export const mix = (a, b, share) => a.map((value, i) => Math.round(value + (b[i] - value) * share));
export const black = [0, 0, 0];
export const white = [255, 255, 255];

/// OKLab (B. Ottosson, 2020): distances in it are roughly those that people see; black to white is 1.
function oklab(colour) {
  const [r, g, b] = colour.map((c) => (c <= 10 ? c / 3294.6 : ((c / 255 + 0.055) / 1.055) ** 2.4));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
export const lightness = (colour) => oklab(colour)[0];
export function distance(a, b) {
  const [p, q] = [oklab(a), oklab(b)];
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

/// Black or white, whichever is easier to see on all of these.
export function contrasting(...grounds) {
  const least = (colour) => Math.min(...grounds.map((ground) => distance(colour, ground)));
  return least(black) > least(white) ? black : white;
}

/// A random colour at least `apart` from each of `others`, or less far if no such colour is found.
export function colourApart(random, others, apart) {
  let best = null, most = -1;
  for (let i = 0; i < 60; ++i) {
    const colour = hsl(random.between(0, 360), random.next() ** 0.7, random.between(0.04, 0.98));
    const least = Math.min(...others.map((other) => distance(colour, other)));
    if (least >= apart) return colour;
    if (least > most) [best, most] = [colour, least];
  }
  return best;
}

/// Moves a colour away from the ground, towards black or white, until they are `apart` or it is there.
export function visible(colour, ground, apart) {
  const goal = contrasting(ground);
  for (let share = 0; share < 1; share += 0.1) {
    const candidate = mix(colour, goal, share);
    if (distance(candidate, ground) >= apart) return candidate;
  }
  return goal;
}
