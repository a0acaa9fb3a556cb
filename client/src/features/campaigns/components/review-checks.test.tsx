import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { loadFeatureTexts } from "@/app/texts";
import { meQuery } from "@/features/session/public";
import { buildCampaign } from "../../../../tests/campaigns/handlers";
import { ALICE } from "../../../../tests/fixtures";
import { ORIGIN } from "../../../../tests/handlers";
import { renderPart } from "../../../../tests/render-part";
import { server } from "../../../../tests/server";
import { campaignsEvents } from "../events";
import { type CampaignFinding, type Checks, useChecks } from "../review-data";
import { ReviewChecks } from "./review-checks";

const CAMPAIGN = buildCampaign({ revision: 3 });
const { id: ID } = CAMPAIGN;

function finding(code: string, level: CampaignFinding["level"], rest: Partial<CampaignFinding> = {}): CampaignFinding {
  const cause = { cause: null, causeCode: null, causeParams: null };
  return { code, level, place: "content", values: {}, items: [], variant: null, node: null, ...cause, ...rest };
}

let checks: Checks;
let readyBody: unknown;
let linkCheckCount: number;
let client: QueryClient;

beforeEach(async () => {
  window.matchMedia = (query) => Object.assign(new EventTarget(), { matches: false, media: query }) as MediaQueryList;
  const { unmount } = await renderPart(null);
  unmount();
  await loadFeatureTexts(["campaigns"]);
  localStorage.setItem("token", "full");
  readyBody = undefined;
  linkCheckCount = 0;
  checks = { items: [], links: { state: "none", done: 0, total: 0, revision: 0 }, readyAt: null, revision: 3 };
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(meQuery.queryKey, { ...ALICE, permissions: ["campaign.view", "campaign.edit"] });
  const path = `${ORIGIN}/api/email-marketing/${ID}`;
  server.use(
    http.get(`${path}/checks`, () => HttpResponse.json(checks)),
    http.post(`${path}/checks/links`, () => {
      linkCheckCount += 1;
      return HttpResponse.json({ state: "running", done: 0, total: 2, revision: 1 });
    }),
    http.post(`${path}/ready`, async ({ request }) => {
      readyBody = await request.json();
      return HttpResponse.json({ ...CAMPAIGN, revision: 4, readyAt: "2026-05-04T09:00:00Z" });
    }),
    http.get(`${ORIGIN}/api/me`, () => HttpResponse.json(ALICE)),
  );
});

function Part() {
  return <ReviewChecks id="review" campaign={CAMPAIGN} checks={useChecks(CAMPAIGN)} />;
}

function renderChecks() {
  return renderPart(
    <QueryClientProvider client={client}>
      <Part />
    </QueryClientProvider>,
  );
}

test("what blocks leads to where it is mended, and keeps it from being marked", async () => {
  checks = {
    ...checks,
    items: [
      finding("subjectMissing", "blocking", { place: "subject" }),
      finding("tagEmpty", "warning", { values: { tag: "city", count: 1200, total: 12410 } }),
      finding("sizeFine", "fine", { values: { kilobytes: 12, limit: 102, percent: 12 } }),
    ],
  };
  await renderChecks();

  expect(await screen.findByText("The campaign has no subject")).toBeVisible();
  expect(screen.getByText("city is empty for 1,200 of 12,410 recipients. Add a fallback.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Edit the subject" })).toHaveAttribute(
    "href",
    `/campaigns/${ID}/edit#subject`,
  );
  expect(screen.getByRole("status")).toHaveTextContent("1 problem to fix before sending");
  expect(screen.getByRole("button", { name: "Mark as ready" })).toBeDisabled();
  expect(linkCheckCount).toBe(0);
});

test("marking says which warnings were seen", async () => {
  checks = {
    ...checks,
    items: [
      finding("preheaderMissing", "warning", { place: "subject" }),
      finding("wording", "warning", { values: { reason: "hurry" }, items: ["act now"] }),
    ],
  };
  await renderChecks();
  expect(await screen.findByText("Spam filters distrust this wording: it pressures the reader")).toBeVisible();

  await userEvent.click(screen.getByRole("button", { name: "Mark as ready" }));

  await waitFor(() => expect(readyBody).toEqual({ seen: ["preheaderMissing", "wording"] }));
});

test("links that nobody has asked are asked once, and told as they answer", async () => {
  checks = {
    ...checks,
    items: [finding("linksUnchecked", "warning", { values: { count: 2, total: 2 } })],
    links: { state: "unasked", done: 0, total: 2, revision: 0 },
  };
  await renderChecks();

  const bar = await screen.findByRole("progressbar", { name: "Checking links" });
  await waitFor(() => expect(linkCheckCount).toBe(1));
  expect(screen.queryByText("2 links have not been checked yet")).toBeNull();

  checks = {
    ...checks,
    items: [finding("linkGone", "warning", { values: { count: 1 }, items: ["https://kopi.example/gone"] })],
    links: { state: "done", done: 2, total: 2, revision: 3 },
  };
  const told = campaignsEvents["campaigns.links.asked"];
  act(() => told?.(client, { campaignId: ID, state: "running", done: 1, total: 2, revision: 2 }));
  await waitFor(() => expect(bar).toHaveAttribute("aria-valuenow", "1"));
  act(() => told?.(client, { campaignId: ID, state: "done", done: 2, total: 2, revision: 3 }));

  expect(await screen.findByText("1 link leads to a page that does not exist")).toBeVisible();
  expect(screen.getByText("https://kopi.example/gone")).toBeVisible();
  expect(linkCheckCount).toBe(1);
});

test("an older step changes nothing", async () => {
  checks = { ...checks, links: { state: "running", done: 4, total: 8, revision: 6 } };
  await renderChecks();
  const bar = await screen.findByRole("progressbar");

  act(() =>
    campaignsEvents["campaigns.links.asked"]?.(client, {
      campaignId: ID,
      state: "running",
      done: 1,
      total: 8,
      revision: 2,
    }),
  );

  expect(bar).toHaveAttribute("aria-valuenow", "4");
});
