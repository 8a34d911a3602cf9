// The page in headless Chromium, driven with the orders that also drive the window (docs/window.md). web/trials.mjs says what is
// tried. Pictures go to target/web/shots.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const HERE = dirname(fileURLToPath(import.meta.url));
export const SHOTS = join(HERE, "..", "target", "web", "shots");
const BROWSER = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
export const PATIENCE = 900_000;
/** A machine that is slow to draw may be given a smaller page: SIZE=640x400. */
const [WIDTH, HEIGHT] = (process.env.SIZE ?? "1280x800").split("x").map(Number);
/** Without a graphics card. */
const FLAGS = ["--no-sandbox", "--disable-background-networking", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];

const [NODE] = process.versions.node.split(".").map(Number);
const missing = !BROWSER ? "there is no Chromium here" : NODE < 20 ? `playwright-core needs Node 20, and this is ${NODE}` : null;
if (missing) {
  console.error(`web/trials.mjs: ${missing}.`);
  process.exit(3);
}

export const launch = () => chromium.launch({ executablePath: BROWSER, args: FLAGS });

/** Serves the page; tells its address. */
export async function serve() {
  const server = spawn(join(HERE, "serve"), ["0"], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await new Promise(done => server.stdout.once("data", data => done(String(data).split("\n"))));
  return { server, address: line };
}

/** Lets a script drive the page while somebody may do something with it themselves; tells what it has written, by name. */
export async function drive(context, address, script, meanwhile = async () => {}, pictures = SHOTS) {
  const page = await context.newPage();
  const complaints = [];
  // A plugin in macroquad's bundle that nobody uses says this whenever it is loaded.
  const harmless = error => String(error).includes("register_plugin is not defined");
  page.on("pageerror", error => harmless(error) || complaints.push(String(error)));
  await page.route("**/orders.txt", route => route.fulfill({ body: script, contentType: "text/plain" }));
  const [before, link = ""] = address.split("#");
  await page.goto(`${before}?drive=orders.txt${link && "#"}${link}`);
  const ended = page.waitForFunction(() => {
    const told = document.getElementById("told");
    return triangulum.ended ?? (told.hidden ? null : { how: 2, text: told.textContent });
  }, null, { timeout: PATIENCE });
  const [done, end] = await Promise.all([meanwhile(page), ended]);
  const { how, text } = await end.jsonValue();
  const written = await page.evaluate(() => [...triangulum.written].map(([name, bytes]) => [name, Array.from(bytes)]));
  const frames = await page.evaluate(() => drawn);
  await page.close();
  if (how !== 0 || complaints.length > 0) throw new Error([text, ...complaints].join("\n"));
  const files = new Map(written.map(([name, bytes]) => [name, Buffer.from(bytes)]));
  mkdirSync(pictures, { recursive: true });
  for (const [name, bytes] of files) if (name.endsWith(".png")) writeFileSync(join(pictures, basename(name)), bytes);
  const states = new Map([...files].filter(([name]) => /^[^/]*\.json$/.test(name)).map(([name, bytes]) => [name, JSON.parse(bytes)]));
  return { files, states, frames, done };
}

/** Time goes by with the frames: a machine that has much else to do plays the same as one that has not. CLOCK=real measures. */
function steady_clock() {
  const next = window.requestAnimationFrame;
  let clock = Date.now();
  window.requestAnimationFrame = draw => next(at => { clock += 50; draw(at); });
  Date.now = () => clock;
}

/** How long our part of every frame takes once there is something to see, drawing by the graphics card aside. */
function count_frames() {
  const [next, clock] = [window.requestAnimationFrame, performance.now.bind(performance)];
  window.drawn = { frames: 0, total: 0, worst: 0 };
  window.requestAnimationFrame = draw => next(at => {
    const begun = clock();
    draw(at);
    const took = clock() - begun;
    if (!document.getElementById("curtain").hidden) return;
    drawn.frames++;
    drawn.total += took;
    drawn.worst = Math.max(drawn.worst, took);
  });
}

/** A visit by somebody with a language and a screen of their own. */
export async function somebody(browser, { width = WIDTH, height = HEIGHT, locale = "en-GB", ...more } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, locale, serviceWorkers: "block", ...more });
  context.setDefaultTimeout(PATIENCE);
  await context.addInitScript(count_frames);
  if (process.env.CLOCK !== "real") await context.addInitScript(steady_clock);
  return context;
}

/** A script may go on after the page was left: what stands behind a line `reload` is another visit.
 * Tells how long frames took. */
export async function visit(browser, address, file) {
  const text = readFileSync(join(HERE, "scripts", file), "utf8");
  const setting = (name, otherwise) => new RegExp(`^# ${name}: (.*)$`, "m").exec(text)?.[1] ?? otherwise;
  const [width, height] = setting("size", `${WIDTH} ${HEIGHT}`).split(" ").map(Number);
  const context = await somebody(browser, { width, height, locale: setting("locale", "en-GB") });
  // A file that lies there when the page is opened first.
  for (const [, name, lines] of text.matchAll(/^# file: (.*)\n((?:#\|.*\n)+)/gm)) {
    const contents = lines.replace(/^#\| ?/gm, "");
    await context.addInitScript(([name, contents]) => {
      if (!localStorage.getItem(name)) localStorage.setItem(name, `1 ${contents}`);
    }, [name, contents]);
  }
  const [states, told] = [new Map(), []];
  for (const part of text.split(/^reload$/m)) {
    const { states: seen, frames } = await drive(context, address, part);
    for (const [name, state] of seen) states.set(name, state);
    told.push(`${(frames.total / frames.frames).toFixed(1)} ms a frame, at worst ${frames.worst.toFixed(0)}`);
  }
  await context.close();
  for (const [, one, other, at] of text.matchAll(/^# same: (\S+) (\S+) (\S+)$/gm)) {
    const value = name => at.split("/").slice(1).reduce((state, key) => state?.[key], states.get(name));
    const [before, after] = [value(one), value(other)].map(value => JSON.stringify(value));
    if (before === undefined || before !== after) throw new Error(`${at} is ${before} in ${one} and ${after} in ${other}`);
  }
  return told.join("; ");
}

