import { HttpResponse, http } from "msw";
import { campaignsHandlers } from "../campaigns/handlers";
import { ORIGIN } from "../handlers";
import { server } from "../server";

const NO_METRICS = {
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

/** Records the bodies of requests for the metrics. */
export function serveStats(campaigns: readonly unknown[]): { readonly bodies: Record<string, unknown>[] } {
  const bodies: Record<string, unknown>[] = [];
  server.use(
    http.post(`${ORIGIN}/api/dashboard/stats`, async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      bodies.push(body);
      const figures = { ...NO_METRICS, sent: 980, delivered: 980, failed: 20, opened: 392, clicked: 49 };
      const former = { ...NO_METRICS, sent: 800, delivered: 800, failed: 10, opened: 400, clicked: 40 };
      return HttpResponse.json({
        start: body.start ?? "2026-10-01T00:00:00Z",
        end: body.end ?? "2026-11-20T00:00:00Z",
        unit: "day",
        figures: campaigns.length === 0 ? NO_METRICS : figures,
        former: body.start ? former : null,
        series: [],
        campaigns,
        best: [],
        retentionDays: null,
      });
    }),
    ...campaignsHandlers(),
  );
  return { bodies };
}
