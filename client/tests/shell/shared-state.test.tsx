import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { guardEvents } from "@/app/guard/events";
import { queryClient } from "@/app/query";
import { campaignsEvents } from "@/features/campaigns/events";
import { contactsEvents } from "@/features/contacts/events";
import { onboardingEvents } from "@/features/onboarding/events";
import { missionQuery } from "@/features/onboarding/public";
import { sessionEvents } from "@/features/session/events";
import { meQuery, planQuery, session, usageQuery } from "@/features/session/public";
import type { components } from "@/generated/api";
import type { EventMap, EventName } from "@/lib/socket/events";
import { campaignsHandlers, ID } from "../campaigns/handlers";
import { contactsHandlers, LABELS } from "../contacts/handlers";
import { ALICE, PLAN, USAGE } from "../fixtures";
import { ORIGIN, signedInHandlers } from "../handlers";
import { type PayloadParts, receiveEvent } from "../receive-event";
import { renderApp } from "../render-app";
import { server } from "../server";

type Schemas = components["schemas"];

/** Session data is stored once, in the query cache. Events update it there, and every screen reads it from there. */
let me: Schemas["MeOut"];
let plan: Schemas["PlanOut"];
let usage: Schemas["UsageOut"];
let mission: Schemas["MissionOut"];

const STEPS = ["confirmEmail", "nameTeam", "addContacts", "sendCampaign"];

function buildMission(done: number): Schemas["MissionOut"] {
  return {
    features: STEPS.map((name, index) => ({ name, done: index < done })),
    done,
    total: STEPS.length,
    percentage: (100 * done) / STEPS.length,
    dismissed: false,
  };
}

beforeEach(() => {
  me = { ...ALICE, permissions: ["contact.view", "sender.view"] };
  plan = PLAN;
  usage = USAGE;
  mission = buildMission(0);
  server.use(...signedInHandlers());
  server.use(
    http.get(`${ORIGIN}/api/articles`, () => HttpResponse.json([])),
    http.get(`${ORIGIN}/api/contacts/import/status`, () => HttpResponse.json({ item: null })),
    http.get(`${ORIGIN}/api/me`, () => HttpResponse.json(me)),
    http.get(`${ORIGIN}/api/companies/plan`, () => HttpResponse.json(plan)),
    http.get(`${ORIGIN}/api/companies/usage`, () => HttpResponse.json(usage)),
    http.get(`${ORIGIN}/api/companies/onboarding`, () => HttpResponse.json(mission)),
    http.post(`${ORIGIN}/api/logout`, () => HttpResponse.json({ done: true })),
  );
});

async function openShell(path = "/help") {
  const view = await renderApp(path, { token: "alice" });
  await screen.findByRole("heading", { level: 1 });
  return { user: userEvent.setup(), ...view };
}

function receiveAppEvent<Name extends EventName>(events: EventMap, name: Name, payload?: PayloadParts<Name>): void {
  act(() => receiveEvent(events, name, payload));
}

const getSidebar = () => within(screen.getByRole("complementary", { name: "Sidebar" }));

describe("what the frame shows of the session", () => {
  test("SHELL-189, 190: user and team stand where the cache holds them, and follow what is told", async () => {
    await openShell();
    expect(queryClient.getQueryData(meQuery.queryKey)).toEqual(me);
    expect(screen.getByRole("button", { name: /Alice Wulandari/ })).toBeVisible();
    expect(getSidebar().getByText("Kopi Selatan")).toBeVisible();

    me = {
      ...me,
      user: { ...me.user, fullname: "Alice Wijaya" },
      team: me.team && { ...me.team, name: "Kopi Selatan Jaya" },
    };
    receiveAppEvent(guardEvents, "teams.member.changed");

    expect(await getSidebar().findByText("Kopi Selatan Jaya")).toBeVisible();
    expect(screen.getByRole("button", { name: /Alice Wijaya/ })).toBeVisible();
  });

  test("SESS-20: the user's access token stands in the session, goes with every call, and in no answer that is kept", async () => {
    const sent = new Set<string | null>();
    server.events.on("request:start", ({ request }) => void sent.add(request.headers.get("Authorization")));
    await renderApp("/help", { token: "alice-token" });
    await screen.findByRole("heading", { level: 1 });

    expect(session.getSnapshot().context.token).toBe("alice-token");
    expect([...sent].filter(Boolean)).toEqual(["Bearer alice-token"]);
    const kept = queryClient
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data);
    expect(JSON.stringify(kept)).not.toContain("alice-token");
  });

  test("SHELL-191: the use of the plan stands in the sidebar and follows the counter", async () => {
    await openShell();
    expect(queryClient.getQueryData(usageQuery.queryKey)).toEqual(USAGE);
    const meter = getSidebar().getByRole("meter", { name: "Emails sent" });
    expect(meter).toHaveAttribute("aria-valuenow", "980");

    usage = { counters: USAGE.counters.map((counter) => ({ ...counter, used: 990, left: 10 })) };
    receiveAppEvent(sessionEvents, "plans.quota.changed");

    await waitFor(() => expect(meter).toHaveAttribute("aria-valuenow", "990"));
  });

  test("SHELL-192, 193: the plan and its features make the menu, and another plan makes another one", async () => {
    await openShell();
    expect(queryClient.getQueryData(planQuery.queryKey)).toEqual(PLAN);
    expect(getSidebar().getByRole("button", { name: "Audience" })).toBeVisible();
    expect(getSidebar().queryByRole("link", { name: "Email Sender" })).toBeNull();

    plan = { ...PLAN, features: [{ name: "emailSender", enable: true, subFeatures: [] }] };
    receiveAppEvent(guardEvents, "teams.team.restored");

    expect(await getSidebar().findByRole("link", { name: "Email Sender" })).toBeVisible();
    expect(getSidebar().queryByRole("button", { name: "Audience" })).toBeNull();
  });

  test("SHELL-201: the version of the policy that the user has seen is that of the account", async () => {
    usage = { counters: [] };
    me = { ...me, user: { ...me.user, policyVersion: "1.9.0" } };
    await openShell();
    expect(await screen.findByRole("button", { name: "Got it" })).toBeVisible();

    me = { ...me, user: { ...me.user, policyVersion: "2.0.0" } };
    receiveAppEvent(guardEvents, "teams.member.changed");

    await waitFor(() => expect(screen.queryByRole("button", { name: "Got it" })).toBeNull());
  });
});

describe("the mission", () => {
  test("SHELL-197, 198: starts at 0 with its steps, and follows what is done", async () => {
    const { user } = await openShell();
    await user.click(await screen.findByRole("button", { name: "Mission, 0 of 4 steps done" }));
    const panel = await screen.findByRole("dialog", { name: "Mission: send your first campaign" });
    expect(within(panel).getByText("0 of 4 done, 0%")).toBeVisible();
    expect(within(panel).getAllByRole("listitem")).toHaveLength(4);

    mission = buildMission(1);
    receiveAppEvent(onboardingEvents, "identity.user.validated");

    expect(await within(panel).findByText("1 of 4 done, 25%")).toBeVisible();
    expect(within(panel).getAllByRole("listitem")[0]).toHaveTextContent("done");
  });

  test("SESS-43, 44: signing out forgets its steps and takes it from the screen", async () => {
    await openShell();
    await screen.findByRole("button", { name: "Mission, 0 of 4 steps done" });

    act(() => session.send({ type: "signOut" }));

    await screen.findByRole("heading", { name: "Sign in" });
    expect(screen.queryByRole("button", { name: /^Mission/ })).toBeNull();
    expect(queryClient.getQueryData(missionQuery.queryKey)).toBeUndefined();
  });
});

describe("what the screens share", () => {
  test("SHELL-205: the labels of contacts are one list, which follows the socket", async () => {
    let labels = LABELS;
    server.use(...contactsHandlers());
    server.use(http.get(`${ORIGIN}/api/contacts/label`, () => HttpResponse.json(labels)));
    await openShell("/contacts/labels");
    await screen.findByRole("link", { name: "Newsletter" });
    expect(queryClient.getQueryData(["get", "/api/contacts/label", {}])).toEqual(LABELS);

    labels = LABELS.map((label) => (label.id === 1 ? { ...label, name: "Readers" } : label));
    receiveAppEvent(contactsEvents, "contacts.label.changed", { labelId: 1 });

    expect(await screen.findByRole("link", { name: "Readers" })).toBeVisible();
    expect(screen.queryByRole("link", { name: "Newsletter" })).toBeNull();
  });

  test("SHELL-194: the tags that a text can hold follow the team's own fields", async () => {
    let items = [{ tag: "firstname", name: "First name", custom: false }];
    server.use(...campaignsHandlers());
    server.use(http.get(`${ORIGIN}/api/email-marketing/tag`, () => HttpResponse.json({ items })));
    const { user } = await openShell(`/campaigns/${ID}/edit`);
    await user.click(await screen.findByRole("button", { name: "Insert merge tag into: Subject" }));
    await screen.findByRole("menuitem", { name: "First name" });
    expect(screen.queryByRole("menuitem", { name: "Membership", hidden: true })).toBeNull();

    items = [...items, { tag: "membership", name: "Membership", custom: true }];
    receiveAppEvent(campaignsEvents, "contacts.field.changed");

    expect(await screen.findByRole("menuitem", { name: "Membership", hidden: true })).toBeInTheDocument();
  });
});
