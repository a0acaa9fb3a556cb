/** API requests with the session of a page, for setup without a screen. */

import type { Page } from "@playwright/test";

export type CallResult = { readonly status: number; readonly body: unknown };

/** The session token of the page. */
export async function tokenOf(page: Page): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem("token"));
  if (token === null) throw new Error("No one is signed in on this page.");
  return token;
}

/** Sends one request; `path` is relative to /api/. */
export async function call(
  page: Page,
  request: { method: string; path: string; body?: unknown; token?: string },
): Promise<CallResult> {
  const token = request.token ?? (await tokenOf(page));
  return page.evaluate(
    async ({ method, path, body, token }) => {
      const answer = await fetch(`/api/${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          "Content-Type": "application/json",
          "Idempotency-Key": crypto.randomUUID(),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: answer.status === 204 ? null : await answer.json() };
    },
    { method: request.method, path: request.path, body: request.body, token },
  );
}

/** Sends a request and throws if it fails. */
export async function mustCall<Body>(page: Page, request: Parameters<typeof call>[1]): Promise<Body> {
  const { status, body } = await call(page, request);
  if (status >= 300) {
    throw new Error(`${request.method} ${request.path} was answered ${status}: ${JSON.stringify(body)}`);
  }
  return body as Body;
}
