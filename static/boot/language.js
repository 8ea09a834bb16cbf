// Redirects from the top of the site to the page in the language that the visitor chose, or else in the first of the
// browser's languages that has a page. The choice is one of the settings. The game survives the redirect: the address
// names it and the browser keeps it.

import { attempt, names, parsed, store, stored } from "./page.js";

// Language → the address of its page. Every page lists the others in its head.
const pages = new Map();
for (const link of document.querySelectorAll("link[hreflang]")) {
  link.setAttribute("href", link.href); // absolute, as search engines require
  if (link.hreflang !== "x-default") pages.set(link.hreflang, link.href);
}

// Kesu's tag for one of the browser's; Chinese has two scripts.
function ours(tag) {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return [`${language}-${script}`, language].find((name) => pages.has(name));
  } catch { /* not a valid tag */ }
}

function preferred() {
  const { language } = parsed(stored(names.settings));
  if (pages.has(language)) return language;
  return attempt(() => navigator.languages.map(ours).find(Boolean));
}

const page = document.documentElement;
if ("opening" in page.dataset && preferred() && preferred() !== page.lang) {
  page.style.display = "none";
  location.replace(pages.get(preferred()) + location.search + location.hash);
  await new Promise(() => {}); // nothing else on this page should run
}

document.addEventListener("click", (event) => {
  const language = event.target.closest("a[data-language]")?.dataset.language;
  if (!language || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  try {
    store(names.settings, JSON.stringify({ ...parsed(stored(names.settings)), language }));
  } catch { /* nothing can be kept: the choice lasts for this visit */ }
});
