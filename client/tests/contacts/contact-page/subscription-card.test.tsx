import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { ORIGIN } from "../../handlers";
import { server } from "../../server";
import { ALL_PERMISSIONS } from "../handlers";
import { ALICE, openContact, serve } from "./contact-server";

beforeEach(() => serve());

test("subscribing again asks for the word on which it is done", async () => {
  serve(ALL_PERMISSIONS, { ...ALICE, state: "unsubscribed", optin: false });
  const sent: unknown[] = [];
  server.use(
    http.put(`${ORIGIN}/api/contacts/5/subscription`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(ALICE);
    }),
  );
  const { user } = await openContact();
  expect(await screen.findByText("“Asked at the counter”")).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Subscribe" }));
  const dialog = await screen.findByRole("dialog", { name: "Subscribe this contact" });
  await user.click(within(dialog).getByRole("button", { name: "Subscribe" }));
  expect(within(dialog).getByText("Enter how they agreed")).toBeVisible();
  expect(sent).toEqual([]);
  await user.type(within(dialog).getByRole("textbox"), "Signed at the fair");
  await user.click(within(dialog).getByRole("button", { name: "Subscribe" }));

  await waitFor(() => expect(sent).toEqual([{ state: "subscribed", words: "Signed at the fair" }]));
});
