import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http, type RequestHandler } from "msw";
import { expect, test } from "vitest";
import { reportsEvents } from "@/features/reports/events";
import type { components } from "@/generated/api";
import { ORIGIN } from "../handlers";
import { receiveEvent } from "../receive-event";
import { renderScreen } from "../render-app";
import { server } from "../server";
import { type Campaign, calledEndpoints, campaignsHandlers, ID, SENT } from "./handlers";
import { METRICS, reportPartHandlers } from "./report-handlers";

const LOADING = { timeout: 10_000 };

type Audience = Partial<Pick<components["schemas"]["BasicOut"], "labels" | "segments" | "toAll" | "unopenedOf">>;

function reportHandlers(
  one: Campaign,
  polled: (string | null)[] = [],
  sendAgain = 0,
  whom: Audience = {},
): RequestHandler[] {
  const at = `${ORIGIN}/api/email-marketing/reports`;
  return [
    http.get(`${at}/basic`, ({ request }) => {
      polled.push(request.headers.get("X-Requested-With"));
      return HttpResponse.json({
        campaign: one,
        labels: ["Newsletter"],
        segments: [],
        toAll: false,
        unopenedOf: null,
        ...whom,
        figures: METRICS,
        bounces: [],
        machines: "exclude",
        parts: [],
        reasons: [{ reason: "tooMany", count: 2 }],
        pace: { perSecond: 14, secondsLeft: 1195 },
        sendAgain,
      });
    }),
    ...reportPartHandlers(at),
    ...campaignsHandlers({ campaigns: [one] }),
  ];
}

const SENDING: Campaign = { ...SENT, status: "SENDING", sentAt: null };

async function openReport(part?: string) {
  const user = userEvent.setup();
  const app = await renderScreen(`/campaigns/${ID}`, { token: "alice" });
  await (part
    ? screen.findByRole("region", { name: new RegExp(part) }, LOADING)
    : screen.findByRole("progressbar", { name: "Sending" }, LOADING));
  return { user, ...app };
}

test("figures stand with what they are a share of, machines apart", async () => {
  server.use(...reportHandlers(SENDING));
  await openReport();

  const figures = screen.getByRole("region", { name: "Key metrics" });
  expect(figures).toHaveTextContent("Delivered98098.0% of 1,000 recipients");
  expect(figures).toHaveTextContent("Opened39240.0% of 980 delivered");
  expect(figures).toHaveTextContent("Clicked495.0% of 980 delivered");
  expect(screen.getByRole("region", { name: /^Undelivered email/ })).toHaveTextContent(
    "1.6% of 1,000 recipients, 12 hard, 4 soft",
  );
  expect(await screen.findByText("60 bot opens excluded")).toBeInTheDocument();
  expect(screen.getByRole("progressbar", { name: "Sending" })).toHaveAttribute("aria-valuenow", "1000");
  expect(screen.getByText("14 per second")).toBeVisible();
  expect(screen.getByText("about 20 min")).toBeVisible();
});

test.each<[Audience, string]>([
  [{}, "to Newsletter"],
  [{ segments: ["Active"] }, "to Newsletter, Active"],
  [{ labels: [], segments: ["Active"] }, "to Active"],
  [{ labels: [] }, "to deleted labels and segments"],
  [{ toAll: true, labels: [] }, "to all subscribers"],
  [{ labels: [], unopenedOf: { id: ID, name: "May" } }, "to recipients who did not open “May”"],
  [{ labels: [], unopenedOf: { id: ID, name: "" } }, "to recipients who did not open a deleted campaign"],
])("it says to whom the campaign went: %o", async (whom, words) => {
  server.use(...reportHandlers(SENDING, [], 0, whom));
  await openReport();

  expect(screen.getByText(words)).toBeVisible();
});

test("advice about the campaign stands in its report, and leads nowhere else", async () => {
  const asked: (string | null)[] = [];
  server.use(
    http.get(`${ORIGIN}/api/advice`, ({ request }) => {
      asked.push(new URL(request.url).searchParams.get("campaignId"));
      const figures = { value: 12, asked: 60, base: 980, before: null, after: null, params: {} };
      const about = { rule: "plainText", place: "campaign", subject: `campaign:${ID}`, campaignId: ID, name: "May" };
      const found = { foundAt: SENT.startedAt, decidedAt: null, decidedBy: "", state: "open", level: "warning" };
      const item = { id: 1, unit: "count", act: null, ...about, ...figures, ...found };
      return HttpResponse.json({ items: [item], lookedAt: SENT.startedAt });
    }),
    ...reportHandlers(SENDING),
  );
  await openReport();

  const card = await screen.findByRole("region", { name: "Advice" });
  expect(card).toHaveTextContent(
    "Its plain text has 12 letters; use at least 60 to say what the email is about. It reached 980 recipients.",
  );
  expect(within(card).queryByRole("link")).toBeNull();
  expect(asked).toEqual([ID]);
});

test("what the socket tells moves the figures, with what came", async () => {
  server.use(...reportHandlers(SENDING));
  await openReport();

  act(() =>
    receiveEvent(reportsEvents, "delivery.mailing.progressed", {
      ...METRICS,
      origin: "campaign",
      originId: ID,
      revision: 5,
      sent: 990,
      delivered: 990,
      opened: 395,
    }),
  );

  const figures = screen.getByRole("region", { name: "Key metrics" });
  await waitFor(() => expect(figures).toHaveTextContent("Opened+3395"));
  expect(figures).toHaveTextContent("39.9% of 990 delivered");
});

test("while the socket is down the report is asked for as a polling call", async () => {
  const polled: (string | null)[] = [];
  server.use(...reportHandlers(SENDING, polled));
  await openReport();

  expect(polled[0]).toBe("interval");
});

test("stopping asks how many will not get it; pausing acts at once", async () => {
  server.use(...reportHandlers(SENDING));
  const { user } = await openReport();

  await user.click(screen.getByRole("button", { name: "Pause" }));
  await waitFor(() => expect(calledEndpoints).toEqual(["pause"]));
  await user.click(screen.getByRole("button", { name: "Stop sending" }));
  const dialog = await screen.findByRole("dialog", { name: `Stop sending “${SENDING.name}”?` });
  expect(dialog).toHaveTextContent("The 490 remaining recipients will not get the email");
  expect(calledEndpoints).toEqual(["pause"]);
  await user.click(within(dialog).getByRole("button", { name: "Stop sending" }));

  await waitFor(() => expect(calledEndpoints).toEqual(["pause", "stop"]));
});

test("sending again to whom is in doubt says first what that means", async () => {
  server.use(...reportHandlers(SENT, [], 1));
  const { user } = await openReport("^Undelivered email");
  const losses = screen.getByRole("region", { name: /^Undelivered email/ });

  await user.click(within(losses).getByRole("button", { name: "Resend to unconfirmed" }));
  const dialog = await screen.findByRole("dialog", { name: "Resend to 1 unconfirmed recipient?" });
  expect(dialog).toHaveTextContent("Some of them might get it twice");
  expect(dialog).toHaveTextContent("1 other unconfirmed recipient is excluded");
  expect(calledEndpoints).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: "Resend" }));

  await waitFor(() => expect(calledEndpoints).toEqual(["send-again"]));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("while it is being sent nobody is sent to again", async () => {
  server.use(...reportHandlers(SENDING, [], 2));
  await openReport();

  expect(screen.getByRole("region", { name: /^Undelivered email/ })).toHaveTextContent("Unconfirmed");
  expect(screen.queryByRole("button", { name: "Resend to unconfirmed" })).toBeNull();
});

test("the chart is a table too", async () => {
  server.use(...reportHandlers(SENDING));
  const { user } = await openReport();
  const chart = await screen.findByRole("region", { name: "Opens and clicks by minute" });

  await user.click(within(chart).getByRole("button", { name: "Show as a table" }));

  expect(within(chart).getByRole("columnheader", { name: "Clicked" })).toBeVisible();
});

test("a draft has no report", async () => {
  server.use(...reportHandlers({ ...SENT, status: "DRAFT" }));
  const { router } = await renderScreen(`/campaigns/${ID}`, { token: "alice" });

  await waitFor(() => expect(router.state.location.pathname).toBe(`/campaigns/${ID}/edit`), LOADING);
});

test("a mailed link confirms no sender until its button is pressed, and needs no session", async () => {
  const tokens: unknown[] = [];
  server.use(
    http.post(`${ORIGIN}/api/senders/validate`, async ({ request }) => {
      tokens.push(await request.json());
      return HttpResponse.json({ email: "halo@kopiselatan.example" });
    }),
    http.post(`${ORIGIN}/api/senders/validate/check`, () =>
      HttpResponse.json({ team: "Kopi Selatan", email: "halo@kopiselatan.example" }),
    ),
    ...campaignsHandlers(),
  );
  await renderScreen("/senders/validate#mailed-token");
  await screen.findByText(/^Kopi Selatan wants to send email as halo@kopiselatan\.example\./, undefined, LOADING);
  const button = screen.getByRole("button", { name: "Verify this sender" });

  expect(tokens).toEqual([]);
  await userEvent.click(button);

  expect(await screen.findByRole("heading", { name: "Sender verified" })).toBeInTheDocument();
  expect(tokens).toEqual([{ token: "mailed-token" }]);
});
