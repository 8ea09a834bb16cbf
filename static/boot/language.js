// The language. The top of the site leads to the page in the language that the visitor chose, or else in the first of the
// browser's languages that has a page. The choice is one of the settings. The game comes along: the address names it and
// the browser keeps it.

import { attempt, parsed, stored } from "./page.js";

// Language → the address of its page. Every page lists the others in its head.
const pages = new Map();
for (const link of document.querySelectorAll("link[hreflang]")) {
  link.setAttribute("href", link.href); // absolute, as search engines want it
  if (link.hreflang !== "x-default") pages.set(link.hreflang, link.href);
}

// Our tag for one of the browser's; Chinese is written in two scripts.
function ours(tag) {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return [`${language}-${script}`, language].find((name) => pages.has(name));
  } catch { /* no language at all */ }
}

function preferred() {
  const { language } = parsed(stored("settings"));
  if (pages.has(language)) return language;
  return attempt(() => navigator.languages.map(ours).find(Boolean));
}

const page = document.documentElement;
if ("opening" in page.dataset && preferred() && preferred() !== page.lang) {
  page.style.display = "none";
  location.replace(pages.get(preferred()) + location.search + location.hash);
  await new Promise(() => {}); // nothing of this page is wanted any more
}

document.addEventListener("click", (event) => {
  const language = event.target.closest("a[data-language]")?.dataset.language;
  if (!language || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  try {
    localStorage.setItem("kesu/settings", JSON.stringify({ ...parsed(stored("settings")), language }));
  } catch { /* a browser that keeps nothing is asked again next time */ }
});
