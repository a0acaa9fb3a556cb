import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { resolveAlias } from "@/app/addresses";
import { FEATURE_ROUTES } from "@/app/features";
import { transactionalRoutes } from "@/features/transactional/routes";
import { renderApp } from "../render-app";
import { server } from "../server";
import { buildEvent, buildEventPage, respondToGet, transactionalResponses } from "./responses";

const PATHS = {
  events: "/events",
  "event-detail": "/events/:id/:time",
  "batch-status": "/batch-status",
  domain: "/domain",
  "add-domain": "/domain/add",
  "detail-domain": "/domain/:id",
  subaccount: "/subaccount",
  "create-subaccount": "/subaccount/create",
  "detail-subaccount": "/subaccount/:id",
  apikey: "/apikey",
  "generate-apikey": "/apikey/generate",
  "detail-apikey": "/apikey/:id",
  webhook: "/webhook",
  "create-webhook": "/webhook/create",
  "detail-webhook": "/webhook/:id",
} as const;

beforeEach(() => {
  server.use(respondToGet("events", buildEventPage([buildEvent()])), ...transactionalResponses());
});

test("the area knows its routes by the specified names and paths", () => {
  const known = Object.fromEntries(transactionalRoutes.map(({ name, path }) => [name, path]));

  expect(known).toMatchObject(PATHS);
});

test("of the area's sidebar dashboard and analytics are the home of every team", async () => {
  await renderApp("/events", { token: "alice" });
  const bar = within(await screen.findByRole("complementary", { name: "Sidebar" }));

  expect(await bar.findByRole("link", { name: "Kopi Selatan" })).toHaveAttribute("href", "/dashboard");
  expect(bar.getByRole("link", { name: "Home" })).toHaveAttribute("href", "/analytics");
  expect(resolveAlias("/dashboard")).toBe("/analytics");
  expect(FEATURE_ROUTES.find(({ path }) => path === "/analytics")?.name).toBe("analytics");
});

test("create-apikey is where a key is generated", async () => {
  server.use(respondToGet("domains", buildEventPage([])), respondToGet("subaccounts", buildEventPage([])));
  const { router } = await renderApp("/apikey/create", { token: "alice" });

  await screen.findByRole("heading", { name: "Create API key", level: 1 });

  await waitFor(() => expect(router.state.location.pathname).toBe("/apikey/generate"));
});

test("the sidebar's Dashboard SMTP holds its screens, and at the end the configuration", async () => {
  await renderApp("/events", { token: "alice" });
  const bar = within(await screen.findByRole("complementary", { name: "Sidebar" }));
  expect(await bar.findByRole("button", { name: "Dashboard SMTP" })).toHaveAttribute("aria-expanded", "true");

  await userEvent.click(bar.getByRole("button", { name: "Configuration" }));

  const group = bar.getByRole("button", { name: "Dashboard SMTP" }).parentElement as HTMLElement;
  const links = within(group).getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Overview", "/trx-overview"],
    ["Analytics", "/analytics/smtp"],
    ["Events", "/events"],
    ["Batch Status", "/batch-status"],
    ["Templates", "/trx-templates"],
    ["Domain", "/domain"],
    ["Subaccount", "/subaccount"],
    ["API Key", "/apikey"],
    ["Webhook", "/webhook"],
  ]);
});
