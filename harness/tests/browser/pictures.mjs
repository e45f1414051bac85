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
const wide = { viewport: { width: 1100, height: 900 } };
const firstFailure = async (page) => {
  const place = await page.locator(".repair a").first().getAttribute("href");
  await page.locator(".repair a").first().click();
  await page.locator(place).waitFor();
  await page.evaluate(() => window.scrollBy(0, -330));
};
await take(student, "overview", wide);
await take(student, "failure", { viewport: { width: 1100, height: 700 } }, firstFailure);
await take(staff, "staff", { viewport: { width: 1100, height: 700 }, colorScheme: "dark" });
await take(student, "phone", { viewport: { width: 360, height: 740 } });
await browser.close();
