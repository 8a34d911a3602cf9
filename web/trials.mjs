// What is tried with the page in Chromium: every script in web/scripts, and what takes a hand of one's own.
// node web/trials.mjs [part of a name …]; without one, everything.
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { HERE, PATIENCE, SHOTS, drive, launch, serve, somebody, visit } from "./browser.mjs";

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
  const context = await somebody(browser, { serviceWorkers: "allow" });
  const [first, took] = await open(context, address);
  await first.evaluate(() => navigator.serviceWorker.ready);
  await first.close();
  await context.setOffline(true);
  const [page, again] = await open(context, address);
  await page.screenshot({ path: join(SHOTS, "offline.png") });
  await context.close();
  return `the first screen after ${took} ms, without a network after ${again} ms`;
}

/** What a page says for which there can be no table. */
async function told(page) {
  await page.waitForSelector("#told:not([hidden])");
  expect("the curtain before it", await page.evaluate(() => document.getElementById("curtain").hidden), false);
  return page.textContent("#told");
}

/** Another page takes the table, and the first one says so, writes no more, and takes it back. */
async function elsewhere(browser, address) {
  const context = await somebody(browser, { locale: "de-DE" });
  // Only pages that came over https have such locks.
  await context.addInitScript(() => { delete Navigator.prototype.locks; });
  const [first] = await open(context, address);
  const owner = () => first.evaluate(() => localStorage.getItem("triangulum table"));
  const before = await owner();
  const [second] = await open(context, address);
  const said = await told(first);
  if (!said.includes("Dieser Tisch")) throw new Error(`the first page says "${said}"`);
  if (await owner() === before) throw new Error("the second page has not taken the table");
  await first.click("#again");
  await told(second);
  await first.waitForFunction(() => document.getElementById("curtain").hidden);
  await context.close();
  return "told, and taken back";
}

/** Where there can be no table the page says so and what to do, in the visitor's language, and does not wait for ever. */
async function trouble(browser, address) {
  const garbled = contentType => ({ body: "const = ;", contentType });
  const without = {
    WebAssembly: () => { delete window.WebAssembly; },
    WebGL: () => { HTMLCanvasElement.prototype.getContext = () => null; },
  };
  const cases = [
    ["en-GB", "needs WebAssembly", context => context.addInitScript(without.WebAssembly)],
    ["de-DE", "mit WebGL gezeichnet", context => context.addInitScript(without.WebGL)],
    ["fr-FR", "Impossible de charger", context => context.route("**/triangulum.wasm", route => route.fulfill({ status: 404 }))],
    ["en-GB", "could not be started", context => context.route("**/triangulum.wasm", route => route.fulfill(garbled("application/wasm")))],
    ["de-DE", "ließ sich nicht laden", context => context.route("**/mq_js_bundle.js", route => route.abort())],
    ["fr-FR", "trop ancien", context => context.route("**/page.js", route => route.fulfill(garbled("text/javascript")))],
    // Whoever has chosen a language at the table hears that one.
    ["en-GB", "Grafik weggenommen", context => context.addInitScript(() => {
      localStorage.setItem("triangulum/settings.toml", '1 version = 1\nlanguage = "de"\n');
    }), page => page.evaluate(() => gl.getExtension("WEBGL_lose_context").loseContext())],
  ];
  for (const [at, [locale, wanted, prepare, then]] of cases.entries()) {
    const context = await somebody(browser, { locale });
    await prepare(context);
    const page = then ? (await open(context, address))[0] : await context.newPage();
    await (then ? then(page) : page.goto(address));
    const said = await told(page);
    if (!said.includes(wanted)) throw new Error(`instead of "${wanted}": ${said}`);
    expect("the bar", await page.isVisible("#loaded"), false);
    expect("the way to begin anew", await page.isVisible("#again"), true);
    await page.screenshot({ path: join(SHOTS, `trouble_${at}.png`) });
    await context.close();
  }
  return `${cases.length} of them told`;
}

/** A quick game by rules of one's own, a rule with its own text among them. */
const OURS = `pack = "bermuda"
name = "Ours"
extends = "standard"
rules = ["tip"]

[victory]
goal = 200_000

[tip]
value = 3000

[rule.tip]
title = "Tip"
what = "Whoever sails gets a tip."

[rule.tip.settings.value]
default = 1000
range = [0, 9000]

[[rule.tip.do]]
at = "after sail"
run = 'pay(bank, me, set.value);'
`;

/** Somebody who has a variant of their own from an earlier visit. */
async function owner(browser, more) {
  const context = await somebody(browser, more);
  await context.addInitScript(text => {
    const name = "triangulum/variants/bermuda/ours.toml";
    if (!localStorage.getItem(name)) localStorage.setItem(name, `1 ${text}`);
  }, OURS);
  return context;
}

const AT_OURS = `click new:bermuda
click variant:ours
click kind:1
click kind:1=quick
click seed
key ctrl+a
type 7
click play
wait element roll
click speed:instant
`;

/** What the page has copied. */
const copied = page => page.waitForFunction(() => clipboard, null, { timeout: PATIENCE }).then(handle => handle.jsonValue());

function expect(what, is, wanted) {
  if (JSON.stringify(is) !== JSON.stringify(wanted)) throw new Error(`${what} is ${JSON.stringify(is)}, not ${JSON.stringify(wanted)}`);
}

/** Rules with a text of their own go by a link to somebody else, who is asked, and plays by them with the same luck. */
async function link_to_rules(browser, address) {
  const ours = await owner(browser);
  const order = `${AT_OURS}key f2\nclick tab:shelf\nclick copy_link\nwait 0.5\nquit\n`;
  const { done: link } = await drive(ours, address, order, copied);
  await ours.close();
  const theirs = await somebody(browser, { locale: "de-DE" });
  const { states } = await drive(theirs, link, `wait element received
    shot link_rules.png
    click received:set_up
    wait 0.2
    shot link_set_up.png
    state set_up.json
    click play
    wait element speed:instant
    click speed:instant
    play mouse 3
    state link_rules.json
    quit`);
  await theirs.close();
  const state = states.get("link_rules.json");
  expect("the goal", state.settings.victory.goal, 200_000);
  // The rule that came along is at work: whoever sails gets 3,000.
  expect("whoever has money", state.shown.standings.some(total => total !== "0"), true);
  expect("the seed", states.get("set_up.json").texts.some(({ text }) => text === "7"), true);
  return `${link.length - address.length} characters`;
}

/** A game that was played to its end goes by a link to somebody else, who watches it and plays on. */
async function link_to_game(browser, address) {
  const ours = await owner(browser);
  const order = `${AT_OURS}play mouse\nwait element copy_link\nshot link_ending.png\nclick copy_link\nstate ended.json\nwait 0.5\nquit\n`;
  const { done: link, states: ended } = await drive(ours, address, order, copied);
  await ours.close();
  const theirs = await somebody(browser, { locale: "fr-FR" });
  const { states } = await drive(theirs, link, `wait element received
    shot link_game.png
    click received:watch
    wait element replay:forward
    click replay:forward
    click replay:forward
    shot link_watched.png
    click replay:result
    wait motion
    state link_end.json
    key escape
    click replay:back
    click replay:back
    click replay:back
    click replay:back
    click replay:play_on
    wait element speed:instant
    click speed:instant
    play mouse 2
    state link_game.json
    quit`);
  await theirs.close();
  expect("the end of the game", states.get("link_end.json").hash, ended.get("ended.json").hash);
  expect("the screen", states.get("link_game.json").screen, "table");
  return `${link.length - address.length} characters for ${ended.get("ended.json").deeds} deeds`;
}

/** Orders that are none are told where they can be read, and an address cannot bring orders of its own along. */
async function orders(browser, address) {
  const context = await somebody(browser);
  const wrong = await context.newPage();
  await wrong.route("**/orders.txt", route => route.fulfill({ body: "dance", contentType: "text/plain" }));
  await wrong.goto(`${address}?drive=orders.txt`);
  await wrong.waitForSelector("#told:not([hidden])");
  await wrong.evaluate(() => new Promise(done => setTimeout(done, 500)));
  const said = await told(wrong);
  await wrong.close();
  const [page] = await open(context, `${address}?drive=data:,quit`);
  expect("what became of foreign orders", await page.evaluate(() => triangulum.ended), null);
  await context.close();
  return said.split("\n")[0];
}

/** A link that was broken on the way is refused in words. */
async function broken_link(browser, address) {
  const context = await somebody(browser);
  const { states } = await drive(context, `${address}#t1.eJxLTEpOAQACSwEm`, "wait 0.3\nshot link_broken.png\nstate broken.json\nquit");
  await context.close();
  const { trouble } = states.get("broken.json");
  if (!/link/.test(trouble ?? "")) throw new Error(`told: ${trouble}`);
  return trouble.split("\n")[0];
}

/** The text of the rules in an ordinary field: what is wrong with it is told, what is saved counts. */
async function text(browser, address) {
  const context = await owner(browser);
  const order = `${AT_OURS}key f2
    click tab:text
    wait element rules_text
    wait 0.5
    shot text.png
    wait /workshop/text/saved false
    wait 0.3
    state wrong.json
    shot text_wrong.png
    wait element verdict
    expect /settings/victory/goal 210000
    state saved.json
    quit`;
  const { states } = await drive(context, address, order, async page => {
    await page.waitForSelector("#text:not([hidden])");
    const held = await page.inputValue("#text");
    await page.fill("#text", held.replace("goal", "gaol"));
    await page.waitForFunction(() => triangulum.written.has("wrong.json"), null, { timeout: PATIENCE });
    await page.screenshot({ path: join(SHOTS, "text_page.png") });
    await page.fill("#text", held.replace("200_000", "210_000"));
    await page.press("#text", "Control+s");
  });
  await context.close();
  const problems = states.get("wrong.json").workshop.text.problems;
  if (!problems.some(problem => problem.includes("gaol"))) throw new Error(`told: ${problems}`);
  return problems[0].split("\n")[0];
}

/** Rules leave the page as a download and come back as a dropped file. */
async function in_and_out(browser, address) {
  const ours = await owner(browser);
  const order = `${AT_OURS}key f2\nclick tab:shelf\nclick save_copy\nwait 0.5\nquit\n`;
  const { done: file } = await drive(ours, address, order, async page => {
    const download = await page.waitForEvent("download", { timeout: PATIENCE });
    const parts = [];
    for await (const part of await download.createReadStream()) parts.push(part);
    return [download.suggestedFilename(), Buffer.concat(parts).toString()];
  });
  await ours.close();
  const theirs = await somebody(browser);
  await drive(theirs, address, "wait element new:bermuda\nwait element received\nshot dropped.png\nclick received:keep\nwait 0.2\nquit", async page => {
    await page.waitForFunction(() => document.getElementById("curtain").hidden);
    const dropped = await page.evaluateHandle(([name, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text], name));
      return data;
    }, file);
    await page.dispatchEvent("#glcanvas", "drop", { dataTransfer: dropped });
  });
  await theirs.close();
  return file[0];
}

/** Where there is no room the person is told, and plays on. */
async function full(browser, address) {
  const context = await somebody(browser);
  await context.addInitScript(() => {
    for (let size = 4_194_304; size >= 1; size = Math.floor(size / 2)) {
      try {
        for (let at = 0; ; at++) localStorage.setItem(`ballast ${size} ${at}`, "x".repeat(size));
      } catch {}
    }
  });
  const { states } = await drive(context, address, `click new:bermuda
    click play
    wait element roll
    wait 0.5
    shot full.png
    state full.json
    quit`);
  await context.close();
  const told = JSON.stringify(states.get("full.json").texts.map(text => text.text));
  if (!/not kept|cannot be kept|full/i.test(told)) throw new Error(`told: ${told}`);
  return "told";
}

/** Names are typed as everywhere on the device, with accents, writing aids and letters taken back. */
async function keyboard(browser, address) {
  const context = await somebody(browser);
  const order = `click new:bermuda
    click name:0
    wait 0.3
    state ready.json
    wait 3
    state typed.json
    quit`;
  const { states } = await drive(context, address, order, async page => {
    await page.waitForFunction(() => triangulum.written.has("ready.json"), null, { timeout: PATIENCE });
    await page.waitForFunction(() => document.activeElement.id === "line");
    await page.keyboard.type("Bärx");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("-Jo");
    // A writing aid puts a word together and then gives it.
    const device = await context.newCDPSession(page);
    await device.send("Input.imeSetComposition", { text: "sep", selectionStart: 3, selectionEnd: 3 });
    await device.send("Input.insertText", { text: "seph" });
  });
  await context.close();
  const texts = states.get("typed.json").texts.map(({ text }) => text);
  if (!texts.includes("Bär-Joseph")) throw new Error(`typed: ${JSON.stringify(texts)}`);
  return "typed";
}

/** What happens is heard once somebody has pressed something, and told to those who do not see it. */
async function heard(browser, address) {
  const context = await somebody(browser, { locale: "de-DE" });
  await context.addInitScript(() => {
    window.started = [];
    const start = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (...when) {
      const peak = this.buffer.getChannelData(0).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      started.push({ over_and_over: this.loop, peak });
      return start.apply(this, when);
    };
  });
  const order = `click new:bermuda
    click play
    wait element roll
    state ready.json
    wait 2
    click roll
    wait motion
    play mouse 1
    wait 3
    quit`;
  const { done: [sounds, lines, language] } = await drive(context, address, order, async page => {
    await page.waitForFunction(() => triangulum.written.has("ready.json"), null, { timeout: PATIENCE });
    await page.mouse.click(1, 1);
    await page.waitForFunction(() => triangulum.ended, null, { timeout: PATIENCE });
    return page.evaluate(() => [started, [...document.querySelectorAll("#aloud p")].map(line => line.textContent), document.documentElement.lang]);
  });
  await context.close();
  if (!sounds.some(({ peak, over_and_over }) => peak > 0.1 && !over_and_over)) throw new Error(`heard: ${JSON.stringify(sounds)}`);
  if (!lines.some(line => line.includes("würfelt"))) throw new Error(`told: ${JSON.stringify(lines)}`);
  expect("the language of what is told", language, "de");
  return `${sounds.length} sounds, ${lines.length} lines`;
}

/** On a screen with several dots to a point everything is as large, and where it is clicked, as on any other. */
async function dense(browser, address) {
  const context = await somebody(browser, { deviceScaleFactor: 2 });
  const [page] = await open(context, address);
  const [drawn, shown] = await page.evaluate(() => {
    const canvas = document.getElementById("glcanvas");
    return [canvas.width, canvas.clientWidth];
  });
  await page.screenshot({ path: join(SHOTS, "dense.png") });
  expect("what is drawn", drawn, shown);
  await context.close();
  return "as large";
}

/** A tablet held upright: the board above, everything else below it. */
async function tablet(browser, address) {
  const context = await somebody(browser, { width: 768, height: 1024, locale: "de-DE", hasTouch: true });
  const { states } = await drive(context, address, `wait element new:bermuda
    shot tablet_start.png
    tap new:bermuda
    wait element play
    shot tablet_new.png
    tap play
    wait element roll
    tap roll
    wait 0.5
    shot tablet.png
    state tablet.json
    key f2
    wait 0.5
    shot tablet_rules.png
    state tablet_rules.json
    quit`);
  await context.close();
  for (const state of ["tablet.json", "tablet_rules.json"]) expect(`what is cut off in ${state}`, states.get(state).cut, []);
  return "seen, and nothing cut off";
}

/** Fingers: a tap on a button of the page, taps on the board, and two fingers that are moved apart. */
async function touch(browser, address) {
  const [width, height] = [1024, 768];
  const context = await somebody(browser, { width, height, hasTouch: true });
  const order = `wait 0.5
    state start.json
    wait /screen "new_game"
    tap play
    wait element speed:instant
    tap speed:instant
    play mouse 2
    wait motion
    wait 0.5
    state before.json
    wait 4
    state apart.json
    shot touch.png
    quit`;
  const { states } = await drive(context, address, order, async page => {
    const until = name => page.waitForFunction(name => triangulum.written.has(name), name, { timeout: PATIENCE });
    await until("start.json");
    const bytes = await page.evaluate(() => [...triangulum.written.get("start.json")]);
    const texts = JSON.parse(Buffer.from(bytes)).texts;
    const scale = width / 1280;
    const [left, top, right, bottom] = texts.filter(text => text.text === "Play")[2].rect;
    await page.touchscreen.tap(((left + right) / 2) * scale, ((top + bottom) / 2) * scale);
    await until("before.json");
    const device = await context.newCDPSession(page);
    const fingers = (type, apart) => device.send("Input.dispatchTouchEvent", {
      type, touchPoints: apart === 0 ? [] : [-1, 1].map((side, id) => ({ x: width * 0.35 + side * apart, y: height / 2, id })),
    });
    await fingers("touchStart", 40);
    for (let apart = 50; apart <= 120; apart += 10) await fingers("touchMove", apart);
    await fingers("touchEnd", 0);
  });
  await context.close();
  const [before, apart] = ["before.json", "apart.json"].map(name => states.get(name).magnified);
  if (!(apart > before * 1.2)) throw new Error(`two fingers: ${before} before and ${apart} after`);
  return `tapped, and ${(apart / before).toFixed(1)} times as large`;
}

const OWN = { offline, elsewhere, trouble, link_to_rules, link_to_game, broken_link, orders, text, in_and_out, full, keyboard, heard, touch, tablet, dense };

mkdirSync(SHOTS, { recursive: true });
const { server, address } = await serve();
const browser = await launch();
const scripted = file => () => visit(browser, address, file);
const trials = readdirSync(join(HERE, "scripts")).sort().map(file => [file, scripted(file)]);
for (const [name, trial] of Object.entries(OWN)) trials.push([name, () => trial(browser, address)]);
const wanted = process.argv.slice(2);
let wrong = 0;
for (const [name, trial] of trials.filter(([name]) => wanted.length === 0 || wanted.some(part => name.includes(part)))) {
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
