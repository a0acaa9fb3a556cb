import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { loadFeatureTexts } from "@/app/texts";
import type { CampaignFinding } from "@/features/campaigns/public";
import { buildCampaign } from "../../../../tests/campaigns/handlers";
import { ORIGIN } from "../../../../tests/handlers";
import { renderPart } from "../../../../tests/render-part";
import { server } from "../../../../tests/server";
import { Readiness } from "./readiness";

const CAMPAIGN = buildCampaign({ revision: 3, documentId: "01a0" });

let items: readonly Partial<CampaignFinding>[];

beforeEach(async () => {
  window.matchMedia = (query) => Object.assign(new EventTarget(), { matches: false, media: query }) as MediaQueryList;
  const { unmount } = await renderPart(null);
  unmount();
  await loadFeatureTexts(["campaigns", "email-editor"]);
  localStorage.setItem("token", "full");
  items = [];
  const path = `${ORIGIN}/api/email-marketing/${CAMPAIGN.id}`;
  const links = { state: "none", done: 0, total: 0, revision: 0 };
  server.use(
    http.get(`${path}/checks`, () =>
      HttpResponse.json({
        items: items.map((item) => ({ place: "content", values: {}, items: [], variant: null, node: null, ...item })),
        links,
        readyAt: null,
        revision: 3,
      }),
    ),
    http.get(`${path}/count-recipient`, () =>
      HttpResponse.json({ count: 1204, chosen: 1204, excluded: 0, suppressed: 0, paused: 0, capped: null }),
    ),
  );
});

function renderReadiness() {
  return renderPart(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Readiness campaign={CAMPAIGN} revision={7} />
    </QueryClientProvider>,
  );
}

test("what holds the mail back is counted beside who gets it, and leads to its part", async () => {
  items = [
    { code: "linksFine", level: "fine" },
    { code: "altMissing", level: "warning", node: "image1", values: { count: 1, total: 2 } },
    { code: "subjectMissing", level: "blocking", place: "subject" },
  ];
  await renderReadiness();

  expect(await screen.findByText("1,204", { exact: false })).toBeInTheDocument();
  await userEvent.click(await screen.findByRole("button", { name: "1 issue to fix" }));
  const list = await screen.findByRole("dialog", { name: "Checks" });
  const [first, second, ...rest] = list.querySelectorAll("li");
  expect(rest).toEqual([]);
  expect(first?.dataset.level).toBe("blocking");
  expect(first?.querySelector("a")?.getAttribute("href")).toBe(`/campaigns/${CAMPAIGN.id}/edit#subject`);
  expect(second?.querySelector("a")?.getAttribute("href")).toBe(`/email-marketing/compose/${CAMPAIGN.id}?node=image1`);
});

test("a mail with nothing to mend is ready to be sent", async () => {
  items = [{ code: "linksFine", level: "fine" }];
  await renderReadiness();

  await userEvent.click(await screen.findByRole("button", { name: "Ready to send" }));
  expect(await screen.findByText("No problems found")).toBeInTheDocument();
});

test("what is only worth a look is told so", async () => {
  items = [{ code: "altMissing", level: "warning", values: { count: 1, total: 2 } }];
  await renderReadiness();

  expect(await screen.findByRole("button", { name: "1 warning" })).toBeInTheDocument();
});
