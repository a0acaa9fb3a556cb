import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { DomainAvailability, DomainOrder } from "@/features/senders/buying-data";
import { campaignsHandlers } from "../campaigns/handlers";
import { ALICE } from "../fixtures";
import { buildErrorResponse, ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";

const PACKETS = { sandbox: true, items: [{ tld: "example", price: 10_000, currency: "IDR", longestPeriod: 3 }] };
const ORDER: DomainOrder = {
  orderId: "01a1fc3d-0000-7000-8000-0000000000d1",
  name: "kopi.example",
  buyStatus: "UNPAID",
  billingPeriod: 2,
  price: 20_000,
  currency: "IDR",
  problem: "",
  domainId: null,
  createdAt: "2026-01-02T03:00:00Z",
  paidAt: null,
  activeAt: null,
  expiresAt: null,
};

function buildAvailability(name: string, available = true): DomainAvailability {
  const [selectedDomain = "", selectedTld = ""] = name.split(".");
  return { name, selectedDomain, selectedTld, available, price: 10_000, currency: "IDR", longestPeriod: 3 };
}

function mockResponse(path: string, body: object): void {
  server.use(http.get(`${ORIGIN}/api/${path}`, () => HttpResponse.json(body)));
}

async function show(
  permissions: readonly string[] = ["sender.view", "sender.edit", "domain.buy"],
  path = "/senders/domains/buy",
) {
  mockResponse("me", { ...ALICE, permissions });
  return renderScreen(path, { token: "alice" });
}

beforeEach(() => {
  server.use(...campaignsHandlers());
  mockResponse("domain-packet", PACKETS);
  mockResponse("domain-orders", { items: [], total: 0, page: 1, size: 1000 });
  mockResponse("domains/suggestion", { items: [buildAvailability("kopi-mail.example")] });
});

test("a name is looked for, ordered for three years, and stands among the orders", async () => {
  let sent: unknown;
  mockResponse("domains/available", {
    items: [buildAvailability("kopi.example"), buildAvailability("taken.example", false)],
  });
  server.use(
    http.post(`${ORIGIN}/api/billings/domain`, async ({ request }) => {
      sent = await request.json();
      mockResponse("domain-orders", { items: [ORDER], total: 1, page: 1, size: 1000 });
      return HttpResponse.json(ORDER);
    }),
  );
  await show();
  await userEvent.type(await screen.findByRole("searchbox"), "kopi{Enter}");
  const found = await screen.findByRole("list", { name: "kopi" });
  expect(within(found).getByText("Taken")).toBeDefined();
  expect(within(found).getAllByText("IDR 10,000.00 per year")).toHaveLength(2);
  expect(within(found).getAllByRole("button")).toHaveLength(1);

  await userEvent.click(within(found).getByRole("button", { name: "Order kopi.example" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.selectOptions(within(dialog).getByLabelText("Registration period"), "3 years · IDR 30,000.00");
  await userEvent.click(within(dialog).getByRole("button", { name: "Order for IDR 30,000.00" }));

  const orders = await screen.findByRole("list", { name: "Your orders" });
  expect(within(orders).getByText("Waiting for payment")).toBeDefined();
  expect(sent).toEqual({ selectedDomain: "kopi", selectedTld: "example", billingPeriod: 3 });
  expect(within(await screen.findByRole("list", { name: "kopi" })).getByText("Ordered")).toBeDefined();
});

test("a name that somebody else has taken meanwhile is told in the dialog, and nothing is ordered", async () => {
  mockResponse("domains/available", { items: [buildAvailability("kopi.example")] });
  server.use(http.post(`${ORIGIN}/api/billings/domain`, () => buildErrorResponse(409, "domainNotAvailable")));
  await show(undefined, "/senders/domains/buy?name=kopi");
  await userEvent.click(await screen.findByRole("button", { name: "Order kopi.example" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Order for IDR 10,000.00" }));

  expect(await within(dialog).findByText("This domain is no longer available. Choose another one.")).toBeDefined();
  expect(screen.queryByRole("list", { name: "Your orders" })).toBeNull();
});

test("the sandbox's payment is confirmed by hand, and a real registrar's is not", async () => {
  let paid = 0;
  mockResponse("domain-orders", { items: [ORDER], total: 1, page: 1, size: 1000 });
  server.use(
    http.post(`${ORIGIN}/api/domain-orders/${ORDER.orderId}/confirm`, () => {
      paid += 1;
      mockResponse("domain-orders", { items: [{ ...ORDER, buyStatus: "PAID" }], total: 1, page: 1, size: 1000 });
      return HttpResponse.json({ ...ORDER, buyStatus: "PAID" });
    }),
  );
  const view = await show();
  await userEvent.click(await screen.findByRole("button", { name: "Confirm payment: kopi.example" }));
  expect(await screen.findByText("Being registered")).toBeDefined();
  expect(paid).toBe(1);
  expect(screen.queryByRole("button", { name: /payment/ })).toBeNull();
  view.unmount();

  mockResponse("domain-packet", { ...PACKETS, sandbox: false });
  mockResponse("domain-orders", { items: [ORDER], total: 1, page: 1, size: 1000 });
  await show();
  expect(await screen.findByRole("button", { name: "Cancel order: kopi.example" })).toBeDefined();
  expect(screen.queryByRole("button", { name: /payment/ })).toBeNull();
});

test("a domain that is registered says until when", async () => {
  const active = { ...ORDER, buyStatus: "ACTIVE", activeAt: ORDER.createdAt, expiresAt: "2028-01-02T03:00:00Z" };
  mockResponse("domain-orders", { items: [active], total: 1, page: 1, size: 1000 });
  await show();

  expect(await screen.findByText("Registered until 02 Jan 2028")).toBeDefined();
  expect(screen.queryByRole("button", { name: /^(Cancel|Confirm)/ })).toBeNull();
});

test("an order is cancelled after a question", async () => {
  let cancelled = 0;
  mockResponse("domain-orders", { items: [ORDER], total: 1, page: 1, size: 1000 });
  server.use(
    http.delete(`${ORIGIN}/api/domain-orders/${ORDER.orderId}`, () => {
      cancelled += 1;
      mockResponse("domain-orders", { items: [], total: 0, page: 1, size: 1000 });
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await show();
  await userEvent.click(await screen.findByRole("button", { name: "Cancel order: kopi.example" }));
  expect(cancelled).toBe(0);
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Cancel order" }));

  await expect.poll(() => screen.queryByRole("list", { name: "Your orders" })).toBeNull();
  expect(cancelled).toBe(1);
});

const NAME_IN_USE_ORDER: DomainOrder = { ...ORDER, buyStatus: "PAID", problem: "nameTaken" };

test("an order whose name was taken says what next, and goes on with another name", async () => {
  let sent: unknown;
  mockResponse("domain-orders", { items: [NAME_IN_USE_ORDER], total: 1, page: 1, size: 1000 });
  server.use(
    http.post(`${ORIGIN}/api/domain-orders/${ORDER.orderId}/name`, async ({ request }) => {
      sent = await request.json();
      const renamed = { ...NAME_IN_USE_ORDER, name: "kopi-lain.example", problem: "" };
      mockResponse("domain-orders", { items: [renamed], total: 1, page: 1, size: 1000 });
      return HttpResponse.json(renamed);
    }),
  );
  await show();
  expect(await screen.findByText(/^Someone else registered kopi.example before we could/)).toBeDefined();
  expect(screen.getByRole("button", { name: "Contact us" })).toBeDefined();
  expect(screen.queryByRole("button", { name: /^(Cancel|Confirm)/ })).toBeNull();

  await userEvent.click(screen.getByRole("button", { name: "Choose another name instead of kopi.example" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.type(within(dialog).getByLabelText("New name"), "kopi-lain");
  await userEvent.click(within(dialog).getByRole("button", { name: "Register kopi-lain.example" }));

  expect(await screen.findByText("kopi-lain.example")).toBeDefined();
  expect(screen.getByText("Being registered")).toBeDefined();
  expect(sent).toEqual({ selectedDomain: "kopi-lain" });
});

test("another name that is taken as well is told in the dialog", async () => {
  mockResponse("domain-orders", { items: [NAME_IN_USE_ORDER], total: 1, page: 1, size: 1000 });
  server.use(
    http.post(`${ORIGIN}/api/domain-orders/${ORDER.orderId}/name`, () => buildErrorResponse(409, "domainNotAvailable")),
  );
  await show();
  await userEvent.click(await screen.findByRole("button", { name: /^Choose another name/ }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.type(within(dialog).getByLabelText("New name"), "teh{Enter}");

  expect(await within(dialog).findByText("This domain is no longer available. Choose another one.")).toBeDefined();
});

test("who may not buy is told whom to ask about a name that was taken", async () => {
  mockResponse("domain-orders", { items: [NAME_IN_USE_ORDER], total: 1, page: 1, size: 1000 });
  await show(["sender.view"]);

  expect(await screen.findByText(/Ask an admin of your team/)).toBeDefined();
  expect(screen.queryByRole("button", { name: /^Choose another name/ })).toBeNull();
});

test("what can't be registered is said beside the search", async () => {
  server.use(
    http.get(`${ORIGIN}/api/domains/available`, () =>
      buildErrorResponse(400, "invalidData", {
        field: "name",
        value: "kopi.zzz",
        cause: "Choose an ending that is sold: example.",
      }),
    ),
  );
  await show(undefined, "/senders/domains/buy?name=kopi.zzz");

  expect(await screen.findByText("Choose an ending that is sold: example.")).toBeDefined();
});

test("who may only look sees prices and no way to order", async () => {
  mockResponse("domains/available", { items: [buildAvailability("kopi.example")] });
  mockResponse("domain-orders", { items: [ORDER], total: 1, page: 1, size: 1000 });
  await show(["sender.view", "sender.edit"], "/senders/domains/buy?name=kopi");

  expect(await screen.findByRole("list", { name: "kopi" })).toBeDefined();
  expect(screen.getByText(/^Only admins and members with permission can buy domains/)).toBeDefined();
  expect(screen.queryAllByRole("button", { name: /^(Order|Cancel|Confirm)/ })).toEqual([]);
});

test("where nothing is sold the list has no button for it, and the page leads back", async () => {
  mockResponse("domain-packet", { sandbox: false, items: [] });
  mockResponse("domains", { items: [], total: 0, page: 1, size: 10 });
  const view = await show(undefined, "/senders/domains");
  expect(await screen.findByRole("heading", { name: "No domains yet" })).toBeDefined();
  expect(screen.queryByRole("link", { name: "Buy a domain" })).toBeNull();
  view.unmount();

  await show();
  expect(await screen.findByRole("heading", { name: "Domains are not sold here" })).toBeDefined();
  expect(screen.getByRole("link", { name: "Go to domains" }).getAttribute("href")).toBe("/senders/domains");
});

test("where domains are sold the list leads there", async () => {
  mockResponse("domains", { items: [], total: 0, page: 1, size: 10 });
  await show(undefined, "/senders/domains");

  const way = await screen.findByRole("link", { name: "Buy a domain" });
  expect(way.getAttribute("href")).toBe("/senders/domains/buy");
});
