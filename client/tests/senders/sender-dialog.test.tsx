import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { campaignsHandlers } from "../campaigns/handlers";
import { ALICE } from "../fixtures";
import { ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";

const PERMISSIONS = ["sender.view", "sender.edit"];

beforeEach(() => {
  server.use(...campaignsHandlers());
  server.use(http.get(`${ORIGIN}/api/senders/suggestion`, () => HttpResponse.json({ items: [] })));
});

test.each([
  ["kopiselatan.example", "hello@kopiselatan.example"],
  ["", null],
])("a new sender is asked for by an address at the team's domain '%s'", async (domain, example) => {
  const me = { ...ALICE, permissions: PERMISSIONS, team: { ...ALICE.team, domain } };
  server.use(http.get(`${ORIGIN}/api/me`, () => HttpResponse.json(me)));
  await renderScreen("/senders", { token: "alice" });

  await userEvent.click((await screen.findAllByRole("button", { name: "Add sender" }))[0] as HTMLElement);

  const address = await screen.findByRole("textbox", { name: "Email address" });
  expect(address.getAttribute("placeholder")).toBe(example);
});
