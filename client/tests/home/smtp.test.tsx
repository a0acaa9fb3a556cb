import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { queryClient } from "@/app/query";
import { applyActivity } from "@/features/transactional/activity";
import type { Analytics, TrxOverview } from "@/features/transactional/shapes";
import { changeLanguage } from "@/lib/i18n/i18n";
import { SENT } from "../campaigns/handlers";
import { ALICE, PLAN } from "../fixtures";
import { buildErrorResponse, ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";
import { ANALYTICS, METRICS, OVERVIEW } from "../transactional/responses";
import { serveStats } from "./handlers";

const LOAD_TIMEOUT = { timeout: 10_000 };
const NO_MESSAGES: Analytics = { ...ANALYTICS, figures: { ...METRICS, accepted: 0 } };

let analytics: Analytics = ANALYTICS;
let overview: TrxOverview = OVERVIEW;
let requestedPaths: string[] = [];

beforeEach(() => {
  analytics = ANALYTICS;
  overview = OVERVIEW;
  requestedPaths = [];
  server.use(
    http.get(`${ORIGIN}/trx-api/stats/analytics`, ({ request }) => {
      requestedPaths.push(new URL(request.url).search);
      return HttpResponse.json(analytics as unknown as Record<string, unknown>);
    }),
    http.get(`${ORIGIN}/trx-api/overview`, () => {
      requestedPaths.push("overview");
      return HttpResponse.json(overview as unknown as Record<string, unknown>);
    }),
  );
});

interface Team {
  readonly campaigns?: readonly unknown[];
  readonly permissions?: readonly string[];
  readonly hasFeature?: boolean;
  readonly language?: string;
}

/** Serves Alice's team, which has transactional email unless given otherwise. */
function serveTeam({
  campaigns = [SENT],
  permissions = ["report.view", "transactional.view"],
  hasFeature = true,
  language = "en",
}: Team = {}): void {
  serveStats(campaigns);
  server.use(
    http.get(`${ORIGIN}/api/me`, () =>
      HttpResponse.json({ ...ALICE, user: { ...ALICE.user, language }, permissions: ["team.read", ...permissions] }),
    ),
    http.get(`${ORIGIN}/api/companies/plan`, () =>
      HttpResponse.json({
        ...PLAN,
        features: [...PLAN.features, { name: "transactionalEmail", enable: hasFeature, subFeatures: [] }],
      }),
    ),
    http.post(`${ORIGIN}/api/transactionals`, () => HttpResponse.json({ trxToken: "trx" })),
  );
}

afterEach(() => changeLanguage("en"));

async function findCard(): Promise<HTMLElement> {
  return screen.findByRole("region", { name: "SMTP analytics" }, LOAD_TIMEOUT);
}

test("the figures of the same period stand beside those of the campaigns, with what they are compared with", async () => {
  serveTeam();
  await renderScreen("/analytics?range=7", { token: "alice" });
  const smtp = await findCard();

  expect(await screen.findByRole("region", { name: "Metrics for this period" }, LOAD_TIMEOUT)).toHaveTextContent("980");
  await waitFor(() => expect(smtp).toHaveTextContent("Accepted25.0%1,000vs 800 in the previous period"));
  expect(smtp).toHaveTextContent("Delivered98.0%980 of 1,000");
  expect(smtp).toHaveTextContent("Opened5.0 pt50.0%490 of 980");
  expect(smtp).toHaveTextContent("Clicked10.0%98 of 980");
  expect(smtp).toHaveTextContent("Bounced1.5%15 of 1,000");
  expect(smtp).toHaveTextContent("compared with 9 Nov 2026 to 16 Nov 2026");
  const query = new URLSearchParams(requestedPaths[0]);
  expect(query.get("compare")).toBe("previous");
  expect(query.get("from")).toMatch(/T00:00:00\+07:00$/);
  const links = within(smtp).getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["All SMTP statistics", "/analytics/smtp?range=7"],
    ["All events", "/events"],
  ]);
});

test("all time is all that is told at once, and there is nothing to compare it with", async () => {
  serveTeam();
  await renderScreen("/analytics", { token: "alice" });
  const smtp = await findCard();

  const query = new URLSearchParams(requestedPaths[0]);
  const from = query.get("from") ?? "";
  expect(from).toMatch(/^\d{4}-\d\d-\d\dT00:00:00\+07:00$/);
  expect(Math.floor((Date.now() - Date.parse(from)) / 86_400_000)).toBe(730);
  expect([query.has("to"), query.has("compare")]).toEqual([false, false]);
  expect(within(smtp).getByRole("link", { name: "All SMTP statistics" })).toHaveAttribute(
    "href",
    "/analytics/smtp?range=all",
  );
});

test("a team that sends over SMTP alone sees its figures above the way to a first campaign", async () => {
  serveTeam({ campaigns: [] });
  await renderScreen("/analytics", { token: "alice" });

  expect(await findCard()).toHaveTextContent("Accepted25.0%1,000");
  expect(await screen.findByRole("heading", { name: "No campaigns sent yet" })).toBeInTheDocument();
});

test("where nothing was ever sent the quick start is one step away", async () => {
  analytics = NO_MESSAGES;
  overview = { ...OVERVIEW, firstMessage: null };
  serveTeam();
  await renderScreen("/analytics", { token: "alice" });
  const smtp = await findCard();

  expect(within(smtp).getByRole("link", { name: "Quick start" })).toHaveAttribute("href", "/trx-overview");
  expect(smtp).not.toHaveTextContent("Accepted");
});

test("what was tried in the sandbox was not sent", async () => {
  analytics = NO_MESSAGES;
  overview = { ...OVERVIEW, firstMessage: { id: SENT.id, time: 1, state: "finished", sandbox: true } };
  serveTeam();
  await renderScreen("/analytics", { token: "alice" });

  expect(within(await findCard()).getByRole("link", { name: "Quick start" })).toBeInTheDocument();
});

test("a period in which nothing was sent shows noughts, and no quick start", async () => {
  analytics = NO_MESSAGES;
  serveTeam();
  await renderScreen("/analytics", { token: "alice" });
  const smtp = await findCard();

  expect(smtp).toHaveTextContent("Accepted100.0%0vs 800 in the previous period");
  expect(within(smtp).queryByRole("link", { name: "Quick start" })).toBeNull();
});

test("figures that can't be had say why and are asked for again; those of the campaigns stand meanwhile", async () => {
  serveTeam();
  server.use(
    http.get(`${ORIGIN}/trx-api/stats/analytics`, () => buildErrorResponse(500, "serverException"), { once: true }),
  );
  await renderScreen("/analytics", { token: "alice" });
  const smtp = await findCard();
  await screen.findByRole("region", { name: "Metrics for this period" }, LOAD_TIMEOUT);

  await userEvent.click(within(smtp).getByRole("button", { name: "Try again" }));

  await waitFor(() => expect(smtp).not.toBeInTheDocument());
  expect(await findCard()).toHaveTextContent("Accepted25.0%1,000");
});

test("they stand also where those of the campaigns can't be had", async () => {
  serveTeam();
  server.use(http.post(`${ORIGIN}/api/dashboard/stats`, () => buildErrorResponse(500, "serverException")));
  await renderScreen("/analytics", { token: "alice" });

  expect(await findCard()).toHaveTextContent("Accepted25.0%1,000");
  expect(await screen.findByRole("alert", {}, LOAD_TIMEOUT)).toBeInTheDocument();
});

test("they are fetched anew at a word of the team's mail", async () => {
  serveTeam();
  await renderScreen("/analytics", { token: "alice" });
  const smtp = await findCard();
  analytics = { ...ANALYTICS, figures: { ...METRICS, accepted: 1600 } };

  act(() => applyActivity(queryClient, { revision: 1, newest: "2026-11-21T03:00:00Z", counts: { accepted: 600 } }));

  await waitFor(() => expect(smtp).toHaveTextContent("Accepted100.0%1,600"));
});

test("in Indonesian it says the same", async () => {
  analytics = NO_MESSAGES;
  overview = { ...OVERVIEW, firstMessage: null };
  serveTeam({ language: "id" });
  await renderScreen("/analytics", { token: "alice" });
  const smtp = await screen.findByRole("region", { name: "Analitik SMTP" }, LOAD_TIMEOUT);

  expect(smtp).toHaveTextContent("Belum ada pesan yang dikirim lewat SMTP atau HTTP.");
  expect(within(smtp).getByRole("link", { name: "Mulai cepat" })).toHaveAttribute("href", "/trx-overview");
});

describe("nothing is asked of transactional mail", () => {
  test("for a role that may not see it", async () => {
    serveTeam({ permissions: ["report.view"] });
    await renderScreen("/analytics", { token: "alice" });
    await screen.findByRole("region", { name: "Metrics for this period" }, LOAD_TIMEOUT);

    expect(screen.queryByRole("region", { name: "SMTP analytics" })).toBeNull();
    expect(requestedPaths).toEqual([]);
  });

  test("for a team whose plan has none of it", async () => {
    serveTeam({ hasFeature: false });
    await renderScreen("/analytics", { token: "alice" });
    await screen.findByRole("region", { name: "Metrics for this period" }, LOAD_TIMEOUT);

    expect(screen.queryByRole("region", { name: "SMTP analytics" })).toBeNull();
    expect(requestedPaths).toEqual([]);
  });
});
