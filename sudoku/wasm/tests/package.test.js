// Tests of the npm package in node: the calls, their failures, limits, and the program beside them.
//
//   SUDOKU=program PACKAGE=folder node --test sudoku/wasm/tests

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const { PACKAGE, SUDOKU } = process.env;
const sudoku = await import(pathToFileURL(`${PACKAGE}/node.js`));
// The calls below, as the page makes them.
const { list } = await import(pathToFileURL(`${PACKAGE}/sudoku_wasm.js`));

const HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const examples = new URL("../../../examples/puzzles/", import.meta.url);
const program = (...args) => execFileSync(SUDOKU, args, { encoding: "utf8", maxBuffer: 1 << 26 });

test("a puzzle is read and checked", () => {
  const { board, format } = sudoku.read({ text: HARD });
  assert.equal(format, "line");
  assert.equal(board.cells.length, 81);
  assert.equal(board.cells[0].given, 8);
  const { verdict, solution } = sudoku.check({ puzzle: HARD, show: true });
  assert.equal(verdict, "unique");
  assert.equal(solution.join(""), program("solve", HARD).trim());
  assert.equal(sudoku.check({ puzzle: "1..4........4..1" }).verdict, "several");
  assert.equal(sudoku.check({ puzzle: `55${".".repeat(79)}` }).verdict, "none");
});

test("answers are those of the program", () => {
  const { nudge, ...step } = JSON.parse(program("hint", "--json", EASY)).step;
  assert.equal(sudoku.hint({ puzzle: EASY }).step.text, step.text);
  assert.equal(sudoku.hint({ puzzle: EASY, level: "nudge" }).text, nudge);
  const rated = JSON.parse(program("rate", "--format", "json", HARD));
  const { hardest, sum, se, level } = sudoku.rate({ puzzle: HARD });
  assert.deepEqual([hardest, sum, se, level], [rated.hardest, rated.sum, rated.se, rated.level]);
  const { steps } = sudoku.explain({ puzzle: EASY, plain: true });
  const lines = program("explain", "--to", "json", EASY).trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(steps.map(({ text }) => text), lines.flatMap((line) => line.steps ?? [line]).map(({ text }) => text));
});

test("every example gets the answer of the program", () => {
  const told = { unique: "unique", several: "multiple", none: "none" };
  for (const name of readdirSync(examples)) {
    const text = readFileSync(new URL(name, examples), "utf8");
    if (name === "hundred.txt") continue;
    const { puzzle } = sudoku.read({ text });
    const { verdict } = sudoku.check({ puzzle, quick: true }, { seconds: 60 });
    const said = execFileSync("sh", ["-c", `"$0" check "$1" 2> /dev/null || true`, SUDOKU, new URL(name, examples).pathname], { encoding: "utf8" });
    assert.equal(told[verdict], said.split("\n")[0], name);
  }
});

test("solutions are counted, and a count can be ended", () => {
  assert.deepEqual(sudoku.count({ puzzle: ".".repeat(16) }), { count: 288, low: 288, high: 288, finished: true });
  let lines = 0;
  const counted = sudoku.count({ puzzle: ".".repeat(81) }, { told: () => (lines += 1) < 3 });
  assert.equal(counted.finished, false);
  assert.ok(lines >= 3 && counted.count > 0);
  assert.equal(sudoku.count({ puzzle: ".".repeat(81), cap: 1000 }).count, 1000);
});

test("candidates of all solutions", () => {
  const { candidates, complete } = sudoku.candidates({ puzzle: "12..34......43.." });
  assert.ok(complete);
  assert.deepEqual(candidates[0], [1]);
});

test("a puzzle is made, drawn and converted", () => {
  const made = sudoku.generate({ seed: 5, rules: ["thermo"] });
  assert.deepEqual(made, sudoku.generate({ seed: 5, rules: ["thermo"] }));
  assert.match(made.puzzle, /thermo/);
  assert.equal(sudoku.check({ puzzle: made.puzzle }).verdict, "unique");
  assert.match(sudoku.render({ puzzle: made.puzzle }), /^<svg/);
  assert.equal(sudoku.convert({ puzzle: HARD, to: "line" }).text.trim(), HARD);
  const { text } = sudoku.convert({ puzzle: HARD, to: "link" });
  assert.equal(sudoku.convert({ puzzle: text, to: "line" }).text.trim(), HARD);
});

test("a change is suggested, and clues that are not needed are named", () => {
  const { added, puzzle } = sudoku.suggest({ puzzle: "12..34..........", givens: true });
  assert.ok(added.length > 0 && added.every(({ kind }) => kind === "given"));
  assert.equal(sudoku.check({ puzzle }).verdict, "unique");
  assert.equal(sudoku.minimize({ puzzle: "12..34....4...1." }).redundant.length, 4);
  assert.equal(sudoku.suggest({ puzzle: "11.............." }).status, "none");
});

test("a search is watched", () => {
  const events = sudoku.watch({ puzzle: EASY, method: "mrv" });
  assert.ok(events.some(({ event }) => event === "solution"));
});

test("lists", () => {
  assert.ok(sudoku.rules().length > 80);
  assert.ok(sudoku.methods().some(({ name }) => name === "mrv"));
  assert.ok(sudoku.techniques().some(({ technique, what }) => technique === "x-wing" && what));
  assert.ok(sudoku.calls().calls.some(({ path }) => path === "/api/generate"));
  const lacking = (thrown) => JSON.parse(thrown).error.message === "there is no list /api/none";
  assert.throws(() => list("/api/none"), lacking);
});

test("a failure has its place, and the next call is answered", () => {
  const wrong = () => sudoku.check({ puzzle: "size: 4\nkiller 7: r1c9\n" });
  assert.throws(wrong, (error) => error instanceof sudoku.Refused && error.line === 2 && error.column > 1);
  assert.throws(() => sudoku.check({ puzzel: HARD }), /no field "puzzel"/);
  assert.throws(() => sudoku.check(), /has to be an object/);
  assert.throws(() => sudoku.render({ puzzle: HARD, to: "png" }), /svg/);
  assert.throws(() => sudoku.read({ text: "[".repeat(100_000) }), sudoku.Refused);
  assert.equal(sudoku.check({ puzzle: HARD }).verdict, "unique");
});

test("a limit is never the answer none", () => {
  const begun = performance.now();
  const empty = `size: 25\n${"anti-knight\n"}`;
  assert.equal(sudoku.check({ puzzle: empty }, { seconds: 0.001 }).verdict, "unknown");
  assert.ok(performance.now() - begun < 5000);
  assert.throws(() => sudoku.check({ puzzle: HARD }, { seconds: 0 }), /too many requests/);
  const open = ".".repeat(81);
  assert.equal(sudoku.count({ puzzle: open }, { seconds: 0.05 }).finished, false, "a count is limited, too");
});
