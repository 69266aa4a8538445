// What a page looks like and how it behaves, apart from its game: axes from which a seed draws one value each.
// An axis is a list of values, or a function of the axes before it that returns the values that make sense with
// them. Values that occur more than once are more likely. Each axis has a generator of its own, so that an
// axis that is added or overridden changes no other.
import {Random} from "./random.js";
import {colourApart, contrasting, hsl, mix} from "./colour.js";

export const fonts = [
  "DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono", "Nimbus Sans", "Nimbus Roman", "Nimbus Mono PS",
  "Nimbus Sans Narrow", "URW Bookman", "URW Gothic", "C059",
];

/// What the page says, by language: a new game, won, again, close, check the answer, wrong.
const sentences = {
  en: ["New game", "Solved!", "Play again", "OK", "Check", "Not yet"],
  de: ["Neues Spiel", "Gewonnen!", "Nochmal spielen", "Schließen", "Prüfen", "Noch nicht"],
  fr: ["Nouvelle partie", "Bravo !", "Rejouer", "Fermer", "Vérifier", "Pas encore"],
  es: ["Nuevo juego", "¡Resuelto!", "Jugar de nuevo", "Cerrar", "Comprobar", "Todavía no"],
  it: ["Nuova partita", "Risolto!", "Gioca ancora", "Chiudi", "Controlla", "Non ancora"],
  nl: ["Nieuw spel", "Opgelost!", "Opnieuw spelen", "Sluiten", "Controleren", "Nog niet"],
};
export function wordsOf(look) {
  const [start, won, again, close, check, wrong] = sentences[look.language];
  return {start, won, again, close, check, wrong};
}

const grounds = ["flat", "flat", "gradient", "photo", "texture", "checker", "spots", "stripes"];

export const commonAxes = {
  // The page
  window: ["app", "app", "app", "tab"],
  title: ["fixed", "fixed", "level"],
  zoom: [1, 1, 1, 0.5, 0.75, 1.25, 1.5, 2],
  polarity: ["light", "dark", "mid"],
  background: grounds,
  boardGround: (look) => ["page", "page", "flat", "flat", "gradient", "texture", "photo", "checker"],
  align: ["centre", "centre", "left", "right"],
  vertical: ["top", "top", "middle"],
  frame: ["none", "none", "thin", "thick", "double", "shadow"],
  boardPadding: [0, 4, 12, 30],
  font: fonts,
  language: Object.keys(sentences),
  // Around the board
  toolbar: ["none", "text", "icons", "both"],
  // What a click on its title or an icon opens.
  toolbarOpens: ["nothing", "nothing", "nothing", "help", "question"],
  heading: [true, false],
  clock: ["none", "none", "digital", "round"],
  counter: ["none", "moves", "score"],
  advertisement: (look) => ["none", "none", "none", "side", look.zoom > 1.25 ? "side" : "top"],
  roundIcons: [false, false, true],
  footer: [false, true],
  scroll: ["none", "none", "none", "vertical", "both"],
  // A toast over the board's first row when the page appears, which goes by itself.
  toastMs: [0, 0, 0, 0, 0, 0, 4000],
  sharpness: ["sharp", "sharp", "sharp", "blurred"],
  // The mouse
  hover: ["none", "none", "lighter", "frame"],
  cursor: ["system", "system", "system", "hand", "cross", "covering"],
  contextMenu: ["none", "browser"],
  clickOn: ["down", "up"],
  holdMs: (look) => (look.clickOn === "up" ? [0, 0, 20] : [0]),
  animationMs: [0, 0, 60, 130, 250, 400],
  clicksDuringAnimation: ["taken", "lost"],
  // The end of a game
  win: ["nothing", "banner", "dialog", "dialog", "alert", "confetti", "next", "reload", "fade"],
  winDelayMs: [0, 0, 150, 500],
  dialogButton: ["again", "again", "close"],
  // By its button, or by a click anywhere.
  dialogCloses: ["button", "button", "button", "button", "click"],
  dialogPlace: ["window", "window", "board"],
  veil: [0.15, 0.4, 0.7],
  banner: ["above", "over"],
  afterWin: ["frozen", "live"],
  // What starts the next game where a win does not lead to it.
  newGame: ["key", "key", "key", "button"],
  // The size of a cell on the screen; `fit` below reduces it if the board would not fit.
  cellPx: [30, 36, 42, 48, 56, 64, 76, 90],
};

const lightnesses = {light: [0.82, 1], dark: [0.03, 0.22], mid: [0.35, 0.6]};

/// The colours that all games share. `board` is what lies under the board.
function baseColours(look, random) {
  const [low, high] = lightnesses[look.polarity];
  const page = hsl(random.between(0, 360), random.next() ** 2 * 0.8, random.between(low, high));
  const board = look.boardGround === "page" || random.chance(0.2) ? page : hsl(
    random.between(0, 360), random.next() ** 2 * 0.8, random.between(...random.pick(Object.values(lightnesses))));
  const text = mix(contrasting(page), page, 0.1);
  const accent = colourApart(random, [page, board], 0.25);
  return {page, board, text, accent, onAccent: contrasting(accent)};
}

/// The most a board may measure on the screen, and the least that a cell may where the browser enlarges it.
const kBoardPx = 540, kBlurredPx = 30;

/// Draws the look of `game` (one of the modules) for this seed. `overrides`: values for single axes, as words.
export function drawLook(game, seed, overrides = {}) {
  const look = {game: game.name, seed};
  for (const [name, axis] of Object.entries({...commonAxes, ...game.axes})) {
    const values = typeof axis === "function" ? axis(look) : axis;
    const given = overrides[name];
    look[name] =
      given === undefined ? new Random(seed, game.name, name).pick(values)
        : values.find((value) => String(value) === given) ?? parsed(given);
  }
  const random = new Random(seed, game.name, "colours");
  look.colours = baseColours(look, random);
  Object.assign(look.colours, game.colours(look, random));
  // A board must fit the window, and be legible.
  const [columns, rows] = game.extent(look);
  const least = Math.max(game.leastCellPx?.(look) ?? 0, look.sharpness === "blurred" ? kBlurredPx * look.zoom : 0);
  look.cellPx = Math.floor(Math.min(Math.max(look.cellPx, least), kBoardPx / columns, kBoardPx / rows));
  look.cell = look.cellPx / look.zoom;
  return look;
}

function parsed(word) {
  try {
    return JSON.parse(word);
  } catch {
    return word;
  }
}

/// The axes of a game's looks, for tables.
export const axisNames = (game) => Object.keys({...commonAxes, ...game.axes});
