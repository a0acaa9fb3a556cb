import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, onTestFinished, test, vi } from "vitest";
import type { components } from "@/generated/api";
import { campaignsHandlers } from "../campaigns/handlers";
import { ALICE } from "../fixtures";
import { ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";

type Domain = components["schemas"]["DomainDetailOut"];
type Certificate = components["schemas"]["CertificateOut"];

const ID = "01a1fc3d-0000-7000-8000-0000000d0001";
const DOMAIN_URL = `${ORIGIN}/api/domains/${ID}`;
const NONE: Certificate = {
  host: "links.kopi.example",
  state: "none",
  ready: true,
  validUntil: null,
  fault: "",
  detail: "",
  nextTryAt: null,
};

function buildDomain(certificate: Certificate | null): Domain {
  return {
    domainId: ID,
    name: "kopi.example",
    validated: true,
    state: "authenticated",
    buyStatus: "NONE",
    category: "OWN",
    default: true,
    slug: "links",
    brokenAt: null,
    graceUntil: null,
    checkedAt: "2026-11-21T03:00:00Z",
    createdAt: "2026-11-20T03:00:00Z",
    nextCheckAt: "2026-11-21T09:00:00Z",
    zone: "",
    certificate,
    records: [
      {
        recordId: "01a1fc3d-0000-7000-8000-0000000d0002",
        kind: "tracking",
        verdict: "good",
        unknown: false,
        required: false,
        host: "links.kopi.example",
        type: "CNAME",
        value: "links.surat.example",
        reason: "trackingGood",
        params: {},
        unknownSince: null,
        answers: [],
        checkedAt: "2026-11-21T03:00:00Z",
        changedAt: null,
        key: null,
      },
    ],
  };
}

async function open(certificate: Certificate | null, permissions = ["sender.view", "sender.edit"]) {
  server.use(
    http.get(`${ORIGIN}/api/me`, () => HttpResponse.json({ ...ALICE, permissions })),
    http.get(DOMAIN_URL, () => HttpResponse.json(buildDomain(certificate))),
    ...campaignsHandlers(),
  );
  await renderScreen(`/senders/domains/${ID}`, { token: "alice" });
  await screen.findByRole("heading", { name: "Links" });
}

test("a certificate that failed says why in the authority's words, when it is tried again, and is ordered by hand", async () => {
  const failed: Certificate = {
    ...NONE,
    state: "failed",
    fault: "unreached",
    detail: "Invalid response from 203.0.113.9",
    nextTryAt: "2026-11-21T04:00:00Z",
  };
  await open(failed);
  const shown = screen.getByRole("region", { name: "HTTPS" });
  expect(shown.textContent).toContain("There is no certificate for links.kopi.example");
  expect(shown.textContent).toContain("the certificate authority couldn’t reach this host");
  expect(within(shown).getByText("Invalid response from 203.0.113.9")).toBeDefined();

  let ordered = 0;
  server.use(
    http.post(`${DOMAIN_URL}/ssl`, () => {
      ordered += 1;
      return HttpResponse.json(buildDomain({ ...NONE, state: "asked" }));
    }),
    http.get(DOMAIN_URL, () => HttpResponse.json(buildDomain({ ...NONE, state: "asked" }))),
  );
  await userEvent.click(within(shown).getByRole("button", { name: "Request certificate now" }));

  await waitFor(() => expect(ordered).toBe(1));
  await screen.findByText("A certificate for links.kopi.example is being issued", { exact: false });
  expect(screen.queryByRole("button", { name: "Request certificate now" })).toBeNull();
});

test("a valid one says until when, and offers nothing", async () => {
  await open({ ...NONE, state: "valid", validUntil: "2027-02-19T03:00:00Z", nextTryAt: "2027-01-20T03:00:00Z" });

  const shown = screen.getByRole("region", { name: "HTTPS" });
  expect(shown.textContent).toContain("valid until 19 Feb 2027");
  expect(within(shown).queryByRole("button")).toBeNull();
});

test("who may only look orders none", async () => {
  await open(NONE, ["sender.view"]);

  const shown = screen.getByRole("region", { name: "HTTPS" });
  expect(shown.textContent).toContain("There is no certificate for links.kopi.example yet");
  expect(within(shown).queryByRole("button")).toBeNull();
});

test("where the operator orders none nothing is said of it", async () => {
  await open(null);

  expect(screen.queryByRole("region", { name: "HTTPS" })).toBeNull();
});

test("a first look that ended before the page could hear of it is seen all the same", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  let checkedAt: string | null = null;
  server.use(
    http.get(`${ORIGIN}/api/me`, () => HttpResponse.json({ ...ALICE, permissions: ["sender.view"] })),
    http.get(DOMAIN_URL, () => HttpResponse.json({ ...buildDomain(null), checkedAt })),
    ...campaignsHandlers(),
  );
  await renderScreen(`/senders/domains/${ID}`, { token: "alice" });
  await vi.waitFor(() => screen.getByText("Checking DNS for the first time"), { timeout: 8000 });

  checkedAt = "2026-11-21T03:00:00Z";
  await act(() => vi.advanceTimersByTimeAsync(3_000));

  await vi.waitFor(() => expect(screen.queryByText("Checking DNS for the first time")).toBeNull());
});
