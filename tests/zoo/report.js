// What a run of the zoo prints.
import {axisNames} from "./look.js";

const padded = (value, width) => String(value).padStart(width);

export function print(result, count) {
  const {seed, learned, learnSeconds, won, reportedWon, wrong, leftChanged, failure} = result;
  console.log([
    padded(seed, 6), learned ? "learned" : "  not  ", `${padded(learnSeconds.toFixed(0), 4)} s`, `won ${won}/${count}`,
    `reported ${reportedWon}`, `wrong ${wrong.length}`, leftChanged ? "LEFT CHANGED" : "", failure,
  ].join("  "));
}

export function summary(results) {
  const seconds = results.filter(({learned}) => learned).map((result) => result.learnSeconds).sort((a, b) => a - b);
  const sum = (key) => results.reduce((total, result) => total + Number(result[key]?.length ?? result[key]), 0);
  const median = seconds[seconds.length >> 1]?.toFixed(0), longest = seconds.at(-1)?.toFixed(0);
  return `
${results.length} looks, ${seconds.length} learned${median ? `: median ${median} s, longest ${longest} s` : ""}
${sum("games")} games played, ${sum("won")} won, ${sum("reportedWon")} reported as won
${sum("wrong")} wrong readings, ${sum("falseWins")} false wins, ${sum("leftChanged")} left changed
${sum("stray")} gestures beside the board`;
}

/// Of each value of each axis, how many looks failed: those where more did than of all looks, worst first.
export function tableByAxis(game, results) {
  const isFailed = ({failure}) => failure !== "";
  const average = results.filter(isFailed).length / results.length;
  const rows = [];
  for (const axis of axisNames(game))
    for (const value of new Set(results.map(({look}) => look[axis]))) {
      const of = results.filter(({look}) => look[axis] === value), seeds = of.filter(isFailed).map(({seed}) => seed);
      if (seeds.length > average * of.length) rows.push({name: `${axis} = ${value}`, of: of.length, seeds});
    }
  rows.sort((a, b) => b.seeds.length / b.of - a.seeds.length / a.of || b.of - a.of);
  const lines = rows.map(({name, of, seeds}) => `${name.padEnd(36)} ${seeds.length} of ${of}  (${seeds.join(" ")})`);
  return ["\naxis = value: looks that failed", ...lines].join("\n");
}
