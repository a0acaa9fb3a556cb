import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { ORIGIN } from "../answers";
import { campaignsAnswers } from "../campaigns/answers";
import { ALICE } from "../cast";
import { renderApp } from "../render-app";
import { server } from "../server";

const MAY = ["sender.view", "sender.edit"];

beforeEach(() => {
  server.use(...campaignsAnswers());
  server.use(http.get(`${ORIGIN}/api/senders/suggestion`, () => HttpResponse.json({ items: [] })));
});

test.each([
  ["kopiselatan.example", "hello@kopiselatan.example"],
  ["", null],
])("a new sender is asked for by an address at the team's domain '%s'", async (domain, example) => {
  const me = { ...ALICE, permissions: MAY, team: { ...ALICE.team, domain } };
  server.use(http.get(`${ORIGIN}/api/me`, () => HttpResponse.json(me)));
  await renderApp("/senders", { token: "alice" });

  await userEvent.click((await screen.findAllByRole("button", { name: "Add sender" }))[0] as HTMLElement);

  const address = await screen.findByRole("textbox", { name: "Email address" });
  expect(address.getAttribute("placeholder")).toBe(example);
});
