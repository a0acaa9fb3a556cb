import { HttpResponse, http, type RequestHandler } from "msw";
import type { components } from "@/generated/api";
import { ALICE, PLAN } from "../fixtures";
import { ORIGIN, signedInHandlers } from "../handlers";

type Schemas = components["schemas"];
export type Campaign = Schemas["CampaignOut"];

const TIMESTAMP = "2026-11-20T02:30:02Z";
export const ID = "01a1fc3d-0000-7000-8000-0000000ca401";

export const SENDER: Schemas["SenderOut"] = {
  senderId: "01a1fc3d-0000-7000-8000-0000000005e1",
  name: "Kopi Selatan",
  email: "halo@kopiselatan.example",
  domain: "kopiselatan.example",
  validated: true,
  default: true,
  authentication: "authenticated",
  createdAt: TIMESTAMP,
};

/** A sender that its mailbox owner has not confirmed yet. */
export const WAITING: Schemas["SenderOut"] = {
  ...SENDER,
  senderId: "01a1fc3d-0000-7000-8000-0000000005e2",
  email: "promo@kopiselatan.example",
  validated: false,
  default: false,
};

export function buildCampaign(parts: Partial<Campaign> = {}): Campaign {
  return {
    id: ID,
    kind: "email",
    name: "The Gayo harvest",
    subject: "The harvest is in",
    preheader: "",
    category: "",
    status: "DRAFT",
    sender: { senderId: SENDER.senderId, name: SENDER.name, email: SENDER.email, validated: true },
    senderId: SENDER.senderId,
    scheduleAt: null,
    scheduleZone: "team",
    firesAt: null,
    perHour: null,
    failure: "",
    unopenedOf: null,
    startedAt: null,
    sentAt: null,
    readyAt: null,
    createdAt: TIMESTAMP,
    updatedAt: TIMESTAMP,
    revision: 1,
    documentId: null,
    figures: null,
    content: { kind: "markdown", starter: "letter", body: "Hello" },
    plainText: "",
    utm: {},
    brand: "Dashboard",
    utmDefaults: { source: "kopi-selatan", medium: "email", campaign: "the-gayo-harvest" },
    footer: {},
    event: null,
    recipients: { all: true, labelIds: [], segmentIds: [] },
    fieldEdits: [],
    ...parts,
  };
}

export const SENT = buildCampaign({
  status: "SENT",
  startedAt: TIMESTAMP,
  sentAt: TIMESTAMP,
  figures: { recipients: 1500, sent: 1456, delivered: 1456, opened: 474, clicked: 80 },
});

function buildPage<Item>(items: readonly Item[]) {
  return { items, total: items.length, totalIsExact: true, page: 1, size: 10 };
}

/** Write requests in order, as `METHOD path`. */
export const calledEndpoints: string[] = [];
/** Bodies of the saves, in order. */
export const savedBodies: unknown[] = [];

export const COUNT: Schemas["RecipientCountOut"] = {
  count: 1410,
  chosen: 1413,
  excluded: 0,
  suppressed: 3,
  paused: 0,
  capped: null,
};

interface HandlerOptions {
  readonly campaigns?: readonly Campaign[];
  readonly count?: Schemas["RecipientCountOut"];
  readonly senders?: readonly Schemas["SenderOut"][];
  readonly findings?: readonly Schemas["CheckFindingOut"][];
}

const PERMISSIONS = [
  "campaign.view",
  "campaign.edit",
  "campaign.delete",
  "campaign.send",
  "sender.view",
  "sender.edit",
  "report.view",
];

/** Mock API with one campaign. A save changes later responses. */
export function campaignsHandlers({
  campaigns = [buildCampaign()],
  count = COUNT,
  senders = [SENDER, WAITING],
  findings = [],
}: HandlerOptions = {}): RequestHandler[] {
  calledEndpoints.length = 0;
  savedBodies.length = 0;
  let one = campaigns[0] ?? buildCampaign();
  const at = `${ORIGIN}/api/email-marketing`;
  const features = ["contactManagement", "emailMarketing", "emailSender", "emailReport"];
  return [
    http.get(`${ORIGIN}/api/me`, () =>
      HttpResponse.json({ ...ALICE, permissions: [...ALICE.permissions, ...PERMISSIONS] }),
    ),
    http.get(`${ORIGIN}/api/companies/plan`, () =>
      HttpResponse.json({ ...PLAN, features: features.map((name) => ({ name, enable: true, subFeatures: [] })) }),
    ),
    http.get(`${ORIGIN}/api/companies/usage`, () =>
      HttpResponse.json({
        counters: [
          {
            name: "emailSent",
            feature: "emailMarketing",
            subfeature: "emailSent",
            used: 0,
            reserved: 0,
            limit: 5000,
            left: 5000,
            resetsAt: "2026-12-01",
          },
        ],
      }),
    ),
    http.get(`${ORIGIN}/api/advice`, () => HttpResponse.json({ items: [], lookedAt: null })),
    http.get(`${ORIGIN}/api/contacts/import/status`, () => HttpResponse.json(null)),
    http.get(`${ORIGIN}/api/contacts/label`, () => HttpResponse.json([])),
    http.get(`${ORIGIN}/api/contacts/segment`, () => HttpResponse.json([])),
    http.get(`${ORIGIN}/api/contacts/topic`, () => HttpResponse.json([])),
    http.get(`${ORIGIN}/api/contacts`, () => HttpResponse.json(buildPage([]))),
    http.get(`${ORIGIN}/api/senders`, () => HttpResponse.json(buildPage(senders))),
    http.get(`${ORIGIN}/api/senders/suggestion`, () => HttpResponse.json({ items: [] })),
    http.get(at, () => HttpResponse.json(buildPage(campaigns))),
    http.get(`${at}/tag`, () =>
      HttpResponse.json({ items: [{ tag: "firstname", name: "First name", custom: false }] }),
    ),
    http.get(`${at}/category`, () => HttpResponse.json({ items: [] })),
    http.get(`${at}/:id/count-recipient`, () => HttpResponse.json(count)),
    http.get(`${at}/:id/checks`, () =>
      HttpResponse.json({
        items: findings,
        links: { state: "none", done: 0, total: 0, revision: 0 },
        readyAt: one.readyAt,
        revision: one.revision,
      }),
    ),
    http.get(`${at}/:id/preview`, () =>
      HttpResponse.json({
        contactId: 1,
        email: "ayu@pelanggan.example",
        fromName: SENDER.name,
        fromEmail: SENDER.email,
        subject: one.subject,
        text: "Hello",
        htmlUrl: "about:blank",
      }),
    ),
    http.put(`${at}/:id`, async ({ request }) => {
      const { baseRevision: _base, ...body } = (await request.json()) as Partial<Campaign & { baseRevision: number }>;
      savedBodies.push(body);
      one = { ...one, ...body, revision: one.revision + 1 };
      return HttpResponse.json(one);
    }),
    http.post(`${at}/:id/:act`, async ({ request, params }) => {
      const text = await request.text();
      calledEndpoints.push(`${String(params.act)} ${text}`.trim());
      if (params.act === "send-test") return HttpResponse.json({ queued: 1 });
      if (params.act === "delete") return new HttpResponse(null, { status: 204 });
      return HttpResponse.json(one);
    }),
    http.get(`${at}/:id`, () => HttpResponse.json(one)),
    ...signedInHandlers(),
  ];
}
