// The page of a class in a real browser: accessible, usable by keyboard and mouse, readable without colour, fast with 400 students by
// 250 cases. Started by .ci/browser, which gives
//   CLASS     the folder of the sample class
//   LARGE     the folder of a class of 400 students by 250 cases
//   PICTURES  the folder for screenshots
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { opened } from "./opened.mjs";

const { CLASS, LARGE, PICTURES } = process.env;
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const pageOf = (folder) => path.join(folder, "class.html");

let browser;
before(async () => {
  fs.mkdirSync(PICTURES, { recursive: true });
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
});
after(() => browser.close());

// Opens the page of a class; its troubles are what it asks for besides, and errors.
async function open(folder, options = {}) {
  const { page, worked, close } = await opened(browser, { viewport: { width: 1400, height: 900 }, ...options });
  const troubles = [];
  page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
  page.on("pageerror", (error) => troubles.push(String(error)));
  page.on("request", (request) => request.url().startsWith("file:") || troubles.push(`asks for ${request.url()}`));
  await page.goto(pathToFileURL(pageOf(folder)).href);
  return { page, troubles, worked, close };
}

const phone = { width: 390, height: 844 };
for (const [name, options] of [["light", {}], ["dark", { colorScheme: "dark" }], ["phone", { viewport: phone }]]) {
  test(`nothing keeps anybody from reading it, ${name}`, async () => {
    const { page, troubles, close } = await open(CLASS, options);
    await page.screenshot({ path: path.join(PICTURES, `class-${name}.png`), fullPage: true });
    const [wide, visible] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(wide <= visible, `${wide} columns on ${visible}`);
    await page.evaluate(() => document.querySelectorAll("details").forEach((it) => (it.open = true)));
    // The policy of the page lets no other script run; this one comes from the test.
    const source = fs.readFileSync(AXE, "utf8");
    await page.evaluate(source);
    const found = await page.evaluate((values) => window.axe.run({ runOnly: { type: "tag", values } }), RULES);
    assert.deepEqual(found.violations.map((it) => `${it.id}: ${it.nodes[0].html.slice(0, 120)}`), []);
    assert.deepEqual(troubles, []);
    await close();
  });
}

test("a sign leads to its case on the student's page, by keyboard", async () => {
  const { page, close } = await open(CLASS);
  const line = page.locator(".cells").first();
  await line.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  const anchor = await page.evaluate(() => document.querySelectorAll(".cases tbody tr")[1].dataset.anchor);
  assert.ok((await page.locator("#cell").textContent()).includes(anchor.replace("case/", "")));
  await page.keyboard.press("Enter");
  await page.waitForURL(/students\//);
  assert.ok(decodeURIComponent(page.url()).endsWith(`#${anchor}`), page.url());
  await close();
});

test("a sign leads to its case on the student's page, by mouse", async () => {
  const { page, close } = await open(CLASS);
  const place = await page.evaluate(() => {
    const bad = document.querySelector(".cells b");
    bad.scrollIntoView();
    const box = bad.getBoundingClientRect();
    return { x: box.left + 2, y: box.top + box.height / 2 };
  });
  await page.mouse.move(place.x, place.y);
  const told = await page.locator("#cell").textContent();
  await page.mouse.click(place.x, place.y);
  await page.waitForURL(/students\//);
  const anchor = decodeURIComponent(new URL(page.url()).hash).replace("#case/", "");
  assert.ok(told.includes(anchor), `${told}: ${anchor}`);
  await close();
});

test("every sign has words beside it, and every student's name leads to a page that is there", async () => {
  const { page, close } = await open(CLASS);
  const known = await page.locator(".legend code").allTextContents();
  const lines = await page.locator(".cells").allTextContents();
  assert.ok(lines.length > 0);
  for (const sign of new Set(lines.join(""))) assert.ok(sign === " " || known.includes(sign), sign);
  for (const link of await page.locator(".grid th a").all()) {
    assert.ok(fs.existsSync(path.join(CLASS, decodeURIComponent(await link.getAttribute("href")))));
  }
  await close();
});

test("what is code stands as code, and no word is broken into letters", async () => {
  for (const viewport of [{ width: 1400, height: 900 }, phone]) {
    const { page, close } = await open(CLASS, { viewport });
    const text = await page.locator("body").innerText();
    assert.ok(!text.includes("`"), text.slice(text.indexOf("`") - 40, text.indexOf("`") + 40));
    assert.ok((await page.locator(".mistakes .sentence code").count()) > 0);
    const high = await page.locator(".cases tbody tr, .mistakes tbody tr").evaluateAll((all) => Math.max(...all.map((it) => it.getBoundingClientRect().height)));
    assert.ok(high < 400, `a row is ${high} high`);
    const broken = await page.locator(".mistakes td:last-child code").evaluateAll((all) => all.filter((it) => it.getClientRects().length > 1).length);
    assert.equal(broken, 0, "names that are typed again stand on one line");
    await close();
  }
});

test("on paper the class takes few pages", async () => {
  const { page, close } = await open(CLASS);
  const pdf = await page.pdf({ path: path.join(PICTURES, "class.pdf"), format: "A4" });
  const pages = pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g).length;
  const lines = await page.locator(".cells").count();
  // Three for what was found, and what the lines of students need.
  assert.ok(pages <= 3 + Math.ceil(lines / 10), `${pages} pages`);
  await close();
});

test("four hundred students by two hundred and fifty cases are five megabytes and two seconds at most", async () => {
  assert.ok(fs.statSync(pageOf(LARGE)).size <= 5 * 1024 * 1024);
  const { page, troubles, worked, close } = await open(LARGE);
  await page.locator(".cells").last().focus();
  const told = await page.locator("#cell").textContent();
  const took = await worked();
  console.log(`a large class: ready after ${Math.round(took)} ms of work`);
  assert.ok(told.includes(": "), told);
  assert.ok(took < 2000, `${took} ms`);
  assert.equal(await page.locator(".cells").count(), 400);
  assert.deepEqual(troubles, []);
  await close();
});
