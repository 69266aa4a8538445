// The page: builds what a look asks for, passes input to the game, says what happens to the server.
import {contrasting, css, mix, visible} from "./colour.js";
import {calmAmplitude, offscreen, paintGround} from "./draw.js";
import {drawLook, wordsOf} from "./look.js";
import {Random} from "./random.js";

const query = Object.fromEntries(new URLSearchParams(location.search));
const {game: gameName = "net", seed = "1", page = `${gameName}-${seed}`, show, ...overrides} = query;
const game = await import(`./${gameName}.js`);
const look = drawLook(game, Number(seed), overrides);
const {colours} = look;
const say = wordsOf(look);

// --- What happens, for tests: one event after another reaches the server.

let sent = Promise.resolve();
function report(type, more = {}) {
  const event = JSON.stringify({type, ...more});
  sent = sent.then(() => fetch(`/log?page=${encodeURIComponent(page)}`, {method: "POST", body: event})).catch(() => {});
  return sent;
}

// --- The page

/// An element with these properties and styles, and children.
function make(tag, {style = {}, ...properties} = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  Object.assign(element.style, style);
  element.append(...children);
  return element;
}
const px = (value) => `${value}px`;

const fillGround = (canvas, kind, colour, amplitude) =>
  paintGround(canvas.getContext("2d"), canvas.width, canvas.height, kind, colour, amplitude, new Random(seed, kind));

function buildGround() {
  const canvas = offscreen(1280, 1000);
  canvas.id = "ground";
  const amplitude = look.boardGround === "page" ? calmAmplitude : 70;
  fillGround(canvas, look.background, colours.page, amplitude);
  return canvas;
}

const moves = make("span"), clock = make("span"), roundClock = offscreen(28, 28);
const strip = {background: css(mix(colours.page, colours.text, 0.12)), color: css(colours.text)};
const accented = {background: css(colours.accent), color: css(colours.onAccent)};

const icon = (glyph) => make("span", {className: "round", textContent: glyph, style: accented});
function openFromToolbar() {
  if (look.toolbarOpens === "help") showDialog(game.goal, say.close);
  if (look.toolbarOpens === "question") confirm(game.goal);
}
function makeButton(text, action) {
  const onclick = (event) => {
    event.currentTarget.blur(); // or Enter would press it again
    action();
  };
  return make("button", {textContent: text, onclick});
}

function buildToolbar() {
  const bar = make("header", {className: "strip", style: strip});
  const hasText = look.toolbar === "text" || look.toolbar === "both";
  const onclick = openFromToolbar;
  if (hasText) bar.append(make("b", {textContent: `Zoo ${gameName}`, onclick}));
  if (hasText || look.newGame === "button") bar.append(makeButton(say.start, () => nextRound()));
  if (look.toolbar === "icons" || look.toolbar === "both") bar.append(...["↶", "↷", "⚙", "?"].map((glyph) => Object.assign(icon(glyph), {onclick})));
  if (look.clock === "digital") bar.append(clock);
  if (look.clock === "round") bar.append(roundClock);
  if (look.counter !== "none") bar.append(moves);
  return bar;
}

function buildAdvertisement() {
  const {zoom} = look;
  const size = look.advertisement === "side" ? {width: px(120 / zoom), height: px(400 / zoom)}
    : {height: px(60 / zoom), flex: "none"};
  const style = {...size, font: `bold ${26 / zoom}px sans-serif`, textAlign: "center"};
  const advertisement = make("div", {textContent: "SALE 50 %", style});
  let isOn = false;
  const blink = () => {
    isOn = !isOn;
    Object.assign(advertisement.style, {background: isOn ? "#d22" : "#fd3", color: isOn ? "#fff" : "#222"});
  };
  blink();
  setInterval(blink, 700);
  return advertisement;
}

const canvas = offscreen(1, 1);
const board = make("div", {id: "board"}, canvas);
const [width, height] = game.extent(look).map((cells) => cells * look.cell);
// The canvas has as many pixels as the screen shows, unless the look has it enlarged by the browser.
const scale = look.sharpness === "blurred" ? 1 : look.zoom * devicePixelRatio;

function buildBoard() {
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  Object.assign(canvas.style, {width: px(width), height: px(height)});
  const thickness = {none: 0, thin: 1, thick: 8, double: 5, shadow: 0}[look.frame] / look.zoom;
  const line = visible(mix(colours.board, colours.accent, 0.5), colours.board, 0.25);
  Object.assign(board.style, {
    padding: px(look.boardPadding / look.zoom),
    border: `${px(thickness)} ${look.frame === "double" ? "double" : "solid"} ${css(line)}`,
    boxShadow: look.frame === "shadow" ? `0 2px 14px ${css([0, 0, 0], 0.6)}` : "",
  });
  if (look.boardGround !== "page") {
    const side = 2 * look.boardPadding / look.zoom;
    const ground = offscreen((width + side) * look.zoom, (height + side) * look.zoom);
    fillGround(ground, look.boardGround, colours.board, calmAmplitude);
    Object.assign(board.style, {backgroundImage: `url(${ground.toDataURL()})`, backgroundSize: "100% 100%"});
  }
  if (look.cursor === "hand") canvas.style.cursor = "pointer";
  if (look.cursor === "cross") canvas.style.cursor = "crosshair";
}

function buildPage() {
  document.documentElement.style.zoom = look.zoom;
  document.body.style.fontFamily = `"${look.font}", sans-serif`;
  document.body.append(buildGround());
  const bar = buildToolbar();
  if (bar.hasChildNodes()) document.body.append(bar);
  if (look.advertisement === "top") document.body.append(buildAdvertisement());
  const column = make("div", {id: "column"});
  const sentences = [look.heading && game.goal, game.caption?.(look)].filter(Boolean).join(" ");
  if (sentences) column.append(make("div", {id: "heading", textContent: sentences, style: strip}));
  buildBoard();
  column.append(board);
  if (look.check === "button") column.append(makeButton(say.check, checkBoard));
  const justifyContent = {left: "flex-start", right: "flex-end", centre: "center"}[look.align];
  const marginBlock = look.vertical === "middle" ? "auto" : "0";
  const main = make("main", {style: {justifyContent, marginBlock}}, column);
  if (look.advertisement === "side") main.append(buildAdvertisement());
  if (look.roundIcons) {
    const icons = make("div", {id: "icons"}, ...["♥", "★", "✉"].map(icon));
    if (look.align === "right") main.prepend(icons);
    else main.append(icons);
  }
  document.body.append(main);
  const small = "© 2026 · About · Privacy · 12,345 players";
  if (look.footer) document.body.append(make("footer", {className: "strip", textContent: small, style: strip}));
  const left = look.scroll === "both" ? "130%" : "0";
  if (look.scroll !== "none") document.body.append(make("div", {id: "spacer", style: {top: "150%", left}}));
}

// --- The game

let index = Number(sessionStorage.getItem(page) ?? 0);
let puzzle, state, before = null, changedAt = 0, won = false, played = 0;
let hover = null, press = null;

function deal() {
  puzzle = game.deal(look, new Random(seed, gameName, "board", index));
  [state, before, won, played, press] = [puzzle.start, null, false, 0, null];
  board.style.opacity = 1;
  document.title = `Zoo ${gameName} ${seed}${look.title === "level" ? ` – level ${index + 1}` : ""}`;
  report("new", {index, text: game.text(look, puzzle, state)});
  redraw();
}

function nextRound() {
  document.querySelectorAll("#veil, #banner, #confetti").forEach((element) => element.remove());
  sessionStorage.setItem(page, ++index);
  deal();
}

const isAnimating = () => before !== null && performance.now() - changedAt < look.animationMs;
const isModal = () => document.getElementById("veil") !== null;
const goesOn = () => look.afterWin === "live" && look.win !== "next" && look.win !== "reload";
const mayPlay = () => !isModal() && (!won || goesOn());

function change(next) {
  [before, state, changedAt] = [state, next, performance.now()];
  ++played;
  report("state", {text: game.text(look, puzzle, state)});
  redraw();
  // A board that goes on can be won again.
  if (won && !game.isSolved(look, puzzle, state)) won = false;
  if (!won && (look.check ?? "at once") === "at once" && game.isSolved(look, puzzle, state)) win();
}

function checkBoard() {
  report("check");
  if (won || isModal()) return;
  if (game.isSolved(look, puzzle, state)) win();
  else showBanner(say.wrong, 1000);
}

function showBanner(text, ms, isOver = look.banner === "over") {
  const top = isOver ? "8px" : "-44px";
  const banner = make("div", {id: "banner", textContent: text, style: {...accented, top}});
  board.append(banner);
  if (ms) setTimeout(() => banner.remove(), ms);
}

function win() {
  won = true;
  const round = index;
  // The server first: an alert would keep the news from it.
  const reported = report("won", {index});
  setTimeout(() => reported.then(() => index === round && showWin()), look.animationMs + look.winDelayMs);
}

/// A dialog with a button, or without one if it closes by a click anywhere.
function showDialog(text, button, place = document.body, whenClosed = () => {}) {
  const dialog = make("div", {id: "dialog", style: {...strip, background: css(colours.page)}},
    make("p", {textContent: text}));
  const veil = make("div", {id: "veil", style: {background: css([0, 0, 0], look.veil)}}, dialog);
  const close = () => {
    veil.remove();
    whenClosed();
  };
  if (button) dialog.append(makeButton(button, close));
  else veil.onclick = close;
  if (place === board) veil.style.position = "absolute";
  place.append(veil);
}

function showWin() {
  const isAgain = look.dialogButton === "again";
  switch (look.win) {
    case "banner":
      return showBanner(say.won);
    case "dialog": {
      const button = isAgain ? say.again : say.close;
      return showDialog(say.won, look.dialogCloses === "button" && button,
        look.dialogPlace === "board" ? board : document.body, () => {
          report("button", {text: "dialog"});
          if (isAgain) nextRound();
        });
    }
    case "alert":
      if (!show) alert(say.won); // it would stop a contact sheet
      return isAgain && nextRound();
    case "confetti":
      return showConfetti();
    case "next":
      return nextRound();
    case "reload":
      sessionStorage.setItem(page, index + 1);
      return sent.then(() => location.reload());
    case "fade":
      Object.assign(board.style, {transition: "opacity 500ms", opacity: 0.25});
  }
}

function showConfetti() {
  const random = new Random(look.seed, "confetti");
  const layer = offscreen(innerWidth, innerHeight);
  layer.id = "confetti";
  document.body.append(layer);
  const pieces = Array.from({length: 120}, () => (
    {x: random.next(), y: -random.next(), speed: random.between(0.3, 0.8), hue: random.integer(360)}));
  const started = performance.now();
  const step = (now) => {
    const ctx = layer.getContext("2d"), seconds = (now - started) / 1000;
    ctx.clearRect(0, 0, layer.width, layer.height);
    if (seconds > 3 || !layer.isConnected) return layer.remove();
    for (const {x, y, speed, hue} of pieces) {
      ctx.fillStyle = `hsl(${hue} 90% 55%)`;
      ctx.fillRect(x * layer.width, (y + speed * seconds) * layer.height, 9, 14);
    }
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

// --- Drawing

let isDue = false;
function redraw() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    // Once more when it has ended.
    const isUnfinished = isAnimating();
    paint();
    if (isUnfinished) redraw();
  });
}

function paintBoard(ctx, shown, view) {
  ctx.setTransform(scale, 0, 0, scale, 0, 0);
  ctx.clearRect(0, 0, width, height);
  game.draw(ctx, look, puzzle, shown, view);
}

function paint() {
  moves.textContent = look.counter === "score" ? `Score ${1000 - 7 * played}` : `Moves ${played}`;
  const ctx = canvas.getContext("2d");
  const progress = isAnimating() ? (performance.now() - changedAt) / look.animationMs : 1;
  const dragged = press && game.grabbed ? game.grabbed(look, puzzle, state, press.path[0]) : -1;
  const drag = dragged >= 0 ? {cell: dragged, point: press.path.at(-1)} : null;
  const view = {hover: look.hover === "none" ? null : hover, before, progress, drag};
  if (progress === 1 || game.animates) {
    paintBoard(ctx, state, view);
  } else {
    // One fades into the other.
    const layers = [before, state].map((shown) => {
      const layer = offscreen(canvas.width, canvas.height);
      paintBoard(layer.getContext("2d"), shown, view);
      return layer;
    });
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, canvas.width, canvas.height);
    ctx.globalCompositeOperation = "lighter";
    layers.forEach((layer, i) => {
      ctx.globalAlpha = i ? progress : 1 - progress;
      ctx.drawImage(layer, 0, 0);
    });
    ctx.globalAlpha = 1;
    ctx.globalCompositeOperation = "source-over";
  }
  board.querySelectorAll(".label").forEach((label) => label.remove());
  for (const {x, y, text, size, font, colour} of game.labels?.(look, puzzle, state) ?? []) {
    const isDragged = drag && Math.hypot(x - press.path[0].x, y - press.path[0].y) < look.cell / 2;
    const at = isDragged ? drag.point : {x, y};
    board.append(make("span", {className: "label", textContent: text, style: {
      left: px(at.x + canvas.offsetLeft), top: px(at.y + canvas.offsetTop), color: css(colour),
      font: `${size}px/1 "${font}"`, pointerEvents: look.grab === "off-number" && !press ? "auto" : "none"}}));
  }
}

function tick() {
  const seconds = Math.floor(performance.now() / 1000);
  clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const ctx = roundClock.getContext("2d");
  ctx.fillStyle = css(colours.accent);
  ctx.strokeStyle = css(contrasting(colours.accent));
  ctx.beginPath();
  ctx.arc(14, 14, 13, 0, 2 * Math.PI);
  ctx.fill();
  ctx.moveTo(14, 14);
  ctx.lineTo(14 + 10 * Math.sin((seconds * Math.PI) / 30), 14 - 10 * Math.cos((seconds * Math.PI) / 30));
  ctx.stroke();
}

// --- Input

function pointOf(event) {
  const {left, top, width: across, height: down} = canvas.getBoundingClientRect();
  return {x: ((event.clientX - left) / across) * width, y: ((event.clientY - top) / down) * height};
}
const isOnBoard = ({x, y}) => {
  const region = game.region?.(look) ?? {x: 0, y: 0, width, height};
  return x >= region.x && y >= region.y && x < region.x + region.width && y < region.y + region.height;
};

function click(point, button) {
  if (!mayPlay()) return;
  if (isAnimating() && look.clicksDuringAnimation === "lost") return report("lost", {why: "animation"});
  const next = game.press?.(look, puzzle, state, point, button);
  if (next) change(next);
}

function onDown(event) {
  const point = pointOf(event), button = event.button + 1;
  if (!isOnBoard(point) || isModal()) {
    const control = event.target.closest?.("button");
    const where = {x: event.clientX, y: event.clientY, button};
    return report(control ? "button" : "outside", {...where, text: control?.textContent});
  }
  if (event.target !== canvas) return; // a number that is selected, or a banner
  event.preventDefault();
  press = {path: [point], moves: 0, button, at: event.timeStamp};
  if (look.clickOn === "down" && !(button === 1 && game.draggable?.(look))) click(point, button);
  redraw();
}

function onUp(event) {
  if (!press) return;
  const {path, moves: count, button, at} = press, held = event.timeStamp - at;
  path.push(pointOf(event));
  press = null;
  redraw();
  if (held < look.holdMs) return report("lost", {why: "hold"});
  if (button === 1 && game.draggable?.(look)) {
    if (!mayPlay()) return;
    if (isAnimating() && look.clicksDuringAnimation === "lost") return report("lost", {why: "animation"});
    if (count < look.dragMoves || held < look.dragMs) return report("lost", {why: "drag"});
    const next = game.drag(look, puzzle, state, path);
    if (next) return change(next);
    if (gameName === "hexiom") return;
  }
  const [p, q] = [path[0], path.at(-1)];
  if (look.clickOn === "up" && Math.hypot(p.x - q.x, p.y - q.y) < 0.3 * look.cell) click(p, button);
}

function onMove(event) {
  hover = pointOf(event);
  if (press) {
    press.path.push(hover);
    ++press.moves;
  }
  if (press || look.hover !== "none") redraw();
}

function listen() {
  addEventListener("mousedown", onDown);
  addEventListener("mouseup", onUp);
  addEventListener("mousemove", onMove);
  addEventListener("contextmenu", (event) => {
    if (game.usesRightButton?.(look) || look.contextMenu === "none") event.preventDefault();
    else report("menu");
  });
  addEventListener("keydown", ({key}) => {
    report("key", {key});
    if (isModal()) return;
    if ((key === "n" || key === "F2") && look.newGame === "key") nextRound();
    if (key === "Enter" && look.check === "key") checkBoard();
  });
  if (look.cursor !== "covering") return;
  document.documentElement.style.cursor = "none";
  const pointer = make("div", {id: "pointer", style: {background: css(colours.accent, 0.9), left: "-99px"}});
  document.body.append(pointer);
  addEventListener("mousemove", ({clientX, clientY}) => {
    const zoom = look.zoom;
    Object.assign(pointer.style, {left: px(clientX / zoom - 8), top: px(clientY / zoom - 8)});
  });
}

/// More than any look needs.
const kDragSteps = 25;

/// Solves the board by events like those of a mouse, to show that it can be won, and what that looks like.
async function solve() {
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const send = (type, {x, y}, button = 1) => {
    const rect = canvas.getBoundingClientRect();
    const [clientX, clientY] = [rect.left + (x / width) * rect.width, rect.top + (y / height) * rect.height];
    canvas.dispatchEvent(new MouseEvent(type, {bubbles: true, clientX, clientY, button: button - 1}));
  };
  for (const {point, button, path = [point]} of game.solution(look, puzzle)) {
    send("mousedown", path[0], button);
    for (let i = 1; i < path.length; ++i)
      for (let step = 1; step <= kDragSteps; ++step) {
        const between = (axis) => path[i - 1][axis] + ((path[i][axis] - path[i - 1][axis]) * step) / kDragSteps;
        send("mousemove", {x: between("x"), y: between("y")});
      }
    await pause(Math.max(look.holdMs, look.dragMs ?? 0) + 5);
    send("mouseup", path.at(-1), button);
    await pause(look.animationMs + 5);
  }
  if (!won) checkBoard();
}

await document.fonts.ready;
buildPage();
listen();
tick();
setInterval(tick, 1000);
deal();
if (look.toastMs && index === 0) showBanner(say.start, look.toastMs, true);
if (show === "win" && index === 0) solve();
window.zoo = {look, game, get puzzle() { return puzzle; }, get state() { return state; }, get won() { return won; }};
