// A page in a window of its own, and how long it has worked.

// Milliseconds after which a browser that does nothing is taken for dead; no test depends on how fast it is.
const PATIENCE = 120_000;

// Opens an empty page. `worked` tells the milliseconds of a processor's time that its main thread has taken: what else the machine does
// meanwhile does not count.
export async function opened(browser, options) {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async () => {
    const { metrics } = await client.send("Performance.getMetrics");
    const seconds = metrics.find((it) => it.name === "TaskDuration").value;
    if (!(seconds > 0)) throw new Error("the browser does not tell how long it has worked");
    return seconds * 1000;
  };
  return { page, worked, close: () => context.close() };
}
