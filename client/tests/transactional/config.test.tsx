import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ApiKey, Delivery, WebhookDetail } from "@/features/transactional/config/shapes";
import { clearDraftOwner } from "@/lib/draft-storage";
import { buildErrorResponse, ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";
import { transactionalResponses } from "./responses";

const WEBHOOK: WebhookDetail = {
  id: "01a1fc3d-0000-7000-8000-0000000000f1",
  url: "https://hooks.example.com/mail",
  description: "Orders",
  events: ["delivered", "bounced"],
  domains: [],
  active: true,
  disabledAt: null,
  disabledReason: null,
  failingSince: null,
  failures: 0,
  lastSuccessAt: "2026-01-02T03:00:00Z",
  lastFailureAt: null,
  lastTest: null,
  formerSecretUntil: null,
  createdAt: "2026-01-02T03:00:00Z",
  waiting: 0,
  failed: 1,
  held: 0,
};
const DELIVERY: Delivery = {
  id: 7,
  eventId: "01a1fc3d-0000-7000-8000-0000000000e7",
  type: "delivered",
  messageId: null,
  recipient: "ani@example.com",
  state: "failed",
  test: false,
  tries: 10,
  dueAt: null,
  status: 500,
  outcome: "refused",
  createdAt: "2026-01-02T03:00:00Z",
  finishedAt: "2026-01-05T03:00:00Z",
};
const KEY: ApiKey = {
  id: "01a1fc3d-0000-7000-8000-0000000000a1",
  name: "Shop",
  prefix: "dsk_live_4f9a2c1b",
  scopes: ["send"],
  networks: [],
  sandbox: false,
  domainId: null,
  domainName: null,
  subaccountId: null,
  subaccountName: null,
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
  rotatedFrom: null,
  state: "active",
  createdBy: "Alice Wulandari",
  createdAt: "2026-01-02T03:00:00Z",
};

function buildPage(items: readonly object[]) {
  return { items, total: items.length, totalIsExact: true, page: 1, size: 10 };
}

function mockResponse(path: string, body: object): void {
  server.use(http.get(`${ORIGIN}/trx-api/${path}`, () => HttpResponse.json(body)));
}

/** Responds to a write and records the request bodies. */
function captureRequests(method: "post" | "put" | "delete", path: string, body: object | null) {
  const sent: unknown[] = [];
  server.use(
    http[method](`${ORIGIN}/trx-api/${path}`, async ({ request }) => {
      const text = await request.text();
      sent.push(text ? JSON.parse(text) : undefined);
      return body === null ? new HttpResponse(null, { status: 204 }) : HttpResponse.json(body);
    }),
  );
  return sent;
}

beforeEach(() => {
  server.use(...transactionalResponses());
  for (const path of ["domains", "subaccounts", "apikeys", "webhooks"]) mockResponse(path, buildPage([]));
  mockResponse(`webhooks/${WEBHOOK.id}`, WEBHOOK);
  mockResponse(`webhooks/${WEBHOOK.id}/deliveries`, buildPage([DELIVERY]));
  mockResponse(`webhooks/${WEBHOOK.id}/deliveries/7`, {
    ...DELIVERY,
    requestBody: '{"type":"message.delivered"}',
    attempts: [
      {
        at: "2026-01-02T03:00:00Z",
        milliseconds: 12,
        outcome: "refused",
        status: 500,
        responseBody: "database is down",
      },
    ],
  });
});

const show = (path: string) => renderScreen(path, { token: "alice" });

test.each([
  ["/domain", "No domains yet", "Add domain"],
  ["/subaccount", "No subaccounts yet", "Create subaccount"],
  ["/apikey", "No keys yet", "Create API key"],
  ["/webhook", "No webhooks yet", "Create webhook"],
])("%s says what it is for while it is empty", async (path, title, act) => {
  await show(path);
  expect(await screen.findByRole("heading", { name: title })).toBeDefined();
  expect(screen.getByRole("link", { name: act })).toBeDefined();
});

test("a list that can't be had says why, and is asked for again", async () => {
  server.use(http.get(`${ORIGIN}/trx-api/webhooks`, () => buildErrorResponse(500, "serverException")));
  await show("/webhook");
  const alert = await screen.findByRole("alert");
  mockResponse("webhooks", buildPage([WEBHOOK]));
  await userEvent.click(within(alert).getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("link", { name: "Orders" })).toBeDefined();
});

test.each([
  [null, "Last test failed"],
  ["2026-01-02T03:00:00Z", "Last test failed"],
  ["2026-01-04T03:00:00Z", "Working"],
])("after a success at %s, a failed test leaves a webhook with the status %s", async (lastSuccessAt, state) => {
  const lastTest = { at: "2026-01-03T03:00:00Z", outcome: "refused", status: 404 } as const;
  const tested: WebhookDetail = { ...WEBHOOK, lastSuccessAt, lastTest };
  mockResponse("webhooks", buildPage([tested]));
  mockResponse(`webhooks/${WEBHOOK.id}`, tested);
  await show("/webhook");
  const row = (await screen.findByRole("link", { name: "Orders" })).closest("[role=row], tr") as HTMLElement;
  expect(within(row).getByText(state)).toBeDefined();
  expect(within(row).getByText(/Response 404/)).toBeDefined();

  await userEvent.click(screen.getByRole("link", { name: "Orders" }));
  await screen.findByRole("heading", { name: "Orders" });
  const isFailed = state === "Last test failed";
  await waitFor(() => expect(screen.queryAllByText(/Reason: Response 404/)).toHaveLength(isFailed ? 1 : 0));
});

test("a webhook is made and its secret shown", async () => {
  const sent = captureRequests("post", "webhooks", { ...WEBHOOK, secret: "whsec_c2VjcmV0" });
  await show("/webhook/create");
  await userEvent.click(await screen.findByRole("button", { name: "Create webhook" }));
  expect(await screen.findByText(/Enter a full URL/)).toBeDefined();
  expect(screen.getByLabelText("URL")).toHaveFocus();
  expect(sent).toEqual([]);
  await userEvent.type(screen.getByLabelText("URL"), "https://hooks.example.com/mail");
  await userEvent.click(screen.getByRole("checkbox", { name: /^Opened/ }));
  await userEvent.click(screen.getByRole("button", { name: "Create webhook" }));
  expect(await screen.findByText("whsec_c2VjcmV0")).toBeDefined();
  expect(screen.getByText(/Copy it now and store it safely\. It won’t be shown again\./)).toBeDefined();
  expect(sent).toEqual([
    {
      url: "https://hooks.example.com/mail",
      description: "",
      events: ["delivered", "bounced", "failed", "opened", "complained"],
      domains: [],
    },
  ]);
});

test("a refusal stands at its field, and nothing typed is lost", async () => {
  server.use(
    http.post(`${ORIGIN}/trx-api/webhooks`, () =>
      HttpResponse.json(
        {
          code: "invalidData",
          message: "",
          payload: { field: "url", cause: "This address is not open to the web.", value: "" },
        },
        { status: 400 },
      ),
    ),
  );
  await show("/webhook/create");
  await userEvent.type(await screen.findByLabelText("URL"), "https://10.0.0.1/");
  await userEvent.click(screen.getByRole("button", { name: "Create webhook" }));
  expect(await screen.findByText("This address is not open to the web.")).toBeDefined();
  expect(screen.getByLabelText("URL")).toHaveFocus();
  expect(screen.getByLabelText("URL")).toHaveValue("https://10.0.0.1/");
});

test("a delivery opens with what was posted and answered, and is posted again", async () => {
  const sent = captureRequests("post", `webhooks/${WEBHOOK.id}/replay`, { replayed: 1 });
  await show(`/webhook/${WEBHOOK.id}`);
  await userEvent.click(await screen.findByRole("button", { name: /ani@example.com/ }));
  const sheet = await screen.findByRole("dialog");
  expect(await within(sheet).findByText("database is down")).toBeDefined();
  expect(within(sheet).getByText(/"message.delivered"/)).toBeDefined();
  await userEvent.click(within(sheet).getByRole("button", { name: "Send again" }));
  expect(await screen.findByText("Event queued to be sent again")).toBeDefined();
  expect(sent).toEqual([{ deliveryId: 7 }]);
});

test("one that is off says why, and is turned on with what was held", async () => {
  const sent = captureRequests("post", `webhooks/${WEBHOOK.id}/enable`, { replayed: 12 });
  mockResponse(`webhooks/${WEBHOOK.id}`, { ...WEBHOOK, active: false, disabledReason: "gone", held: 12 });
  await show(`/webhook/${WEBHOOK.id}`);
  expect(await screen.findByText(/The webhook responded with 410/)).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Turn on and replay 12 events" }));
  expect(await screen.findByText("Webhook turned on, 12 events queued")).toBeDefined();
  expect(sent).toEqual([{ replayHeld: true }]);
});

describe("how long a key works", () => {
  afterEach(() => vi.useRealTimers());

  test("is so many days, or until a day of one's own", async () => {
    vi.useFakeTimers({ now: Date.parse("2026-03-05T02:00:00Z"), toFake: ["Date"] });
    const sent = captureRequests("post", "apikeys", { ...KEY, secret: "dsk_live_4f9a2c1b_secret" });
    await show("/apikey/generate");
    await userEvent.type(await screen.findByLabelText("Name"), "Shop");
    await userEvent.selectOptions(screen.getByLabelText("Expiration"), "Custom date");
    await userEvent.click(screen.getByRole("button", { name: "Create API key" }));
    expect(screen.getByText("Choose today or a later day")).toBeDefined();
    expect(screen.getByLabelText("Last day")).toHaveFocus();
    await userEvent.type(screen.getByLabelText("Last day"), "2026-03-04");
    await userEvent.click(screen.getByRole("button", { name: "Create API key" }));
    expect(sent).toEqual([]);

    await userEvent.selectOptions(screen.getByLabelText("Expiration"), "90 days");
    await userEvent.click(screen.getByRole("button", { name: "Create API key" }));

    expect(await screen.findByText("dsk_live_4f9a2c1b_secret")).toBeDefined();
    expect(sent).toEqual([expect.objectContaining({ expiresAt: "2026-06-03T02:00:00.000Z" })]);
  });

  test.each([
    ["active", "2026-03-17T02:00:00Z", "Expires in 12 days"],
    ["expiring", "2026-03-06T02:00:00Z", "Expires in 1 day"],
    ["expired", "2026-03-04T02:00:00Z", "Expired"],
    ["active", null, "Active"],
  ])("is told in the list of a key that is %s until %s", async (state, expiresAt, words) => {
    vi.useFakeTimers({ now: Date.parse("2026-03-05T02:00:00Z"), toFake: ["Date"] });
    mockResponse("apikeys", buildPage([{ ...KEY, state, expiresAt }]));
    await show("/apikey");

    expect(await screen.findByText(words)).toBeDefined();
  });
});

test("a key is generated with where it may be used from", async () => {
  const sent = captureRequests("post", "apikeys", { ...KEY, secret: "dsk_live_4f9a2c1b_secret" });
  await show("/apikey/generate");
  await userEvent.type(await screen.findByLabelText("Name"), "Shop");
  await userEvent.type(screen.getByLabelText("Allowed IP addresses"), "203.0.113.7");
  await userEvent.click(screen.getByRole("button", { name: "Create API key" }));
  expect(await screen.findByText("dsk_live_4f9a2c1b_secret")).toBeDefined();
  expect(sent).toEqual([
    {
      ...{ name: "Shop", scopes: ["send"], networks: ["203.0.113.7"] },
      ...{ sandbox: false, domainId: null, subaccountId: null, expiresAt: null },
    },
  ]);
});

test("a key without a name and scopes is not sent, and the first invalid field has the focus", async () => {
  const sent = captureRequests("post", "apikeys", { ...KEY, secret: "dsk_live_4f9a2c1b_secret" });
  await show("/apikey/generate");
  const name = await screen.findByLabelText("Name");
  const scopes = screen.getByRole("group", { name: "Permissions" });
  await userEvent.click(within(scopes).getByRole("checkbox", { name: /^Send/ }));
  await userEvent.click(screen.getByRole("button", { name: "Create API key" }));
  expect(name).toBeInvalid();
  expect(name).toHaveFocus();
  expect(scopes).toHaveAccessibleDescription("Choose at least one permission");

  await userEvent.type(name, "Shop");
  await userEvent.click(screen.getByRole("button", { name: "Create API key" }));
  expect(name).toBeValid();
  expect(within(scopes).getByRole("checkbox", { name: /^Send/ })).toHaveFocus();
  expect(sent).toEqual([]);
});

test("a key that the server rejects shows why at the field, and what was typed stays", async () => {
  const cause = "Enter an IP address or a network.";
  server.use(
    http.post(`${ORIGIN}/trx-api/apikeys`, () => buildErrorResponse(422, "invalidData", { field: "networks", cause })),
  );
  await show("/apikey/generate");
  await userEvent.type(await screen.findByLabelText("Name"), "Shop");
  const networks = screen.getByLabelText("Allowed IP addresses");
  await userEvent.type(networks, "home");
  await userEvent.click(screen.getByRole("button", { name: "Create API key" }));

  await waitFor(() => expect(networks).toHaveAccessibleDescription(expect.stringContaining(cause)));
  expect(networks).toHaveFocus();
  expect(screen.getByLabelText("Name")).toHaveValue("Shop");
  expect(within(screen.getByRole("main")).queryByRole("alert")).toBeNull();
});

test("a new key is restored after the session has ended", async () => {
  const first = await show("/apikey/generate");
  await userEvent.type(await screen.findByLabelText("Name"), "Shop");
  await userEvent.selectOptions(screen.getByLabelText("Expiration"), "90 days");
  clearDraftOwner();
  first.unmount();
  first.stop();

  await show("/apikey/generate");

  expect(await screen.findByLabelText("Name")).toHaveValue("Shop");
  expect(screen.getByLabelText("Expiration")).toHaveValue("90");
});

test("an edited key is restored after the session has ended", async () => {
  mockResponse(`apikeys/${KEY.id}`, KEY);
  const first = await show(`/apikey/${KEY.id}`);
  await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
  await userEvent.type(await screen.findByLabelText("Allowed IP addresses"), "203.0.113.7");
  clearDraftOwner();
  first.unmount();
  first.stop();

  await show(`/apikey/${KEY.id}`);
  await userEvent.click(await screen.findByRole("button", { name: "Edit" }));

  expect(await screen.findByLabelText("Allowed IP addresses")).toHaveValue("203.0.113.7");
});

test("an edited key that the server rejects shows why at the field until it is edited", async () => {
  const cause = "Enter an IP address or a network.";
  mockResponse(`apikeys/${KEY.id}`, KEY);
  server.use(
    http.put(`${ORIGIN}/trx-api/apikeys/${KEY.id}`, () =>
      buildErrorResponse(422, "invalidData", { field: "networks", cause }),
    ),
  );
  await show(`/apikey/${KEY.id}`);
  await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
  const networks = await screen.findByLabelText("Allowed IP addresses");
  await userEvent.type(networks, "home");
  await userEvent.click(screen.getByRole("button", { name: "Save changes" }));
  await waitFor(() => expect(networks).toHaveAccessibleDescription(expect.stringContaining(cause)));
  expect(networks).toHaveFocus();
  expect(networks).toHaveValue("home");

  const sent = captureRequests("put", `apikeys/${KEY.id}`, KEY);
  await userEvent.clear(networks);
  expect(networks).toBeValid();
  await userEvent.click(screen.getByRole("button", { name: "Save changes" }));
  expect(await screen.findByRole("button", { name: "Edit" })).toBeInTheDocument();
  expect(sent).toEqual([{ name: "Shop", scopes: ["send"], networks: [] }]);
});

test("a key is revoked only when asked twice", async () => {
  const sent = captureRequests("delete", `apikeys/${KEY.id}`, null);
  mockResponse(`apikeys/${KEY.id}`, KEY);
  await show(`/apikey/${KEY.id}`);
  await userEvent.click(await screen.findByRole("button", { name: "Revoke key" }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText(/Applications that use dsk_live_4f9a2c1b lose access immediately/)).toBeDefined();
  await userEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Revoke key" }));
  mockResponse(`apikeys/${KEY.id}`, { ...KEY, state: "revoked", revokedAt: "2026-01-03T03:00:00Z" });
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Revoke key" }));
  expect((await screen.findAllByText("Revoked")).length).toBeGreaterThan(0);
  expect(sent).toHaveLength(1);
});

test("a subaccount goes with its keys, which the question says", async () => {
  const id = "01a1fc3d-0000-7000-8000-0000000000b1";
  const asked: string[] = [];
  server.use(
    http.delete(`${ORIGIN}/trx-api/subaccounts/${id}`, ({ request }) => {
      asked.push(new URL(request.url).search);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const createdAt = "2026-01-02T03:00:00Z";
  mockResponse(`subaccounts/${id}`, {
    id,
    name: "Toko",
    email: "",
    active: true,
    monthlyLimit: null,
    used: 12,
    keys: 2,
    createdAt,
  });
  const { router } = await show(`/subaccount/${id}`);
  await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete “Toko”?" });
  expect(within(dialog).getByText(/2 keys/)).toBeDefined();
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete" }));

  await waitFor(() => expect(router.state.location.pathname).toBe("/subaccount"));
  expect(asked).toEqual(["?revokeKeys=true"]);
});

test("a domain goes with the keys bound to it, which the question says", async () => {
  const id = "01a1fc3d-0000-7000-8000-00000000d001";
  const asked = captureRequests("delete", `domains/${id}`, null);
  mockResponse(`domains/${id}`, {
    domainId: id,
    senderDomainId: "01a1fc3d-0000-7000-8000-00000000d0d1",
    name: "orders.kopi.example",
    state: "authenticated",
    verified: true,
    keys: 1,
    checkedAt: null,
    createdAt: "2026-01-02T03:00:00Z",
  });
  const { router } = await show(`/domain/${id}`);
  await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete “orders.kopi.example”?" });
  expect(within(dialog).getByText(/its 1 key stops working immediately/)).toBeDefined();
  expect(asked).toEqual([]);
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete" }));

  await waitFor(() => expect(router.state.location.pathname).toBe("/domain"));
  expect(asked).toHaveLength(1);
});

test("a webhook goes after a question", async () => {
  const asked = captureRequests("delete", `webhooks/${WEBHOOK.id}`, null);
  const { router } = await show(`/webhook/${WEBHOOK.id}`);
  await userEvent.click(await screen.findByRole("button", { name: "More" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
  const dialog = await screen.findByRole("dialog", { name: "Delete this webhook?" });
  expect(asked).toEqual([]);
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete" }));

  await waitFor(() => expect(router.state.location.pathname).toBe("/webhook"));
  expect(asked).toHaveLength(1);
});

test("the successor of a key that ends at once is shown, and goes only by the button", async () => {
  const successor = { ...KEY, id: "01a1fc3d-0000-7000-8000-0000000000a2", secret: "dsk_live_0f0f0f0f_next" };
  let current = KEY;
  server.use(
    http.get(`${ORIGIN}/trx-api/apikeys/${KEY.id}`, () => HttpResponse.json(current)),
    http.post(`${ORIGIN}/trx-api/apikeys/${KEY.id}/rotate`, () => {
      current = { ...KEY, state: "expired", expiresAt: "2026-01-03T03:00:00Z" };
      return HttpResponse.json(successor);
    }),
  );
  await show(`/apikey/${KEY.id}`);
  await userEvent.click(await screen.findByRole("button", { name: "Rotate key" }));
  const dialog = await screen.findByRole("dialog", { name: "Rotate Shop" });
  await userEvent.selectOptions(within(dialog).getByLabelText("Transition period"), "No transition");
  await userEvent.click(within(dialog).getByRole("button", { name: "Rotate key" }));

  expect(await within(dialog).findByText("dsk_live_0f0f0f0f_next")).toBeInTheDocument();
  expect(await screen.findByText("Expired")).toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  expect(within(dialog).getByText("dsk_live_0f0f0f0f_next")).toBeInTheDocument();
  expect(within(dialog).queryByRole("button", { name: "Close" })).toBeNull();
  await userEvent.click(within(dialog).getByRole("button", { name: "I’ve stored it" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a rotation that is refused says why, and can be tried again", async () => {
  mockResponse(`apikeys/${KEY.id}`, KEY);
  server.use(http.post(`${ORIGIN}/trx-api/apikeys/${KEY.id}/rotate`, () => buildErrorResponse(500, "serverException")));
  await show(`/apikey/${KEY.id}`);
  await userEvent.click(await screen.findByRole("button", { name: "Rotate key" }));
  const dialog = await screen.findByRole("dialog", { name: "Rotate Shop" });
  await userEvent.selectOptions(within(dialog).getByLabelText("Transition period"), "1 hour");
  await userEvent.click(within(dialog).getByRole("button", { name: "Rotate key" }));

  expect(await within(dialog).findByRole("alert")).toBeInTheDocument();
  expect(within(dialog).getByLabelText("Transition period")).toHaveValue("1");
});

test("a transition period that is rejected shows why and has the focus", async () => {
  const cause = "The period must end before the key expires.";
  mockResponse(`apikeys/${KEY.id}`, KEY);
  server.use(
    http.post(`${ORIGIN}/trx-api/apikeys/${KEY.id}/rotate`, () =>
      buildErrorResponse(422, "invalidData", { field: "overlapHours", cause }),
    ),
  );
  await show(`/apikey/${KEY.id}`);
  await userEvent.click(await screen.findByRole("button", { name: "Rotate key" }));
  const dialog = await screen.findByRole("dialog", { name: "Rotate Shop" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Rotate key" }));

  const period = within(dialog).getByLabelText("Transition period");
  await waitFor(() => expect(period).toHaveAccessibleDescription(expect.stringContaining(cause)));
  expect(period).toHaveFocus();
  expect(within(dialog).queryByRole("alert")).toBeNull();
});

test("a secret has the focus, and is not left behind unasked before it was copied", async () => {
  captureRequests("post", "apikeys", { ...KEY, secret: "dsk_live_4f9a2c1b_secret" });
  mockResponse(`apikeys/${KEY.id}`, KEY);
  const { router } = await show("/apikey/generate");
  await userEvent.type(await screen.findByLabelText("Name"), "Shop");
  await userEvent.click(screen.getByRole("button", { name: "Create API key" }));
  const secret = await screen.findByRole("region", { name: "API key" });
  expect(secret).toHaveFocus();

  await userEvent.click(within(screen.getByRole("main")).getByRole("link", { name: "API keys" }));
  const dialog = await screen.findByRole("dialog", { name: "Leave without copying?" });
  expect(dialog).toHaveTextContent("You haven’t copied this secret, and it won’t be shown again.");
  await userEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
  expect(router.state.location.pathname).toBe("/apikey/generate");
  expect(secret).toHaveTextContent("dsk_live_4f9a2c1b_secret");

  await userEvent.click(screen.getByRole("link", { name: "View key" }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/apikey/${KEY.id}`));
});

test("a secret that was copied is left without a question", async () => {
  captureRequests("post", "apikeys", { ...KEY, secret: "dsk_live_4f9a2c1b_secret" });
  const user = userEvent.setup();
  const { router } = await show("/apikey/generate");
  await user.type(await screen.findByLabelText("Name"), "Shop");
  await user.click(screen.getByRole("button", { name: "Create API key" }));
  const secret = await screen.findByRole("region", { name: "API key" });
  await user.click(within(secret).getByRole("button", { name: /^Copy/ }));
  await user.click(within(screen.getByRole("main")).getByRole("link", { name: "API keys" }));

  await waitFor(() => expect(router.state.location.pathname).toBe("/apikey"));
});

async function writeTime(dialog: HTMLElement, field: string, digits: string): Promise<void> {
  await userEvent.click(within(dialog).getByLabelText(`Hour, ${field}`));
  await userEvent.keyboard(digits);
}

test("a replay names the time that is missing, and a refusal leaves what was chosen", async () => {
  const asked: unknown[] = [];
  server.use(
    http.post(`${ORIGIN}/trx-api/webhooks/${WEBHOOK.id}/replay`, async ({ request }) => {
      asked.push(await request.json());
      return buildErrorResponse(409, "webhookNothingToReplay");
    }),
  );
  await show(`/webhook/${WEBHOOK.id}`);
  await userEvent.click(await screen.findByRole("button", { name: "Replay events" }));
  const dialog = await screen.findByRole("dialog", { name: "Replay events from a period" });
  const from = within(dialog).getByLabelText("Date, From");
  await userEvent.clear(from);
  await userEvent.click(within(dialog).getByRole("button", { name: "Replay events" }));
  expect(from).toHaveAccessibleDescription("Enter a date and a time");

  expect(asked).toEqual([]);

  await userEvent.type(from, "02 Jan 2026");
  await writeTime(dialog, "From", "0300");
  await userEvent.clear(within(dialog).getByLabelText("Date, To"));
  await userEvent.type(within(dialog).getByLabelText("Date, To"), "2/1/2026");
  await writeTime(dialog, "To", "0359");
  await userEvent.click(within(dialog).getByRole("button", { name: "Replay events" }));
  expect(await within(dialog).findByRole("alert")).toBeInTheDocument();
  expect(from).toHaveValue("02 Jan 2026");
  expect(within(dialog).getByLabelText("Hour, From")).toHaveValue("03");
  // In Jakarta, the team's time zone, like the times of the list. The last minute is included.
  expect(asked).toEqual([{ from: "2026-01-01T20:00:00.000Z", to: "2026-01-01T20:59:59.999Z", deliveredToo: false }]);
});

test("a question that failed is asked anew without the old refusal", async () => {
  mockResponse(`apikeys/${KEY.id}`, KEY);
  server.use(http.delete(`${ORIGIN}/trx-api/apikeys/${KEY.id}`, () => buildErrorResponse(500, "serverException")));
  await show(`/apikey/${KEY.id}`);
  await userEvent.click(await screen.findByRole("button", { name: "Revoke key" }));
  const first = await screen.findByRole("dialog");
  await userEvent.click(within(first).getByRole("button", { name: "Revoke key" }));
  expect(await within(first).findByRole("alert")).toBeInTheDocument();
  await userEvent.click(within(first).getByRole("button", { name: "Cancel" }));
  await userEvent.click(screen.getByRole("button", { name: "Revoke key" }));

  expect(within(await screen.findByRole("dialog")).queryByRole("alert")).toBeNull();
});
