// newer.mjs PACKAGE PROGRAM: compares all solutions of each constraint in constraints.txt, as the newer MiniZinc of an npm
// package flattens it with the library of `fzn-csp`, with those of Gecode for the standard decompositions; and tries
// `assume`. Needs fzn-gecode on the path.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import vm from "node:vm";

const [folder, program] = process.argv.slice(2).map((name) => path.resolve(name));
const here = import.meta.dirname;

// The compiler is made for a worker of the browser. Here it takes and gives its messages by two functions.
let take;
let awaited = [];
globalThis.require = createRequire(path.join(folder, "minizinc-worker.js"));
globalThis.__dirname = folder;
globalThis.addEventListener = (_, listener) => (take = listener);
globalThis.postMessage = (message) => message.type === awaited[0] && awaited[1](message);
vm.runInThisContext(fs.readFileSync(path.join(folder, "minizinc-worker.js"), "utf8"));

const ask = (data, type) =>
  new Promise((answer) => {
    awaited = [type, answer];
    take({ data });
  });

function fail(what) {
  console.error(what);
  process.exit(1);
}

// What `fzn-csp --install` writes, as MiniZinc finds it.
function installed() {
  const files = {};
  const folder = fs.mkdtempSync(path.join(process.env.CI_SCRATCH ?? "/tmp", "solvers-"));
  const { status, stderr } = spawnSync(program, ["--install", folder], { encoding: "utf8" });
  if (status !== 0) fail(stderr);
  for (const name of fs.readdirSync(folder, { recursive: true })) {
    const file = path.join(folder, name);
    if (fs.statSync(file).isFile()) files[name] = fs.readFileSync(file, "utf8");
  }
  fs.rmSync(folder, { recursive: true });
  const { mznlib, ...settings } = JSON.parse(files["csp.msc"]);
  files["csp.msc"] = JSON.stringify({ ...settings, mznlib: `/minizinc/${mznlib}` });
  return files;
}

async function flatten(files, model, ...options) {
  const args = ["-c", "--solver", "csp.msc", ...options, "--fzn", "model.fzn", "model.mzn"];
  const data = { files: { ...files, "model.mzn": model }, args, outputFiles: ["model.fzn"] };
  const answer = await ask(data, "exit");
  if (answer.code !== 0) fail(`MiniZinc fails: ${answer.message ?? ""}${answer.stderr ?? ""}`);
  return answer.outputFiles["model.fzn"];
}

function run(command, args, text) {
  const file = path.join(process.env.CI_SCRATCH ?? "/tmp", `newer-${process.pid}.fzn`);
  fs.writeFileSync(file, text);
  const { status, stdout, stderr } = spawnSync(command, [...args, file], { encoding: "utf8" });
  fs.rmSync(file);
  if (status !== 0) fail(`${command} fails: ${stderr}\n${text}`);
  return stdout;
}

// Cuts a FlatZinc of problems that have no variable in common into one for each: those with the variables named.
function cut(text, problems) {
  const lines = text.split("\n").filter((line) => line && !/^(%|predicate|solve)/.test(line));
  const declared = new Map();
  for (const line of lines) {
    const name = /^(?:array \[[^\]]*\] of )?var [^:]*: *([A-Za-z_]\w*)/.exec(line);
    if (name) declared.set(name[1], name[1]);
  }
  const root = (name) => {
    while (declared.get(name) !== name) name = declared.get(name);
    return name;
  };
  const names = (line) => (line.match(/[A-Za-z_]\w*/g) ?? []).filter((name) => declared.has(name));
  for (const line of lines) {
    const used = names(line);
    for (const name of used) declared.set(root(name), root(used[0]));
  }
  const heads = text.split("\n").filter((line) => line.startsWith("predicate"));
  return problems.map((own) => {
    const roots = new Set(own.map(root));
    const kept = lines.filter((line) => names(line).every((name) => roots.has(root(name))));
    return [...heads, ...kept, "solve satisfy;\n"].join("\n");
  });
}

// All solutions, each once, from dashed blocks of lines in any order and with any spaces.
function solutions(printed) {
  const blocks = printed.replaceAll(" ", "").split("----------\n").slice(0, -1);
  return [...new Set(blocks.map((block) => block.split("\n").sort().join("\n")))].sort();
}

await ask({ wasmURL: path.join(folder, "minizinc.wasm"), dataURL: path.join(folder, "minizinc.data") }, "ready");
const { stdout: version } = await ask({ args: ["--version"] }, "exit");
console.log(/version [\d.]+/.exec(version)[0]);
const files = installed();

const constraints = fs.readFileSync(path.join(here, "constraints.txt"), "utf8").trim().split("\n");
const named = (at) => ["a", "b1", "b2", "b3"].map((name) => `p${at}_${name}`);
const model = constraints.map((constraint, at) => {
  const [a, ...bools] = named(at);
  const own = constraint.replace(/\b(a|b[123])\b/g, `p${at}_$1`);
  return `array[1..4] of var 0..3: ${a}; ${bools.map((b) => `var bool: ${b};`).join(" ")}\nconstraint ${own};`;
});
const text = ['include "globals.mzn";', ...model, "solve satisfy;"].join("\n");
const problems = constraints.map((_, at) => named(at));
const own = cut(await flatten(files, text), problems);
const standard = cut(await flatten(files, text, "-G", "std"), problems);
let wrong = 0;
constraints.forEach((constraint, at) => {
  const expected = solutions(run("fzn-gecode", ["-a"], standard[at]));
  for (const options of [["-a"], ["-a", "-f"]]) {
    const found = solutions(run(program, options, own[at]));
    if (expected.length === 0 || expected.join() !== found.join()) {
      console.error(`fzn-csp ${options.join(" ")} finds ${found.length} solutions, not ${expected.length}: ${constraint}`);
      wrong += 1;
    }
  }
});
console.log(`${constraints.length} constraints compared, ${own.filter((one) => /constraint csp_/.test(one)).length} of them native`);

const core = run(program, [], await flatten(files, `
include "experimental/assume.mzn";
var 1..10: x;
var 1..10: y;
var bool: small = x + y < 5;
var bool: large = x > 8;
constraint assume([small, large, y > 1]);
solve satisfy;`));
if (core !== "%%%mzn-core: [small, large]\n=====UNSATISFIABLE=====\n") fail(`the core is told as\n${core}`);
process.exit(wrong ? 1 : 0);
