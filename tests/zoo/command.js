// The command line of scripts/zoo.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {spawn} from "node:child_process";
import {parseArgs} from "node:util";
import {browserCommand} from "./display.js";
import {games} from "./games.js";
import {eyehand, runSeeds} from "./run.js";
import {print, summary, tableByAxis} from "./report.js";
import {startServer} from "./server.js";
import {mergeResults, shareOf, writeResults} from "./shards.js";

const usage = `usage: scripts/zoo --game GAME --seeds 9000-9019 [--games 5] [--displays N] [--json FILE] [--keep FOLDER]
                   [--no-game] [--shard K/N] [AXIS=VALUE...]
       scripts/zoo --merge --game GAME --seeds 9000-9019 [--json FILE] SHARD.jsonl...
       scripts/zoo --sheet FILE.png --game GAME --seeds 1-20
       scripts/zoo --serve

Learns and plays pages whose looks and rules are drawn at random, one per seed, each in a browser on an X server of its
own, and compares what eyehand reports with what the pages know. Games: ${Object.keys(games).join(", ")}.
  --games N       how many boards are played of each look
  --displays N    how many looks at a time
  --json FILE     one object per seed
  --keep FOLDER   where pictures and logs of looks that failed go
  --no-game       does not say which game it is
  --shard K/N     plays every Nth of the seeds only, from the Kth on; the exit code is 0 once all have been played
  --merge         joins the --json files of all shards into one report
  AXIS=VALUE      overrides what the seed draws, for example win=dialog
  --sheet FILE    draws the looks of these seeds, and plays nothing (show=win: won)
  --serve         serves the pages to people: prints the address, to which ?game=GAME&seed=N belongs
EYEHAND is the program to test; by default build/release/bin/eyehand.`;

/// "1-3,8" is 1, 2, 3 and 8.
export function seedsOf(words) {
  return words.split(",").flatMap((word) => {
    const [first, last = first] = word.split("-").map(Number);
    if (!(first <= last)) throw new Error(`'${word}' is no range of seeds, such as 1-20.`);
    return Array.from({length: last - first + 1}, (_, i) => first + i);
  });
}

/// Draws the looks of these seeds into one picture.
async function drawSheet(address, {sheet, game, seeds}, overrides) {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), "zoo-"));
  const rows = Math.ceil(seeds.length / 3);
  const url = `${address}/sheet?${new URLSearchParams({game, seeds: seeds.join(","), ...overrides})}`;
  const [program, ...words] = browserCommand(profile, [
    "--headless=new", `--screenshot=${path.resolve(sheet)}`, `--window-size=1370,${385 * rows}`, "--hide-scrollbars",
    url,
  ]);
  await new Promise((resolve) => spawn(program, words, {stdio: "ignore"}).on("close", resolve));
  fs.rmSync(profile, {recursive: true, force: true});
}

/// Prints and writes the results; returns the exit code.
function finish(game, results, {json}) {
  console.log(summary(results));
  console.log(tableByAxis(game, results));
  if (json) writeResults(json, results);
  return results.every((result) => result.failure === "") ? 0 : 1;
}

function merge(options) {
  try {
    const results = mergeResults(options.game, options.seeds, options.files);
    for (const result of results) print(result, result.games);
    return finish(games[options.game], results, options);
  } catch (error) {
    console.error(error.message);
    return 2;
  }
}

export async function main(words) {
  let options, overrides;
  try {
    const parsed = parseArgs({args: words, allowPositionals: true, options: {
      game: {type: "string", default: "net"}, seeds: {type: "string", default: "1"},
      games: {type: "string", default: "5"}, displays: {type: "string", default: "1"},
      json: {type: "string"}, "no-game": {type: "boolean"}, keep: {type: "string"}, sheet: {type: "string"},
      serve: {type: "boolean"}, help: {type: "boolean", short: "h"},
      shard: {type: "string", default: "1/1"}, merge: {type: "boolean"},
    }});
    options = parsed.values;
    overrides = Object.fromEntries(parsed.positionals.map((word) => word.split("=")));
    options.files = parsed.positionals;
    options.seeds = shareOf(seedsOf(options.seeds), options.shard);
    if (!games[options.game]) throw new Error(`There is no game '${options.game}'.`);
  } catch (error) {
    console.error(`${error.message}\n\n${usage}`);
    process.exit(2);
  }
  if (options.help) return console.log(usage);
  if (options.merge) process.exit(merge(options));
  const server = await startServer();
  if (options.serve) return console.log(`${server.address}/?game=net&seed=1`);
  if (options.sheet) {
    await drawSheet(server.address, options, overrides);
    const isLost = (seed) => !server.log(`sheet-${seed}`).some(({type}) => type === "won");
    const lost = overrides.show === "win" ? options.seeds.filter(isLost) : [];
    if (lost.length > 0) console.error(`not won: ${lost.join(" ")}`);
    process.exit(fs.existsSync(options.sheet) && lost.length === 0 ? 0 : 1);
  }
  if (!fs.existsSync(eyehand)) {
    console.error(`There is no ${eyehand}: build it, or set EYEHAND.`);
    process.exit(2);
  }
  const game = games[options.game], count = Number(options.games), displays = Number(options.displays);
  const results = await runSeeds({...options, game, overrides, server, games: count, displays}, print);
  const code = finish(game, results, options);
  server.close();
  process.exit(options.shard === "1/1" ? code : 0);
}
