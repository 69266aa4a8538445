// Learns and plays looks, and judges by what the page knows.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {fileURLToPath} from "node:url";
import {Display} from "./display.js";
import {drawLook} from "./look.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const eyehand = process.env.EYEHAND ?? path.join(root, "build/release/bin/eyehand");

const kPageSeconds = 60, kLearnSeconds = 200, kGameSeconds = 60;

/// How a window is learned, in one place. It is told which key starts a new game, as a user would.
const learnCommand = (game, title, skin, overlay) => [
  eyehand, "calibrate", "learn", "--act", "--game", game, "--name", "zoo", "--window", title, "--new-game", "n", "--out", skin,
  "--overlay", overlay, "--time-limit", `${kLearnSeconds - 10}s`,
];
const playCommand = (skin, count, pictures) => [
  eyehand, "play", "--skin", skin, "--games", String(count), "--json", "--time-limit", `${kGameSeconds}s`, "--pictures", pictures,
];

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function waitFor(condition, seconds, what) {
  for (const end = Date.now() + 1000 * seconds; !condition(); await pause(50))
    if (Date.now() > end) throw new Error(`${what} within ${seconds} s`);
}

const jsonLines = (text) => text.split("\n").flatMap((line) => {
  try {
    return line.startsWith("{") ? [JSON.parse(line)] : [];
  } catch {
    return [];
  }
});

/// What the page's events say about the games played, given what eyehand reported about each.
export function judgeGames(game, look, events, reported) {
  const boards = new Set(events.filter(({text, type}) => text && (type === "new" || type === "state")).map(({text}) => game.comparable(look, text)));
  const read = reported.map(({board}) => board).filter(Boolean);
  // Board by board: a win that is reported must be one of those that the page saw.
  const won = events.filter(({type}) => type === "won").length;
  const reportedWon = reported.filter(({won: isWon, result}) => isWon ?? result === "solved").length;
  const wrong = read.filter((board) => !boards.has(game.comparable(look, board)));
  // Gestures beside the board while it is neither won nor covered.
  let playing = true;
  const stray = [];
  for (const event of events) {
    if (event.type === "new") playing = true;
    if (event.type === "won") playing = false;
    if (event.type === "outside" && playing) stray.push(event);
  }
  return {won, reportedWon, wrong, stray: stray.length, falseWins: Math.max(0, reportedWon - won), why: reported.filter(({why}) => why).map(({why}) => why)};
}

const saysLeftChanged = (text) => /left (as it is|changed|turned)|not (be )?restored|is changed|remain/i.test(text);

async function runSeed(seed, {game, games: count, overrides, server, keep}) {
  const look = drawLook(game, seed, overrides);
  const page = `${game.name}-${seed}-${Date.now()}`;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "zoo-run-"));
  const file = (name) => path.join(folder, name);
  const result = {seed, look, learned: false, learnSeconds: 0, games: 0, won: 0, reportedWon: 0, wrong: [], falseWins: 0, stray: 0, leftChanged: false, why: [], failure: ""};
  const display = await Display.start(file("log"));
  try {
    const url = new URL(`${server.address}/`);
    url.search = new URLSearchParams({game: game.name, seed, page, ...overrides});
    display.openPage(url.href, look);
    const log = server.log(page);
    await waitFor(() => log.some(({type}) => type === "new"), kPageSeconds, "the page did not appear");
    await pause(1000); // until it has been drawn
    const title = `Zoo ${game.name} ${seed}`;
    const learned = await display.run(learnCommand(game.name, title, file("zoo.toml"), file("overlay.png")), kLearnSeconds);
    fs.writeFileSync(file("learn.txt"), learned.out + learned.err);
    result.learned = learned.code === 0;
    result.learnSeconds = learned.seconds;
    await pause(500); // for the page's last events
    const start = log.findLastIndex(({type}) => type === "new");
    const last = log.findLast(({text}) => text);
    // A board that was won and replaced, or that shows other states than it began with, has been changed.
    const changed = log.filter(({type}) => type === "new").length > 1 || game.comparable(look, last.text) !== game.comparable(look, log[start].text);
    result.leftChanged = changed && !saysLeftChanged(learned.out + learned.err);
    if (!result.learned) {
      result.failure = `not learned: ${learned.err.trim().split("\n").at(-1) || "no message"}`;
      await display.run(["ffmpeg", "-loglevel", "error", "-f", "x11grab", "-video_size", "1280x1024", "-i", display.environment.DISPLAY, "-frames:v", "1", file("screen.png")], 20);
      return result;
    }
    if (!learned.out.trim() || game.comparable(look, learned.out) !== game.comparable(look, last.text)) result.wrong.push(learned.out);
    const before = log.length;
    const played = await display.run(playCommand(file("zoo.toml"), count, file("pictures")), kGameSeconds * count + 30);
    fs.writeFileSync(file("play.txt"), played.out + played.err);
    await pause(500);
    const reported = jsonLines(played.out);
    // Boards seen before playing began include that which is played first.
    const judged = judgeGames(game, look, [{type: "new", text: last.text}, ...log.slice(before)], reported);
    Object.assign(result, judged, {games: reported.length, wrong: [...result.wrong, ...judged.wrong]});
    const complaints = [result.wrong.length && "wrong reading", result.falseWins && "false win", result.stray && "gesture beside the board",
      result.won < count && `won ${result.won} of ${count}`, result.reportedWon < result.won && `reported ${result.reportedWon} of ${result.won}`];
    result.failure = [...complaints.filter(Boolean), result.leftChanged && "left changed", ...result.why.slice(0, 1)].filter(Boolean).join(", ");
  } catch (error) {
    result.failure = error.message;
  } finally {
    await display.stop();
    fs.writeFileSync(file("truth.jsonl"), server.log(page).map((event) => `${JSON.stringify(event)}\n`).join(""));
    if (keep && result.failure) fs.cpSync(folder, path.join(keep, `${game.name}-${seed}`), {recursive: true});
    fs.rmSync(folder, {recursive: true, force: true});
  }
  return result;
}

/// The results of all seeds, in their order; `report` is called with each as it is there.
export async function runSeeds(options, report) {
  const results = [], waiting = [...options.seeds.entries()];
  const worker = async () => {
    for (let next; (next = waiting.shift()); ) {
      const [place, seed] = next;
      results[place] = await runSeed(seed, options);
      report(results[place], options.games);
    }
  };
  await Promise.all(Array.from({length: options.displays}, worker));
  return results;
}
