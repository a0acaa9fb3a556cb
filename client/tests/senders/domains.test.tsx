import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import type { components } from "@/generated/api";
import { campaignsHandlers } from "../campaigns/handlers";
import { ALICE } from "../fixtures";
import { ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";

type Domain = components["schemas"]["DomainOut"];

function buildDomain(name: string): Domain {
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
  const items = [buildDomain("kopi.example"), buildDomain("teh.example")];
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
    ...campaignsHandlers(),
  );

  await renderScreen("/senders/domains", { token: "alice" });

  const row = await screen.findByRole("row", { name: /kopi.example/ }, { timeout: 10_000 });
  expect(await within(row).findByRole("img", { name: "No valid DMARC record" })).toBeVisible();
  expect(screen.getAllByRole("img", { name: "No valid DMARC record" })).toHaveLength(1);
});

const DOMAIN_COUNT = 392;

/** Responds as the server does: a page past the end has no rows. */
function serveManyDomains(): URLSearchParams[] {
  const queries: URLSearchParams[] = [];
  server.use(
    http.get(`${ORIGIN}/api/me`, () =>
      HttpResponse.json({ ...ALICE, permissions: [...ALICE.permissions, "sender.view"] }),
    ),
    http.get(`${ORIGIN}/api/domains`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      queries.push(query);
      const page = Number(query.get("page"));
      const items = page <= Math.ceil(DOMAIN_COUNT / 10) ? [buildDomain(`p${page}.example`)] : [];
      return HttpResponse.json({ items, total: DOMAIN_COUNT, totalIsExact: true, page, size: 10 });
    }),
    http.get(`${ORIGIN}/api/domain-packet`, () => HttpResponse.json({ sandbox: false, items: [] })),
    ...campaignsHandlers(),
  );
  return queries;
}

test("a page beyond the end of a list says so and leads to the last one", async () => {
  serveManyDomains();
  await renderScreen("/senders/domains?page=9999", { token: "alice" });

  const pager = await screen.findByRole("navigation", { name: "Pages" }, { timeout: 10_000 });
  expect(pager).toHaveTextContent("Page 9,999 does not exist.");
  expect(screen.queryByRole("table")).toBeNull();
  await userEvent.click(within(pager).getByRole("button", { name: "Last page" }));

  expect(await screen.findByRole("row", { name: /p40.example/ })).toBeVisible();
  expect(screen.getByRole("navigation", { name: "Pages" })).toHaveTextContent("391–392 of 392");
});

test("what a list's address says wrong counts as not said", async () => {
  const queries = serveManyDomains();
  await renderScreen("/senders/domains?page=abc&size=abc&sort=zzz", { token: "alice" });

  expect(await screen.findByRole("row", { name: /p1.example/ }, { timeout: 10_000 })).toBeVisible();
  expect(queries.map((query) => query.toString())).toEqual(["page=1&size=10&sort=name"]);
});
