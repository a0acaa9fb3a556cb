import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { queryClient } from "@/app/query";
import { applyActivity } from "@/features/transactional/activity";
import type { AddedDomain, TrxDomain } from "@/features/transactional/config/shapes";
import { OVERVIEW_KEY } from "@/features/transactional/overview-data";
import type { TrxOverview } from "@/features/transactional/shapes";
import type { components } from "@/generated/api";
import { ALICE } from "../fixtures";
import { buildErrorResponse, ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";
import {
  buildEventPage,
  MESSAGE_ID,
  MESSAGE_TIME_MS,
  OVERVIEW,
  respondToGet,
  transactionalResponses,
} from "./responses";

const DOMAIN: TrxDomain = {
  domainId: "01a1fc3d-0000-7000-8000-00000000d001",
  senderDomainId: "01a1fc3d-0000-7000-8000-00000000d0d1",
  name: "orders.kopi.example",
  state: "pending",
  verified: false,
  keys: 1,
  checkedAt: "2026-11-23T03:00:00Z",
  createdAt: "2026-11-23T02:00:00Z",
};
const SENDER_DOMAIN: components["schemas"]["DomainDetailOut"] = {
  domainId: DOMAIN.senderDomainId,
  name: DOMAIN.name,
  validated: false,
  state: "pending",
  buyStatus: "",
  category: "OTHER",
  default: false,
  slug: "orders",
  brokenAt: null,
  graceUntil: null,
  checkedAt: DOMAIN.checkedAt,
  createdAt: DOMAIN.createdAt,
  nextCheckAt: "2026-11-23T04:00:00Z",
  zone: "",
  records: [
    {
      kind: "spf",
      verdict: "bad",
      unknown: false,
      required: true,
      recordId: "01a1fc3d-0000-7000-8000-00000000d0e1",
      host: DOMAIN.name,
      type: "TXT",
      value: "v=spf1 include:spf.kopi.example ~all",
      reason: "spfNone",
      params: {},
      unknownSince: null,
      answers: [],
      checkedAt: null,
      changedAt: null,
      key: null,
    },
  ],
} as unknown as components["schemas"]["DomainDetailOut"];

let overview: TrxOverview;
let domains: readonly TrxDomain[];
let addRequests: unknown[] = [];

beforeEach(() => {
  overview = { ...OVERVIEW, hasDomain: false, domainVerified: false, firstMessage: null, domains: [] };
  domains = [];
  addRequests = [];
  server.use(
    http.get(`${ORIGIN}/trx-api/overview`, () => HttpResponse.json(overview as unknown as Record<string, unknown>)),
    http.get(`${ORIGIN}/trx-api/domains`, () =>
      HttpResponse.json({ items: domains, total: domains.length, page: 1, size: 100 } as Record<string, unknown>),
    ),
    http.post(`${ORIGIN}/trx-api/domains`, async ({ request }) => {
      addRequests.push(await request.json());
      domains = [DOMAIN];
      const answer: AddedDomain = { ...DOMAIN, accessToken: "dsk_live_4f9a2c1b_token" };
      return HttpResponse.json(answer as unknown as Record<string, unknown>, { status: 201 });
    }),
    http.get(`${ORIGIN}/api/domains`, () => HttpResponse.json({ items: [], total: 0, page: 1, size: 100 })),
    http.get(`${ORIGIN}/api/domains/${DOMAIN.senderDomainId}`, () => HttpResponse.json(SENDER_DOMAIN)),
    respondToGet("events", buildEventPage([])),
    ...transactionalResponses(),
  );
});

test("without a domain every screen of the area leads here, and one is added with its key shown once", async () => {
  const { router } = await renderScreen("/events", { token: "alice" });
  const field = await screen.findByLabelText("Domain");
  expect(router.state.location.pathname).toBe("/domain-authentication");
  await userEvent.type(field, "orders.kopi.example");
  await userEvent.click(screen.getByRole("button", { name: "Add domain" }));

  const key = await screen.findByRole("region", { name: "API key" });
  expect(within(key).getByText("dsk_live_4f9a2c1b_token")).toBeInTheDocument();
  expect(addRequests).toEqual([{ name: "orders.kopi.example" }]);
  await userEvent.click(screen.getByRole("button", { name: "Continue to DNS records" }));

  expect(await screen.findByText("v=spf1 include:spf.kopi.example ~all")).toBeInTheDocument();
  expect(screen.queryByText("dsk_live_4f9a2c1b_token")).toBeNull();
});

test("who was led here is told why, is offered the domains that are known, and goes on to the wanted screen", async () => {
  const permissions = [...ALICE.permissions, "transactional.view", "transactional.keys", "sender.view"];
  server.use(
    http.get(`${ORIGIN}/api/me`, () => HttpResponse.json({ ...ALICE, permissions })),
    http.get(`${ORIGIN}/api/domains`, () =>
      HttpResponse.json({ items: [{ ...SENDER_DOMAIN, validated: true }], total: 1, page: 1, size: 100 }),
    ),
  );
  const { router } = await renderScreen("/events?type=bounced", { token: "alice" });
  expect(
    await screen.findByText(/^Verify a domain to open the overview, events, templates and analytics\./),
  ).toBeInTheDocument();
  await userEvent.click(await screen.findByRole("button", { name: "orders.kopi.example, verified" }));
  expect(screen.getByLabelText("Domain")).toHaveValue("orders.kopi.example");
  await userEvent.click(screen.getByRole("button", { name: "Add domain" }));
  await userEvent.click(await screen.findByRole("button", { name: "Continue to DNS records" }));

  overview = { ...overview, hasDomain: true, domainVerified: true };
  await queryClient.invalidateQueries({ queryKey: OVERVIEW_KEY });

  await waitFor(() => expect(router.state.location.pathname).toBe("/events"));
  expect(router.state.location.search).toBe("?type=bounced");
});

test("the key of the domain is the one of the quick start, and no second one is needed", async () => {
  server.use(
    http.post(`${ORIGIN}/trx-api/config/generate`, () =>
      HttpResponse.json({ snippets: [{ id: "curl", code: "curl -H 'Authorization: Bearer YOUR_API_KEY'" }] }),
    ),
  );
  const { router } = await renderScreen("/domain-authentication", { token: "alice" });
  await userEvent.type(await screen.findByLabelText("Domain"), "orders.kopi.example");
  await userEvent.click(screen.getByRole("button", { name: "Add domain" }));
  await userEvent.click(await screen.findByRole("button", { name: "Continue to DNS records" }));
  await screen.findByText("v=spf1 include:spf.kopi.example ~all");

  overview = { ...overview, hasDomain: true, domainVerified: true, hasKey: true };
  await queryClient.invalidateQueries({ queryKey: OVERVIEW_KEY });

  await waitFor(() => expect(router.state.location.pathname).toBe("/trx-overview"));
  expect(await screen.findByText("curl -H 'Authorization: Bearer dsk_live_4f9a2c1b_token'")).toBeInTheDocument();
  expect(screen.getByText("dsk_live_4f9a2c1b_token", { selector: "pre" })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /^Create / })).toBeNull();
});

test("while the DNS gets around, the sandbox takes the first message and says so", async () => {
  const [known] = OVERVIEW.domains;
  const made: unknown[] = [];
  const asked: unknown[] = [];
  domains = [DOMAIN];
  overview = {
    ...overview,
    hasDomain: true,
    hasKey: true,
    domains: [{ ...(known as TrxOverview["domains"][number]), state: "pending" }],
  };
  server.use(
    http.post(`${ORIGIN}/trx-api/apikeys`, async ({ request }) => {
      made.push(await request.json());
      return HttpResponse.json({ secret: "dsk_test_4f9a2c1b_sand" }, { status: 201 });
    }),
    http.post(`${ORIGIN}/trx-api/config/generate`, async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ snippets: [{ id: "curl", code: "curl -H 'Authorization: Bearer YOUR_API_KEY'" }] });
    }),
  );
  const { router } = await renderScreen("/domain-authentication", { token: "alice" });
  expect(
    await screen.findByText(/does not send your message to recipients\. Each message is recorded/),
  ).toBeInTheDocument();
  expect(await screen.findByText("v=spf1 include:spf.kopi.example ~all")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Create sandbox key" }));

  expect(await screen.findByText("curl -H 'Authorization: Bearer dsk_test_4f9a2c1b_sand'")).toBeInTheDocument();
  expect(made).toEqual([{ name: "Sandbox", scopes: ["send"], sandbox: true }]);
  expect(asked).toEqual([{ to: "alice@kopiselatan.example", from: "shop@orders.kopi.example" }]);
  expect(screen.getByText("Waiting for your first sandbox message")).toBeInTheDocument();

  overview = { ...overview, firstMessage: { id: MESSAGE_ID, time: MESSAGE_TIME_MS, state: "finished", sandbox: true } };
  act(() => applyActivity(queryClient, { revision: 1, newest: "2026-11-21T03:00:00Z", counts: { sandboxed: 1 } }));

  expect(await screen.findByText(/^Your first message was checked and recorded in the sandbox\./)).toBeInTheDocument();
  // The records and the key in the code sample stay visible.
  expect(router.state.location.pathname).toBe("/domain-authentication");
  expect(screen.getByText("v=spf1 include:spf.kopi.example ~all")).toBeInTheDocument();
  expect(screen.getByText("dsk_test_4f9a2c1b_sand", { selector: "pre" })).toBeInTheDocument();
});

test("a sandbox key that is refused says why, and the offer stays", async () => {
  domains = [DOMAIN];
  overview = { ...overview, hasDomain: true };
  server.use(http.post(`${ORIGIN}/trx-api/apikeys`, () => buildErrorResponse(403, "actionNotAllowed")));
  await renderScreen("/domain-authentication", { token: "alice" });
  await userEvent.click(await screen.findByRole("button", { name: "Create sandbox key" }));

  expect(await screen.findByRole("alert")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Create sandbox key" })).toBeEnabled();
});

test("what is no domain is told before anything is asked", async () => {
  await renderScreen("/domain-authentication", { token: "alice" });
  await userEvent.type(await screen.findByLabelText("Domain"), "kopi@example.com");
  await userEvent.click(screen.getByRole("button", { name: "Add domain" }));

  expect(screen.getByText("Enter a domain, such as example.com")).toBeInTheDocument();
  expect(addRequests).toEqual([]);
});

test("who may not add one is told who can", async () => {
  server.use(...transactionalResponses(["transactional.view"]));
  server.use(
    http.get(`${ORIGIN}/trx-api/overview`, () => HttpResponse.json(overview as unknown as Record<string, unknown>)),
  );
  await renderScreen("/domain-authentication", { token: "alice" });

  expect(await screen.findByText("Ask an admin of your team to add a domain.")).toBeInTheDocument();
  expect(screen.queryByLabelText("Domain")).toBeNull();
});

test("once the records are seen the screen leads on by itself", async () => {
  domains = [DOMAIN];
  const { router } = await renderScreen("/domain-authentication", { token: "alice" });
  expect(await screen.findByText("v=spf1 include:spf.kopi.example ~all")).toBeInTheDocument();

  overview = { ...overview, hasDomain: true, domainVerified: true };
  await queryClient.invalidateQueries({ queryKey: OVERVIEW_KEY });

  await waitFor(() => expect(router.state.location.pathname).toBe("/trx-overview"));
});

test("domains that can't be had say why, and are asked for again", async () => {
  server.use(http.get(`${ORIGIN}/trx-api/domains`, () => buildErrorResponse(500, "serverException"), { once: true }));
  await renderScreen("/domain-authentication", { token: "alice" });
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));

  expect(await screen.findByLabelText("Domain")).toBeInTheDocument();
});
