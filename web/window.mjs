// The page in the place of the window, for the tests of the window (tests/window/stage.rs), which drive the one as the other:
// node web/window.mjs window --drive FILE --home DIR [LINK]. The home is there when the page opens, and whatever it has become
// lies there afterwards.
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { drive, launch, serve, somebody } from "./browser.mjs";

const { values: { drive: script, home }, positionals: [, link = ""] } =
  parseArgs({ allowPositionals: true, options: { drive: { type: "string" }, home: { type: "string" } } });
/** What the page calls its home. */
const HOME = "triangulum/";
const asked = readFileSync(script, "utf8");
// What a script wants to look at afterwards is not kept in the page.
const orders = asked.replaceAll(`shot ${home}/`, "shot ").replaceAll(`state ${home}/`, "state ").replaceAll(`${home}/`, HOME);
// Pictures and states of earlier visits lie beside what belongs to the home.
const brought = readdirSync(home, { recursive: true })
  .filter(name => !/^[^/]*\.(png|json|txt)$/.test(name) && statSync(join(home, name)).isFile());

const [width, height] = /^\s*size (\d+) (\d+)$/m.exec(orders)?.slice(1).map(Number) ?? [];
const { server, address } = await serve();
const browser = await launch();
let told = null;
try {
  const context = await somebody(browser, { ...(width && { width, height }) });
  const files = brought.map(name => [name, Math.floor(statSync(join(home, name)).mtimeMs), readFileSync(join(home, name), "utf8")]);
  await context.addInitScript(([home, files]) => {
    if (localStorage.length === 0) for (const [name, time, held] of files) localStorage.setItem(home + name, `${time} ${held}`);
  }, [HOME, files]);
  const { files: written } = await drive(context, address + link, orders, undefined, home);
  for (const name of brought) rmSync(join(home, name));
  const put = (name, held) => {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), held);
  };
  // What a window puts into a folder to be given away is a download of a page.
  for (const [name, held] of written) if (!name.startsWith("page/")) put(name.replace(/^download\//, "shared/"), held);
  for (const { name, value } of (await context.storageState()).origins.flatMap(origin => origin.localStorage)) {
    if (!name.startsWith(HOME)) continue;
    const [, time, held] = /^(\d+) ([\s\S]*)$/.exec(value);
    put(name.slice(HOME.length), held);
    utimesSync(join(home, name.slice(HOME.length)), time / 1000, time / 1000);
  }
} catch (error) {
  told = error.message ?? String(error);
}
await browser.close();
server.kill();
if (told) {
  console.error(told);
  process.exitCode = 2;
}
