import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import type { ReactNode } from "react";
import { beforeEach, expect, test } from "vitest";
import { loadCatalogue } from "@/lib/catalogue/load";
import { buildErrorResponse, ORIGIN } from "../../../../tests/handlers";
import { renderPart } from "../../../../tests/render-part";
import { server } from "../../../../tests/server";
import { CapCard } from "./cap-card";
import type { SunsetRule } from "./hygiene-data";
import { SunsetCard } from "./sunset-card";

const CAP_URL = `${ORIGIN}/api/contacts/hygiene/cap`;
const SUNSET_URL = `${ORIGIN}/api/contacts/hygiene/sunset`;
const CAP = { mails: 3, days: 7 };
const sentBodies: unknown[] = [];

beforeEach(async () => {
  const { unmount } = await renderPart(null);
  unmount();
  await loadCatalogue();
  localStorage.setItem("token", "full");
  sentBodies.length = 0;
  const respond = async ({ request }: { readonly request: Request }) => {
    sentBodies.push(await request.json());
    return HttpResponse.json({});
  };
  server.use(
    http.put(CAP_URL, respond),
    http.put(SUNSET_URL, respond),
    http.post(`${SUNSET_URL}/preview`, () => HttpResponse.json({ count: 4 })),
    http.get(`${ORIGIN}/api/contacts/label`, () => HttpResponse.json([{ id: 2, name: "Inactive", color: 0 }])),
  );
});

async function renderCard(card: ReactNode) {
  await renderPart(<QueryClientProvider client={new QueryClient()}>{card}</QueryClientProvider>, [
    "contacts",
    "contacts/hygiene",
  ]);
  return userEvent.setup();
}

async function fill(user: ReturnType<typeof userEvent.setup>, label: string, text: string): Promise<HTMLElement> {
  const field = screen.getByLabelText(label);
  await user.clear(field);
  if (text) await user.type(field, text);
  return field;
}

test("a cap outside the limits is an error at its own field, which gets the focus", async () => {
  const user = await renderCard(<CapCard cap={CAP} canEdit />);
  const days = await fill(user, "Period in days", "91");
  expect(days).not.toHaveAccessibleDescription();

  await user.click(screen.getByRole("button", { name: "Save changes" }));

  expect(days).toHaveAccessibleDescription("Enter 1 to 90 days.");
  expect(days).toHaveFocus();
  expect(screen.getByLabelText("Maximum campaigns")).not.toHaveAccessibleDescription();
  expect(sentBodies).toEqual([]);
  await fill(user, "Period in days", "90{Enter}");
  await waitFor(() => expect(sentBodies).toEqual([{ mails: 3, days: 90 }]));
});

test("a cap that the server rejects keeps what was typed, with the error at its field", async () => {
  server.use(http.put(CAP_URL, () => buildErrorResponse(422, "invalidField", { field: "mails", cause: "Too many." })));
  const user = await renderCard(<CapCard cap={CAP} canEdit />);
  const mails = await fill(user, "Maximum campaigns", "80");

  await user.click(screen.getByRole("button", { name: "Save changes" }));

  await waitFor(() => expect(mails).toHaveAccessibleDescription("Too many."));
  expect(mails).toHaveValue(80);
  await waitFor(() => expect(mails).toHaveFocus());
});

test("an unchanged cap is not saved again", async () => {
  const user = await renderCard(<CapCard cap={CAP} canEdit />);

  await user.click(screen.getByRole("button", { name: "Save changes" }));

  expect(sentBodies).toEqual([]);
});

test("a sunset rule without a label is an error at the label, which gets the focus", async () => {
  const user = await renderCard(<SunsetCard rule={null} canEdit />);
  await screen.findByRole("option", { name: "Inactive" });
  const label = screen.getByRole("combobox", { name: "Label" });

  await user.click(screen.getByRole("button", { name: "Turn on" }));

  expect(label).toHaveAccessibleDescription("Choose a label");
  expect(label).toHaveFocus();
  expect(sentBodies).toEqual([]);
  await user.selectOptions(label, "Inactive");
  await user.click(screen.getByRole("button", { name: "Turn on" }));
  await waitFor(() =>
    expect(sentBodies).toEqual([{ months: 6, leastSent: 5, act: "label", labelId: 2, enabled: true }]),
  );
});

test("a sunset rule is saved only with a valid number of emails, and only if something changed", async () => {
  const rule: SunsetRule = {
    months: 6,
    leastSent: 5,
    act: "suppress",
    labelId: null,
    enabled: true,
    fullname: "Alice",
    announced: true,
    nextAt: "2026-12-01T02:00:00Z",
  };
  const user = await renderCard(<SunsetCard rule={rule} canEdit />);
  await user.click(screen.getByRole("button", { name: "Save changes" }));
  const least = await fill(user, "Minimum emails sent", "0");
  await user.click(screen.getByRole("button", { name: "Save changes" }));

  expect(least).toHaveAccessibleDescription("Enter 1 to 100 emails.");
  expect(least).toHaveFocus();
  expect(sentBodies).toEqual([]);
});
