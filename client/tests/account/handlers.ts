import { HttpResponse, http } from "msw";
import type { components } from "@/generated/api";
import { ALICE } from "../fixtures";
import { ORIGIN, signedInHandlers } from "../handlers";
import { server } from "../server";

type Schemas = components["schemas"];

export const PROFILE: Schemas["ProfileOut"] = {
  firstname: "Alice",
  lastname: "Wulandari",
  phone: "+62 812 000 001",
  time: 24,
  language: "en",
  image: "",
  pendingEmail: null,
};

export const COMPANY: Schemas["CompanyDetailOut"] = {
  companyId: "01a1fc3d-0000-7000-8000-00000000c0b1",
  slug: "kopi-selatan",
  name: "Kopi Selatan",
  vendor: "mt",
  image: "",
  logo: "",
  favicon: "",
  timezone: "(GMT+07:00) Asia/Jakarta",
  country: "ID",
  industry: "Restaurant & Food",
  language: "en",
  city: "Jakarta",
  website: "https://kopiselatan.example",
  address: "Jl. Kemang Raya 12",
  zipcode: "12730",
  phone: "",
  email: "alice@kopiselatan.example",
  contactSize: "",
  role: "admin",
  default: true,
  paid: false,
  features: ["contactManagement"],
  autoLinkUtm: false,
  packet: "sample",
  packetVersion: 1,
  expiredDate: null,
  isExpired: false,
  registerDate: "2026-01-05T03:00:00Z",
  suspend: false,
  lock: false,
  enable2FA: false,
};

export const COUNTRIES: readonly Schemas["CountryOut"][] = [
  { code: "ID", names: { en: "Indonesia", id: "Indonesia" } },
  { code: "JP", names: { en: "Japan", id: "Jepang" } },
  { code: "SG", names: { en: "Singapore", id: "Singapura" } },
];

export const PASSWORD = "kopi tubruk pagi";

/** Signs in Alice with these permissions and serves her settings. */
export function serveAccountSettings(permissions: readonly string[] = ["team.edit"]): void {
  server.use(
    http.get(`${ORIGIN}/api/me`, () => HttpResponse.json({ ...ALICE, permissions })),
    http.get(`${ORIGIN}/api/lookups/country`, () => HttpResponse.json(COUNTRIES)),
    http.get(`${ORIGIN}/api/users/profile`, () => HttpResponse.json(PROFILE)),
    http.get(`${ORIGIN}/api/companies/detail`, () => HttpResponse.json(COMPANY)),
    http.get(`${ORIGIN}/api/companies/onboarding`, () =>
      HttpResponse.json({ dismissed: true, percentage: 100, steps: [] }),
    ),
    ...signedInHandlers(),
  );
}

/** Records every body sent to `path`, in order; `answer` returns the response. */
export function recordRequestBodies(
  method: "put" | "post" | "delete",
  path: string,
  answer: (body: never) => Response,
): unknown[] {
  const bodies: unknown[] = [];
  server.use(
    http[method](`${ORIGIN}${path}`, async ({ request }) => {
      const body: unknown = await request.json().catch(() => undefined);
      bodies.push(body);
      return answer(body as never);
    }),
  );
  return bodies;
}
