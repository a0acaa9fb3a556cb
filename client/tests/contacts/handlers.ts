import { HttpResponse, http, type RequestHandler } from "msw";
import type { components } from "@/generated/api";
import { ALICE } from "../fixtures";
import { ORIGIN, signedInHandlers } from "../handlers";

type Schemas = components["schemas"];
export type Contact = Schemas["ContactOut"];

export const LABELS: Schemas["LabelOut"][] = [
  {
    id: 1,
    name: "Newsletter",
    color: 0,
    count: 31,
    createdAt: "2026-11-01T03:00:00Z",
    updatedAt: "2026-11-01T03:00:00Z",
  },
  { id: 2, name: "VIP", color: 2, count: 4, createdAt: "2026-11-01T03:00:00Z", updatedAt: "2026-11-01T03:00:00Z" },
];

export function buildField(id: number, name: string, type: Schemas["FieldOut"]["type"]): Schemas["FieldOut"] {
  const tag = name.toLowerCase();
  return { id, name, tag, type, values: [], category: "CONTACT", createdAt: "2026-11-01T03:00:00Z" };
}

export const FIELDS: Schemas["FieldOut"][] = [
  { ...buildField(7, "Membership", "dropdown"), values: ["Silver", "Gold"] },
];

/** Typical custom fields of a team. */
export const USUAL_FIELDS: Schemas["FieldOut"][] = [
  buildField(21, "Role", "text"),
  buildField(22, "Amount", "number"),
  buildField(23, "Description", "longText"),
  buildField(24, "Package", "text"),
];

export function buildContact(contactId: number, parts: Partial<Contact> = {}): Contact {
  return {
    contactId,
    email: `contact${contactId}@example.com`,
    firstname: "Ayu",
    lastname: `Lestari ${contactId}`,
    fullname: `Ayu Lestari ${contactId}`,
    phone: "",
    birthday: null,
    gender: "",
    city: "Bogor",
    country: "",
    timezone: "",
    timezoneGuess: null,
    company: "",
    note: "",
    funnel: "",
    optin: true,
    state: "subscribed",
    labels: [],
    customField: {},
    createdAt: "2026-11-01T03:00:00Z",
    updatedAt: "2026-11-01T03:00:00Z",
    revision: 1,
    ...parts,
  };
}

export const IMPORT: Schemas["ImportOut"] = {
  importId: "01a1fc58-1228-70b6-8c80-05f1fa898dfd",
  file: "guests.csv",
  fullname: "Alice Wulandari",
  state: "RUNNING",
  total: 1000,
  done: 0,
  added: 0,
  updated: 0,
  skipped: 0,
  leftOut: 0,
  failed: 0,
  emptied: 0,
  existing: "overwrite",
  wrongValues: "setAside",
  reason: "",
  revision: 2,
  createdAt: "2026-11-21T03:00:00Z",
  startedAt: "2026-11-21T03:00:01Z",
  finishedAt: null,
  undoUntil: null,
  undo: null,
  confirmation: null,
};

export const SETTING: Schemas["ImportSettingOut"] = {
  mostBytes: 20_971_520,
  extensions: ["csv", "xlsx"],
  delimiters: [",", ";"],
  encodings: ["UTF-8", "UTF-16"],
  targets: [
    { target: "email", title: "Email", required: true },
    { target: "firstname", title: "First name", required: false },
    { target: "city", title: "City", required: false },
    { target: "custom:7", title: "Membership", required: false },
  ],
  consentNeeded: false,
  contactsLeft: 100,
  pollSeconds: 3,
};

export const ALL_PERMISSIONS = ["view", "create", "edit", "delete", "import", "export", "label", "field"].map(
  (name) => `contact.${name}`,
);

interface HandlerOptions {
  readonly contacts?: readonly Contact[];
  readonly total?: number;
  readonly permissions?: readonly string[];
  readonly current?: Schemas["ImportOut"] | null;
  readonly setting?: Schemas["ImportSettingOut"];
}

/** Query parameters of the requests for a page of the list, in order. */
export const listRequests: URLSearchParams[] = [];

/** The server's responses to Alice on the contact screens. */
export function contactsHandlers(options: HandlerOptions = {}): RequestHandler[] {
  const { contacts = [buildContact(1), buildContact(2), buildContact(3)], permissions = ALL_PERMISSIONS } = options;
  const { total = contacts.length, current = null, setting = SETTING } = options;
  listRequests.length = 0;
  return [
    http.get(`${ORIGIN}/api/me`, () => HttpResponse.json({ ...ALICE, permissions: [...permissions] })),
    http.get(`${ORIGIN}/api/contacts`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      listRequests.push(query);
      return HttpResponse.json({ items: contacts, total, totalIsExact: true, page: 1, size: 10, next: null });
    }),
    http.get(`${ORIGIN}/api/contacts/count`, () => HttpResponse.json({ count: total, limit: 15_000, left: 100 })),
    http.get(`${ORIGIN}/api/contacts/view`, () => HttpResponse.json({ items: [], defaultId: null, columns: null })),
    http.get(`${ORIGIN}/api/lookups/city`, () => HttpResponse.json([])),
    http.get(`${ORIGIN}/api/lookups/country`, () => HttpResponse.json([])),
    http.get(`${ORIGIN}/api/lookups/timezone`, () => HttpResponse.json([])),
    http.get(`${ORIGIN}/api/contacts/segment`, () => HttpResponse.json([])),
    http.get(`${ORIGIN}/api/contacts/label`, () => HttpResponse.json(LABELS)),
    http.get(`${ORIGIN}/api/contacts/field`, () => HttpResponse.json(FIELDS)),
    http.get(`${ORIGIN}/api/contacts/import/status`, () => HttpResponse.json({ item: current })),
    http.get(`${ORIGIN}/api/contacts/import/setting`, () => HttpResponse.json(setting)),
    http.get(`${ORIGIN}/api/journeys/funnel/stages`, () => HttpResponse.json([])),
    ...signedInHandlers(),
  ];
}
