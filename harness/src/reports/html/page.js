
"use strict";
(() => {
  const find = (id) => document.getElementById(id);
  const cases = Array.from(document.querySelectorAll("article.case"));
  const fields = { search: find("search"), state: find("state"), cause: find("cause"), row: find("row") };
  const texts = new Map();
  const text = (article) => {
    if (!texts.has(article)) texts.set(article, article.textContent.toLowerCase());
    return texts.get(article);
  };

  const filter = () => {
    const words = fields.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const article of cases) {
      const fits = (field, key) => field.value === "" || article.dataset[key] === field.value;
      const found = fits(fields.state, "s") && fits(fields.cause, "c") && fits(fields.row, "r")
        && words.every((word) => text(article).includes(word));
      article.hidden = !found;
      if (found) shown += 1;
    }
    find("shown").textContent = `${shown} of ${cases.length} cases shown`;
  };

  const open = (element) => {
    for (let box = element; box; box = box.parentElement) {
      if (box.tagName === "DETAILS") box.open = true;
      if (box.hidden && box.matches("article")) {
        for (const field of Object.values(fields)) field.value = "";
        filter();
      }
    }
    element.scrollIntoView({ block: "start" });
  };

  let current = null;
  const go = (step) => {
    const differences = Array.from(document.querySelectorAll("article.case:not([hidden]) .diff:not(.follows)"));
    if (differences.length === 0) return;
    const at = differences.indexOf(current);
    const next = at === -1 ? (step === 1 ? 0 : differences.length - 1) : at + step;
    current = differences[(next + differences.length) % differences.length];
    open(current);
    current.focus({ preventScroll: true });
  };

  const follow = () => {
    const target = location.hash.length === 0 ? null : find(location.hash.slice(1));
    if (target === null) return;
    const details = target.querySelector("details");
    if (target.matches("article") && details) details.open = true;
    if (target.closest("article")) open(target);
    const summary = target.querySelector("summary");
    if (target.matches("article") && summary) summary.focus({ preventScroll: true });
  };

  document.addEventListener("keydown", (event) => {
    const typing = event.target.matches("input, select, textarea");
    if (!find("keys").checked || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const actions = { n: () => go(1), p: () => go(-1), "/": () => fields.search.focus() };
    if (!Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    actions[event.key]();
  });
  for (const link of document.querySelectorAll("a[data-cause]")) {
    link.addEventListener("click", () => {
      fields.state.value = "failed";
      fields.cause.value = link.dataset.cause;
      filter();
    });
  }
  for (const field of Object.values(fields)) field.addEventListener("input", filter);
  const view = find("view");
  view.addEventListener("input", () => document.body.classList.toggle("below", view.value === "below"));
  find("next").addEventListener("click", () => go(1));
  find("previous").addEventListener("click", () => go(-1));
  find("controls").addEventListener("submit", (event) => event.preventDefault());
  window.addEventListener("hashchange", follow);
  window.addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("article.failed:not([hidden]) details")) details.open = true;
  });

  find("controls").hidden = false;
  if (fields.state.querySelector("option[value=failed]")) fields.state.value = "failed";
  filter();
  follow();
})();
