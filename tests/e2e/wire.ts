/** Records the server's messages on a page's websocket. */

import type { Page } from "@playwright/test";

/** Names and payloads of the events that reach a page from now on. Call it before opening the page. */
export function recordEvents(page: Page): { of(name: string): readonly Record<string, unknown>[] } {
  const heard: { name: string; payload: Record<string, unknown> }[] = [];
  page.on("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => {
      // Socket.IO 5 over Engine.IO 4: "42" precedes the JSON of an event.
      const text = String(payload);
      const begin = text.indexOf("[");
      if (!text.startsWith("42") || begin < 0) return;
      const [name, body] = JSON.parse(text.slice(begin)) as [string, Record<string, unknown>];
      heard.push({ name, payload: body });
    });
  });
  return { of: (name) => heard.filter((event) => event.name === name).map(({ payload }) => payload) };
}
