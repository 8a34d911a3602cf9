// Drives the page in headless Chromium with the scripts that also drive the window (docs/window.md), one for each file in
// web/scripts, and looks at what it leaves: node web/browser.mjs [part of a script's name]. Pictures go to target/web/shots.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const HERE = dirname(fileURLToPath(import.meta.url));
const SHOTS = join(HERE, "..", "target", "web", "shots");
const BROWSER = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
const PATIENCE = 240_000;
/** Without a graphics card. */
const FLAGS = ["--no-sandbox", "--disable-background-networking", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];

if (!BROWSER) {
  console.error("web/browser.mjs: there is no Chromium here.");
  process.exit(3);
}

/** Serves the page; tells its address. */
async function serve() {
  const server = spawn(join(HERE, "serve"), ["0"], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await new Promise(done => server.stdout.once("data", data => done(String(data).split("\n"))));
  return { server, address: line };
}

/** Lets a script drive the page; tells what it has written, by name. */
async function drive(context, address, script) {
  const page = await context.newPage();
  const complaints = [];
  // A plugin in macroquad's bundle that nobody uses says this whenever it is loaded.
  const harmless = error => String(error).includes("register_plugin is not defined");
  page.on("pageerror", error => harmless(error) || complaints.push(String(error)));
  await page.route("**/orders.txt", route => route.fulfill({ body: script, contentType: "text/plain" }));
  await page.goto(`${address}?drive=orders.txt`);
  await page.waitForFunction(() => triangulum.ended, null, { timeout: PATIENCE });
  const { how, text } = await page.evaluate(() => triangulum.ended);
  const written = await page.evaluate(() => [...triangulum.written].map(([name, bytes]) => [name, Array.from(bytes)]));
  await page.close();
  if (how !== 0 || complaints.length > 0) throw new Error([text, ...complaints].join("\n"));
  return new Map(written.map(([name, bytes]) => [name, Buffer.from(bytes)]));
}

/** A script may go on after the page was left: what stands behind a line `reload` is another visit. */
async function visit(browser, address, file) {
  const text = readFileSync(join(HERE, "scripts", file), "utf8");
  const setting = (name, otherwise) => new RegExp(`^# ${name}: (.*)$`, "m").exec(text)?.[1] ?? otherwise;
  const [width, height] = setting("size", "1280 800").split(" ").map(Number);
  const context = await browser.newContext({ viewport: { width, height }, locale: setting("locale", "en-GB"), serviceWorkers: "block" });
  // A file that lies there when the page is opened first.
  for (const [, name, lines] of text.matchAll(/^# file: (.*)\n((?:#\|.*\n)+)/gm)) {
    const contents = lines.replace(/^#\| ?/gm, "");
    await context.addInitScript(([name, contents]) => {
      if (!localStorage.getItem(name)) localStorage.setItem(name, `1 ${contents}`);
    }, [name, contents]);
  }
  const states = new Map();
  for (const part of text.split(/^reload$/m)) {
    for (const [name, bytes] of await drive(context, address, part)) {
      if (name.endsWith(".png")) writeFileSync(join(SHOTS, basename(name)), bytes);
      if (name.endsWith(".json")) states.set(name, JSON.parse(bytes));
    }
  }
  await context.close();
  for (const [, one, other, at] of text.matchAll(/^# same: (\S+) (\S+) (\S+)$/gm)) {
    const value = name => at.split("/").slice(1).reduce((state, key) => state?.[key], states.get(name));
    const [before, after] = [value(one), value(other)].map(value => JSON.stringify(value));
    if (before === undefined || before !== after) throw new Error(`${at} is ${before} in ${one} and ${after} in ${other}`);
  }
  return states;
}

/** Opens the page as people do, without a script; done when there is something to see. */
async function open(context, address) {
  const page = await context.newPage();
  const begun = Date.now();
  await page.goto(address);
  await page.waitForFunction(() => document.getElementById("curtain").hidden, null, { timeout: PATIENCE });
  return [page, Date.now() - begun];
}

/** After the first visit no network is needed. */
async function offline(browser, address) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const [first, took] = await open(context, address);
  await first.evaluate(() => navigator.serviceWorker.ready);
  await first.close();
  await context.setOffline(true);
  const [page, again] = await open(context, address);
  await page.screenshot({ path: join(SHOTS, "offline.png") });
  await context.close();
  return `the first screen after ${took} ms, without a network after ${again} ms`;
}

/** Another page takes the table, and the first one says so. */
async function elsewhere(browser, address) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "de-DE" });
  const [first] = await open(context, address);
  await open(context, address);
  await first.waitForFunction(() => !document.getElementById("curtain").hidden);
  const told = await first.textContent("#told");
  await context.close();
  if (!told.includes("Dieser Tisch")) throw new Error(`the first page says "${told}"`);
  return "told";
}

mkdirSync(SHOTS, { recursive: true });
const { server, address } = await serve();
const browser = await chromium.launch({ executablePath: BROWSER, args: FLAGS });
let wrong = 0;
const wanted = process.argv[2] ?? "";
const scripted = file => async () => {
  const states = await visit(browser, address, file);
  const frames = [...states.values()].map(state => state.frames).filter(Boolean);
  return frames.map(({ mean_ms, worst_ms }) => `${mean_ms.toFixed(1)} ms a frame, at worst ${worst_ms.toFixed(0)}`).join("; ");
};
const trials = readdirSync(join(HERE, "scripts")).sort().map(file => [file, scripted(file)]);
trials.push(["offline", () => offline(browser, address)], ["elsewhere", () => elsewhere(browser, address)]);
for (const [name, trial] of trials.filter(([name]) => name.includes(wanted))) {
  const begun = Date.now();
  try {
    const told = await trial();
    console.log(`${name}: well after ${((Date.now() - begun) / 1000).toFixed(1)} s; ${told}`);
  } catch (error) {
    wrong++;
    console.error(`${name}: ${error.message ?? error}`);
  }
}
await browser.close();
server.kill();
process.exit(wrong ? 1 : 0);
