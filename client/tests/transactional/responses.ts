import { HttpResponse, http, type RequestHandler } from "msw";
import type {
  Analytics,
  Groups,
  Histogram,
  Message,
  MessageDetail,
  MessageRecipient,
  TrxEvent,
  TrxMetrics,
  TrxOverview,
} from "@/features/transactional/shapes";
import { ALICE, PLAN } from "../fixtures";
import { ORIGIN, signedInHandlers } from "../handlers";

export const MESSAGE_ID = "01a1fc3d-0000-7000-8000-00000000e001";
export const MESSAGE_TIME_MS = 1_763_863_200_000;
export const PERMISSIONS = ["transactional.view", "transactional.edit", "transactional.keys", "transactional.body"];

export const OVERVIEW: TrxOverview = {
  hasDomain: true,
  domainVerified: true,
  hasKey: true,
  firstMessage: { id: MESSAGE_ID, time: MESSAGE_TIME_MS, state: "finished", sandbox: false },
  smtp: { host: "smtp.kopi.example", port: 10_587, tlsPort: 10_465, username: "apikey" },
  httpBase: "https://kopi.example/trx-api",
  used: 120,
  limit: 1000,
  domains: [
    {
      domainId: "01a1fc3d-0000-7000-8000-00000000d001",
      name: "orders.kopi.example",
      state: "authenticated",
      sent: 200,
      delivered: 198,
      bounced: 2,
    },
  ],
  today: { accepted: 40, delivered: 38, deferred: 1, bounced: 1, failed: 0, opened: 19, clicked: 4, complained: 0 },
};

export const METRICS: TrxMetrics = {
  messages: 1000,
  accepted: 1000,
  held: 0,
  deferred: 12,
  deferrals: 30,
  sent: 985,
  delivered: 980,
  returned: 5,
  bounced: 15,
  hardBounced: 12,
  softBounced: 3,
  failed: 5,
  suppressed: 0,
  cancelled: 0,
  inDoubt: 0,
  sandboxed: 0,
  opened: 490,
  opens: 700,
  machineOpens: 30,
  clicked: 98,
  clicks: 120,
  machineClicks: 4,
  complained: 1,
  unsubscribed: 0,
  rates: { delivered: 0, bounced: 0, opened: 0, clicked: 0, clickedOfOpened: 0, complained: 0, unsubscribed: 0 },
};
const PREVIOUS_METRICS: TrxMetrics = { ...METRICS, accepted: 800, opened: 441 };
export const ANALYTICS: Analytics = {
  from: "2026-11-16T00:00:00Z",
  to: "2026-11-23T00:00:00Z",
  retentionDays: 30,
  unit: "day",
  figures: METRICS,
  former: PREVIOUS_METRICS,
  latency: { count: 985, average: 700, p50: 410, p95: 2400, p99: 65_000 },
  formerLatency: null,
  series: [
    { at: "2026-11-16T17:00:00Z", figures: METRICS, latency: null },
    { at: "2026-11-17T17:00:00Z", figures: PREVIOUS_METRICS, latency: null },
  ],
};
export const GROUPS: Groups = {
  from: ANALYTICS.from,
  to: ANALYTICS.to,
  retentionDays: ANALYTICS.retentionDays,
  items: [
    { name: "orders.kopi.example", figures: METRICS, former: PREVIOUS_METRICS, latency: null },
    { name: "", figures: PREVIOUS_METRICS, former: null, latency: null },
  ],
  others: null,
  total: 2,
  page: 1,
  size: 10,
};

let count = 0;

export function buildEvent(parts: Partial<TrxEvent> = {}): TrxEvent {
  count += 1;
  return {
    id: `01a1fc3d-0000-7000-8000-0000000e${String(count).padStart(4, "0")}`,
    at: new Date(MESSAGE_TIME_MS + count * 1000).toISOString(),
    type: "delivered",
    messageId: MESSAGE_ID,
    time: MESSAGE_TIME_MS,
    position: 0,
    recipient: "budi@yahoo.example",
    sender: "order@orders.kopi.example",
    subject: "Your order is on its way",
    tag: "orders",
    domain: "orders.kopi.example",
    keyId: null,
    detail: {},
    ...parts,
  };
}

export const RECIPIENT: MessageRecipient = {
  position: 0,
  email: "budi@yahoo.example",
  kind: "to",
  state: "delivered",
  attempt: 2,
  dueAt: null,
  code: 250,
  enhanced: "2.0.0",
  reply: "ok dirdel",
  deliveredAt: null,
  openedAt: null,
  clickedAt: null,
  complainedAt: null,
  suppressed: false,
};

export function buildMessage(parts: Partial<Message> = {}): Message {
  return {
    id: MESSAGE_ID,
    time: MESSAGE_TIME_MS,
    acceptedAt: new Date(MESSAGE_TIME_MS).toISOString(),
    state: "finished",
    holdReason: "",
    via: "smtp",
    from: { name: "Kopi Selatan", email: "order@orders.kopi.example" },
    subject: "Your order is on its way",
    tag: "orders",
    domain: "orders.kopi.example",
    domainId: null,
    keyId: null,
    keyName: "",
    keyPrefix: "",
    subaccountId: null,
    subaccountName: "",
    batchId: null,
    templateId: null,
    templateName: "",
    templateVersion: null,
    metadata: { order: "88190" },
    size: 18_800,
    sandbox: false,
    trackOpens: true,
    trackClicks: true,
    scheduledAt: null,
    bodyUntil: "2099-01-01T00:00:00Z",
    resentFrom: null,
    may: { resend: true, release: false, cancel: false },
    ...parts,
  };
}

export function buildMessageDetail(parts: Partial<MessageDetail> = {}): MessageDetail {
  return { message: buildMessage(), recipients: [RECIPIENT], events: [], checks: [], webhooks: [], ...parts };
}

/** Responses for Alice, whose team has transactional email. Adds `permissions` to hers. */
export function transactionalResponses(permissions: readonly string[] = PERMISSIONS): RequestHandler[] {
  const features = [...PLAN.features, { name: "transactionalEmail", enable: true, subFeatures: [] }];
  return [
    http.get(`${ORIGIN}/api/me`, () =>
      HttpResponse.json({ ...ALICE, permissions: [...ALICE.permissions, ...permissions] }),
    ),
    http.get(`${ORIGIN}/api/companies/plan`, () => HttpResponse.json({ ...PLAN, features })),
    http.post(`${ORIGIN}/api/transactionals`, () => HttpResponse.json({ trxToken: "trx" })),
    respondToGet("overview", OVERVIEW),
    respondToGet("events/histogram", buildHistogram()),
    respondToGet("settings", { bodyDays: 7, holdAll: false, holdAbove: null, mostBodyDays: 30 }),
    respondToGet("subjects", { items: [] }),
    respondToGet("senders", { items: [] }),
    respondToGet("label", { items: [], total: 0, page: 1, size: 100 }),
    ...signedInHandlers(),
  ];
}

/** Response of the transactional API to a GET. */
export function respondToGet(path: string, body: object): RequestHandler {
  return http.get(`${ORIGIN}/trx-api/${path}`, () => HttpResponse.json(body as Record<string, unknown>));
}

/** A page of events as the server returns it. */
export function buildEventPage(items: readonly TrxEvent[], before: string | null = null) {
  return {
    items,
    before,
    reached: "2026-11-16T00:00:00Z",
    from: "2026-11-16T00:00:00Z",
    to: "2026-11-23T00:00:00Z",
    retentionDays: 30,
    revision: 1,
  };
}

/** Three hours of events with problems in the second. */
export function buildHistogram(parts: Partial<Histogram> = {}): Histogram {
  return {
    from: "2026-11-23T00:00:00Z",
    to: "2026-11-23T03:00:00Z",
    reached: "2026-11-23T00:00:00Z",
    seconds: 3600,
    total: 41_902,
    bars: [
      { at: "2026-11-23T00:00:00Z", count: 41_000, problems: 0 },
      { at: "2026-11-23T01:00:00Z", count: 902, problems: 12 },
      { at: "2026-11-23T02:00:00Z", count: 0, problems: 0 },
    ],
    ...parts,
  };
}
