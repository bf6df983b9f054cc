/**
 * Stands in the page itself (index.html) and runs before any file has come: which language, and its
 * words on their way; which screen, so that the page can already show the frame of the first one.
 * js/state/settings.js chooses the language by the same rule.
 */
(() => {
  const files = {{words}};
  let lang;
  try {
    lang = JSON.parse(localStorage.getItem("jantaku.settings")).lang;
  } catch {
    // Nothing stored, or storage is forbidden.
  }
  if (!files[lang]) {
    lang = "en";
    for (const tag of navigator.languages) {
      const [, found] = /^(ja|zh|en)/i.exec(tag) ?? [];
      if (!found) continue;
      const traditional = /hant|tw|hk|mo/i.test(tag);
      lang = { ja: "ja", zh: traditional ? "zh-Hant" : "zh-Hans", en: "en" }[found.toLowerCase()];
      break;
    }
  }
  const words = fetch(files[lang]).then((answer) => (answer.ok ? answer.json() : Promise.reject(answer.status)));
  words.catch(() => {});
  globalThis.earlyWords = { [lang]: words };
  document.documentElement.lang = lang;
  document.documentElement.dataset.at = location.pathname.split("/")[1] || "home";
})();
