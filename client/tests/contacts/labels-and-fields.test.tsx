import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { buildErrorResponse, ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";
import { buildField, contactsHandlers, FIELDS } from "./handlers";

const LOADING = { timeout: 10_000 };

beforeEach(() => server.use(...contactsHandlers()));

test("a label shows how many contacts carry it and leads to them", async () => {
  await renderScreen("/contacts/labels", { token: "alice" });

  const row = await screen.findByRole("row", { name: /Newsletter/ }, LOADING);

  expect(within(row).getByText("31")).toBeVisible();
  expect(within(row).getByRole("link", { name: "Newsletter" })).toHaveAttribute("href", "/contacts?label=1");
});

test("a label that is advised against says so in its row", async () => {
  const flagged = { id: 1, rule: "labelBounces", level: "warning", name: "VIP", campaignId: null, params: {} };
  server.use(
    ...contactsHandlers({ permissions: ["contact.view", "report.view"] }),
    http.get(`${ORIGIN}/api/advice`, () =>
      HttpResponse.json({
        items: [
          { ...flagged, state: "open", subject: "label:2" },
          { ...flagged, state: "dismissed", subject: "label:1" },
        ],
        lookedAt: null,
      }),
    ),
  );
  await renderScreen("/contacts/labels", { token: "alice" });

  const row = await screen.findByRole("row", { name: /VIP/ }, LOADING);

  expect(await within(row).findByRole("img", { name: "High hard bounce rate" })).toBeVisible();
  expect(screen.getAllByRole("img", { name: "High hard bounce rate" })).toHaveLength(1);
});

test("a name that is taken is refused in the dialog, and stays to be mended", async () => {
  server.use(
    http.post(`${ORIGIN}/api/contacts/label`, () => buildErrorResponse(409, "contactTagUsed", { field: "name" })),
  );
  const user = userEvent.setup();
  await renderScreen("/contacts/labels", { token: "alice" });

  await user.click(await screen.findByRole("button", { name: "New label" }, LOADING));
  const name = await screen.findByRole("textbox", { name: "Name" });
  await user.type(name, "VIP!");
  expect(screen.getByText("Will be saved as “VIP”")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Create label" }));

  expect(await screen.findByText("Contact tag already used")).toBeVisible();
  expect(name).toHaveValue("VIP!");
});

test("a label that is in use stays, and the dialog says why", async () => {
  server.use(http.delete(`${ORIGIN}/api/contacts/label/2`, () => buildErrorResponse(409, "inUse")));
  const user = userEvent.setup();
  await renderScreen("/contacts/labels", { token: "alice" });

  await user.click(await screen.findByRole("button", { name: "Delete label VIP" }, LOADING));
  const dialog = await screen.findByRole("dialog", { name: "Delete label “VIP”?" });
  expect(within(dialog).getByText("The label is removed from 4 contacts. The contacts stay.")).toBeVisible();
  await user.click(within(dialog).getByRole("button", { name: "Delete label" }));

  expect(await within(dialog).findByRole("alert")).toBeVisible();
  expect(screen.getByRole("row", { name: /VIP/, hidden: true })).toBeInTheDocument();
});

test("a choice is made with what can be chosen", async () => {
  const bodies: unknown[] = [];
  server.use(
    http.post(`${ORIGIN}/api/contacts/field`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json(FIELDS[0]);
    }),
  );
  const user = userEvent.setup();
  await renderScreen("/contacts/fields", { token: "alice" });

  await user.click(await screen.findByRole("button", { name: "New custom field" }, LOADING));
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "Size");
  await user.selectOptions(screen.getByRole("combobox", { name: "Type" }), "Single choice");
  await user.click(screen.getByRole("button", { name: "Create custom field" }));
  expect(screen.getByText("Enter at least one choice")).toBeVisible();
  await user.type(screen.getByRole("textbox", { name: "Choices" }), "Small{enter}{enter}Large{enter}Small");
  await user.click(screen.getByRole("button", { name: "Create custom field" }));

  await waitFor(() => expect(bodies).toEqual([{ name: "Size", type: "dropdown", values: ["Small", "Large"] }]));
});

test("the plan's limit of custom fields is refused in words", async () => {
  server.use(
    http.post(`${ORIGIN}/api/contacts/field`, () =>
      buildErrorResponse(403, "quotaLimitExceeded", {
        feature: "contactManagement",
        subfeature: "customField",
        limit: 4,
        left: 0,
      }),
    ),
  );
  const user = userEvent.setup();
  await renderScreen("/contacts/fields", { token: "alice" });

  await user.click(await screen.findByRole("button", { name: "New custom field" }, LOADING));
  await user.type(await screen.findByRole("textbox", { name: "Name" }), "Size");
  await user.click(screen.getByRole("button", { name: "Create custom field" }));

  expect(await screen.findByText("Quota of custom fields on contacts is exceeded")).toBeVisible();
});

const COMMON_FIELDS_LIST = { name: "Common fields:" };

/** The suggested fields. */
function listSuggestedFields(): readonly (string | null)[] {
  return within(screen.getByRole("list", COMMON_FIELDS_LIST))
    .getAllByRole("button")
    .map((button) => button.textContent);
}

test("CONT-20, CONT-26, CONT-27, CONT-28: where no field is yet the usual ones are offered, and one is begun", async () => {
  const bodies: unknown[] = [];
  server.use(
    http.get(`${ORIGIN}/api/contacts/field`, () => HttpResponse.json([])),
    http.post(`${ORIGIN}/api/contacts/field`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json(buildField(8, "Description", "longText"));
    }),
  );
  const user = userEvent.setup();
  await renderScreen("/contacts/fields", { token: "alice" });
  await screen.findByRole("heading", { name: "No custom fields yet" }, LOADING);
  expect(listSuggestedFields()).toEqual(["Role", "Amount", "Description", "Package"]);

  await user.click(screen.getByRole("button", { name: "Description" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New custom field" }));
  expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("Description");
  expect(dialog.getByRole("combobox", { name: "Type" })).toHaveDisplayValue("Long text");
  expect(dialog.queryByRole("list", COMMON_FIELDS_LIST)).toBeNull();
  expect(bodies).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Create custom field" }));

  await waitFor(() => expect(bodies).toEqual([{ name: "Description", type: "longText", values: [] }]));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a new field is offered the usual ones that the team has under no name, and one fills in name and type", async () => {
  const bodies: unknown[] = [];
  server.use(
    http.get(`${ORIGIN}/api/contacts/field`, () => HttpResponse.json([...FIELDS, buildField(8, "Jabatan", "text")])),
    http.post(`${ORIGIN}/api/contacts/field`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json(buildField(9, "Amount", "number"));
    }),
  );
  const user = userEvent.setup();
  await renderScreen("/contacts/fields", { token: "alice" });
  await user.click(await screen.findByRole("button", { name: "New custom field" }, LOADING));
  const dialog = within(await screen.findByRole("dialog", { name: "New custom field" }));
  expect(listSuggestedFields()).toEqual(["Amount", "Description", "Package"]);

  await user.click(dialog.getByRole("button", { name: "Package" }));
  await user.click(dialog.getByRole("button", { name: "Amount" }));

  expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("Amount");
  expect(dialog.getByRole("combobox", { name: "Type" })).toHaveDisplayValue("Number");
  expect(bodies).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Create custom field" }));
  await waitFor(() => expect(bodies).toEqual([{ name: "Amount", type: "number", values: [] }]));
});

test("a field that is changed is offered no usual one", async () => {
  const user = userEvent.setup();
  await renderScreen("/contacts/fields", { token: "alice" });

  await user.click(await screen.findByRole("button", { name: "Edit Membership" }, LOADING));

  await screen.findByRole("dialog", { name: "Edit custom field" });
  expect(screen.queryByRole("list", COMMON_FIELDS_LIST)).toBeNull();
});

test("who may make no field is offered none", async () => {
  server.use(
    http.get(`${ORIGIN}/api/contacts/field`, () => HttpResponse.json([])),
    ...contactsHandlers({ permissions: ["contact.view"] }),
  );
  await renderScreen("/contacts/fields", { token: "alice" });

  await screen.findByRole("heading", { name: "No custom fields yet" }, LOADING);

  expect(screen.queryByRole("list", COMMON_FIELDS_LIST)).toBeNull();
  expect(screen.queryByRole("button", { name: "New custom field" })).toBeNull();
});
