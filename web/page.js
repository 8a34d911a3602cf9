// The page around the table: it fetches the program, keeps its files, and says when something went wrong.
"use strict";

const triangulum = (() => {
  /** What lies below this is kept from visit to visit; anything else only until the page is left. */
  const HOME = "triangulum/";
  const encoder = new TextEncoder();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const locale = encoder.encode(navigator.language || "");
  /** Files the program finds when it begins: [name, bytes, milliseconds since 1970]. */
  const found = [];
  /** Files it has written outside its home: what a script has asked for. */
  const written = new Map();
  let ended = null;

  const memory = () => new Uint8Array(wasm_memory.buffer);
  const bytes = (at, length) => memory().slice(at, at + length);
  const text = (at, length) => new TextDecoder().decode(bytes(at, length));
  const element = id => document.getElementById(id);

  /** What earlier visits have kept: a time, a blank, and the text. */
  function look_at_storage() {
    for (let at = 0; at < localStorage.length; at++) {
      const name = localStorage.key(at);
      if (!name.startsWith(HOME)) continue;
      const [, time, held] = /^(\d+) ([\s\S]*)$/.exec(localStorage.getItem(name)) || [];
      if (time !== undefined) found.push([encoder.encode(name), encoder.encode(held), Number(time)]);
    }
  }

  /** Keeps a file; false when there is no room for it. */
  function keep(name, contents, time) {
    if (!name.startsWith(HOME)) {
      written.set(name, contents);
      return true;
    }
    try {
      localStorage.setItem(name, `${Math.floor(time)} ${decoder.decode(contents)}`);
      return true;
    } catch {
      return false;
    }
  }

  function forget(name) {
    written.delete(name);
    localStorage.removeItem(name);
  }

  /** Shows the curtain again, with a text and a way to begin anew. */
  function stop(told) {
    element("told").textContent = told;
    for (const id of ["told", "again"]) element(id).hidden = !told;
    element("loaded").hidden = true;
    element("curtain").hidden = false;
  }

  const STOPPED = ["", "", "×\n\n"];

  miniquad_add_plugin({
    name: "triangulum",
    version: 1,
    register_plugin: ({ env }) => {
      env.triangulum_now = () => Date.now();
      env.triangulum_files = () => found.length;
      env.triangulum_length = (file, part) => found[file][part].length;
      env.triangulum_copy = (file, part, to) => memory().set(found[file][part], to);
      env.triangulum_written = file => found[file][2];
      env.triangulum_keep = (name, name_length, at, length, time) =>
        keep(text(name, name_length), bytes(at, length), time) ? 0 : 1;
      env.triangulum_forget = (name, length) => forget(text(name, length));
      env.triangulum_locale_length = () => locale.length;
      env.triangulum_locale = to => memory().set(locale, to);
      env.triangulum_ended = (how, at, length) => {
        ended = { how, text: text(at, length) };
        if (how > 0) stop(STOPPED[how] + ended.text);
      };
    },
  });

  /** There is one table: the page that was opened last has it, and an earlier one, in another tab, is left as it is. */
  function take_the_table() {
    const hold = () => new Promise(() => {});
    navigator.locks?.request("triangulum", { steal: true }, hold).catch(() => {
      window.requestAnimationFrame = () => 0;
      const length = wasm_exports?.triangulum_elsewhere() ?? 0;
      stop(length ? text(wasm_exports.triangulum_told(), length) : "×");
    });
  }

  /** Fetches the program with a bar that grows, and begins it. */
  async function begin() {
    const answer = await fetch("triangulum.wasm");
    if (!answer.ok) throw new Error(`triangulum.wasm: ${answer.status}`);
    const all = Number(answer.headers.get("X-Length") || answer.headers.get("Content-Length")) || 0;
    const parts = [];
    let fetched = 0;
    for (const reader = answer.body.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      fetched += value.length;
      if (all) element("loaded").value = fetched / all;
    }
    element("loaded").removeAttribute("value");
    load(URL.createObjectURL(new Blob(parts, { type: "application/wasm" })));
    element("glcanvas").focus();
    await first_frame();
    element("curtain").hidden = true;
  }

  /** The program draws its first frame before the browser asks for the one after it. */
  const first_frame = () => new Promise(done => {
    const look = () => (typeof wasm_exports === "object" && wasm_exports ? requestAnimationFrame(() => requestAnimationFrame(done)) : requestAnimationFrame(look));
    look();
  });

  element("again").addEventListener("click", () => location.reload());
  take_the_table();
  look_at_storage();
  const script = new URLSearchParams(location.search).get("drive");
  const ready = script
    ? fetch(script).then(answer => answer.text()).then(orders => found.push([encoder.encode("drive.txt"), encoder.encode(orders), 0]))
    : Promise.resolve();
  navigator.serviceWorker?.register("offline.js").catch(error => console.warn(String(error)));
  ready.then(begin).catch(error => stop(String(error)));

  return { written, get ended() { return ended; } };
})();
