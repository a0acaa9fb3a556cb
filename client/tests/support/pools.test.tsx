import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { Pool, Pools, Relay, RelayLive, SlowedDestination } from "@/features/support/pools-data";
import { ALICE } from "../fixtures";
import { buildErrorResponse, ORIGIN, signedInHandlers } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";

const IDLE: RelayLive = {
  connections: 0,
  sent: 0,
  deferred: 0,
  failed: 0,
  takenToday: 0,
  answer: "",
  answeredAt: null,
};
const RELAY: Relay = {
  relayId: 7,
  poolId: 3,
  host: "relay.example",
  port: 587,
  tls: "required",
  user: "kopi",
  hasPassword: true,
  source: null,
  helo: "out1.example",
  connections: 10,
  active: true,
  warmingSince: "2026-01-01",
  allowedToday: 50,
  live: { ...IDLE, connections: 2, sent: 1200, takenToday: 31, answer: "250 2.0.0 Ok" },
};
const POOL: Pool = {
  poolId: 3,
  name: "Marketing",
  relays: [RELAY],
  slowed: [],
  uses: [
    {
      useId: 5,
      stream: "marketing",
      companyId: null,
      companyName: "",
      packetId: "01a1fc3d-0000-7000-8000-0000000091a1",
      packetName: "Growth",
    },
  ],
};
const SLOWED: SlowedDestination = {
  destination: "google.com",
  atOnce: 3,
  most: 1200,
  pauseSeconds: 0,
  perSecond: null,
  deferred: 1440,
  answer: "421 4.7.28 Too fast",
  answeredAt: "2026-01-01T12:00:00Z",
  since: "2026-01-01T11:00:00Z",
};
const NONE: Pools = {
  plans: [],
  defaultHost: "127.0.0.1",
  defaultPort: 1025,
  defaultLive: IDLE,
  defaultSlowed: [],
  pools: [],
};
const REASON = "Asked for by the owner";

async function show(pools: Pools): Promise<void> {
  server.use(http.get(`${ORIGIN}/api/admin/pools`, () => HttpResponse.json(pools)));
  await renderScreen("/admin/pools", { token: "alice" });
}

/** Records the bodies posted to the path, and responds with `answer`. */
function captureRequests(path: string, answer: object): unknown[] {
  const kept: unknown[] = [];
  server.use(
    http.post(`${ORIGIN}/api/admin/${path}`, async ({ request }) => {
      const body = await request.text();
      kept.push(body ? JSON.parse(body) : null);
      return HttpResponse.json(answer);
    }),
  );
  return kept;
}

async function choose(menu: string, item: string): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole("button", { name: menu }));
  await userEvent.click(await screen.findByRole("menuitem", { name: item, hidden: true }));
  return screen.findByRole("dialog");
}

function enterText(dialog: HTMLElement, name: string, text: string): void {
  fireEvent.change(within(dialog).getByLabelText(name), { target: { value: text } });
}

beforeEach(() => {
  // Auto-growing fields wait for the fonts, which jsdom does not have.
  Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });
  server.use(...signedInHandlers());
  server.use(http.get(`${ORIGIN}/api/me`, () => HttpResponse.json({ ...ALICE, isOperator: true })));
});

test("without a pool the page says what one is for, and what mail takes until then", async () => {
  await show(NONE);

  expect(await screen.findByRole("heading", { name: "No pools yet" })).toBeDefined();
  expect(screen.getByRole("region", { name: "127.0.0.1:1025" })).toBeDefined();
  expect(screen.getAllByRole("button", { name: "Create pool" })).toHaveLength(1);
});

test("a pool shows whose mail leaves from it and how its relays do", async () => {
  await show({ ...NONE, pools: [POOL] });

  expect(await screen.findByText("Marketing email, plan Growth")).toBeDefined();
  const relay = within(screen.getByRole("region", { name: "relay.example:587" }));
  expect(relay.getByText("2 connections")).toBeDefined();
  expect(relay.getByText("31 of 50 messages today")).toBeDefined();
  expect(relay.getByText("out1.example · STARTTLS required · kopi")).toBeDefined();
  expect(relay.getByText("1,200")).toBeDefined();
  expect(relay.getByText("250 2.0.0 Ok")).toBeDefined();
});

test("what a destination gets that asked for less is shown with its pool", async () => {
  const paused = { ...SLOWED, destination: "kopi.example", atOnce: 1, pauseSeconds: 8, perSecond: 2.5 };
  await show({ ...NONE, pools: [{ ...POOL, slowed: [paused, SLOWED] }] });

  const [pool, byDefault] = await screen.findAllByRole("region", { name: "Throttled destinations" });
  const [first, second] = within(pool as HTMLElement).getAllByRole("listitem");
  expect(first?.textContent).toContain("kopi.example1 of 1,200 messages at a time8 s between messages");
  expect(first?.textContent).toContain("2.5 per second");
  expect(second?.textContent).toContain("google.com3 of 1,200 messages at a time");
  expect(second?.textContent).toContain("1,440");
  expect(second?.textContent).toContain("421 4.7.28 Too fast");
  expect(second?.textContent).not.toContain("between messages");
  expect(byDefault?.textContent).toContain("No destinations are being throttled.");
});

test("a list that can't be loaded says so and is asked for again", async () => {
  server.use(http.get(`${ORIGIN}/api/admin/pools`, () => buildErrorResponse(500, "serverException")));
  await renderScreen("/admin/pools", { token: "alice" });
  const failed = await screen.findByRole("alert");
  server.use(http.get(`${ORIGIN}/api/admin/pools`, () => HttpResponse.json(NONE)));

  await userEvent.click(within(failed).getByRole("button"));

  expect(await screen.findByRole("heading", { name: "No pools yet" })).toBeDefined();
});

test("nothing is sent while a field of a relay is wrong", async () => {
  const sent = captureRequests("pools/3/relays", RELAY);
  await show({ ...NONE, pools: [{ ...POOL, relays: [] }] });
  const dialog = await choose("Actions for Marketing", "Add relay");

  enterText(dialog, "Port", "70000");
  enterText(dialog, "Connections per process", "0");
  await userEvent.click(within(dialog).getByRole("button", { name: "Add relay" }));
  expect(within(dialog).getAllByText("Enter a host name or an IP address")).toHaveLength(2);
  expect(within(dialog).getByLabelText("Host")).toHaveFocus();
  expect(within(dialog).getByText("Enter a port from 1 to 65535")).toBeDefined();
  expect(within(dialog).getByText("Enter a number from 1 to 500")).toBeDefined();
  expect(within(dialog).getByText("Enter a reason of at least 3 characters")).toBeDefined();
  expect(sent).toEqual([]);
});

test("a relay is added with what was typed", async () => {
  const sent = captureRequests("pools/3/relays", RELAY);
  await show({ ...NONE, pools: [{ ...POOL, relays: [] }] });
  const dialog = await choose("Actions for Marketing", "Add relay");
  for (const [name, text] of [
    ["Host", " relay.example "],
    ["Port", "465"],
    ["HELO name", "out1.example"],
    ["Username", "kopi"],
    ["Password", "secret"],
    ["Connections per process", "4"],
    ["Reason", REASON],
  ] as const) {
    enterText(dialog, name, text);
  }
  await userEvent.selectOptions(within(dialog).getByLabelText("TLS"), "TLS from the start");
  await userEvent.click(within(dialog).getByRole("checkbox", { name: /^Warm up this relay/ }));
  await userEvent.click(within(dialog).getByRole("button", { name: "Add relay" }));

  expect(await screen.findByText("Changes saved")).toBeDefined();
  expect(sent).toEqual([
    {
      host: "relay.example",
      port: 465,
      tls: "implicit",
      helo: "out1.example",
      user: "kopi",
      password: "secret",
      source: null,
      connections: 4,
      warmsUp: true,
      active: true,
      reason: REASON,
    },
  ]);
});

test.each([
  ["keeps", false],
  ["deletes", true],
])("changing a relay %s its stored password", async (_, deletes) => {
  const sent = captureRequests("relays/7/change", RELAY);
  await show({ ...NONE, pools: [POOL] });
  const dialog = await choose("Actions for relay.example:587", "Edit relay");
  if (deletes) await userEvent.click(within(dialog).getByRole("checkbox", { name: "Delete the stored password" }));
  enterText(dialog, "Reason", REASON);
  await userEvent.click(within(dialog).getByRole("button", { name: "Save relay" }));

  expect(await screen.findByText("Changes saved")).toBeDefined();
  expect((sent[0] as { password?: string }).password).toBe(deletes ? "" : undefined);
});

test("another host needs the password again, or the stored one deleted", async () => {
  const sent = captureRequests("relays/7/change", RELAY);
  await show({ ...NONE, pools: [POOL] });
  const dialog = await choose("Actions for relay.example:587", "Edit relay");
  enterText(dialog, "Host", "elsewhere.example");
  enterText(dialog, "Reason", REASON);
  await userEvent.click(within(dialog).getByRole("button", { name: "Save relay" }));
  expect(within(dialog).getByText("Enter the password again, or delete the stored one")).toBeDefined();
  expect(sent).toEqual([]);

  await userEvent.click(within(dialog).getByRole("checkbox", { name: "Delete the stored password" }));
  await userEvent.click(within(dialog).getByRole("button", { name: "Save relay" }));

  expect(await screen.findByText("Changes saved")).toBeDefined();
  expect(sent).toEqual([expect.objectContaining({ host: "elsewhere.example", password: "" })]);
});

test("what the server refuses stands at its field", async () => {
  server.use(
    http.post(`${ORIGIN}/api/admin/relays/7/change`, () =>
      buildErrorResponse(400, "invalidData", { field: "source", value: "home", cause: "Give an IP address." }),
    ),
  );
  await show({ ...NONE, pools: [POOL] });
  const dialog = await choose("Actions for relay.example:587", "Edit relay");
  enterText(dialog, "Source IP address", "home");
  enterText(dialog, "Reason", REASON);
  await userEvent.click(within(dialog).getByRole("button", { name: "Save relay" }));

  const source = within(dialog).getByLabelText("Source IP address");
  await waitFor(() => expect(source).toHaveAccessibleDescription(expect.stringContaining("Give an IP address.")));
  expect(source.getAttribute("aria-invalid")).toBe("true");
  expect(source).toHaveFocus();
  expect(source).toHaveValue("home");
  expect(within(dialog).getByLabelText("Reason")).toHaveValue(REASON);
  expect(within(dialog).queryByRole("alert")).toBeNull();

  enterText(dialog, "Source IP address", "192.0.2.1");
  expect(source).not.toHaveAccessibleDescription(expect.stringContaining("Give an IP address."));
});

test("a pool's name that the server rejects shows why at the field, and the reason stays", async () => {
  server.use(
    http.post(`${ORIGIN}/api/admin/pools`, () =>
      buildErrorResponse(400, "invalidData", { field: "name", cause: "This name is taken." }),
    ),
  );
  await show(NONE);
  await userEvent.click(await screen.findByRole("button", { name: "Create pool" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Create pool" }));
  const name = within(dialog).getByLabelText("Name");
  expect(name).toHaveAccessibleDescription("Enter a name");
  expect(name).toHaveFocus();

  enterText(dialog, "Name", "Marketing");
  enterText(dialog, "Reason", REASON);
  await userEvent.click(within(dialog).getByRole("button", { name: "Create pool" }));

  await waitFor(() => expect(name).toHaveAccessibleDescription("This name is taken."));
  expect(name).toHaveFocus();
  expect(within(dialog).getByLabelText("Reason")).toHaveValue(REASON);
  expect(within(dialog).queryByRole("alert")).toBeNull();
});

test.each([
  ["One team", "Team", "No team found. Try another name."],
  ["Teams on a plan", "Plan", "Choose a plan"],
])("a pool is not assigned without a choice: %s", async (scope, label, error) => {
  const sent = captureRequests("pools/3/use", POOL);
  server.use(
    http.get(`${ORIGIN}/api/admin/teams`, () => HttpResponse.json({ items: [], total: 0, page: 1, size: 20 })),
  );
  await show({ ...NONE, pools: [POOL] });
  const dialog = await choose("Actions for Marketing", "Assign traffic");
  await userEvent.selectOptions(within(dialog).getByLabelText("Applies to"), scope);
  enterText(dialog, "Reason", REASON);
  await userEvent.click(within(dialog).getByRole("button", { name: "Assign traffic" }));

  expect(within(dialog).getByLabelText(label)).toHaveAccessibleDescription(error);
  expect(within(dialog).getByLabelText(label)).toHaveFocus();
  expect(sent).toEqual([]);
});

test("a relay goes only after the consequence was read and a reason given", async () => {
  const sent = captureRequests("relays/7/remove", { changed: true });
  await show({ ...NONE, pools: [POOL] });
  const dialog = await choose("Actions for relay.example:587", "Delete relay");
  expect(within(dialog).getByText(/^relay\.example:587 gets no new messages\./)).toBeDefined();

  await userEvent.click(within(dialog).getByRole("button", { name: "Delete relay" }));
  expect(sent).toEqual([]);
  enterText(dialog, "Reason", REASON);
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete relay" }));

  expect(await screen.findByText("Deleted")).toBeDefined();
  expect(sent).toEqual([{ reason: REASON }]);
});

test("the dialogue of a trial is shown as it went", async () => {
  captureRequests("relays/7/try", {
    works: false,
    why: "The relay refuses the password",
    seconds: 0.21,
    dialogue: [
      { who: "relay", line: "220 relay.example" },
      { who: "us", line: "EHLO out1.example" },
      { who: "relay", line: "535 5.7.8 no" },
    ],
  });
  await show({ ...NONE, pools: [POOL] });
  const dialog = await choose("Actions for relay.example:587", "Test connection");

  expect(await within(dialog).findByText("Connection test failed. The relay refuses the password")).toBeDefined();
  const lines = within(within(dialog).getByRole("list", { name: "SMTP dialogue" })).getAllByRole("listitem");
  expect(lines.map((line) => line.textContent)).toEqual([
    "Relay 220 relay.example",
    "Client EHLO out1.example",
    "Relay 535 5.7.8 no",
  ]);
});
