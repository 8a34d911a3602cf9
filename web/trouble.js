// What the page says when there can be no table on it, and what to do about it, in the language of the table. In the oldest
// JavaScript there is, so that a browser too old for everything else can say so.
"use strict";

var trouble = (function () {
  var WORDS = {
    en: {
      old: "This browser is too old for the table. Bring it up to date, or open the page in another one: a Firefox, Chrome, Edge or Safari of the last few years.",
      no_wasm: "The table needs WebAssembly, and this browser has none or has it switched off. Bring the browser up to date, allow WebAssembly in its settings (Lockdown Mode forbids it), or open the page in another browser.",
      no_webgl: "The table is drawn with WebGL, and the browser offers none here. Switch on hardware acceleration in its settings and start it again, bring the graphics driver up to date, or open the page in another browser.",
      not_fetched: "The program could not be fetched. See whether you are online, then press ↻. If that does not help, something is missing on the server this page comes from.",
      not_begun: "The program was fetched but could not be started. Press ↻; if that does not help, bring the browser up to date or open the page in another one.",
      fault: "Something went wrong in the program. Press ↻: a game that is kept goes on where it was.",
      no_picture: "The browser has taken its graphics away from this page, as it does when they run short. Press ↻: a game that is kept goes on where it was.",
      elsewhere: "This table goes on in another tab or window. Press ↻ to take it back here."
    },
    de: {
      old: "Dieser Browser ist zu alt für den Tisch. Bring ihn auf den neuesten Stand oder öffne die Seite in einem anderen: Firefox, Chrome, Edge oder Safari aus den letzten Jahren.",
      no_wasm: "Der Tisch braucht WebAssembly, und dieser Browser kennt es nicht oder hat es abgeschaltet. Bring den Browser auf den neuesten Stand, erlaube WebAssembly in seinen Einstellungen (der Blockierungsmodus verbietet es) oder öffne die Seite in einem anderen Browser.",
      no_webgl: "Der Tisch wird mit WebGL gezeichnet, und das bietet der Browser hier nicht an. Schalte in seinen Einstellungen die Hardwarebeschleunigung ein und starte ihn neu, bring den Grafiktreiber auf den neuesten Stand oder öffne die Seite in einem anderen Browser.",
      not_fetched: "Das Programm ließ sich nicht laden. Sieh nach, ob du mit dem Netz verbunden bist, und drück dann ↻. Hilft das nicht, fehlt etwas auf dem Server, von dem diese Seite kommt.",
      not_begun: "Das Programm ist geladen, ließ sich aber nicht starten. Drück ↻; hilft das nicht, bring den Browser auf den neuesten Stand oder öffne die Seite in einem anderen.",
      fault: "Im Programm ist etwas schiefgegangen. Drück ↻: Eine gespeicherte Partie geht weiter, wo sie war.",
      no_picture: "Der Browser hat dieser Seite die Grafik weggenommen; das tut er, wenn sie knapp wird. Drück ↻: Eine gespeicherte Partie geht weiter, wo sie war.",
      elsewhere: "Dieser Tisch steht jetzt in einem anderen Tab oder Fenster. Mit ↻ kommt er hierher zurück."
    },
    fr: {
      old: "Ce navigateur est trop ancien pour la table. Mettez-le à jour ou ouvrez la page dans un autre : Firefox, Chrome, Edge ou Safari, de ces dernières années.",
      no_wasm: "La table a besoin de WebAssembly, que ce navigateur ne connaît pas ou qui y est désactivé. Mettez le navigateur à jour, autorisez WebAssembly dans ses réglages (le mode Isolement l’interdit) ou ouvrez la page dans un autre navigateur.",
      no_webgl: "La table est dessinée avec WebGL, que le navigateur n’offre pas ici. Activez l’accélération matérielle dans ses réglages et redémarrez-le, mettez à jour le pilote graphique ou ouvrez la page dans un autre navigateur.",
      not_fetched: "Impossible de charger le programme. Vérifiez que vous êtes en ligne, puis appuyez sur ↻. Si cela n’y change rien, il manque quelque chose sur le serveur d’où vient cette page.",
      not_begun: "Le programme est chargé, mais n’a pas pu démarrer. Appuyez sur ↻ ; si cela n’y change rien, mettez le navigateur à jour ou ouvrez la page dans un autre.",
      fault: "Un problème est survenu dans le programme. Appuyez sur ↻ : une partie gardée reprend là où elle en était.",
      no_picture: "Le navigateur a retiré ses moyens graphiques à cette page, comme il le fait quand ils viennent à manquer. Appuyez sur ↻ : une partie gardée reprend là où elle en était.",
      elsewhere: "Cette table se trouve maintenant dans un autre onglet ou une autre fenêtre. ↻ la ramène ici."
    }
  };

  /** The language chosen at the table, or else the browser's. */
  function language() {
    var chosen = null;
    try {
      chosen = /^language = "(..)/m.exec(localStorage.getItem("triangulum/settings.toml"));
    } catch (nothing_is_kept) {}
    var code = chosen ? chosen[1] : String(navigator.language).slice(0, 2);
    return WORDS.hasOwnProperty(code) ? code : "en";
  }

  /** Shows the curtain again, with what happened in our words, in those of whoever noticed, or both, and a way to begin anew.
   * What came first stays: the rest follows from it. */
  function tell(what, detail) {
    var told = document.getElementById("told");
    if (!told.hidden) return;
    var code = language(), words = WORDS[code][what];
    document.documentElement.lang = code;
    told.textContent = words && detail ? words + "\n\n" + detail : words || detail;
    told.hidden = document.getElementById("again").hidden = document.getElementById("curtain").hidden = false;
    document.getElementById("loaded").hidden = true;
  }

  document.getElementById("again").addEventListener("click", function () { location.reload(); });

  // Scripts that cannot be fetched or read, and a program that breaks off without a word.
  window.addEventListener("error", function (event) {
    if (event.target.tagName === "SCRIPT") tell("not_fetched", event.target.src);
    else if (/SyntaxError/.test(event.message)) tell("old", event.message);
    else if (/RuntimeError|RangeError|InternalError/.test(event.message)) tell("fault", event.message);
  }, true);

  return { tell: tell };
})();
