
'use strict';
document.addEventListener('DOMContentLoaded', () => {
  const said = document.getElementById('cell');
  const cases = [];
  let before = null;
  for (const line of document.querySelectorAll('.cases tbody tr')) {
    // A blank stands between the cases of two rows.
    if (before !== null && before !== line.dataset.row) cases.push(null);
    before = line.dataset.row;
    cases.push({ id: line.firstElementChild.textContent, anchor: line.dataset.anchor });
  }
  const meanings = new Map();
  for (const sign of document.querySelectorAll('.legend code')) {
    meanings.set(sign.textContent, (sign.nextSibling.textContent || '').trim());
  }
  const mark = document.createElement('div');
  mark.id = 'mark';
  mark.hidden = true;
  document.body.append(mark);
  let at = 0;

  const width = (cells) => {
    const range = document.createRange();
    range.selectNodeContents(cells);
    const box = range.getBoundingClientRect();
    return { left: box.left, top: box.top, height: box.height, each: box.width / cells.textContent.length };
  };
  const show = (cells, place) => {
    const found = cases[place];
    if (!found) return;
    at = place;
    const who = cells.parentElement.firstElementChild.textContent;
    said.textContent = `${who}, ${found.id}: ${meanings.get(cells.textContent[place]) || ''}`;
    const box = width(cells);
    mark.style.left = `${box.left + scrollX + place * box.each}px`;
    mark.style.top = `${box.top + scrollY}px`;
    mark.style.width = `${box.each}px`;
    mark.style.height = `${box.height}px`;
    mark.hidden = false;
  };
  const open = (cells, place) => {
    if (cells.dataset.page && cases[place]) location.href = `${cells.dataset.page}#${cases[place].anchor}`;
  };
  const pointed = (event) => {
    const cells = event.target.closest('.cells');
    if (!cells) return null;
    const box = width(cells);
    return { cells, place: Math.floor((event.clientX - box.left) / box.each) };
  };
  const step = (place, by) => {
    let next = place + by;
    if (cases[next] === null) next += by;
    return cases[next] ? next : place;
  };
  document.addEventListener('mousemove', (event) => {
    const found = pointed(event);
    if (found) show(found.cells, found.place);
  });
  document.addEventListener('click', (event) => {
    const found = pointed(event);
    if (found) open(found.cells, found.place);
  });
  document.addEventListener('focusin', (event) => {
    if (event.target.classList.contains('cells')) show(event.target, Math.min(at, cases.length - 1));
  });
  document.addEventListener('keydown', (event) => {
    const cells = event.target;
    if (!cells.classList || !cells.classList.contains('cells')) return;
    const lines = () => [...document.querySelectorAll('.cells')];
    const go = (by) => {
      const all = lines();
      const next = all[all.indexOf(cells) + by];
      if (next) next.focus();
    };
    const keys = {
      ArrowLeft: () => show(cells, step(at, -1)),
      ArrowRight: () => show(cells, step(at, 1)),
      ArrowUp: () => go(-1),
      ArrowDown: () => go(1),
      Home: () => show(cells, 0),
      End: () => show(cells, cases.length - 1),
      Enter: () => open(cells, at),
    };
    if (keys[event.key]) {
      event.preventDefault();
      keys[event.key]();
    }
  });
});
