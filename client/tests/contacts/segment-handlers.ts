import { HttpResponse, http, type RequestHandler } from "msw";
import type { components } from "@/generated/api";
import { ORIGIN } from "../handlers";
import { ALL_PERMISSIONS, buildContact, contactsHandlers } from "./handlers";

type Schemas = components["schemas"];
export type Rules = Schemas["Rules"];

function buildOperators(...pairs: readonly (readonly [string, Schemas["OperandKind"]])[]) {
  return pairs.map(([name, takes]) => ({ name, takes }));
}

const TEXT = buildOperators(
  ["is", "text"],
  ["isNot", "text"],
  ["contains", "text"],
  ["containsNot", "text"],
  ["startsWith", "text"],
  ["isEmpty", "nothing"],
  ["isNotEmpty", "nothing"],
);

function buildTextField(key: string): Schemas["RuleFieldOut"] {
  return { key, kind: "text", name: null, choices: [], operators: TEXT };
}

/** A part of the grammar that the server returns. */
export const GRAMMAR: Schemas["SegmentGrammarOut"] = {
  fields: [
    buildTextField("email"),
    buildTextField("city"),
    {
      key: "state",
      kind: "choice",
      name: null,
      choices: ["subscribed", "bounced"],
      operators: buildOperators(["isAnyOf", "texts"], ["isNoneOf", "texts"], ["isEmpty", "nothing"]),
    },
    {
      key: "createdAt",
      kind: "moment",
      name: null,
      choices: [],
      operators: buildOperators(["is", "day"], ["between", "days"], ["inLastDays", "count"]),
    },
    {
      key: "custom:7",
      kind: "number",
      name: "Visits",
      choices: [],
      operators: buildOperators(["is", "number"], ["greaterThan", "number"], ["between", "numbers"]),
    },
  ],
  activities: [
    { name: "opened", subject: "campaign" },
    { name: "clicked", subject: "campaign" },
  ],
};

export const CITY: Rules = {
  kind: "group",
  match: "all",
  negated: false,
  rules: [{ kind: "field", field: "city", operator: "is", value: "Bogor" }],
};

export function buildSegment(
  id: number,
  name: string,
  parts: Partial<Schemas["SegmentOut"]> = {},
): Schemas["SegmentOut"] {
  return {
    id,
    name,
    rules: CITY,
    usedBy: [],
    followed: false,
    createdAt: "2026-11-01T03:00:00Z",
    updatedAt: "2026-11-20T03:00:00Z",
    revision: 1,
    ...parts,
  };
}

/** Rules whose size was requested, in order. */
export const sizedRules: Rules[] = [];

/** The server's responses to Alice on the segment screens. */
export function segmentHandlers(segments: readonly Schemas["SegmentOut"][] = []): RequestHandler[] {
  sizedRules.length = 0;
  return [
    http.get(`${ORIGIN}/api/contacts/segment`, () => HttpResponse.json(segments)),
    http.get(`${ORIGIN}/api/contacts/segment/grammar`, () => HttpResponse.json(GRAMMAR)),
    http.post(`${ORIGIN}/api/contacts/segment/size`, async ({ request }) => {
      const { rules } = (await request.json()) as { rules: Rules };
      sizedRules.push(rules);
      return HttpResponse.json({ count: 1204, subscribed: 980 });
    }),
    http.post(`${ORIGIN}/api/contacts/find`, () =>
      HttpResponse.json({ items: [buildContact(1)], total: 1204, totalIsExact: true, page: 1, size: 10, next: null }),
    ),
    http.get(`${ORIGIN}/api/contacts/segment/:id/following`, () => HttpResponse.json({ followed: false })),
    http.get(`${ORIGIN}/api/contacts/segment/:id`, ({ params }) =>
      HttpResponse.json(segments.find(({ id }) => String(id) === params.id) ?? {}),
    ),
    ...contactsHandlers({ permissions: [...ALL_PERMISSIONS, "contact.segment"] }),
  ];
}
