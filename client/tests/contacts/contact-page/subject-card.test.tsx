import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { ORIGIN } from "../../handlers";
import { server } from "../../server";
import { openContact, serve } from "./contact-server";

beforeEach(() => serve());

test("nobody is erased without their address typed", async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(`${ORIGIN}/api/contacts/5/erase`, async ({ request }) => {
      sent.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user, router } = await openContact();

  await user.click(screen.getByRole("button", { name: "Erase contact" }));
  const dialog = await screen.findByRole("dialog", { name: "Erase Ayu Lestari?" });
  await user.type(within(dialog).getByRole("textbox"), "budi@example.com");
  await user.click(within(dialog).getByRole("button", { name: "Erase contact" }));
  expect(within(dialog).getByText("Enter the email address of this contact")).toBeVisible();
  expect(sent).toEqual([]);
  await user.clear(within(dialog).getByRole("textbox"));
  await user.type(within(dialog).getByRole("textbox"), "Ayu@example.com");
  await user.click(within(dialog).getByRole("button", { name: "Erase contact" }));

  await waitFor(() => expect(router.state.location.pathname).toBe("/contacts"));
  expect(sent).toEqual([{ email: "Ayu@example.com" }]);
});
