// Plays the games of web/src/games.rs in this engine, as the page would, and compares every hash with what the native program
// has told: node web/games.mjs <wasm> <native lines> [every so many of them]
import { readFileSync } from "node:fs";

const [wasm, native, every = "1"] = process.argv.slice(2);
const step = Number(every);
const module = new WebAssembly.Module(readFileSync(wasm));
// Nothing of a page is needed to play; whoever asks for it gets a nought.
const imports = {};
for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => 0;
const { triangulum_play, triangulum_told, memory } = new WebAssembly.Instance(module, imports).exports;

const expected = readFileSync(native, "utf8").trimEnd().split("\n");
let [games, hashes, wrong] = [0, 0, 0];
for (let number = 0, length; (length = triangulum_play(number)) > 0; number += step) {
  games++;
  const told = new TextDecoder().decode(new Uint8Array(memory.buffer, triangulum_told(), length));
  const [here, there] = [told.split(" "), (expected[number] ?? "").split(" ")];
  hashes += here.filter(word => /^[0-9a-f]{16}$/.test(word)).length;
  const first = here.findIndex((word, at) => word !== there[at]);
  if (first >= 0 || here.length !== there.length) {
    wrong++;
    console.error(`${told.split(":")[0]}: ${here[first]} here, ${there[first]} natively, at word ${first}`);
  }
}
if (games !== Math.ceil(expected.length / step) || expected.length < 100) {
  wrong++;
  console.error(`${games} games here, of ${expected.length} natively`);
}
console.log(`${games} games, ${hashes} hashes, ${wrong} of the games differ`);
process.exit(wrong ? 1 : 0);
