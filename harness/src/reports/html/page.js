
"use strict";
document.documentElement.classList.add("js");
document.addEventListener("DOMContentLoaded", () => {
  const find = (id) => document.getElementById(id);
  const tools = find("tools");
  if (tools === null) return;
  const panels = Array.from(document.querySelectorAll(".panel"));
  const mistakes = panels.filter((panel) => panel.matches(".mistake"));
  const entries = new Map(Array.from(document.querySelectorAll("nav a"), (link) => [link.getAttribute("href").slice(1), link]));
  const first = panels.find((panel) => panel.dataset.first !== undefined) ?? panels[0];
  const title = document.title;
  let shown = null;
  let mistake = null;
  let places = [];
  let place = -1;

  // Shows one panel, and no other one.
  const show = (panel) => {
    if (panel === shown) return;
    shown?.classList.remove("shown");
    entries.get(shown?.id)?.removeAttribute("aria-current");
    shown = panel;
    shown.classList.add("shown");
    const entry = entries.get(shown.id);
    entry?.setAttribute("aria-current", "true");
    if (entry) intoView(entry);
    const heading = shown.querySelector("h2")?.textContent;
    document.title = heading ? `${heading} – ${title}` : title;
    if (mistakes.includes(shown)) mistake = shown;
    places = Array.from(shown.querySelectorAll(".place[id]"));
    place = -1;
    tell();
    edges();
  };

  // Marks what can be scrolled where there is more of it: a long list below, a long line at the right.
  const edges = () => {
    const list = document.querySelector("nav .entries");
    list?.classList.toggle("more", list.scrollHeight - list.clientHeight - list.scrollTop > 4);
    if (list) below(list);
    for (const talk of shown?.querySelectorAll(".talk") ?? []) {
      talk.classList.toggle("more", talk.scrollWidth - talk.clientWidth - talk.scrollLeft > 4);
    }
  };

  // Says how many mistakes stand farther down in the list.
  const below = (list) => {
    const told = document.querySelector("nav .below");
    if (told === null) return;
    told.hidden = !list.classList.contains("more");
    if (told.hidden) return;
    const bottom = list.getBoundingClientRect().bottom + 4;
    const isBelow = (entry) => entry.closest("details:not([open])") === null && entry.getBoundingClientRect().bottom > bottom;
    const number = Array.from(list.querySelectorAll("li")).filter(isBelow).length;
    told.textContent = number > 0 ? `${number} more below ↓` : "more below ↓";
  };

  // Moves the list alone, and no further than it must, so that an entry is seen.
  const intoView = (entry) => {
    const list = entry.closest(".entries");
    if (list === null) return;
    const [entryBox, listBox] = [entry.getBoundingClientRect(), list.getBoundingClientRect()];
    list.scrollTop += Math.min(entryBox.top - listBox.top, 0) + Math.max(entryBox.bottom - listBox.bottom, 0);
  };

  // Gives the list the height that the window has for it, below the marks as far as these are seen.
  const nav = document.querySelector("nav");
  const fit = () => {
    const top = Math.max(nav.getBoundingClientRect().top, 0);
    nav.style.setProperty("--room", `${Math.max(innerHeight - top, 240)}px`);
    edges();
  };

  // Says where the reader is, and what else there is to go to.
  const tell = () => {
    find("mistakes").hidden = mistakes.length === 0;
    if (mistakes.length > 0) {
      find("mistake").textContent = mistake === shown ? mistake.dataset.at : mistakes[0].dataset.all;
      find("mistake").href = `#${(mistake ?? mistakes[0]).id}`;
    }
    for (const button of find("mistakes").querySelectorAll("button")) button.hidden = mistakes.length === 1 && mistake === shown;
    const follow = places.filter((it) => it.classList.contains("follows")).length;
    const number = places.length - follow;
    // A single place needs no one to lead to it.
    find("places").hidden = places.length < 2;
    tools.hidden = mistakes.length === 0 && places.length < 2;
    const where = `${number} place${number === 1 ? "" : "s"} here${follow > 0 ? `, ${follow} that follow${follow === 1 ? "s" : ""}` : ""}`;
    find("place").textContent = place < 0 ? where : `Place ${place + 1} of ${places.length}`;
  };

  // Returns whether a panel begins in view, with room below: then the page stays where it is.
  const isTopSeen = (panel) => {
    const { top } = panel.getBoundingClientRect();
    return top >= tools.getBoundingClientRect().bottom - 1 && top < 0.6 * innerHeight;
  };

  // Opens what holds an element, and shows it.
  const open = (element) => {
    const panel = element.closest(".panel");
    if (panel === null) return;
    find("dead").hidden = true;
    show(panel);
    for (let box = element.parentElement; box !== panel && box; box = box.parentElement) {
      if (box.tagName === "DETAILS") box.open = true;
    }
    place = places.indexOf(element);
    tell();
    if (element !== panel) element.scrollIntoView({ block: "center" });
    else if (!isTopSeen(panel)) panel.scrollIntoView({ block: "start" });
    element.focus({ preventScroll: true });
  };

  const follow = () => {
    const name = location.hash.slice(1);
    const target = find(name);
    if (target?.closest(".panel")) return open(target);
    find("dead").hidden = name === "" || name === "main";
    if (shown === null || name === "") show(first);
  };

  // Goes where a link would lead.
  const go = (element) => {
    if (location.hash !== `#${element.id}`) history.pushState(null, "", `#${element.id}`);
    open(element);
  };

  const toPlace = (step) => {
    if (places.length === 0) return;
    const from = place < 0 && step < 0 ? 0 : place;
    const next = places[(from + step + places.length) % places.length];
    history.replaceState(null, "", `#${next.id}`);
    open(next);
  };

  const toMistake = (step) => {
    if (mistakes.length === 0) return;
    // Who has seen none yet starts with the first, or backwards with the last one.
    const from = mistake === null && step < 0 ? 0 : mistakes.indexOf(mistake);
    go(mistakes[(from + step + mistakes.length) % mistakes.length]);
  };

  const search = find("search");
  const state = find("state");
  const listed = Array.from(document.querySelectorAll("#cases .cases li"));
  let chosen = "";
  // A search goes through all cases, whatever was shown before; without one that is shown again.
  const searched = () => {
    const isSearch = search.value.trim() !== "";
    if (isSearch && state.value !== "") chosen = state.value;
    state.value = isSearch ? "" : chosen;
    filter();
  };
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let number = 0;
    for (const entry of listed) {
      const text = entry.textContent.toLowerCase();
      entry.hidden = (state.value !== "" && entry.dataset.s !== state.value) || !words.every((word) => text.includes(word));
      if (!entry.hidden) number += 1;
    }
    for (const row of document.querySelectorAll("#cases .row, #cases .group")) {
      row.hidden = row.querySelector("li:not([hidden])") === null;
    }
    find("shown").textContent = number > 0 ? `${number} of ${listed.length} cases shown` : `No case matches '${search.value.trim()}'`;
    find("reset").hidden = number > 0;
  };

  const actions = {
    n: () => toPlace(1),
    p: () => toPlace(-1),
    j: () => toMistake(1),
    k: () => toMistake(-1),
    "/": () => {
      if (!search) return;
      go(find("cases"));
      search.select();
    },
    "?": () => find("help").showModal(),
  };
  // Where the browser keeps nothing for a page, the keys work each time.
  const kept = (use) => {
    try {
      return use(window.localStorage);
    } catch {
      return null;
    }
  };
  const keys = find("keys");
  keys.checked = kept((storage) => storage.getItem("harness-keys")) !== "off";
  keys.addEventListener("change", () => kept((storage) => storage.setItem("harness-keys", keys.checked ? "on" : "off")));
  document.addEventListener("keydown", (event) => {
    const typing = event.target.matches("input:not([type=checkbox]), select, textarea");
    if (tools.hidden || !keys.checked || find("help").open || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    actions[event.key]();
  });
  for (const button of tools.querySelectorAll("button")) button.addEventListener("click", actions[button.dataset.key]);
  find("close").addEventListener("click", () => find("help").close());
  // A closed list is not on paper.
  const titles = find("titles");
  const onPaper = (isOpen) => () => {
    if (titles) titles.open = isOpen;
  };
  window.addEventListener("beforeprint", onPaper(true));
  window.addEventListener("afterprint", onPaper(false));
  // A link to what is shown already changes no address, and brings it into view all the same.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    if (link && link.getAttribute("href") === location.hash) follow();
  });
  window.addEventListener("hashchange", follow);
  window.addEventListener("resize", fit);
  window.addEventListener("scroll", fit, { passive: true });
  // What is scrolled or opened within the page tells only who asks for it first.
  document.addEventListener("scroll", edges, { capture: true, passive: true });
  document.addEventListener("toggle", edges, { capture: true });

  if (search) {
    find("controls").hidden = false;
    find("controls").addEventListener("submit", (event) => event.preventDefault());
    search.addEventListener("input", searched);
    state.addEventListener("input", () => {
      chosen = state.value;
      filter();
    });
    find("reset").addEventListener("click", () => {
      search.value = chosen = "";
      searched();
      search.focus();
    });
    searched();
  }
  fit();
  follow();
});
