import { HttpResponse, http, type RequestHandler } from "msw";
import type { components } from "@/generated/api";
import { type Campaign, SENT } from "./handlers";

type Schemas = components["schemas"];

const RATES: Schemas["RatesOut"] = {
  delivered: 0.98,
  bounced: 0.016,
  opened: 0.4,
  clicked: 0.05,
  clickedOfOpened: 0.125,
  unsubscribed: 0.001,
  complained: 0,
};

export const LINKS: Schemas["LinksOut"] = {
  clicked: 49,
  items: [
    {
      number: 1,
      address: "https://kopi.example/a",
      clicks: 40,
      clicked: 38,
      machineClicks: 3,
      anyClicked: 41,
      share: 0.77,
    },
    {
      number: 2,
      address: "https://kopi.example/b",
      clicks: 11,
      clicked: 11,
      machineClicks: 0,
      anyClicked: 11,
      share: 0.22,
    },
  ],
};

export const METRICS: Schemas["MetricsOut"] = {
  revision: 4,
  recipients: 1500,
  sent: 980,
  delivered: 980,
  failed: 18,
  hardBounced: 12,
  softBounced: 4,
  suppressed: 10,
  skipped: 0,
  inDoubt: 2,
  deferred: 7,
  waiting: 490,
  retried: 5,
  pending: 485,
  opened: 392,
  opens: 401,
  machineOpens: 60,
  machineOpened: 58,
  anyOpened: 450,
  clicked: 49,
  clicks: 51,
  machineClicks: 5,
  anyClicked: 54,
  unsubscribed: 1,
  complained: 0,
  rates: RATES,
};

/** Response with the header and metrics of a report. */
export function basicReportHandler(at: string, campaign: Campaign, asked: URL[]): RequestHandler {
  return http.get(`${at}/basic`, ({ request }) => {
    const url = new URL(request.url);
    asked.push(url);
    return HttpResponse.json({
      campaign,
      labels: ["Newsletter"],
      segments: [],
      toAll: false,
      unopenedOf: null,
      machines: url.searchParams.get("machines"),
      figures: METRICS,
      parts: [],
      bounces: [],
      reasons: [],
      pace: null,
      sendAgain: 0,
    });
  });
}

const DOMAIN = {
  sent: 400,
  failed: 0,
  delivered: 400,
  hardBounced: 0,
  softBounced: 0,
  opened: 160,
  clicked: 20,
  unsubscribed: 0,
  complained: 0,
  rates: { ...RATES, delivered: 1, bounced: 0 },
  hasLowOpens: false,
} as const;

export const DOMAINS = {
  domains: 2,
  items: [
    { ...DOMAIN, domain: "gmail.example" },
    {
      ...DOMAIN,
      domain: "warung.example",
      sent: 90,
      failed: 10,
      delivered: 90,
      rates: { ...RATES, delivered: 0.9, bounced: 0.1 },
    },
  ],
  others: null,
  opensComparedFrom: "2026-11-21T02:30:00Z",
  areOpensCompared: true,
} as const;

/** Responses of all report parts except `basic`. Pushes the URL of each request to `asked`. */
export function reportPartHandlers(at: string, asked: URL[] = []): RequestHandler[] {
  const answer = (part: string, body: object): RequestHandler =>
    http.get(`${at}/${part}`, ({ request }) => {
      asked.push(new URL(request.url));
      return HttpResponse.json(body);
    });
  const share = { name: "mobile", count: 401, share: 1 };
  return [
    answer("peak", {
      unit: "minute",
      start: SENT.startedAt,
      end: SENT.startedAt,
      items: [{ at: "2026-11-20T02:30:00Z", sent: 980, failed: 18, opened: 12, clicked: 3, machineOpens: 60 }],
      busiest: null,
      zone: "Asia/Jakarta",
      hours: [
        { weekday: 5, hour: 9, opens: 300, clicks: 11 },
        { weekday: 6, hour: 20, opens: 101, clicks: 40 },
      ],
      busiestHour: { weekday: 5, hour: 9, opens: 300, clicks: 11 },
    }),
    answer("link", LINKS),
    answer("device", { total: 401, items: [share] }),
    answer("browser", {
      total: 401,
      items: [{ name: "Chrome", count: 401, share: 1 }],
      systems: [{ name: "Android", count: 401, share: 1 }],
      clients: [{ name: "Gmail", count: 401, share: 1 }],
    }),
    answer("location", { available: false, countries: [], total: 0, unknown: 401 }),
    answer("domain", DOMAINS),
    answer("bounce", {
      total: 18,
      others: 2,
      classes: [
        { bounce: "hard", count: 12 },
        { bounce: "sender", count: 6 },
      ],
      replies: [{ bounce: "hard", code: 550, enhanced: "5.1.1", words: "No such user here", count: 12 }],
    }),
    answer("leaving", { unsubscribed: 3, complained: 1, reasons: [{ reason: "tooMany", count: 2 }], untold: 1 }),
    answer("compare", {
      items: [{ rate: "opened", own: 0.4, median: 0.35, lowest: 0.2, highest: 0.5 }],
      former: [{ id: SENT.id, name: "Toraja letter", startedAt: SENT.startedAt, rates: RATES }],
    }),
    answer("click-map", {
      ...LINKS,
      htmlUrl: "https://pages.example/preview/token",
      expiresAt: "2026-11-20T03:30:00Z",
      variant: null,
    }),
    answer("recipient", { items: [], total: 11, totalIsExact: true, page: 1, size: 10 }),
  ];
}
