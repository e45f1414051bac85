// Takes the pictures of the guides: node pictures.mjs STUDENTS_PAGE STAFFS_PAGE FOLDER
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [student, staff, folder] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const take = async (file, name, options, go = async () => {}) => {
  const page = await browser.newPage({ reducedMotion: "reduce", ...options });
  await page.goto(pathToFileURL(file).href);
  await go(page);
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
  await page.close();
};
const wide = { viewport: { width: 1200, height: 860 } };
const example = async (page) => page.locator(".shown figcaption a").click();
await take(student, "overview", wide);
await take(student, "failure", wide, example);
await take(staff, "staff", { ...wide, colorScheme: "dark" }, async (page) => page.locator("nav .others a").last().click());
await take(student, "phone", { viewport: { width: 390, height: 844 } });
await browser.close();
