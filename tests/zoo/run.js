// Learns and plays looks, and judges by what the page knows.
import fs from "node:fs";
import path from "node:path";
import {fileURLToPath} from "node:url";
import {Display} from "./display.js";
import {drawLook} from "./look.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
export const eyehand = process.env.EYEHAND ?? path.join(root, "build/release/bin/eyehand");

const kPageSeconds = 60, kLearnSeconds = 200, kGameSeconds = 60;

/// How a window is learned, in one place. It is told which key starts a new game, if there is one, as by a user; and
/// the game, unless `game` is empty.
const learnCommand = (game, look, title, skin, overlay) => [
  eyehand, "learn", ...(game ? ["--game", game] : []), "--name", "zoo", "--window", title,
  ...(look.newGame === "key" ? ["--new-game", "n"] : []),
  "--out", skin, "--overlay", overlay, "--time-limit", `${kLearnSeconds - 10}s`,
];
const playCommand = (skin, count, pictures) => [
  eyehand, "play", "--skin", skin, "--games", String(count), "--json", "--time-limit", `${kGameSeconds}s`,
  "--pictures", pictures,
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
  const shown = events.filter(({type}) => type === "new" || type === "state");
  const boards = new Set(shown.map(({text}) => game.comparable(look, text)));
  const read = reported.map(({board}) => board).filter(Boolean);
  const wrong = read.filter((board) => !boards.has(game.comparable(look, board)));
  const won = events.filter(({type}) => type === "won").length;
  const reportedWon = reported.filter((game) => game.won).length;
  // Gestures beside the board while it is neither won nor covered.
  let isPlaying = true, stray = 0;
  for (const {type} of events) {
    if (type === "new") isPlaying = true;
    if (type === "won") isPlaying = false;
    if (type === "outside" && isPlaying) ++stray;
  }
  const why = reported.filter((game) => !game.won).map((game) => game.why).filter(Boolean);
  return {games: reported.length, won, reportedWon, falseWins: Math.max(0, reportedWon - won), wrong, stray, why};
}

/// Whether learning says itself that the board is not as it was.
const saysLeftChanged = (text) => /left changed|restore|does not change it back|goes on to/i.test(text);

async function runSeed(seed, {game, games: count, overrides, server, keep, "no-game": noGame}) {
  const look = drawLook(game, seed, overrides);
  const page = `${game.name}-${seed}-${Date.now()}`;
  const result = {
    seed, look, learned: false, learnSeconds: 0, leftChanged: false, games: 0, won: 0, reportedWon: 0, falseWins: 0,
    stray: 0, wrong: [], why: [], failure: "",
  };
  const board = (text) => game.comparable(look, text);
  const display = await Display.start();
  const file = (name) => path.join(display.folder, name);
  try {
    const url = new URL(`${server.address}/`);
    url.search = new URLSearchParams({game: game.name, seed, page, ...overrides});
    display.openPage(url.href, look);
    const log = server.log(page);
    await waitFor(() => log.some(({type}) => type === "new"), kPageSeconds, "the page did not appear");
    await pause(1000); // until it has been drawn
    const title = `Zoo ${game.name} ${seed}`;
    const command = learnCommand(noGame ? "" : game.name, look, title, file("zoo.toml"), file("overlay.png"));
    let learned = await display.run(command, kLearnSeconds);
    let output = learned.out + learned.err;
    result.learnSeconds = learned.seconds;
    // Learning asks for what the program does not show.
    if (learned.code !== 0 && output.includes("--goal") && game.shadeOfGoal?.(look)) {
      learned = await display.run([...command, "--goal", game.shadeOfGoal(look)], kLearnSeconds);
      output += learned.out + learned.err;
      result.learnSeconds += learned.seconds;
    }
    fs.writeFileSync(file("learn.txt"), output);
    result.learned = learned.code === 0;
    await pause(500); // for the page's last events
    const boards = log.filter(({type}) => type === "new" || type === "state").map(({text}) => text);
    const last = boards.at(-1);
    result.leftChanged = last !== boards[0] && !saysLeftChanged(output);
    if (!result.learned) {
      const says = learned.err.split("\n").findLast((line) => line.startsWith("eyehand:"));
      result.failure = `not learned: ${says || "no message"}`;
      await display.capture(file("screen.png"));
      return result;
    }
    if (!learned.out.trim() || !boards.some((text) => board(text) === board(learned.out))) result.wrong.push(learned.out);
    const before = log.length;
    const played = await display.run(playCommand(file("zoo.toml"), count, file("pictures")), kGameSeconds * count + 30);
    fs.writeFileSync(file("play.txt"), played.out + played.err);
    await pause(500);
    const judged = judgeGames(game, look, [{type: "new", text: last}, ...log.slice(before)], jsonLines(played.out));
    Object.assign(result, judged, {wrong: [...result.wrong, ...judged.wrong]});
    const {wrong, falseWins, stray, won, reportedWon, leftChanged, why} = result;
    result.failure = [
      wrong.length && "wrong reading", falseWins && "false win", stray && "gesture beside the board",
      leftChanged && "left changed", won < count && `won ${won} of ${count}`,
      reportedWon < won && `reported ${reportedWon} of ${won}`, why[0],
    ].filter(Boolean).join(", ");
  } catch (error) {
    result.failure = error.message;
  } finally {
    fs.writeFileSync(file("truth.jsonl"), server.log(page).map((event) => `${JSON.stringify(event)}\n`).join(""));
    if (keep && result.failure) fs.cpSync(display.folder, path.join(keep, `${game.name}-${seed}`), {recursive: true});
    display.end();
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
