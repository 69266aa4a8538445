// The page on which a solution is watched. `eyehand watch` puts the data where it says "@DATA@".
#pragma once

namespace eyehand {

inline constexpr const char* kWatchPage = R"PAGE(<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Eyehand</title>
<style>
body { font: 16px/1.45 system-ui, sans-serif; margin: 1.5em; color: #223; background: #f7f7f9; }
main { display: flex; flex-wrap: wrap; gap: 1.5em; align-items: flex-start; }
svg { background: #fff; border: 1px solid #ccd; max-width: 100%; max-height: 85vh; }
aside { max-width: 30em; min-width: 18em; flex: 1; }
button { font: inherit; min-width: 3em; }
input[type=range] { width: 100%; }
#sentence { min-height: 6em; }
.rule { color: #667; }
</style>
<main>
<svg id="board" xmlns="http://www.w3.org/2000/svg"></svg>
<aside>
<h1 id="title"></h1>
<p><button id="back" title="left arrow">◀</button> <button id="play" title="space">▶▶</button>
<button id="next" title="right arrow">▶</button>
<label>speed <input id="speed" type="number" min="0.2" max="50" step="0.2" value="2" size="4"> steps/s</label></p>
<p><input id="slider" type="range" min="0" value="0"></p>
<p id="sentence"></p>
<p class="rule">In blue what the reason looks at, in green what it decides.
Keys: space plays and pauses, the arrows step, Home and End go to both ends, + and - change
the speed.</p>
</aside>
</main>
<script>
const data = @DATA@;
const $ = id => document.getElementById(id);
let now = 0, timer = null;
$("title").textContent = data.title;
$("slider").max = data.steps.length + 1;
$("board").setAttribute("viewBox", `0 0 ${data.width} ${data.height}`);
$("board").setAttribute("width", data.width * Math.max(1, 400 / data.width));

function show(step) {
  now = Math.max(0, Math.min(data.steps.length + 1, step));
  const isEnd = now > data.steps.length, current = data.steps[now - 1];
  let board = data.background;
  for (const cell of data.cells) board += (cell.states.findLast(([from]) => from <= now) || [0, ""])[1];
  const frame = kind => cell => {
    board += `<polygon points="${data.cells[cell].outline}" fill="${data.colours[kind]}" ` +
      `fill-opacity="0.2" stroke="${data.colours[kind]}" stroke-width="3"/>`;
  };
  if (current) {
    current.reasons.forEach(frame("reasons"));
    current.decided.forEach(frame("decided"));
  }
  $("board").innerHTML = board;
  $("slider").value = now;
  $("sentence").textContent = isEnd ? data.end
    : current ? `${now}. ${current.where}: ${current.what} [${current.rule}]` : "The puzzle.";
  if (isEnd) pause();
}
function pause() {
  clearInterval(timer);
  timer = null;
  $("play").textContent = "▶▶";
}
function play() {
  if (now > data.steps.length) show(0);
  clearInterval(timer);
  timer = setInterval(() => show(now + 1), 1000 / (Number($("speed").value) || 2));
  $("play").textContent = "❚❚";
}
const toggle = () => timer ? pause() : play();
const faster = by => {
  $("speed").value = Math.max(0.2, Math.min(50, $("speed").value * by)).toFixed(1);
  if (timer) play();
};
$("play").onclick = toggle;
$("back").onclick = () => { pause(); show(now - 1); };
$("next").onclick = () => { pause(); show(now + 1); };
$("slider").oninput = () => { pause(); show(Number($("slider").value)); };
$("speed").onchange = () => { if (timer) play(); };
document.onkeydown = event => {
  if (event.target.tagName === "INPUT" && event.target.type === "number") return;
  const keys = { " ": toggle, ArrowLeft: $("back").onclick, ArrowRight: $("next").onclick,
                 Home: () => { pause(); show(0); }, End: () => { pause(); show(Infinity); },
                 "+": () => faster(1.5), "-": () => faster(1 / 1.5) };
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
};
show(Number(location.hash.slice(1)) || 0);
</script>
</html>
)PAGE";

}  // namespace eyehand
