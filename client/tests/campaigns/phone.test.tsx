import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { NARROW_QUERY } from "@/lib/constants";
import { ALICE, PLAN } from "../fixtures";
import { ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";
import { buildCampaign, campaignsHandlers, ID, SENDER, SENT, WAITING } from "./handlers";

const LOADING = { timeout: 10_000 };

beforeEach(() => {
  const elsewhere = window.matchMedia;
  vi.stubGlobal("matchMedia", (query: string) => ({ ...elsewhere(query), matches: query === NARROW_QUERY }));
  return () => vi.stubGlobal("matchMedia", elsewhere);
});

function buildPage<Item>(items: readonly Item[]) {
  return { items, total: items.length, totalIsExact: true, page: 1, size: 10 };
}

async function openCards(path: string, name: string): Promise<HTMLElement[]> {
  await renderScreen(path, { token: "alice" });
  const list = await screen.findByRole("list", { name }, LOADING);
  expect(screen.queryByRole("table")).toBeNull();
  return within(list).getAllByRole("listitem");
}

test("on a phone campaigns are cards with their subject, figures and status", async () => {
  const subject = 'The harvest is in, {{ firstname | fallback: "friend" }}';
  server.use(...campaignsHandlers({ campaigns: [{ ...SENT, subject }] }));

  const [card] = await openCards("/campaigns", "Campaigns");

  const words = within(card as HTMLElement);
  expect(words.getByRole("link", { name: /The Gayo harvest/ })).toHaveAttribute("href", `/campaigns/${ID}`);
  expect(words.getByText("The harvest is in, friend")).toBeVisible();
  expect(words.getByText("Opened 32.6% · Clicked 5.5%")).toBeVisible();
  expect(words.getByText("Sent")).toBeVisible();
  expect(words.getByRole("button", { name: "Actions for The Gayo harvest" })).toBeVisible();
});

test("on a phone A/B tests are cards with what is tested", async () => {
  const row = { ...buildCampaign(), kind: "abTest", variantCount: 2, test: { tested: "subject", winner: null } };
  const features = ["emailMarketing", "abTest"].map((name) => ({ name, enable: true, subFeatures: [] }));
  server.use(
    http.get(`${ORIGIN}/api/companies/plan`, () => HttpResponse.json({ ...PLAN, features })),
    http.get(`${ORIGIN}/api/ab-test`, () => HttpResponse.json(buildPage([row]))),
    ...campaignsHandlers(),
  );

  const [card] = await openCards("/ab-tests", "A/B tests");

  expect(within(card as HTMLElement).getByText("The Gayo harvest")).toBeVisible();
  expect(within(card as HTMLElement).getByText("Subject")).toBeVisible();
});

test("on a phone senders are cards with their address and what they wait for", async () => {
  server.use(
    http.get(`${ORIGIN}/api/me`, () => HttpResponse.json({ ...ALICE, permissions: ["sender.view", "sender.edit"] })),
    http.get(`${ORIGIN}/api/senders`, () => HttpResponse.json(buildPage([SENDER, WAITING]))),
    ...campaignsHandlers(),
  );

  const cards = await openCards("/senders", "Email senders");

  expect(cards).toHaveLength(2);
  expect(within(cards[0] as HTMLElement).getByText("Verified")).toBeVisible();
  expect(within(cards[1] as HTMLElement).getByText("promo@kopiselatan.example")).toBeVisible();
  expect(within(cards[1] as HTMLElement).getByText("Waiting for verification")).toBeVisible();
});
