// The page of a report in a real browser: accessible, usable by keyboard alone, at phone width, in the dark and on
// paper, without network, without script, and fast with many cases. Started by .ci/browser, which gives
//   HARNESS   the program
//   REPORTS   a folder of reports of a submission with several mistakes, made for staff, with report.html
//   STUDENT   the same for students
//   BROKEN    the same of a submission that does not start
//   PICTURES  the folder for screenshots
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { opened } from "./opened.mjs";

const { HARNESS, REPORTS, STUDENT, BROKEN, PICTURES } = process.env;
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const read = (folder) => JSON.parse(fs.readFileSync(path.join(folder, "results.json"), "utf8"));
const results = read(REPORTS);
const failed = results.cases.filter((item) => item.verdict !== "passed");
const costly = results.mistakes.filter((item) => item.lost > 0);
// What became of a case: its own fact decides, and what else its conversation shows.
const stateOf = (item) => {
  if (item.verdict === "undecided") return "undecided";
  const holds = item.verdict === "passed" || (item.out_of > 0 && item.awarded >= item.out_of);
  if (holds) return item.differences.some((it) => it.mistake) ? "mistaken" : "passed";
  const isOwn = item.awarded > 0 || item.differences.length === 0 || item.differences.some((it) => it.row === item.row);
  return isOwn ? "failed" : "uncounted";
};
const inState = (state, cases = results.cases) => cases.filter((item) => stateOf(item) === state);
const phone = { width: 390, height: 844 };
// Milliseconds of work for a page: twice the wish, as there are slower machines.
const LIMIT = 2000;

let browser;
before(async () => {
  fs.mkdirSync(PICTURES, { recursive: true });
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
});
after(() => browser.close());

// Opens a page and fails if it asks for anything but itself, or has errors.
async function open(file, options = {}, hash = "") {
  const { page, worked, close } = await opened(browser, { viewport: { width: 1280, height: 860 }, reducedMotion: "reduce", ...options });
  const address = pathToFileURL(file).href;
  const troubles = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(address)) troubles.push(`asks for ${request.url()}`);
  });
  page.on("console", (message) => {
    if (message.type() === "error") troubles.push(message.text());
  });
  page.on("pageerror", (error) => troubles.push(String(error)));
  page.on("dialog", (dialog) => {
    troubles.push(`dialog ${dialog.message()}`);
    dialog.dismiss();
  });
  await page.goto(address + hash);
  return { page, troubles, worked, close };
}

const pageOf = (folder) => path.join(folder, "report.html");
const report = pageOf(REPORTS);
const linkOf = (item) => `#case/${item.id}`;
const shot = (page, name, options = {}) => page.screenshot({ path: path.join(PICTURES, `${name}.png`), ...options });
const active = (page) => page.evaluate(() => document.activeElement.id);
const shownPanel = (page) => page.evaluate(() => Array.from(document.querySelectorAll(".panel"), (it) => it).filter((it) => it.offsetParent !== null).map((it) => it.id));

// Follows a link, and waits until what it leads to is shown.
const follow = async (page, link) => {
  await link.click();
  await page.waitForFunction(() => document.querySelector(".shown").id === location.hash.slice(1));
};

// The recording of a case: a file of its own, or its line among those of all cases that pass.
function recorded(folder, item) {
  const text = fs.readFileSync(path.join(folder, item.recording), "utf8");
  const texts = item.recording.endsWith(".jsonl") ? text.trimEnd().split("\n") : [text];
  return texts.map((line) => JSON.parse(line)).find((recording) => texts.length === 1 || recording.case === item.id);
}

// Makes the page of other results, which stand in a folder of their own.
function made(name, changed, recordings = {}) {
  const folder = path.join(PICTURES, name);
  fs.mkdirSync(folder, { recursive: true });
  for (const [file, recording] of Object.entries(recordings)) fs.writeFileSync(path.join(folder, file), JSON.stringify(recording));
  fs.writeFileSync(path.join(folder, "results.json"), JSON.stringify(changed));
  execFileSync(HARNESS, ["report", folder, "--report", "html", "--quiet"]);
  return pageOf(folder);
}

// axe is put in by the browser's own interface, which the page's policy does not bind.
async function violations(page) {
  await page.evaluate(fs.readFileSync(AXE, "utf8"));
  const found = await page.evaluate((tags) => axe.run(document, { runOnly: tags }), RULES);
  return found.violations.map((item) => `${item.id}: ${item.nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
}

async function assertNothingBeyondTheEdge(page) {
  const [wide, visible] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= visible, `${wide} columns on ${visible}`);
}

for (const [name, file, options, hash] of [
  ["mistake", report, {}, ""],
  ["student", pageOf(STUDENT), {}, ""],
  ["not-public", pageOf(STUDENT), {}, "#not-public"],
  ["case", report, {}, linkOf(failed[0])],
  ["cases", report, {}, "#cases"],
  ["dark", report, { colorScheme: "dark" }, ""],
  ["dark-case", report, { colorScheme: "dark" }, linkOf(failed[0])],
  ["phone", report, { viewport: phone }, ""],
  ["phone-case", report, { viewport: phone }, linkOf(failed[0])],
  ["narrow", report, { viewport: { width: 320, height: 740 } }, ""],
  ["large-text", report, { viewport: { width: 640, height: 430 } }, linkOf(failed[0])],
  ["does-not-start", pageOf(BROKEN), {}, ""],
  ["does-not-start-on-a-phone", pageOf(BROKEN), { viewport: phone }, ""],
]) {
  test(`${name}: no barrier, no error, nothing from outside, nothing beyond the edge`, async () => {
    const { page, troubles, close } = await open(file, options, hash);
    await shot(page, name);
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(troubles, []);
    await assertNothingBeyondTheEdge(page);
    await close();
  });
}

test("the tool that looks for barriers finds one where there is one", async () => {
  const { page, close } = await open(report);
  await page.evaluate(() => document.querySelector("h1").style.setProperty("color", "#eee"));
  assert.match((await violations(page)).join(), /color-contrast/);
  await close();
});

test("the first screen has the score, a bar for each row, the mistakes, and the worst one with expected and got", async () => {
  const { page, close } = await open(report);
  const bottom = async (selector) => {
    const box = await page.locator(selector).first().boundingBox();
    return box.y + box.height;
  };
  for (const selector of [".marks", ".bars li:last-child", "nav ol li:first-child", ".shown h2", ".shown .want", ".shown .have"]) {
    assert.ok((await bottom(selector)) <= 860, `${selector} ends at ${await bottom(selector)}`);
  }
  const judged = results.mark_sheet.filter((row) => row.by !== "pending");
  assert.equal(await page.locator(".bars li").count(), judged.length);
  const later = await page.locator(".rows > .pending").textContent();
  for (const row of results.mark_sheet) assert.equal(later.includes(row.row), row.by === "pending", row.row);
  assert.equal(await page.locator("nav ol").first().locator("li").count(), costly.length);
  await page.setViewportSize(phone);
  assert.ok((await bottom(".bars li:last-child")) <= phone.height, "the marks are on the first screen of a phone");
  await close();
});

test("what a row has won is told by a sign and by the length of a bar, not by colour", async () => {
  const { page, close } = await open(report);
  for (const row of results.mark_sheet.filter((it) => it.by !== "pending")) {
    const entry = page.locator(".bars li", { has: page.locator(`.name:text-is("${row.row}")`) });
    const share = row.awarded / row.out_of;
    const expected = share >= 1 ? ["●", 100] : share > 0 ? ["◐", share * 100] : ["○", 0];
    assert.equal(await entry.locator(".sign").textContent(), expected[0], row.row);
    assert.ok(Math.abs((await entry.locator("rect").getAttribute("width")) - expected[1]) < 0.1, row.row);
    const colour = (selector) => page.locator(selector).first().evaluate((it) => getComputedStyle(it).fill);
    assert.equal(await colour(".bars .part rect"), await colour(".bars .all rect"), "what is won has one colour");
  }
  await close();
});

test("the name of a row that lost marks leads to the worst mistake that cost it, and its words name all of them", async () => {
  const { page, close } = await open(report);
  const cost = (row) => costly.filter((it) => it.row === row.row || (it.other_rows ?? []).includes(row.row));
  for (const row of results.mark_sheet.filter((it) => it.by !== "pending")) {
    const name = page.locator(`.bars .name:text-is("${row.row}")`);
    const worst = cost(row)[0];
    assert.equal(await name.evaluate((it) => it.tagName), worst ? "A" : "SPAN", row.row);
    if (!worst) continue;
    await follow(page, name);
    assert.match(await page.locator(".shown .kicker").textContent(), new RegExp(`Mistake ${costly.indexOf(worst) + 1}costs`));
  }
  await page.locator(".sheet > summary").click();
  for (const row of results.mark_sheet) {
    const words = page.locator(".sheet tbody tr", { hasText: row.title }).locator("small a");
    assert.deepEqual(await words.allTextContents(), cost(row).map((it) => `Mistake ${costly.indexOf(it) + 1}`), row.row);
  }
  await close();
});

test("the name of a row that only cases lost which are not public leads to what may be told of them", async () => {
  const student = read(STUDENT);
  const told = student.mistakes.filter((it) => it.key !== "" && it.lost > 0);
  const names = (list) => new Set(list.flatMap((it) => [it.row, ...(it.other_rows ?? [])]));
  const only = student.mistakes.filter((it) => it.key === "" && it.lost > 0 && !names(told).has(it.row));
  const row = student.mark_sheet.find((it) => it.by === "harness" && !names(told).has(it.row)).row;
  const hidden = { ...student.mistakes[0], key: "", lost: 0.5, row, other_rows: [], example: null };
  const changed = only.length > 0 ? student : { ...student, mistakes: [...student.mistakes, hidden] };
  const { page, troubles, close } = await open(made("row-of-hidden-cases", changed));
  const name = page.locator(`.bars .name:text-is("${only[0]?.row ?? row}")`);
  assert.equal(await name.getAttribute("href"), "#not-public");
  await follow(page, name);
  assert.deepEqual(troubles, []);
  await close();
});

test("numbers of a list stand below each other", async () => {
  const { page, close } = await open(report);
  const of = (selector) => page.locator(selector).allTextContents();
  for (const selector of ["nav ol .cost", ".bars .won"]) {
    const decimals = (await of(selector)).map((text) => (text.split(".")[1] ?? "").length);
    assert.equal(new Set(decimals).size, 1, `${selector}: ${await of(selector)}`);
  }
  for (const selector of ["nav ol .cost"]) {
    const ends = await page.locator(selector).evaluateAll((all) => all.map((it) => Math.round(it.getBoundingClientRect().right)));
    assert.equal(new Set(ends).size, 1, `${selector}: ${ends}`);
    const figures = await page.locator(selector).first().evaluate((it) => getComputedStyle(it).fontVariantNumeric);
    assert.equal(figures, "tabular-nums");
  }
  await close();
});

test("expected and got keep the columns of the conversation around them", async () => {
  const { page, close } = await open(report, {}, linkOf(failed[0]));
  const lefts = await page.evaluate(() => {
    const start = (node) => {
      const range = document.createRange();
      range.setStart(node, 0);
      range.setEnd(node, 1);
      return range.getBoundingClientRect().left;
    };
    const first = (element) => document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    const lines = document.querySelectorAll(".shown .lines > pre, .shown .want code, .shown .have code");
    return Array.from(lines, (it) => first(it)).filter((it) => /^\S/.test(it.data) && !it.data.startsWith("≠")).map((it) => Math.round(start(it)));
  });
  assert.ok(lefts.length >= 3 && new Set(lefts).size === 1, String(lefts));
  await close();
});

test("eighty columns are whole where the window is as wide as a small laptop or a tablet", async () => {
  for (const viewport of [{ width: 1024, height: 768 }, { width: 1180, height: 820 }, { width: 1200, height: 800 }, { width: 1280, height: 860 }]) {
    const { page, close } = await open(report, { viewport });
    const [end, edge] = await page.evaluate(() => {
      const code = document.querySelector(".shown .have code");
      const probe = document.createElement("span");
      probe.textContent = "x".repeat(80);
      Object.assign(probe.style, { position: "absolute", whiteSpace: "pre", left: "calc(var(--gutter) - .25rem)" });
      code.append(probe);
      return [probe.getBoundingClientRect().right, code.closest(".talk").getBoundingClientRect().right];
    });
    assert.ok(end <= edge && edge <= viewport.width, `80 columns end at ${end} of ${edge}, ${viewport.width} wide`);
    await assertNothingBeyondTheEdge(page);
    await close();
  }
});

// Returns the place of the mistake whose heading has these words.
const mistakeOf = (page, words) => page.locator("article.mistake").filter({ has: page.locator("h2", { hasText: words }) }).first().getAttribute("id");

test("the heading of a mistake has its words", async () => {
  const { page, close } = await open(report);
  const headings = (await page.locator("article.mistake h2").allTextContents()).join("\n");
  for (const words of ["Game over:", "Player X's", "TypeError"]) assert.ok(headings.includes(words), `${words}: ${headings}`);
  await close();
});

test("every mistake that shows on a line is named beside it, each with a link", async () => {
  const { page, close } = await open(report);
  const own = await mistakeOf(page, "lost instead of returned");
  await page.goto(`${pathToFileURL(report).href}#${own}`);
  // The hands lack a piece, which is this mistake, and their quotes, which is another one.
  const place = page.locator(".shown .place").first();
  const other = place.locator(".have .other a");
  assert.equal(await other.count(), 1);
  const link = await other.getAttribute("href");
  assert.match(link, /^#mistake\/[0-9a-f]+$/);
  assert.notEqual(link, `#${own}`);
  const strong = (await place.locator(".want mark:not(.other)").allTextContents()).join("");
  const weak = (await place.locator(".want mark.other").allTextContents()).join("");
  assert.match(strong, /[XO]/, "the piece that is missing is marked strongly");
  assert.match(weak, /^'+$/, "and the quotes, of which another mistake tells, are marked weakly");
  const ground = (selector) => place.locator(selector).first().evaluate((it) => getComputedStyle(it).backgroundColor);
  assert.notEqual(await ground(".want mark:not(.other)"), await ground(".want mark.other"));
  const tagged = await page.locator(".shown pre .other").first().locator("a").getAttribute("href");
  assert.match(tagged, /^#mistake\//);
  await close();
});

test("the last typed line and the last board before a place are seen without a click", async () => {
  const { page, close } = await open(report);
  const own = await mistakeOf(page, "lost instead of returned");
  await page.goto(`${pathToFileURL(report).href}#${own}`);
  const [typed, edges] = await page.evaluate(() => {
    const place = document.querySelector(".shown .place");
    const before = [];
    for (let it = place.previousElementSibling; it && it.tagName !== "DETAILS"; it = it.previousElementSibling) before.push(it);
    const text = before.map((it) => it.textContent).join("\n");
    return [before.some((it) => it.querySelector("kbd")), text.split("+---+").length - 1];
  });
  assert.ok(typed, "what was typed before it");
  assert.ok(edges >= 7, `a whole board: ${edges} edges`);
  await close();
});

test("in an example what repeats or follows is folded, and the keys lead to it", async () => {
  const { page, close } = await open(report);
  const own = await mistakeOf(page, "Player X's");
  await page.goto(`${pathToFileURL(report).href}#${own}`);
  const places = page.locator(".shown .place[id]");
  assert.ok((await places.count()) > 2);
  assert.ok(await places.first().isVisible());
  assert.ok(!(await places.last().isVisible()));
  assert.match((await page.locator(".shown .lines > details > summary").allTextContents()).join(), /more lines, \d+ places? that repeat or follow/);
  await page.keyboard.press("p");
  assert.ok(await places.last().isVisible());
  await close();
});

test("a legend has the signs that occur, and no others", async () => {
  const { page, close } = await open(report);
  for (const panel of await page.locator(".panel:has(.talk)").all()) {
    const [html, legend] = await panel.evaluate((it) => [
      Array.from(it.querySelectorAll(".lines > :not(details)"), (line) => line.outerHTML).join(),
      it.querySelector(".legend")?.textContent ?? "",
    ]);
    const occurs = { "was typed": "<kbd>", "that mistake shows": '">≠<a ', 'differs, too': '<mark class="other">', "a tab": "<i>→</i>", "a carriage return": "<i>␍</i>", "an escape": "<i>␛</i>" };
    for (const [words, sign] of Object.entries(occurs)) assert.equal(legend.includes(words), html.includes(sign), `${words}: ${await panel.getAttribute("id")}`);
  }
  await close();
});

test("what describes a line is set as prose, and a sign for any die is explained", async () => {
  const chosen = failed.find((it) => it.differences.some((difference) => difference.expected && difference.got));
  const first = { ...chosen.differences.find((it) => it.expected && it.got), root: null };
  const words = { ...first, expected: "the player wins", expected_form: "words" };
  const dice = { ...first, expected: "Roll: [?, ?]", expected_form: "throw" };
  const recording = recorded(REPORTS, chosen);
  for (const [name, difference, check] of [
    ["words", words, async (place) => {
      assert.equal(await place.locator(".want .words").textContent(), "the player wins");
      assert.doesNotMatch(await place.locator(".want .words").evaluate((it) => getComputedStyle(it).fontFamily), /mono/i);
      assert.equal(await place.locator("mark").count(), 0, "prose and a line are not compared");
    }],
    ["throw", dice, async (place) => assert.match(await place.textContent(), /each \? stands for a die/)],
    ["any-dice", { ...first, expected: "HAL rolls ?-?", got: "Henry rolls 4-1, in all 11", expected_form: "throw" }, async (place) => {
      assert.deepEqual(await place.locator(".want mark").allTextContents(), ["HAL"]);
      assert.deepEqual(await place.locator(".have mark").allTextContents(), ["Henry"], "any dice are right, and what is not told of is not wrong");
    }],
  ]) {
    const item = { ...chosen, differences: [difference], recording: "r.json" };
    const file = made(`form-${name}`, { ...results, cases: [item] }, { "r.json": recording });
    const { page, troubles, close } = await open(file, {}, linkOf(item));
    await check(page.locator(".shown .place"));
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(troubles, []);
    await close();
  }
});

test("no name of a row is cut", async () => {
  for (const viewport of [{ width: 1280, height: 860 }, phone]) {
    const { page, close } = await open(report, { viewport });
    const cut = await page.locator(".bars .name").evaluateAll((all) => all.filter((it) => it.scrollWidth > it.clientWidth).map((it) => it.textContent));
    assert.deepEqual(cut, []);
    await close();
  }
});

test("rows of marks stand in a grid, all equally high, and no name is broken", async () => {
  for (const viewport of [{ width: 1280, height: 860 }, { width: 1024, height: 768 }, phone]) {
    const { page, close } = await open(report, { viewport });
    const heights = await page.locator(".bars li").evaluateAll((all) => all.map((it) => Math.round(it.getBoundingClientRect().height * 10)));
    assert.equal(new Set(heights).size, 1, String(heights));
    const lines = await page.locator(".bars .name").evaluateAll((all) => all.map((it) => {
      const range = document.createRange();
      range.selectNodeContents(it);
      return range.getClientRects().length;
    }));
    assert.ok(lines.every((number) => number === 1), String(lines));
    await close();
  }
});

test("a title that is read out tells each row in full", async () => {
  const { page, close } = await open(report);
  const judged = results.mark_sheet.filter((row) => row.by !== "pending");
  assert.deepEqual(await page.locator(".bars .full").allTextContents(), judged.map((row) => row.title));
  assert.match(await page.locator(".sheet > summary").textContent(), /with full names/);
  await close();
});

test("heads of the mark sheet stand above their numbers, and nobody needs to know who marks", async () => {
  const { page, close } = await open(report);
  await page.locator(".sheet > summary").click();
  const ends = (selector) => page.locator(selector).evaluateAll((all) => all.map((it) => {
    const range = document.createRange();
    range.selectNodeContents(it);
    return Math.round(range.getBoundingClientRect().right);
  }));
  for (const column of [2, 3]) {
    const [head, ...numbers] = await ends(`.sheet tr > :nth-child(${column})`);
    for (const number of numbers) assert.ok(Math.abs(head - number) <= 1, `${head} ${numbers}`);
  }
  const by = await page.locator(".sheet tbody td:last-child").allTextContents();
  assert.ok(by.includes("this program") && !by.includes("harness"), String(by));
  await close();
});

test("who chooses a mistake in the list stays where the list is, if its top is in view", async () => {
  const { page, close } = await open(report);
  const entry = page.locator("nav ol a").nth(1);
  const top = () => entry.evaluate((it) => it.getBoundingClientRect().top);
  const before = await top();
  await follow(page, entry);
  assert.equal(await top(), before);
  assert.equal(await page.evaluate(() => scrollY), 0);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page.keyboard.press("k");
  const shown = await page.locator(".shown h2").evaluate((it) => it.getBoundingClientRect().top);
  assert.ok(shown >= 0 && shown < 430, `from below the top comes into view: ${shown}`);
  await close();
});

test("the title of the window names what is open", async () => {
  const { page, close } = await open(report);
  for (const link of ["nav ol a >> nth=1", "nav a[href='#cases']"]) {
    await follow(page, page.locator(link));
    const [title, heading] = [await page.title(), await page.locator(".shown h2").textContent()];
    assert.ok(title.startsWith(`${heading} – `) && title.includes(results.title), title);
  }
  await close();
});

test("where the reader's colours replace those of the page the chosen entry and what was typed can be seen", async () => {
  const { page, close } = await open(report, { forcedColors: "active" });
  const edge = (selector) => page.locator(selector).first().evaluate((it) => getComputedStyle(it).borderLeftColor);
  assert.notEqual(await edge("nav a[aria-current]"), await edge("nav ol a:not([aria-current])"));
  assert.equal(await edge("nav ol a:not([aria-current])"), await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
  assert.match(await page.locator(".talk kbd").first().evaluate((it) => getComputedStyle(it).textDecorationLine), /underline/);
  await shot(page, "forced-colors");
  await close();
});

test("no caption is cut, however low the window is", async () => {
  for (const height of [600, 768, 860]) {
    const { page, close } = await open(report, { viewport: { width: 1280, height } });
    await page.locator(".shown figcaption").evaluate((it) => it.append(" and more words".repeat(30)));
    const [inner, outer] = await page.locator(".shown figcaption").evaluate((it) => [it.scrollHeight, it.clientHeight]);
    assert.ok(inner <= outer, `${inner} of ${outer}`);
    await close();
  }
});

// Returns results of one case, which prints these lines after what was typed, and of these mistakes.
const ofOneCase = (lines, differences, mistakes) => {
  const own = results.cases.find((item) => item.id === costly[0].example);
  const all = differences.map((it) => ({ cause: "wrong text", part: "board", row: own.row, turn: 2, expected: null, got: null, root: null, sentence: "it differs", ...it }));
  const recording = {
    schema: "harness-recording/1",
    events: [
      { at: 0.1, event: "output", text: "Which? " },
      { at: 0.2, event: "typed", text: "b\n" },
      { at: 0.3, event: "output", text: `${lines.join("\n")}\n` },
    ],
  };
  const changed = { ...own, differences: all, recording: "one.json", left_out: 0 };
  return [{ ...results, cases: [changed], mistakes: mistakes.map((it) => ({ ...costly[0], cases: 1, row: own.row, ...it })) }, { "one.json": recording }];
};

test("in a mistake the lines that follow from its place are marked, too, and what should come next is told", async () => {
  const key = "extra output";
  const extra = (line, got, more) => ({ cause: "extra output", line, got, ...more });
  const lines = ["Summary of order 0", "1. Ham", "Order 1:", "1. Cheese", "2. Garlic"];
  const differences = [
    extra(1, lines[0], { mistake: key }),
    extra(2, lines[1], { root: 0 }),
    extra(3, lines[2], { root: 0 }),
  ];
  const { page, troubles, close } = await open(made("following", ...ofOneCase(lines, differences, [{ key, expected: null, got: lines[0], rule: undefined }])));
  const places = page.locator(".shown .place");
  assert.equal(await places.count(), 2);
  assert.deepEqual(await places.nth(0).locator(".have code").allTextContents(), [lines[0]]);
  assert.deepEqual(await places.nth(1).locator(".have code").allTextContents(), lines.slice(1, 3));
  assert.equal(await places.nth(0).locator(".note").count(), 0);
  assert.equal(await places.nth(1).locator(".note").textContent(), "follows from the place above");
  const expected = await places.locator(".want code").allTextContents();
  assert.deepEqual(expected, ["(no line here) expected next: 1. Cheese", "(no line here)"]);
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(troubles, []);
  await close();
});

for (const [withoutCases, by] of [[false, "by a person"], [true, "by cases that are not public"]])
test(`mistakes in rows that are marked later, ${by}, stand apart from slips, with what the row is worth`, async () => {
  const row = { ...results.mark_sheet.find((it) => it.by === "pending"), without_cases: withoutCases };
  const sheet = results.mark_sheet.map((it) => (it.row === row.row ? row : it));
  const free = { ...costly[0], lost: 0, by_row: {}, row: row.row, other_rows: [], precursors: undefined, cases: 2 };
  const mistakes = [...results.mistakes, { ...free, key: "a rule", kind: "behaviour" }, { ...free, key: "a slip", kind: "wording" }];
  const { page, troubles, close } = await open(made(`later-${withoutCases}`, { ...results, mistakes, mark_sheet: sheet }));
  const apart = page.locator("nav .later");
  assert.equal(await apart.locator("h3").textContent(), "In rows that are marked later");
  const marked = await page.locator(".pending").allTextContents();
  assert.ok(marked.some((it) => it.includes(`Later, ${by}:`) && it.includes(`${row.row} ${row.out_of}`)), `${marked}`);
  const marks = `${row.out_of} mark${row.out_of === 1 ? "" : "s"}`;
  assert.equal(await apart.locator("li .where:visible").textContent(), `${row.row}, ${marks}, ${by}; 2 cases`);
  assert.match(await page.locator("nav .free > summary").textContent(), /^Slips that cost nothing: \d+$/);
  await follow(page, apart.locator("a"));
  const kicker = await page.locator(".shown .kicker").textContent();
  assert.ok(kicker.includes(`${row.row}, ${marks}, ${by}`) && !kicker.includes("costs nothing"), kicker);
  assert.match(await page.locator("#mistake").textContent(), /marked later$/);
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(troubles, []);
  await close();
});

test("what only all runs together show is told so, without a number of runs that no one finds again", async () => {
  const unfair = { ...costly[0], key: "unfair dice", part: "dice/fair", sentence: "all runs begin with the same dice: 2 4", cases: 0, example: null, expected: null, got: null, rule: undefined };
  const { page, close } = await open(made("all-runs", { ...results, mistakes: [unfair] }));
  assert.match(await page.locator(".shown .kicker").textContent(), /seen by comparing all runs$/);
  assert.equal(await page.locator(".shown h2").textContent(), "All runs begin with the same dice: 2 4");
  assert.match(await page.locator("nav ol .what").textContent(), /^All runs begin/);
  const file = made("files", { ...results, mistakes: [{ ...unfair, part: "files/a", sentence: "it is missing" }] });
  const other = await open(file);
  assert.doesNotMatch(await other.page.locator(".shown .kicker").textContent(), /case|runs/);
  await other.close();
  await close();
});

test("staff are warned of cases that are not public where there are any", async () => {
  const { page, close } = await open(report);
  assert.match(await page.locator(".top .notice").first().textContent(), /Do not hand it out/);
  await close();
  const cases = results.cases.map((item) => ({ ...item, visible: "public" }));
  const other = await open(made("all-public", { ...results, cases }));
  assert.ok(!(await other.page.locator("header").textContent()).includes("Do not hand it out"));
  await other.close();
});

test("what a case checks is told where the mistake is what it fails by, and of no broken rule", async () => {
  const rule = { text: "The highest \"score\" wins.", hint: "the highest score wins" };
  for (const [name, key, of, expected] of [
    ["own", "own", undefined, true],
    ["rule", "own", rule, false],
    ["other", "other", undefined, false],
  ]) {
    const differences = [{ line: 1, expected: "you win", got: "you lose", mistake: key }, { line: 2, expected: "a", got: "b", mistake: "own" }];
    const both = [{ key: "own", rule: of }, { key: "other", rule: undefined, lost: 0.01 }];
    const { page, close } = await open(made(`checks-${name}`, ...ofOneCase(["you lose", "b"], differences, both)));
    assert.equal((await page.locator(".shown figcaption").textContent()).includes("which checks"), expected, name);
    if (of) assert.equal(await page.locator(".shown .texts dd").first().textContent(), `“${rule.text}”`, "quotes outside differ from those inside");
    await close();
  }
});

test("numbers of other mistakes stand in the gutter, not behind what was printed", async () => {
  for (const viewport of [{ width: 1280, height: 860 }, phone]) {
    const { page, close } = await open(report, { viewport });
    await page.goto(`${pathToFileURL(report).href}#${await mistakeOf(page, "lost instead of returned")}`);
    const [tag, line] = await page.locator(".shown .have:has(.other)").first().evaluate((it) => {
      const range = document.createRange();
      range.selectNodeContents(it.querySelector("code"));
      return [it.querySelector(".other").getBoundingClientRect(), range.getBoundingClientRect()].map(({ left, right, top, bottom }) => ({ left, right, top, bottom }));
    });
    assert.ok(tag.right <= line.left || tag.bottom <= line.top + 1, `${JSON.stringify(tag)} ${JSON.stringify(line)}`);
    await close();
  }
});

test("other cases are counted as public ones and those that are not", async () => {
  const seen = results.cases.filter((item) => item.visible === "public").slice(0, 2);
  const mistake = { ...costly[0], example: seen[0].id, cases: 7 };
  const cases = seen.map((item) => ({ ...item, differences: [{ ...failed.find((it) => it.differences.length > 0).differences[0], mistake: mistake.key }] }));
  const { page, close } = await open(made("also", { ...results, cases, mistakes: [mistake] }));
  assert.equal(await page.locator(".shown .also > summary").textContent(), "It also shows in 1 other public case, and 5 that are not public");
  assert.equal(await page.locator(".shown .also li").count(), 1);
  await close();
});

test("one thing is shown at a time, and a link to it survives reloading", async () => {
  const { page, troubles, close } = await open(report);
  const first = await shownPanel(page);
  assert.match(first.join(), /^mistake\/[0-9a-f]+$/);
  await follow(page, page.locator("nav ol a").nth(1));
  const second = await shownPanel(page);
  assert.notDeepEqual(second, first);
  assert.equal(await page.evaluate(() => location.hash), `#${second[0]}`);
  assert.equal(await page.locator("nav a[aria-current]").count(), 1);
  await page.reload();
  assert.deepEqual(await shownPanel(page), second);
  await page.goto(pathToFileURL(report).href + linkOf(failed.at(-1)));
  assert.deepEqual(await shownPanel(page), [`case/${failed.at(-1).id}`]);
  await page.goBack();
  await page.waitForFunction((id) => document.querySelector(".shown").id === id, second[0]);
  assert.deepEqual(await shownPanel(page), second);
  assert.deepEqual(troubles, []);
  await close();
});

test("the top of what was opened can be seen, also on a phone", async () => {
  for (const viewport of [{ width: 1280, height: 860 }, phone]) {
    const { page, close } = await open(report, { viewport });
    for (const link of ["nav ol a", "nav a[href='#cases']", "#cases .cases li:visible a"]) {
      await follow(page, page.locator(link).last());
      const top = await page.locator(".shown h2").evaluate((it) => it.getBoundingClientRect().top);
      const bar = await page.locator("#tools").evaluate((it) => it.getBoundingClientRect().bottom);
      assert.ok(top >= 0 && top < viewport.height / 2, `at ${top}`);
      assert.ok(top >= bar, `behind the bar: ${top}, ${bar}`);
    }
    await close();
  }
});

test("the keyboard alone is enough", async () => {
  const { page, troubles, close } = await open(report);
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
  const first = (await shownPanel(page))[0];
  await page.keyboard.press("j");
  const second = (await shownPanel(page))[0];
  assert.notEqual(second, first);
  await page.keyboard.press("k");
  assert.deepEqual(await shownPanel(page), [first]);
  await page.keyboard.press("n");
  assert.equal(await active(page), `${first}:1`);
  assert.ok(await page.locator(`[id="${first}:1"]`).isVisible());
  assert.match(await page.locator("#place").textContent(), /^Place 1 of \d+$/);
  await page.reload();
  assert.deepEqual(await shownPanel(page), [first], "a link to a place survives, too");
  await page.keyboard.press("/");
  assert.equal(await active(page), "search");
  await page.keyboard.type(failed[0].id);
  assert.match(await page.locator("#shown").textContent(), /^1 of \d+ cases shown$/);
  assert.ok(await page.locator(`#cases a[href="${linkOf(failed[0])}"]`).isVisible());
  await page.keyboard.press("Control+a");
  await page.keyboard.type("n");
  assert.equal(await page.locator("#search").inputValue(), "n", "no key of the page works while one types");
  await page.locator("h1").click();
  await page.keyboard.press("?");
  assert.ok(await page.locator("#help").isVisible(), "the keys are told");
  assert.deepEqual(await violations(page), []);
  const before = await shownPanel(page);
  await page.keyboard.press("j");
  assert.deepEqual(await shownPanel(page), before, "no key works behind the help");
  await page.keyboard.press("Escape");
  assert.ok(!(await page.locator("#help").isVisible()));
  await page.locator("#keys").uncheck();
  await page.locator("h1").click();
  await page.keyboard.press("j");
  assert.deepEqual(await shownPanel(page), ["cases"], "the keys can be turned off");
  await page.reload();
  assert.ok(!(await page.locator("#keys").isChecked()), "and stay off");
  const box = await page.locator("#keys").boundingBox();
  assert.ok(box.width >= 24 && box.height >= 24, "their box is easy to hit");
  assert.deepEqual(troubles, []);
  await close();
});

test("beside a mistake the bar counts the mistakes, and leads to the first one", async () => {
  const places = [["#cases", report], [linkOf(failed[0]), report], ["#not-public", pageOf(STUDENT)]];
  for (const [hash, file] of places) {
    const { page, troubles, close } = await open(file, {}, hash);
    const mistakes = await page.locator("article.mistake").evaluateAll((all) => all.map((it) => it.id));
    // Slips that cost nothing are counted apart.
    const number = (await page.locator("nav .entries > ol > li").count()) || 0;
    const [later, slips] = [await page.locator("nav .later li").count(), await page.locator("nav .free li").count()];
    assert.equal(number + later + slips, mistakes.length);
    const more = (later === 0 ? "" : ` +${later} marked later`) + (slips === 0 ? "" : ` +${slips} slip${slips === 1 ? "" : "s"}`);
    assert.equal(await page.locator("#mistake").textContent(), `Mistakes (${number}${more})`, hash);
    await page.keyboard.press("j");
    assert.deepEqual(await shownPanel(page), [mistakes[0]], hash);
    assert.equal(await page.locator("#mistake").textContent(), `Mistake 1 of ${number}${more === "" ? "" : ` (${more.trim()})`}`);
    await page.goto(pathToFileURL(file).href + hash);
    await page.reload();
    await page.keyboard.press("k");
    assert.deepEqual(await shownPanel(page), [mistakes.at(-1)], hash);
    assert.deepEqual(troubles, []);
    await close();
  }
});

test("places are counted, and with a single one there is no other to go to", async () => {
  const { page, close } = await open(report);
  const seen = new Set();
  for (const mistake of await page.locator("article.mistake").evaluateAll((all) => all.map((it) => it.id))) {
    await page.evaluate((id) => { location.hash = id; }, mistake);
    await page.waitForFunction((id) => document.querySelector(".shown").id === id, mistake);
    const number = await page.locator(".shown .place[id]").count();
    const own = await page.locator(".shown .place[id]:not(.follows)").count();
    const following = number === own ? "" : `, ${number - own} that follow${number - own === 1 ? "s" : ""}`;
    if (number > 1) assert.equal(await page.locator("#place").textContent(), `${own} place${own === 1 ? "" : "s"} here${following}`);
    assert.equal(await page.locator("#places button:visible").count(), number > 1 ? 2 : 0, mistake);
    seen.add(Math.min(number, 2));
  }
  assert.ok(seen.has(1) && seen.has(2), `mistakes with one place and with more: ${Array.from(seen)}`);
  await close();
});

test("a link that names nothing says so, until another one is followed", async () => {
  for (const hash of ["#mistake/aaaaaaaaaaaa", "#nonsense", "#tools"]) {
    const { page, troubles, close } = await open(report, {}, hash);
    assert.match(await page.locator("#dead").textContent(), /Nothing in this report has this name/);
    assert.ok(await page.locator("#dead").isVisible(), hash);
    assert.equal((await shownPanel(page)).length, 1, "and the first mistake stands below it");
    assert.deepEqual(await violations(page), []);
    await follow(page, page.locator("nav ol a").nth(1));
    assert.ok(!(await page.locator("#dead").isVisible()));
    assert.deepEqual(troubles, []);
    await close();
  }
  const { page, close } = await open(report);
  assert.ok(!(await page.locator("#dead").isVisible()), "nothing is dead without a link");
  await close();
});

test("what is lost stands below all that loses it", async () => {
  const { page, close } = await open(pageOf(STUDENT));
  const top = async (selector) => (await page.locator(selector).boundingBox()).y;
  assert.ok((await top("nav a[href='#not-public']")) < (await top("nav .costs")));
  assert.ok((await top("nav .costs")) < (await top("nav a[href='#cases']")));
  await close();
});

test("a case that is not public is counted against a row only if what it is about fails", async () => {
  const student = read(STUDENT);
  const chosen = student.cases.filter((item) => item.visible !== "public" && item.row === "off-board");
  const row = student.mark_sheet.find((item) => item.row === "off-board");
  const elsewhere = { cause: "punctuation", part: "", row: "hands", turn: 0, line: 0, expected: null, got: null, root: null, sentence: "punctuation" };
  const lost = { verdict: "wrong", awarded: 0 };
  for (const [name, awarded, changed, expected] of [
    ["unseen", row.out_of, { ...lost, differences: [elsewhere] }, chosen.length],
    ["untold-and-full", row.out_of, { ...lost, differences: [] }, chosen.length],
    ["untold", 0, { ...lost, differences: [] }, 0],
    ["own", 0, { ...lost, differences: [{ ...elsewhere, row: "off-board" }] }, 0],
  ]) {
    const cases = student.cases.map((item) => (chosen.includes(item) ? { ...item, ...changed } : item));
    const sheet = student.mark_sheet.map((item) => (item === row ? { ...item, awarded } : item));
    const { page, troubles, close } = await open(made(`not-public-${name}`, { ...student, cases, mark_sheet: sheet }), {}, "#not-public");
    const names = (await page.locator("#not-public thead th").allTextContents()).slice(1);
    const cells = await page.locator("#not-public tr", { has: page.locator("th:has-text('off-board')") }).locator("td").allTextContents();
    const number = (column) => Number(cells[names.indexOf(column)] ?? 0);
    assert.deepEqual(["Passed", "Not counted", "Of"].map(number), [0, expected, chosen.length], name);
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(troubles, []);
    await close();
  }
});

test("a fresh example is called what it is", async () => {
  const student = read(STUDENT);
  const example = student.cases.find((item) => item.id === costly[0].example);
  const fresh = { ...example, id: "fresh/2", recording: "fresh.json" };
  const recording = recorded(STUDENT, example);
  const mistake = { ...costly[0], key: "only in cases that are not public", example: fresh.id, cases: 5, places: 7 };
  fresh.differences = fresh.differences.map((it) => ({ ...it, mistake: mistake.key }));
  const file = made("fresh", { ...student, twins: [fresh], mistakes: [mistake] }, { "fresh.json": recording });
  const { page, troubles, close } = await open(file);
  assert.match(await page.locator(".shown .kicker").textContent(), /5 cases that are not public$/);
  assert.match(await page.locator(".shown figcaption").textContent(), /^It shows in an example, fresh\/2/);
  assert.equal(await page.locator(".shown .also").count(), 0, "the cases are counted once, above");
  await follow(page, page.locator(".shown figcaption a"));
  assert.equal(await page.locator(".shown h2").textContent(), "an example made for you (fresh/2)");
  assert.match(await page.locator(".shown .repeat code").textContent(), /--case fresh\/2$/, "a command runs it again");
  assert.deepEqual(troubles, []);
  await close();
});

test("lines next to each other that have nothing in common are one place: all that is expected, then all that is there", async () => {
  const own = results.cases.find((item) => item.id === costly[0].example);
  const mistake = { ...costly[0], cases: 1, places: 3 };
  const difference = (line, expected, got) => ({
    cause: "wrong text", part: "board/frame", row: own.row, turn: 2, line, expected, got, root: null,
    sentence: "another line should be printed here", mistake: mistake.key,
  });
  const differences = [
    difference(1, "Trees grow slowly", "Apples are red"),
    difference(2, "Stones sink", "Bananas look long"),
    difference(3, "The score is 3", "The score is 4"),
  ];
  const changed = { ...own, differences, recording: "branch.json" };
  const recording = {
    schema: "harness-recording/1",
    events: [
      { at: 0.1, event: "output", text: "Which? " },
      { at: 0.2, event: "typed", text: "b\n" },
      { at: 0.3, event: "output", text: "Apples are red\nBananas look long\nThe score is 4\n" },
    ],
  };
  const file = made("branch", { ...results, cases: [changed], mistakes: [mistake] }, { "branch.json": recording });
  const { page, troubles, close } = await open(file);
  const places = await page.locator(".shown .place").evaluateAll((all) =>
    all.map((place) => Array.from(place.children, (line) => [line.className, line.querySelector("code, pre")?.textContent.trim()])),
  );
  assert.deepEqual(places, [
    [["want", "Trees grow slowly"], ["want", "Stones sink"], ["have", "Apples are red"], ["have", "Bananas look long"]],
    [["want", "The score is 3"], ["have", "The score is 4"]],
  ]);
  assert.deepEqual(troubles, []);
  await close();
});

test("of a word that is missing, and of a row of a table, what is marked is what is told", async () => {
  const own = results.cases.find((item) => item.id === costly[0].example);
  for (const [name, expected, got, strong, weak] of [
    ["list", "Feast (Ham, Beef, Meatball)", "Feast (Ham,Beef)", [", Meatball"], [" "]],
    ["row", "02|K2|  |  |H1|", "02|  |  |K2|H1|", ["K2", "  ", "  ", "K2"], []],
  ]) {
    const difference = { cause: "wrong value", part: "board", row: own.row, turn: 1, line: 1, expected, got, root: null, sentence: name, mistake: costly[0].key };
    const changed = { ...own, differences: [difference], recording: "marks.json" };
    const recording = { schema: "harness-recording/1", events: [{ at: 0.1, event: "output", text: `${got}\n` }] };
    const file = made(`marks-${name}`, { ...results, cases: [changed], mistakes: [{ ...costly[0], cases: 1 }] }, { "marks.json": recording });
    const { page, troubles, close } = await open(file);
    const marks = (kind) => page.locator(`.shown .place mark${kind}`).allTextContents();
    assert.deepEqual(await marks(":not(.other)"), strong, name);
    assert.deepEqual(await marks(".other"), weak, name);
    assert.deepEqual(troubles, []);
    await close();
  }
});

test("what did not change is folded, and opens where it stands", async () => {
  const { page, close } = await open(report);
  await page.goto(`${pathToFileURL(report).href}#${await mistakeOf(page, "lost instead of returned")}`);
  const fold = page.locator(".shown .lines > details").first();
  const lines = Number.parseInt(await fold.locator("summary").textContent(), 10);
  assert.ok(lines >= 4);
  assert.ok(!(await fold.locator("pre").isVisible()));
  await fold.locator("summary").click();
  assert.ok(await fold.locator("pre").isVisible());
  assert.equal((await fold.locator("pre").textContent()).split("\n").length, lines);
  await close();
});

test("a case has a third state: its own check holds, but its conversation shows mistakes", async () => {
  const { page, troubles, close } = await open(report, {}, "#cases");
  const signs = { failed: "✗", mistaken: "!", passed: "✓", uncounted: "–", undecided: "?" };
  await page.locator("#state").selectOption("");
  for (const [state, sign] of Object.entries(signs)) {
    const number = inState(state).length;
    assert.equal(await page.locator(`#cases .cases li.${state}`).count(), number, state);
    assert.equal(await page.locator(`#cases .legend .${state}`).count(), number > 0 ? 1 : 0, `legend of ${state}`);
    if (number > 0) assert.equal(await page.locator(`#cases .cases li.${state} .sign`).first().textContent(), sign);
  }
  const mistaken = inState("mistaken");
  assert.ok(mistaken.length > 0);
  await follow(page, page.locator(`#cases a[href="${linkOf(mistaken[0])}"]`));
  assert.equal(await page.locator(".shown .kicker b").textContent(), "! passed with mistakes");
  assert.ok((await page.locator(".shown .texts a").count()) > 0, "each of them is a link");
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(troubles, []);
  await close();
});

test("filters show what they say", async () => {
  const { page, close } = await open(report, {}, "#cases");
  const shown = () => page.locator("#cases .cases li:visible").count();
  assert.equal(await shown(), results.cases.length, "the link says all");
  const values = await page.locator("#state option").evaluateAll((all) => all.map((it) => it.value));
  for (const value of values) {
    await page.locator("#state").selectOption(value);
    assert.equal(await shown(), value === "" ? results.cases.length : inState(value).length, value);
  }
  await page.locator("#state").selectOption("failed");
  const passed = inState("passed")[0] ?? inState("mistaken")[0];
  await page.locator("#search").fill(passed.id);
  assert.ok(await page.locator(`#cases a[href="${linkOf(passed)}"]`).isVisible(), "a search goes through all cases");
  await page.locator("#search").fill("");
  assert.equal(await shown(), inState("failed").length, "and without it the chosen ones are shown again");
  assert.ok(!(await page.locator("#reset").isVisible()));
  await page.locator("#search").fill("no such thing");
  assert.equal(await page.locator("#shown").textContent(), "No case matches 'no such thing'");
  await page.locator("#reset").click();
  assert.equal(await shown(), results.cases.length, "and a way back to all of them");
  assert.equal(await active(page), "search");
  await close();
});

test("students see hidden cases apart and as numbers, and public ones as links", async () => {
  const student = read(STUDENT);
  const hidden = student.cases.filter((item) => item.visible !== "public");
  assert.ok(hidden.length > 0);
  const { page, close } = await open(pageOf(STUDENT));
  assert.equal(await page.locator("article.case").count(), student.cases.length - hidden.length);
  assert.equal(await page.locator("#cases .cases li").count(), student.cases.length - hidden.length);
  const of = await page.locator("#not-public td:last-child").evaluateAll((all) => all.map((it) => Number(it.textContent)));
  assert.equal(of.reduce((sum, number) => sum + number, 0), hidden.length);
  const written = await page.content();
  const ofHidden = results.cases.filter((it) => it.visible !== "public");
  // The name of a public case may begin with that of a hidden one.
  const ofPublic = student.cases.filter((it) => it.visible === "public").map((it) => it.id);
  const longer = ofPublic.filter((id) => ofHidden.some((item) => id !== item.id && id.includes(item.id)));
  const source = longer.reduce((text, id) => text.replaceAll(id, ""), written);
  for (const item of ofHidden) {
    assert.ok(!source.includes(item.id), item.id);
    assert.ok(item.why === "" || !source.includes(item.why), item.why);
  }
  await close();
});

test("a program that does not start has one panel and no list", async () => {
  const { page, troubles, close } = await open(pageOf(BROKEN));
  assert.equal(await page.locator(".panel").count(), 1);
  assert.equal(await page.locator("nav, article.case").count(), 0);
  assert.match(await page.locator("h2").first().textContent(), /does not start/);
  assert.deepEqual(troubles, []);
  await close();
});

test("without script everything can be read", async () => {
  // axe needs a script itself: it looks at the page as it stands before its script has run.
  const plain = await open(report);
  await plain.page.evaluate(() => {
    document.documentElement.classList.remove("js");
    document.getElementById("tools").hidden = true;
    document.getElementById("controls").hidden = true;
  });
  assert.deepEqual(await violations(plain.page), []);
  await plain.close();
  const { page, close } = await open(report, { javaScriptEnabled: false });
  assert.equal((await page.locator("article.mistake:visible").count()) > 0, true);
  assert.equal(await page.locator("article.case:visible").count(), results.cases.length);
  assert.ok(!(await page.locator("#tools").isVisible()));
  await shot(page, "without-script");
  const link = await page.locator("nav ol a").last().getAttribute("href");
  await page.locator("nav ol a").last().click();
  const top = await page.locator(`[id="${link.slice(1)}"]`).evaluate((it) => it.getBoundingClientRect().top);
  assert.ok(top >= 0 && top < 860, `at ${top}`);
  await close();
});

// Returns how many pages a page takes on paper.
async function printed(file, name, options = {}) {
  const { page, close } = await open(file, options);
  const pdf = await page.pdf({ path: path.join(PICTURES, `${name}.pdf`), format: "A4" });
  await close();
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g).length;
}

// Returns results with so many mistakes.
const withMistakes = (number) => {
  const mistakes = Array.from({ length: number }, (_, index) => ({
    ...costly[index % costly.length], key: `mistake ${index}`, lost: (number - index) / 100,
  }));
  return { ...results, mistakes };
};

test("paper has the marks and the mistakes, on at most three pages", async () => {
  const { page, close } = await open(report);
  await page.emulateMedia({ media: "print" });
  for (const selector of ["#tools", "nav ol", "#cases", "article.case", "footer"]) {
    assert.equal(await page.locator(selector).locator("visible=true").count(), 0, selector);
  }
  assert.equal(await page.locator("article.mistake:visible").count(), results.mistakes.filter((it) => it.key !== "").length);
  assert.ok(await page.locator("article.mistake .want").first().isVisible());
  assert.match(await page.locator("nav .costs").textContent(), /loses/);
  assert.ok(await page.locator("nav .costs").isVisible(), "what is lost in all");
  const crash = page.locator(`[id="${await mistakeOf(page, "crashed")}"]`);
  assert.match(await crash.locator(".error").textContent(), /TypeError/);
  assert.ok(await crash.locator(".error").isVisible(), "what a crash says");
  await close();
  const student = await open(pageOf(STUDENT));
  await student.page.emulateMedia({ media: "print" });
  assert.ok(await student.page.locator("#not-public h2").isVisible(), "cases that are not public");
  assert.ok((await printed(pageOf(STUDENT), "printed-student")) <= 3);
  await student.close();
  assert.ok((await printed(report, "printed")) <= 3);
  assert.ok((await printed(report, "printed-without-script", { javaScriptEnabled: false })) <= 3);
  for (const number of [1, 12, 50, 100]) {
    const pages = await printed(made(`mistakes-${number}`, withMistakes(number)), `printed-${number}`);
    assert.ok(pages <= 3, `${number} mistakes take ${pages} pages`);
  }
});

test("what is typed before a mistake is on paper", async () => {
  const { page, close } = await open(report);
  await page.emulateMedia({ media: "print" });
  let told = 0;
  for (const mistake of await page.locator("article.mistake:has(.talk .place)").all()) {
    const inPlace = (selector) => mistake.locator(`.lines ${selector}`).locator("visible=true");
    if ((await mistake.locator(".lines > .paper").count()) === 0) continue;
    told += 1;
    assert.ok((await inPlace(".paper").count()) + (await inPlace("pre kbd").count()) > 0, await mistake.getAttribute("id"));
  }
  assert.ok(told >= 3, `${told} of the mistakes`);
  // Of the worst one the lines just before its first place are there, and not cut.
  const [place, end] = await page.locator("article.mistake").first().evaluate((it) => {
    const bottom = (element) => element.getBoundingClientRect().bottom;
    return [bottom(it.querySelector(".lines > .place")), bottom(it.querySelector(".lines"))];
  });
  assert.ok(place <= end + 1, `${place} ${end}`);
  await close();
});

test("what differs in a long line is in view, on a phone as well, and both lines break at the same columns", async () => {
  const own = results.cases.find((item) => item.id === costly[0].example);
  const words = `A line that is much longer than a window is wide, for it tells of ${"many things and ".repeat(8)}of more`;
  const [expected, got] = [`${words}.`, `${words}!`];
  const difference = { cause: "punctuation", part: "board", row: own.row, turn: 1, line: 1, expected, got, root: null, sentence: "punctuation", mistake: costly[0].key };
  const changed = { ...own, differences: [difference], recording: "long.json" };
  const recording = { schema: "harness-recording/1", events: [{ at: 0.1, event: "output", text: `${got}\n` }] };
  const file = made("long-line", { ...results, cases: [changed], mistakes: [{ ...costly[0], cases: 1 }] }, { "long.json": recording });
  for (const viewport of [phone, { width: 1024, height: 768 }, { width: 1280, height: 860 }]) {
    const { page, troubles, close } = await open(file, { viewport });
    await shot(page, `long-line-${viewport.width}`);
    const [want, have] = await page.locator(".shown .place code").evaluateAll((all) => all.map((code) => {
      const range = document.createRange();
      range.selectNodeContents(code);
      const boxes = Array.from(code.querySelectorAll("mark"), (it) => it.getBoundingClientRect());
      return { lines: new Set(Array.from(range.getClientRects(), (it) => Math.round(it.top / 8))).size, right: boxes.at(-1).right, left: boxes.at(-1).left };
    }));
    assert.ok(want.left >= 0 && want.right <= viewport.width, JSON.stringify(want));
    assert.deepEqual(want, have);
    assert.ok(want.lines > 1, JSON.stringify(want));
    await assertNothingBeyondTheEdge(page);
    assert.deepEqual(troubles, []);
    await close();
  }
});

test("rows of a table stay below its head, on a phone as well, and blanks of another slip stay where they are", async () => {
  const own = results.cases.find((item) => item.id === costly[0].example);
  const row = (name, cell) => `| ${name} |${cell.repeat(6)}`;
  const head = row("Player ", "  Quartet  |");
  const [expected, got] = [row("Player 1", "        5|"), row("Player 2", "          5|")];
  const difference = { cause: "wrong value", part: "board", row: own.row, turn: 1, line: 2, expected, got, root: null, sentence: "wrong value", mistake: costly[0].key };
  const changed = { ...own, differences: [difference], recording: "table.json" };
  const recording = { schema: "harness-recording/1", events: [{ at: 0.1, event: "output", text: `${head}\n${got}\n` }] };
  const file = made("table", { ...results, cases: [changed], mistakes: [{ ...costly[0], cases: 1 }] }, { "table.json": recording });
  for (const viewport of [phone, { width: 1280, height: 860 }]) {
    const { page, troubles, close } = await open(file, { viewport });
    await shot(page, `table-${viewport.width}`);
    // Where each bar stands, in the line above the place and in what is there.
    const bars = await page.locator(".shown .talk").evaluate((talk) => ["pre", ".have code"].map((selector) => {
      const all = document.createTreeWalker(talk.querySelector(selector), NodeFilter.SHOW_TEXT);
      const [places, range] = [[], document.createRange()];
      for (let text = all.nextNode(); text; text = all.nextNode()) {
        for (const { index } of text.data.matchAll(/\|/g)) {
          range.setStart(text, index);
          range.setEnd(text, index + 1);
          places.push(range.getBoundingClientRect().left);
        }
      }
      return places;
    }));
    const widths = bars.map((all) => all.slice(2).map((left, index) => Math.round(left - all[index + 1])));
    assert.equal(bars[1].length, 8);
    assert.deepEqual(new Set(widths[1]).size, 1, `each cell is as wide as the other ones: ${bars[1]}`);
    assert.deepEqual(widths[1], widths[0]);
    await assertNothingBeyondTheEdge(page);
    assert.deepEqual(troubles, []);
    await close();
  }
});

test("on paper expected and got stand in the columns of the conversation, and what is left out has a sign", async () => {
  const { page, close } = await open(report);
  await page.emulateMedia({ media: "print" });
  const worst = page.locator("article.mistake").first();
  const lefts = await worst.evaluate((it) => {
    const first = (element) => document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    const lines = Array.from(it.querySelectorAll(".lines > pre, .want code, .have code")).filter((line) => line.offsetParent !== null);
    return lines.filter((line) => /^\S/.test(first(line)?.data ?? "") && !first(line).data.startsWith("≠")).map((line) => {
      const range = document.createRange();
      range.setStart(first(line), 0);
      range.setEnd(first(line), 1);
      return Math.round(10 * range.getBoundingClientRect().left) / 10;
    });
  });
  assert.ok(lefts.length >= 2 && new Set(lefts).size === 1, String(lefts));
  const before = worst.locator(".lines > details:not(.place ~ details) > summary");
  for (const fold of await before.all()) assert.ok(await fold.isVisible(), await fold.textContent());
  assert.ok((await before.count()) > 0);
  assert.equal(await worst.locator(".lines > .place ~ details").locator("visible=true").count(), 0);
  const crash = page.locator(`[id="${await mistakeOf(page, "crashed")}"]`);
  assert.ok(await crash.locator(".error .own").isVisible(), "where a crash came about");
  assert.ok(!(await crash.locator(".error .rest").first().isVisible()), "but not all of the stack");
  await close();
});

test("a long list and a long line show that there is more of them", async () => {
  const { page, close } = await open(made("long-list-fades", withMistakes(50)));
  const list = page.locator("nav .entries");
  assert.match(await list.getAttribute("class"), /\bmore\b/);
  const below = page.locator("nav .below");
  const bottom = await list.evaluate((it) => it.getBoundingClientRect().bottom);
  const entries = await list.locator("> ol > li").evaluateAll((all) => all.map((it) => it.getBoundingClientRect().bottom));
  assert.equal(await below.textContent(), `${entries.filter((end) => end > bottom + 4).length} more below ↓`);
  await list.evaluate((it) => it.scrollTo(0, it.scrollHeight));
  await page.waitForFunction(() => !document.querySelector("nav .entries").classList.contains("more"));
  assert.ok(!(await below.isVisible()), "at the end there is no more");
  await close();
  const wide = await open(report);
  const talk = wide.page.locator(".shown .talk").first();
  assert.doesNotMatch(await talk.getAttribute("class"), /\bmore\b/);
  await talk.evaluate((it) => it.querySelector(".lines > pre").append("x".repeat(300)));
  await wide.page.evaluate(() => dispatchEvent(new Event("resize")));
  assert.match(await talk.getAttribute("class"), /\bmore\b/);
  await talk.evaluate((it) => it.scrollTo(it.scrollWidth, 0));
  await wide.page.waitForFunction(() => !document.querySelector(".shown .talk").classList.contains("more"));
  await wide.close();
});

test("a crash is told once, with the lines that were never printed", async () => {
  const crashed = failed.find((item) => item.verdict === "crashed" && item.differences.length > 0);
  const at = crashed.differences.findIndex((it) => it.part === "crash");
  const { turn, line } = crashed.differences[at];
  const lost = ["The next line", "And the last"].map((expected) => ({
    ...crashed.differences[at], part: "board", expected, got: null, root: at, mistake: null, sentence: "follows", turn, line,
  }));
  const changed = { ...crashed, differences: [...crashed.differences, ...lost] };
  const recording = JSON.parse(fs.readFileSync(path.join(REPORTS, crashed.recording), "utf8"));
  const item = { ...changed, recording: "crash.json" };
  const file = made("crash", { ...results, cases: results.cases.map((it) => (it.id === item.id ? item : it)) }, { "crash.json": recording });
  const { page, troubles, close } = await open(file, {}, linkOf(item));
  const place = page.locator(".shown .place", { hasText: "crashed" });
  assert.equal(await place.count(), 1);
  const printed = await place.locator(".want code").allTextContents();
  for (const words of ["The next line", "And the last"]) assert.ok(printed.includes(words), `${words}: ${printed}`);
  assert.ok(!(await page.locator(".shown").textContent()).includes("follows from another place: follows"));
  assert.deepEqual(troubles, []);
  await close();
});

test("the list is as high as the window has room for, and what stands below it is seen", async () => {
  const file = made("long-list", withMistakes(50));
  for (const height of [600, 860]) {
    const { page, close } = await open(file, { viewport: { width: 1280, height } });
    const bottom = () => page.locator("nav a[href='#cases']").evaluate((it) => it.getBoundingClientRect().bottom);
    await page.waitForFunction(() => document.querySelector("nav").style.getPropertyValue("--room") !== "");
    assert.ok((await bottom()) <= height, `${await bottom()} of ${height}`);
    const before = await page.locator("nav").evaluate((it) => it.style.getPropertyValue("--room"));
    await page.evaluate(() => scrollTo(0, 60));
    await page.waitForFunction((room) => document.querySelector("nav").style.getPropertyValue("--room") !== room, before);
    assert.ok((await bottom()) <= height, `${await bottom()} of ${height}, farther down`);
    // Who looks farther down in the list stays there while the page moves.
    const list = page.locator("nav .entries");
    await list.evaluate((it) => { it.scrollTop = 300; });
    const at = await list.evaluate((it) => it.scrollTop);
    await page.evaluate(() => scrollTo(0, 80));
    assert.equal(await list.evaluate((it) => it.scrollTop), at);
    await close();
  }
});

test("fifty mistakes can be gone through", async () => {
  const { page, troubles, close } = await open(made("fifty", withMistakes(50)));
  await shot(page, "fifty");
  for (let number = 0; number < 49; number += 1) await page.keyboard.press("j");
  assert.match(await page.locator(".shown .kicker").textContent(), /^Mistake 50/);
  const entry = await page.locator("nav a[aria-current]").boundingBox();
  assert.ok(entry.y >= 0 && entry.y < 860, "the entry of what is shown is in view");
  assert.deepEqual(troubles, []);
  await close();
});

test("full marks say that there is nothing to mend", async () => {
  const sheet = results.mark_sheet.map((row) => (row.by === "harness" ? { ...row, awarded: row.out_of } : row));
  const cases = results.cases.map((item) => ({ ...item, verdict: "passed", differences: [] }));
  const { page, troubles, close } = await open(made("full", { ...results, mark_sheet: sheet, cases, mistakes: [] }));
  await shot(page, "full");
  assert.equal(await page.locator(".shown h2").textContent(), "Nothing to mend");
  assert.equal(await page.locator(".skip").textContent(), "Skip to what was found");
  const ofPublic = made("full-public", { ...results, only_public: true, mark_sheet: sheet, cases, mistakes: [] });
  const other = await open(ofPublic);
  assert.equal(await other.page.locator(".shown h2").textContent(), "Nothing to mend in the public cases");
  await other.close();
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(troubles, []);
  await close();
});

test("500 failing cases are at most 3 MB and ready in about a second", async () => {
  const recordings = {};
  const cases = Array.from({ length: 500 }, (_, index) => {
    const item = failed[index % failed.length];
    const recording = JSON.parse(fs.readFileSync(path.join(REPORTS, item.recording), "utf8"));
    recordings[`${index}.json`] = recording;
    return { ...item, id: `${item.id}_${index}`, recording: `${index}.json` };
  });
  const mistakes = withMistakes(50).mistakes.map((item, index) => ({ ...item, example: cases[index].id, cases: 500 }));
  for (const item of cases) {
    item.differences = item.differences.map((it, index) => ({ ...it, mistake: mistakes[index % 50].key }));
  }
  const file = made("many", { ...results, mistakes, cases }, recordings);
  const size = fs.statSync(file).size;
  const { page, troubles, worked, close } = await open(file);
  await page.waitForFunction(() => document.querySelector(".shown") !== null);
  const ready = await worked();
  console.log(`500 failing cases: ${size} bytes, ready after ${Math.round(ready)} ms of work`);
  assert.ok(size <= 3_000_000, `${size} bytes`);
  assert.ok(ready < LIMIT, `${ready} ms, with ${LIMIT} allowed`);
  assert.equal(await page.locator("#cases .cases li").count(), 500);
  assert.deepEqual(troubles, []);
  await close();
});

test("500 cases with forty slips each are at most 3 MB", () => {
  const lines = Array.from({ length: 60 }, (_, index) => `line ${index} of what a program prints, which is as wide as such lines are`);
  const events = [{ at: 0, event: "output", text: `${lines.join("\n")}\n` }, { at: 0, event: "exit", status: 0 }];
  const recordings = { "same.json": { schema: "harness-recording/1", events } };
  const mistakes = withMistakes(40).mistakes;
  const slip = failed.find((it) => it.differences.length > 0).differences[0];
  const differences = mistakes.map((mistake, index) => ({
    ...slip, root: null, turn: 1, line: index + 1, expected: lines[index].replace("line", "lnie"), got: lines[index], mistake: mistake.key,
  }));
  const cases = Array.from({ length: 500 }, (_, index) => (
    { ...failed[0], id: `${failed[0].id}_${index}`, verdict: "passed", differences, recording: "same.json" }));
  const size = fs.statSync(made("slips", { ...results, mistakes, cases }, recordings)).size;
  console.log(`500 cases with forty slips each: ${size} bytes`);
  assert.ok(size <= 3_000_000, `${size} bytes`);
});

test("what a program prints does nothing", async () => {
  const text = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'></pre></details>\u202e\u0000";
  const long = `${text}${"x".repeat(5000)}`;
  const events = [{ at: 0, event: "output", text: long }, { at: 0, event: "typed", text }, { at: 0, event: "error", text }];
  const chosen = failed.find((it) => it.differences.length > 0);
  const difference = { ...chosen.differences[0], expected: text, got: text, sentence: text, turn: 1, line: 1, mistake: text };
  const item = { ...chosen, sentence: text, id: `${text}/x y`, recording: "r.json", differences: [difference] };
  const mistake = { ...costly[0], key: text, sentence: text, expected: text, got: text, example: item.id };
  const hostile = { ...results, target: text, command: text, cases: [item], mistakes: [mistake] };
  const file = made("hostile", hostile, { "r.json": { schema: "harness-recording/1", events } });
  const { page, troubles, close } = await open(file);
  await shot(page, "hostile");
  await assertNothingBeyondTheEdge(page);
  assert.match(await page.locator(".shown").textContent(), /<script>alert\(1\)<\/script>/);
  await follow(page, page.locator(".shown figcaption a"));
  assert.equal(await page.locator("article.case.shown").count(), 1, "a link to a case of any name finds it");
  await assertNothingBeyondTheEdge(page);
  assert.deepEqual(troubles, []);
  assert.equal(await page.locator("img, article script").count(), 0);
  await close();
});
