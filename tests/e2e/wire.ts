/** What the server says over the websocket of a page. */

import type { Page } from "@playwright/test";

/** The names and payloads of the events that reach a page from now on. Call it before the page is opened. */
export function listen(page: Page): { of(name: string): readonly Record<string, unknown>[] } {
  const heard: { name: string; payload: Record<string, unknown> }[] = [];
  page.on("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => {
      // Socket.IO 5 over Engine.IO 4: "42" stands before an event's JSON.
      const text = String(payload);
      const begin = text.indexOf("[");
      if (!text.startsWith("42") || begin < 0) return;
      const [name, body] = JSON.parse(text.slice(begin)) as [string, Record<string, unknown>];
      heard.push({ name, payload: body });
    });
  });
  return { of: (name) => heard.filter((event) => event.name === name).map(({ payload }) => payload) };
}
