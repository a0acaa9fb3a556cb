/** Scrolls the endless contact list of BENCH_URL and an empty page of equal height; prints the measurements as JSON. */

import { launch } from "../tests/e2e/chromium.ts";

const { BENCH_URL: url, BENCH_TOKEN: token, BENCH_ROWS: rows } = process.env;
const ROW_PX = 40;
// A fast fling: 9,600 px a second, about ten screens. A drag of the scroll bar is measured separately, in larger steps.
const ROWS_A_FRAME = 4;
const ROWS_OF_A_DRAG = 10;
const WAIT_MS = 60_000;

/** Runs in the page: scrolls from top to bottom by `step` per frame and records frame times and long tasks. */
function scroll({ selector, step }) {
  const box = selector ? document.querySelector(selector) : document.scrollingElement;
  const tasks = [];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)));
  observer.observe({ type: "longtask" });
  const frames = [];
  const start = performance.now();
  return new Promise((resolve) => {
    let before = start;
    requestAnimationFrame(function next(now) {
      if (now > before) frames.push(now - before);
      before = now;
      const place = box.scrollTop;
      box.scrollTop = place + step;
      if (box.scrollTop > place) {
        requestAnimationFrame(next);
        return;
      }
      tasks.push(...observer.takeRecords().map(({ duration }) => duration));
      frames.sort((one, other) => one - other);
      resolve({
        rows: Math.round(box.scrollHeight / 40) - 1,
        seconds: (now - start) / 1000,
        frames: frames.length,
        frameP95: frames[Math.floor(frames.length * 0.95)],
        longTasks: tasks.length,
        longest: Math.max(0, ...tasks),
      });
    });
  });
}

const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
const step = ROW_PX * ROWS_A_FRAME;
const dragged = ROW_PX * ROWS_OF_A_DRAG;

await page.goto(`${url}/healthz`);
await page.setContent(`<!doctype html><div style="height: ${Number(rows) * ROW_PX}px"></div>`);
const bare = await page.evaluate(scroll, { selector: undefined, step });

await page.addInitScript((given) => {
  localStorage.setItem("token", given);
  localStorage.setItem("reminder2fa", "true");
  localStorage.setItem("listColumns", JSON.stringify({ contacts: { isEndless: true } }));
}, token);
await page.goto(`${url}/contacts`);
await page.waitForSelector("[data-endless] tbody a", { timeout: WAIT_MS });
await page.waitForLoadState("networkidle");
const list = await page.evaluate(scroll, { selector: "[data-endless]", step });
// The last row must load: the measurement is then of real rows, not of placeholders.
await page.waitForSelector(`[data-endless] tr[aria-rowindex="${Number(rows) + 1}"] a`, { timeout: WAIT_MS });
await page.evaluate(() => document.querySelector("[data-endless]").scrollTo(0, 0));
await page.waitForSelector('[data-endless] tr[aria-rowindex="2"] a', { timeout: WAIT_MS });
const drag = await page.evaluate(scroll, { selector: "[data-endless]", step: dragged });
await browser.close();
console.log(JSON.stringify({ list, bare, drag }));
