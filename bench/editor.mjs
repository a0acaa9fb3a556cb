/** Types into campaign BENCH_CAMPAIGN at BENCH_URL while a second browser shows it; prints the measurements as JSON. */

import { launch } from "../tests/e2e/chromium.ts";

const { BENCH_URL: url, BENCH_TOKEN: token, BENCH_CAMPAIGN: campaign, BENCH_NODE: node } = process.env;
const KEYS = 60;
const PREVIEWS = 20;
const PAUSE_MS = 120;
const OPENINGS = 5;
const WAIT_MS = 30_000;
const BOX = `[data-surface] [data-node="${node}"]`;
const ADDRESS = `${url}/email-marketing/compose/${campaign}`;

const p95 = (values) => values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.95) - 1];
const middle = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

/** Runs in the page: records the time at which the node shows each text, after it has been painted. */
function watch(selector) {
  const seen = new Map();
  Object.assign(window, { seen });
  const look = () => {
    const text = document.querySelector(selector)?.textContent ?? "";
    const word = /~(\d+)~/.exec(text)?.[1];
    if (word === undefined || seen.has(word)) return;
    seen.set(word, 0);
    // After the frame that paints it.
    requestAnimationFrame(() => setTimeout(() => seen.set(word, performance.timeOrigin + performance.now())));
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
}

async function open(browser, address, ready) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript((given) => {
    localStorage.setItem("token", given);
    localStorage.setItem("reminder2fa", "true");
  }, token);
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForSelector(ready, { timeout: WAIT_MS });
  return page;
}

/** Median seconds from opening the address until `ready` shows, with a warm browser cache. */
async function opened(page, address, ready) {
  const taken = [];
  for (let turn = 0; turn < OPENINGS; turn += 1) {
    await page.goto(`${url}/healthz`);
    const start = performance.now();
    await page.goto(address, { waitUntil: "commit" });
    await page.waitForSelector(ready, { timeout: WAIT_MS });
    taken.push((performance.now() - start) / 1000);
  }
  return middle(taken);
}

const browser = await launch();
const page = await open(browser, ADDRESS, BOX);
const elsewhere = await open(browser, ADDRESS, BOX);
for (const one of [page, elsewhere]) await one.evaluate(watch, BOX);

await page.locator(BOX).scrollIntoViewIfNeeded();
await page.locator(BOX).click();
const field = page.getByRole("textbox", { name: "Button text" });
await field.waitFor({ timeout: WAIT_MS });
await page.evaluate(() => {
  const pressed = new Map();
  Object.assign(window, { pressed });
  document.addEventListener(
    "beforeinput",
    () => pressed.set(String(pressed.size), performance.timeOrigin + performance.now()),
    true,
  );
});

const type = async (number) => {
  // One input event with the whole text, like a paste or an IME composition.
  await field.fill(`Key ~${number}~`);
};
for (let number = 0; number < KEYS; number += 1) {
  await type(number);
  await page.waitForTimeout(PAUSE_MS);
}
await elsewhere.waitForFunction((last) => (window.seen.get(last) ?? 0) > 0, String(KEYS - 1), { timeout: WAIT_MS });

const read = (one, name) => one.evaluate((key) => Object.fromEntries(window[key]), name);
const pressed = await read(page, "pressed");
const here = await read(page, "seen");
const there = await read(elsewhere, "seen");
const since = (seen) =>
  Object.entries(pressed)
    .filter(([word]) => seen[word] > 0)
    .map(([word, at]) => seen[word] - at);

/** Milliseconds from a keystroke to a preview that contains it, requested once the page shows the change as saved. */
const previews = [];
const stored = () => page.locator("header p[data-kind] .figures").last().textContent();
for (let number = 0; number < PREVIEWS; number += 1) {
  const word = `~${KEYS + number}~`;
  const before = await stored();
  await field.fill(`Key ${word}`);
  const taken = await page.evaluate(
    async ({ path, bearer, wanted, before }) => {
      const [start] = [...window.pressed.values()].slice(-1);
      const shown = () => [...document.querySelectorAll("header p[data-kind] .figures")].at(-1)?.textContent;
      while (shown() === undefined || shown() === before) await new Promise(requestAnimationFrame);
      for (;;) {
        const answer = await fetch(path, { headers: { Authorization: `Bearer ${bearer}` } });
        if ((await answer.text()).includes(wanted)) return performance.timeOrigin + performance.now() - start;
      }
    },
    { path: `/api/email-marketing/${campaign}/preview`, bearer: token, wanted: word, before },
  );
  previews.push(taken);
  await page.waitForTimeout(PAUSE_MS);
}

const canvas = since(here);
const other = since(there);
const opening = await opened(page, ADDRESS, BOX);
const plain = await opened(page, `${url}/campaigns`, "table");
await browser.close();
console.log(
  JSON.stringify({
    keys: canvas.length,
    canvas: p95(canvas),
    canvasMost: Math.max(...canvas),
    other: p95(other),
    preview: p95(previews),
    opening,
    plain,
  }),
);
