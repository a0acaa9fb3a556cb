import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import type { components } from "@/generated/api";
import { ORIGIN } from "../answers";
import { campaignsAnswers } from "../campaigns/answers";
import { ALICE } from "../cast";
import { renderApp } from "../render-app";
import { server } from "../server";

type Domain = components["schemas"]["DomainOut"];

function domain(name: string): Domain {
  return {
    domainId: `01a1fc3d-0000-7000-8000-0000000d000${name.length}`,
    name,
    validated: true,
    state: "authenticated",
    buyStatus: "NONE",
    category: "OWN",
    default: false,
    slug: "links",
    brokenAt: null,
    graceUntil: null,
    checkedAt: "2026-11-21T03:00:00Z",
    createdAt: "2026-11-20T03:00:00Z",
    records: [{ kind: "dmarc", verdict: "warning", unknown: false, required: false }],
  };
}

test("a domain that sends without DMARC is flagged at its row", async () => {
  const items = [domain("kopi.example"), domain("teh.example")];
  const about = { id: 1, rule: "dmarc", place: "domain", level: "bad", state: "open", campaignId: null, params: {} };
  server.use(
    http.get(`${ORIGIN}/api/me`, () =>
      HttpResponse.json({ ...ALICE, permissions: [...ALICE.permissions, "sender.view", "report.view"] }),
    ),
    http.get(`${ORIGIN}/api/domains`, () =>
      HttpResponse.json({ items, total: 2, totalIsExact: true, page: 1, size: 10 }),
    ),
    http.get(`${ORIGIN}/api/domain-packet`, () => HttpResponse.json({ sandbox: false, items: [] })),
    http.get(`${ORIGIN}/api/advice`, () =>
      HttpResponse.json({
        items: [{ ...about, subject: "domain:kopi.example", name: "kopi.example" }],
        lookedAt: null,
      }),
    ),
    ...campaignsAnswers(),
  );

  await renderApp("/senders/domains", { token: "alice" });

  const row = await screen.findByRole("row", { name: /kopi.example/ }, { timeout: 10_000 });
  expect(await within(row).findByRole("img", { name: "DMARC is missing" })).toBeVisible();
  expect(screen.getAllByRole("img", { name: "DMARC is missing" })).toHaveLength(1);
});
