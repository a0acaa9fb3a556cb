import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { components } from "@/generated/api";
import { buildErrorResponse, ORIGIN } from "../handlers";
import { renderApp, renderScreen } from "../render-app";
import { server } from "../server";
import { ALL_PERMISSIONS, contactsHandlers, IMPORT } from "./handlers";

type Schemas = components["schemas"];

const LOADING = { timeout: 10_000 };
const COLUMNS: Schemas["ExportColumnOut"][] = [
  { name: "email", title: "Email" },
  { name: "phone", title: "Phone" },
  { name: "custom:7", title: "Membership" },
  { name: "contactId", title: "Contact ID" },
];
const SUPPRESSION: Schemas["SuppressionOut"] = {
  id: 4,
  email: "eka@pelanggan.example",
  reason: "manual",
  source: "person",
  scope: "marketing",
  removable: true,
  createdAt: "2026-11-20T03:00:00Z",
  expiresAt: null,
};
const COMPLAINT: Schemas["SuppressionOut"] = {
  ...SUPPRESSION,
  id: 5,
  email: "budi@pelanggan.example",
  reason: "complaint",
  source: "mail",
  removable: false,
};

beforeEach(() => localStorage.removeItem("contactExport"));

function page<Item>(items: readonly Item[]) {
  return HttpResponse.json({ items, total: items.length, totalIsExact: true, page: 1, size: 10 });
}

const TITLES: Readonly<Record<string, string>> = {
  "/contacts/suppressions": "Suppressions",
  "/contacts/exports": "Imports and exports",
  "/contacts/imports": "Imports and exports",
};

async function open(path: string, renderPath = renderScreen) {
  const user = userEvent.setup();
  await renderPath(path, { token: "alice" });
  await screen.findByRole("heading", { level: 1, name: TITLES[path] ?? "Contact Book" }, LOADING);
  return user;
}

test("CONT-43: all that match are exported with the columns that are chosen, and the choice is kept", async () => {
  const bodies: unknown[] = [];
  server.use(
    ...contactsHandlers({ total: 48_210 }),
    http.get(`${ORIGIN}/api/contacts/export/columns`, () => HttpResponse.json({ items: COLUMNS })),
    http.post(`${ORIGIN}/api/contacts/find/export`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ code: "accepted", message: "", payload: { exportId: "1" } }, { status: 202 });
    }),
  );
  const user = await open("/contacts?state=subscribed");
  await user.click(await screen.findByRole("checkbox", { name: "Select Ayu Lestari 1" }));
  await user.click(await screen.findByRole("button", { name: "Select all 48,210 that match" }));
  await user.click(screen.getByRole("button", { name: "Export" }));
  const dialog = await screen.findByRole("dialog", { name: "Export contacts (48,210)" }, LOADING);

  await user.click(await within(dialog).findByRole("checkbox", { name: "Phone" }));
  await user.click(within(dialog).getByRole("radio", { name: "Excel" }));
  await user.click(within(dialog).getByRole("button", { name: "Export" }));

  const columns = ["email", "custom:7"];
  await waitFor(() =>
    expect(bodies).toEqual([{ filter: { labelIds: [], states: ["subscribed"] }, columns, format: "xlsx" }]),
  );
  expect(await screen.findByText("Your request is processed and will deliver via notification")).toBeVisible();
  expect(JSON.parse(localStorage.getItem("contactExport") ?? "")).toEqual({ format: "xlsx", columns });
});

test("an export that has to wait is told in the dialog, which stays", async () => {
  server.use(
    ...contactsHandlers(),
    http.get(`${ORIGIN}/api/contacts/export/columns`, () => HttpResponse.json({ items: COLUMNS })),
    http.post(`${ORIGIN}/api/contacts/find/export`, () => buildErrorResponse(409, "waitDownloadReport")),
  );
  const user = await open("/contacts");
  await user.click(await screen.findByRole("checkbox", { name: "Select Ayu Lestari 1" }));
  await user.click(await screen.findByRole("button", { name: "Export" }));
  const dialog = await screen.findByRole("dialog", { name: "Export contacts (1)" }, LOADING);
  await user.click(await within(dialog).findByRole("button", { name: "Export" }));

  expect(
    await within(dialog).findByText("A report or export is already being created. Wait until it is ready.", {
      exact: false,
    }),
  ).toBeVisible();
});

test("who may not export is not asked to", async () => {
  server.use(...contactsHandlers({ permissions: ALL_PERMISSIONS.filter((name) => name !== "contact.export") }));
  const user = await open("/contacts");
  await user.click(await screen.findByRole("checkbox", { name: "Select Ayu Lestari 1" }));

  expect(await screen.findByRole("button", { name: "Delete" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Export" })).not.toBeInTheDocument();
});

test("the files have the tabs that one may open", async () => {
  server.use(
    ...contactsHandlers({ permissions: ALL_PERMISSIONS.filter((name) => name !== "contact.export") }),
    http.get(`${ORIGIN}/api/contacts/import/history`, () => page([])),
  );
  await open("/contacts/imports");

  const tabs = within(screen.getByRole("navigation", { name: "Imports and exports" })).getAllByRole("link");
  expect(tabs.map((tab) => tab.textContent)).toEqual(["Import history"]);
});

test("the file of an import is named by what is in it", async () => {
  const done: Schemas["ImportOut"] = { ...IMPORT, state: "DONE", done: 1000, added: 980, failed: 20 };
  const emptied = {
    ...done,
    importId: "01a1fc58-1228-70b6-8c80-05f1fa898dfe",
    file: "values.csv",
    failed: 0,
    emptied: 5,
  };
  const both = { ...done, importId: "01a1fc58-1228-70b6-8c80-05f1fa898dff", file: "both.csv", emptied: 5 };
  const clean = { ...done, importId: "01a1fc58-1228-70b6-8c80-05f1fa898d00", file: "clean.csv", failed: 0 };
  server.use(
    ...contactsHandlers(),
    http.get(`${ORIGIN}/api/contacts/import/history`, () => page([done, emptied, both, clean])),
  );
  await open("/contacts/imports");

  await screen.findByText("clean.csv", {}, LOADING);
  const labels = screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).queryByRole("button", { name: /rows/i })?.textContent);
  expect(labels).toEqual(["Rejected rows", "Rows with issues", "Rows with issues", undefined]);
});

test("a file is offered by its signed address while it is there", async () => {
  const ready: Schemas["ExportOut"] = {
    exportId: "01a1fc58-1228-70b6-8c80-05f1fa898dfd",
    contactId: null,
    format: "csv",
    columns: ["Email"],
    fullname: "Alice Wulandari",
    state: "DONE",
    total: 1200,
    done: 1200,
    sizeBytes: 2048,
    reason: "",
    createdAt: "2026-11-21T03:00:00Z",
    finishedAt: "2026-11-21T03:00:02Z",
    expiresAt: "2026-11-22T03:00:02Z",
    downloadUrl: "/api/contacts/export/file/signed",
  };
  const over = { ...ready, exportId: "01a1fc58-1228-70b6-8c80-05f1fa898dfe", downloadUrl: null };
  server.use(
    ...contactsHandlers(),
    http.get(`${ORIGIN}/api/contacts/export`, () => page([ready, over])),
  );
  await open("/contacts/exports");

  const links = await screen.findAllByRole("link", { name: "Download" }, LOADING);
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/api/contacts/export/file/signed"]);
  expect(screen.getByText("No longer available")).toBeVisible();
  // CONT-23: tables of the area name the time of each row.
  expect(screen.getByRole("columnheader", { name: "Time" })).toBeVisible();
});

test("a list that could not be had is not said to be loading", async () => {
  server.use(
    ...contactsHandlers(),
    http.get(`${ORIGIN}/api/contacts/tester`, () => buildErrorResponse(500, "internalServerError")),
  );
  await open("/contacts/testers");

  expect(await screen.findByRole("button", { name: "Try again" }, LOADING)).toBeVisible();
  expect(screen.queryByText("Loading", { exact: false })).not.toBeInTheDocument();
});

test("pasted addresses go on the list, and what is none of them is shown", async () => {
  const bodies: unknown[] = [];
  server.use(
    ...contactsHandlers(),
    http.get(`${ORIGIN}/api/contacts/suppression`, () => page([SUPPRESSION])),
    http.post(`${ORIGIN}/api/contacts/suppression`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ added: 1, known: 1, invalid: 1, examples: ["nonsense"] });
    }),
  );
  const user = await open("/contacts/suppressions");
  await user.click(await screen.findByRole("button", { name: "Add addresses" }, LOADING));
  const dialog = await screen.findByRole("dialog", { name: "Add addresses" });
  await user.click(within(dialog).getByRole("button", { name: "Add to the list" }));
  expect(within(dialog).getByText("Enter at least one address")).toBeVisible();

  await user.click(within(dialog).getByRole("textbox", { name: "Email addresses" }));
  await user.paste("ani@x.com, eka@x.com\nnonsense");
  await user.click(within(dialog).getByRole("radio", { name: "All email" }));
  await user.click(within(dialog).getByRole("button", { name: "Add to the list" }));

  await waitFor(() =>
    expect(bodies).toEqual([{ emails: ["ani@x.com", "eka@x.com", "nonsense"], scope: "all", expiresAt: null }]),
  );
  expect(await screen.findByText("1 address added")).toBeVisible();
  expect(screen.getByText("nonsense")).toBeVisible();
});

test("a file of an older program is read as a person decides, and every word of its dialog is there", async () => {
  const sent: string[] = [];
  server.use(
    ...contactsHandlers(),
    http.get(`${ORIGIN}/api/contacts/suppression`, () => page([SUPPRESSION])),
    http.post(`${ORIGIN}/api/contacts/suppression/import`, async ({ request }) => {
      sent.push(await request.text());
      return sent.length === 1
        ? buildErrorResponse(400, "importEncodingError", { line: 2, sample: "Zoë", readAs: "windows-1252" })
        : HttpResponse.json({ added: 2, known: 0, invalid: 0, examples: [] });
    }),
  );
  const user = await open("/contacts/suppressions");
  await user.click(await screen.findByRole("button", { name: "Import" }, LOADING));
  const dialog = await screen.findByRole("dialog", { name: "Import addresses" }, LOADING);
  expect(within(dialog).getByText("Drop a CSV or Excel file here")).toBeVisible();
  expect(dialog).not.toHaveTextContent(/\b(contacts|suppressions)\./);

  await user.upload(within(dialog).getByLabelText("Choose a file"), new File(["Email"], "list.csv"));
  await user.click(within(dialog).getByRole("button", { name: "Import file" }));
  expect(await within(dialog).findByText("Line 2 is not valid UTF-8")).toBeVisible();
  expect(sent[0]).not.toContain("windows-1252");
  await user.click(within(dialog).getByRole("button", { name: "Read as Windows-1252" }));

  expect(await screen.findByText("2 addresses added")).toBeVisible();
  expect(sent[1]).toContain("windows-1252");
});

test("an address is removed with a reason, and a complaint is not", async () => {
  const bodies: unknown[] = [];
  server.use(
    ...contactsHandlers(),
    http.get(`${ORIGIN}/api/contacts/suppression`, () => page([SUPPRESSION, COMPLAINT])),
    http.delete(`${ORIGIN}/api/contacts/suppression/4`, async ({ request }) => {
      bodies.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const user = await open("/contacts/suppressions");
  expect(await screen.findAllByRole("button", { name: "Remove" }, LOADING)).toHaveLength(1);
  expect(screen.getByText("Permanent")).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Remove" }));
  const dialog = await screen.findByRole("dialog", { name: "Remove eka@pelanggan.example from the suppression list?" });
  await user.click(within(dialog).getByRole("button", { name: "Remove address" }));
  expect(within(dialog).getByText("Enter a reason of at least 3 characters")).toBeVisible();
  expect(bodies).toEqual([]);
  await user.type(within(dialog).getByRole("textbox", { name: "Reason for removal" }), "Asked by phone");
  await user.click(within(dialog).getByRole("button", { name: "Remove address" }));

  await waitFor(() => expect(bodies).toEqual([{ why: "Asked by phone" }]));
});

test("a tester is added, and one that is there already is refused in the dialog", async () => {
  const bodies: unknown[] = [];
  server.use(
    ...contactsHandlers(),
    http.get(`${ORIGIN}/api/contacts/tester`, () => HttpResponse.json([])),
    http.post(`${ORIGIN}/api/contacts/tester`, async ({ request }) => {
      bodies.push(await request.json());
      return buildErrorResponse(409, "contactTesterExists");
    }),
  );
  const user = await open("/contacts/testers");
  const [add] = await screen.findAllByRole("button", { name: "Add tester" }, LOADING);
  await user.click(add as HTMLElement);
  const dialog = await screen.findByRole("dialog", { name: "Add tester" });
  await user.type(within(dialog).getByRole("textbox", { name: "Email address" }), "ani@kantor.example{Enter}");

  expect(await within(dialog).findByText("This address is already a tester", { exact: false })).toBeVisible();
  expect(bodies).toEqual([{ email: "ani@kantor.example", firstname: "", lastname: "" }]);
});

test("segments, suppressions and files are screens of their own, and the book keeps seven tabs", async () => {
  server.use(...contactsHandlers());
  await open("/contacts", renderApp);
  const tabs = within(screen.getByRole("navigation", { name: "Contact Book" })).getAllByRole("link");
  expect(tabs.map((tab) => tab.textContent?.replace(/\d+$/, ""))).toEqual([
    "Contacts",
    "Labels",
    "Custom fields",
    "Funnel",
    "Subscriptions",
    "List hygiene",
    "Testers",
  ]);
  const menu = within(await screen.findByRole("complementary", { name: "Sidebar" }));
  for (const [name, path] of [
    ["Segments", "/contacts/segments"],
    ["Suppressions", "/contacts/suppressions"],
    ["Imports and exports", "/contacts/imports"],
  ] as const)
    expect(menu.getByRole("link", { name })).toHaveAttribute("href", path);
});
