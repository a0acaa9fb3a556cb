import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { ORIGIN } from "../answers";
import { campaignsAnswers, SENT } from "../campaigns/answers";
import { renderApp } from "../render-app";
import { server } from "../server";

const LOADING = { timeout: 10_000 };
const NOTHING = {
  sent: 0,
  delivered: 0,
  failed: 0,
  inDoubt: 0,
  hardBounced: 0,
  softBounced: 0,
  suppressed: 0,
  opened: 0,
  machineOpens: 0,
  anyOpened: 0,
  clicked: 0,
  machineClicks: 0,
  anyClicked: 0,
  unsubscribed: 0,
  complained: 0,
  rates: {},
};

/** Bodies that the figures were asked for with. */
function statsAnswers(campaigns: readonly unknown[]): { readonly bodies: Record<string, unknown>[] } {
  const bodies: Record<string, unknown>[] = [];
  server.use(
    http.post(`${ORIGIN}/api/dashboard/stats`, async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      bodies.push(body);
      const figures = { ...NOTHING, sent: 980, delivered: 980, failed: 20, opened: 392, clicked: 49 };
      const former = { ...NOTHING, sent: 800, delivered: 800, failed: 10, opened: 400, clicked: 40 };
      return HttpResponse.json({
        start: body.start ?? "2026-10-01T00:00:00Z",
        end: body.end ?? "2026-11-20T00:00:00Z",
        unit: "day",
        figures: campaigns.length === 0 ? NOTHING : figures,
        former: body.start ? former : null,
        series: [],
        campaigns,
        best: [],
        retentionDays: null,
      });
    }),
    ...campaignsAnswers(),
  );
  return { bodies };
}

test("all time is shown first; a period is compared with the one before", async () => {
  const { bodies } = statsAnswers([SENT]);
  const { router } = await renderApp("/analytics", { token: "alice" });
  const figures = await screen.findByRole("region", { name: "Figures of the period" }, LOADING);
  expect(bodies).toEqual([{}]);
  expect(figures).toHaveTextContent("Opened40.0 %392 of 980");

  await userEvent.click(screen.getByRole("button", { name: "Period: All Time" }));
  await userEvent.click(await screen.findByText("Last 30 Days"));

  await waitFor(() => expect(figures).toHaveTextContent("Opened10.0 pt40.0 %"));
  expect(router.state.location.search).toBe("?range=30");
  expect(bodies.at(-1)).toEqual({
    start: expect.stringMatching(/T00:00:00\+07:00$/),
    end: expect.stringMatching(/T23:59:59\+07:00$/),
  });
});

test("the newest campaigns lead to their reports", async () => {
  statsAnswers([SENT]);
  await renderApp("/analytics", { token: "alice" });

  expect(await screen.findByRole("link", { name: "The Gayo harvest" }, LOADING)).toHaveAttribute(
    "href",
    `/campaigns/${SENT.id}`,
  );
});

test("a new team sees what leads to the first figures", async () => {
  statsAnswers([]);
  await renderApp("/analytics", { token: "alice" });

  await screen.findByRole("heading", { name: "No campaign sent yet" }, LOADING);

  expect(screen.getByRole("link", { name: "Go to campaigns" })).toHaveAttribute("href", "/campaigns");
});
