// The page around the table: it fetches the program, keeps its files, and leaves it when something goes wrong.
"use strict";

const triangulum = (() => {
  /** What lies below this is kept from visit to visit; anything else only until the page is left. */
  const HOME = "triangulum/";
  const encoder = new TextEncoder();
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const locale = encoder.encode(navigator.language || "");
  /** Files the program finds when it begins: [name, bytes, milliseconds since 1970]. */
  const found = [];
  /** What is written below this is for the person to keep; and where the program says how the field for texts shall be. */
  const DOWNLOADS = "download/", FIELD = "page/text.json";
  /** What is new at the table, to be read out; and what is to be heard, once or over and over. */
  const ALOUD = "page/aloud.json", ONCE = "page/sound.once", OVER_AND_OVER = "page/sound.loop";
  /** So many lines can be read again. */
  const REMEMBERED = 40;
  /** What links to rules and games begin with. */
  const LINK = /^#t\d+\./;
  /** Where all pages see which of them has the table, and what this one writes there: always as long, so that there is room for it. */
  const TABLE = "triangulum table", OURS = Math.random().toFixed(16);
  /** Of a file longer than any the program reads (src/limits.rs) it gets enough to say so. */
  const ENOUGH = 256 * 1024 * 1024 + 1;
  /** Files it has written outside its home: what a script has asked for. */
  const written = new Map();
  let ended = null;

  const memory = () => new Uint8Array(wasm_memory.buffer);
  const bytes = (at, length) => memory().slice(at, at + length);
  const text = (at, length) => new TextDecoder().decode(bytes(at, length));
  const element = id => document.getElementById(id);

  /** The browser's storage; nothing where it keeps none for us. Then every file finds it full, and the person is told so. */
  const storage = (() => {
    try {
      return window.localStorage;
    } catch {
      return null;
    }
  })();

  /** What earlier visits have kept: a time, a blank, and the text. */
  function look_at_storage() {
    for (let at = 0; at < (storage?.length ?? 0); at++) {
      const name = storage.key(at);
      if (!name.startsWith(HOME)) continue;
      const [, time, held] = /^(\d+) ([\s\S]*)$/.exec(storage.getItem(name)) || [];
      if (time !== undefined) found.push([encoder.encode(name), encoder.encode(held), Number(time)]);
    }
  }

  /** There is one table: the page that was opened last has it, and an earlier one, in another tab, is left as it is. Where nothing
   * is kept, nobody can take it away. */
  const is_ours = () => (storage?.getItem(TABLE) ?? OURS) === OURS;
  const mind_the_table = () => is_ours() || stop("elsewhere");

  function take_the_table() {
    try {
      storage?.setItem(TABLE, OURS);
    } catch {
      // There is not even room for that.
    }
    for (const kind of ["storage", "focus", "pageshow"]) window.addEventListener(kind, mind_the_table);
  }

  /** Keeps a file; false when there is no room for it. */
  function keep(name, contents, time) {
    if (name === FIELD) lay_text(JSON.parse(decoder.decode(contents)));
    if (name === ALOUD) read_out(JSON.parse(decoder.decode(contents)));
    if (name === ONCE || name === OVER_AND_OVER) let_hear(contents, name === OVER_AND_OVER);
    if (name.startsWith(DOWNLOADS)) download(name.slice(DOWNLOADS.length), contents);
    if (!name.startsWith(HOME)) {
      written.set(name, contents);
      return true;
    }
    try {
      if (mind_the_table()) storage.setItem(name, `${Math.floor(time)} ${decoder.decode(contents)}`);
      return true;
    } catch {
      return false;
    }
  }

  function forget(name) {
    written.delete(name);
    if (mind_the_table()) storage?.removeItem(name);
  }

  /** Gives a file to the person, as a download. */
  function download(name, contents) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([contents], { type: "application/toml" }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  /** Adds what is new at the table to what screen readers watch. */
  function read_out({ language, lines }) {
    const log = element("aloud");
    document.documentElement.lang = log.lang = language;
    for (const line of lines) log.appendChild(document.createElement("p")).textContent = line;
    while (log.children.length > REMEMBERED) log.firstChild.remove();
  }

  /** What the browser plays with; it lets a page be heard once somebody has pressed something. */
  let ears = null, over_and_over = null;

  function mind_ears() {
    const open = () => {
      if (window.AudioContext && !ears) ears = new AudioContext();
      if (ears?.state === "suspended" && !document.hidden) ears.resume().catch(() => {});
    };
    for (const kind of ["pointerdown", "keydown"]) window.addEventListener(kind, open, { capture: true });
    // Nobody hears a table they cannot see.
    document.addEventListener("visibilitychange", () => ears && (document.hidden ? ears.suspend() : ears.resume()).catch(() => {}));
  }

  /** Lets samples be heard that the program has made: samples in a second, how loud, and the samples. */
  function let_hear(contents, loop) {
    if (!ears) return;
    const [[rate, gain], samples] = [new Float32Array(contents.buffer, 0, 2), new Float32Array(contents.buffer, 8)];
    if (loop) over_and_over?.stop();
    if (loop) over_and_over = null;
    // What could not be heard now would all be heard at once later.
    if (samples.length === 0 || (!loop && ears.state !== "running")) return;
    const buffer = ears.createBuffer(1, samples.length, rate);
    buffer.copyToChannel(samples, 0);
    const source = new AudioBufferSourceNode(ears, { buffer, loop });
    source.connect(new GainNode(ears, { gain })).connect(ears.destination);
    source.start();
    if (loop) over_and_over = source;
  }

  /** Gives a file to the program, as if it was dropped on the table. */
  function hand_over(files) {
    const put = bytes => {
      const at = wasm_exports.allocate_vec_u8(bytes.length);
      memory().set(bytes, at);
      return at;
    };
    wasm_exports.on_files_dropped_start();
    for (const [name, contents] of files) {
      const path = encoder.encode(name);
      wasm_exports.on_file_dropped(put(path), path.length, put(contents), contents.length);
    }
    wasm_exports.on_files_dropped_finish();
  }

  /** Gives dropped files to the program: in a folder, so that none is taken for what was typed. A folder is one that holds nothing. */
  async function hand_over_dropped(files) {
    const read = async file => {
      const contents = await file.slice(0, ENOUGH).arrayBuffer().catch(() => new ArrayBuffer(0));
      return [`dropped/${file.name}`, new Uint8Array(contents)];
    };
    hand_over(await Promise.all([...files].map(read)));
  }

  /** Puts the field for texts where the program wants it; it is only told of a text that is not what was typed. */
  function lay_text({ typing, at, editable, text: held, line }) {
    const area = element("text");
    area.hidden = !at;
    const focused = document.activeElement;
    if (typing) element("line").focus();
    else if (focused === element("line") || (!at && focused === area)) element("glcanvas").focus();
    if (!at) return;
    [area.style.left, area.style.top, area.style.width, area.style.height] = at.map(side => `${side}px`);
    area.readOnly = !editable;
    if (held !== undefined && held !== area.value) area.value = held;
    if (line != null) area.scrollTop = line * parseFloat(getComputedStyle(area).lineHeight);
  }

  function tell_text(save) {
    hand_over([["typed.json", encoder.encode(JSON.stringify({ text: element("text").value, save }))]]);
  }

  function mind_text() {
    const area = element("text");
    area.addEventListener("input", () => tell_text(false));
    area.addEventListener("keydown", event => {
      if ((event.ctrlKey || event.metaKey) && event.key === "s") {
        event.preventDefault();
        tell_text(true);
      }
    });
    // The table takes these from the whole page.
    for (const kind of ["copy", "cut", "paste"]) area.addEventListener(kind, event => event.stopPropagation());
  }

  /** What stands in the field for lines before anything is typed, so that taking it away is noticed. */
  const NOTHING = "\u200b";
  const BACKSPACE = 259;

  /** While a field of the table has the keys, the page's own field hears what is typed: so there is a keyboard on a screen without
   * keys, and accents and writing aids do what they do elsewhere. */
  function mind_line() {
    const [line, canvas] = [element("line"), element("glcanvas")];
    const tell = event => {
      if (event.isComposing) return;
      if (!line.value.includes(NOTHING)) {
        wasm_exports.key_down(BACKSPACE, 0, false);
        wasm_exports.key_up(BACKSPACE, 0);
      }
      for (const letter of line.value.replaceAll(NOTHING, "")) wasm_exports.key_press(letter.codePointAt(0));
      line.value = NOTHING;
    };
    line.addEventListener("focus", () => { line.value = NOTHING; });
    line.addEventListener("input", tell);
    line.addEventListener("compositionend", tell);
    // The table hears of keys as ever, unless a writing aid has them.
    line.addEventListener("keydown", event => event.keyCode === 229 || canvas.onkeydown(event));
    line.addEventListener("keyup", event => event.keyCode === 229 || canvas.onkeyup(event));
  }

  /** Letters are keys by what is written on them, not by where they are: Z takes back on every keyboard. */
  function mind_keys() {
    const canvas = element("glcanvas");
    for (const kind of ["onkeydown", "onkeyup"]) {
      const told = canvas[kind];
      canvas[kind] = event => {
        const { code, key, ctrlKey, shiftKey, altKey, repeat } = event;
        const named = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : code;
        told({ code: named, ctrlKey, shiftKey, altKey, repeat, preventDefault: () => event.preventDefault() });
      };
    }
  }

  /** Leaves the table as it is; trouble.js says why. */
  function stop(what, detail) {
    window.requestAnimationFrame = () => 0;
    trouble.tell(what, detail);
  }

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
      env.sapp_set_clipboard = (at, length) => {
        clipboard = text(at, length);
        // Without https there is no clipboard to write to, but there is the command, which the bundle answers.
        if (navigator.clipboard) navigator.clipboard.writeText(clipboard).catch(() => {});
        else document.execCommand("copy");
      };
      // The whole page, so that the field for texts and what the page says are seen there too.
      env.sapp_set_fullscreen = on => {
        const asked = on ? document.documentElement.requestFullscreen?.() : document.fullscreenElement && document.exitFullscreen();
        if (asked) asked.catch(() => {});
      };
      env.triangulum_ended = (how, at, length) => {
        ended = { how, text: text(at, length) };
        if (how > 0) stop(how > 1 && "fault", ended.text);
      };
    },
  });

  /** Fetches the program with a bar that grows. */
  async function fetch_program() {
    const answer = await fetch("triangulum.wasm");
    if (!answer.ok) throw new Error(`triangulum.wasm: ${answer.status}`);
    const parts = [];
    let fetched = 0;
    for (const reader = answer.body.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      fetched += value.length;
      element("loaded").value = fetched;
    }
    element("loaded").removeAttribute("value");
    return new Blob(parts).arrayBuffer();
  }

  /** Does what the bundle's `load` does, which keeps to itself what goes wrong. */
  async function begin(program) {
    const module = await WebAssembly.compile(program);
    register_plugins(plugins);
    add_missing_functions_stabs(module);
    wasm_exports = (await WebAssembly.instantiate(module, importObject)).exports;
    wasm_memory = wasm_exports.memory;
    init_plugins(plugins);
    wasm_exports.main();
    element("glcanvas").focus();
    mind_keys();
    window.ondrop = event => {
      event.preventDefault();
      hand_over_dropped(event.dataTransfer.files);
    };
    // The program draws its first frame before the browser asks for the one after it.
    for (let frame = 0; frame < 2; frame++) await new Promise(done => requestAnimationFrame(done));
    // Unless there is something to be read on it already.
    element("curtain").hidden = element("told").hidden;
  }

  /** Opens the table, or says what stands in the way. */
  async function open_table() {
    if (typeof WebAssembly !== "object") return stop("no_wasm");
    // The bundle draws with the same.
    if (!element("glcanvas").getContext("webgl")) return stop("no_webgl");
    let failing = "not_fetched";
    try {
      await fetch_orders();
      const program = await fetch_program();
      failing = "not_begun";
      await begin(program);
    } catch (error) {
      stop(failing, String(error));
    }
  }

  /** A link is looked at once: it leaves the address, so that whoever comes back is not asked again. */
  function look_at_link() {
    found.push([encoder.encode("address.txt"), encoder.encode(location.origin + location.pathname), 0]);
    if (!LINK.test(location.hash)) return;
    found.push([encoder.encode("link.txt"), encoder.encode(location.hash), 0]);
    history.replaceState(null, "", location.pathname + location.search);
  }

  /** Whoever sends an address must not send orders along: they come from our own server or not at all. */
  async function fetch_orders() {
    const script = new URLSearchParams(location.search).get("drive");
    const address = script && new URL(script, location.href);
    if (!address || address.origin !== location.origin) return;
    const answer = await fetch(address, { redirect: "error" });
    found.push([encoder.encode("drive.txt"), encoder.encode(await answer.text()), 0]);
  }

  window.addEventListener("hashchange", () => LINK.test(location.hash) && location.reload());
  element("glcanvas").addEventListener("webglcontextlost", () => stop("no_picture"));
  take_the_table();
  look_at_storage();
  look_at_link();
  mind_text();
  mind_line();
  mind_ears();
  // What is fetched for later does not delay the first screen.
  open_table().then(() => navigator.serviceWorker?.register("offline.js")).catch(error => console.warn(String(error)));

  return { written, get ended() { return ended; } };
})();
