/** Helpers of the transactional area: API requests with the session of a page, and a team that can send. */

import { expect, type Page } from "@playwright/test";
import { mustCall } from "./calls.ts";
import type { Zones } from "./zones.ts";

/** The SPF name that lists the product's relays (bin/local/journeys.py). */
export const RELAYS = "spf.journeys.example";
const SEEN_MS = 60_000;

type RequiredRecord = { readonly host: string; readonly type: string; readonly value: string };
type Domain = { readonly domainId: string; readonly senderDomainId: string; readonly accessToken: string };

/** Sends one request and throws if it fails; `path` is relative to /trx-api/. */
export async function trxCall<Body>(
  page: Page,
  request: { readonly method: string; readonly path: string; readonly body?: unknown },
): Promise<Body> {
  const { status, body } = await page.evaluate(async ({ method, path, body }) => {
    const answer = await fetch(`/trx-api/${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${localStorage.getItem("trxToken")}`,
        "Content-Type": "application/json",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: answer.status === 204 ? null : await answer.json() };
  }, request);
  if (status >= 300)
    throw new Error(`${request.method} ${request.path} was answered ${status}: ${JSON.stringify(body)}`);
  return body as Body;
}

/** Publishes the DNS records of a sender domain, as its owner would at a DNS provider. */
export async function publishRecords(page: Page, zones: Zones, senderDomainId: string): Promise<void> {
  await zones.publish(RELAYS, { TXT: ["v=spf1 ip4:192.0.2.0/24 -all"] });
  const { records } = await mustCall<{ records: readonly RequiredRecord[] }>(page, {
    method: "GET",
    path: `domains/${senderDomainId}`,
  });
  for (const { host, type, value } of records) {
    if (value !== "") await zones.publish(host, { [type]: [value] });
  }
}

/** A verified domain of the page's team, with its access token. */
export async function verifiedDomain(page: Page, zones: Zones, name: string): Promise<Domain> {
  const made = await trxCall<Domain>(page, { method: "POST", path: "domains", body: { name } });
  await publishRecords(page, zones, made.senderDomainId);
  await expect
    .poll(
      async () => {
        await trxCall(page, { method: "POST", path: `domains/${made.domainId}/check` }).catch(() => undefined);
        const { verified } = await trxCall<{ verified: boolean }>(page, {
          method: "GET",
          path: `domains/${made.domainId}`,
        });
        return verified;
      },
      { timeout: SEEN_MS },
    )
    .toBe(true);
  return made;
}
