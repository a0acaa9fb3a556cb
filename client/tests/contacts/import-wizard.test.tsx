import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { queryClient } from "@/app/query";
import { contactsEvents } from "@/features/contacts/events";
import { FILE_FAULTS } from "@/features/contacts/import-faults";
import type { components } from "@/generated/api";
import { failing, ORIGIN } from "../answers";
import { renderApp } from "../render-app";
import { server } from "../server";
import { contactsAnswers, IMPORT, SETTING } from "./answers";

const LOADING = { timeout: 10_000 };
const FILE = new File(["Mail,Nick,Town\nayu@example.com,Ayu,Bogor"], "guests.csv", { type: "text/csv" });

const PREPARED: components["schemas"]["PreparedOut"] = {
  ...IMPORT,
  state: "PREPARED",
  startedAt: null,
  revision: 1,
  sizeBytes: 2048,
  encoding: "UTF-8",
  delimiter: ",",
  dateOrder: "dmy",
  columns: [
    { heading: "Mail", cells: ["ayu@example.com"], target: "email" },
    { heading: "Nick", cells: ["Ayu"], target: null },
    { heading: "Town", cells: [""], target: "city" },
  ],
  forecast: { new: 900, existing: 60, duplicates: 20, bad: 20, rows: 1000, exact: true },
  consentNeeded: false,
};

const started: unknown[] = [];
let uploads = 0;

function serve(options: Parameters<typeof contactsAnswers>[0] = {}): void {
  started.length = 0;
  uploads = 0;
  server.use(
    http.post(`${ORIGIN}/api/contacts/import/prepare`, () => {
      uploads += 1;
      return HttpResponse.json({ ...PREPARED, consentNeeded: options.setting?.consentNeeded ?? false });
    }),
    http.get(`${ORIGIN}/api/contacts/import/${IMPORT.importId}`, () => HttpResponse.json(PREPARED)),
    http.post(`${ORIGIN}/api/contacts/import/start`, async ({ request }) => {
      started.push(await request.json());
      return HttpResponse.json(IMPORT);
    }),
    ...contactsAnswers(options),
  );
}

beforeEach(() => serve());

async function openWizard(path = "/contacts/import") {
  const user = userEvent.setup();
  const app = await renderApp(path, { token: "alice" });
  await screen.findByRole("list", { name: "Steps of the import" }, LOADING);
  return { user, ...app };
}

async function choose(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await user.upload(document.querySelector<HTMLInputElement>("input[type=file]") as HTMLInputElement, FILE);
}

function tell(name: string, parts: Partial<components["schemas"]["ImportOut"]>): void {
  server.use(
    http.get(`${ORIGIN}/api/contacts/import/status`, () => HttpResponse.json({ item: { ...IMPORT, ...parts } })),
  );
  act(() => contactsEvents[name]?.(queryClient, { ...IMPORT, ...parts }));
}

test("shows what each column becomes and what the file would do, before anything is done", async () => {
  const { user, router } = await openWizard();

  await choose(user);

  expect(await screen.findByRole("combobox", { name: "Mail becomes" })).toHaveDisplayValue("Email address");
  expect(screen.getByRole("combobox", { name: "Nick becomes" })).toHaveDisplayValue("Leave out");
  const row = screen.getByRole("row", { name: /Nick/ });
  expect(within(row).getByText("Not imported")).toBeVisible();
  expect(screen.getByText("Will be added").nextSibling).toHaveTextContent("900");
  expect(screen.getByText("Will be updated").nextSibling).toHaveTextContent("60");
  expect(screen.getByText("Will be set aside").nextSibling).toHaveTextContent("20");
  expect(router.state.location.search).toBe(`?import=${IMPORT.importId}`);
  expect(started).toEqual([]);
});

test("starts with the choices, follows by socket and ends with the figures", async () => {
  const { user } = await openWizard();
  await choose(user);

  await user.selectOptions(await screen.findByRole("combobox", { name: "Nick becomes" }), "First name");
  await user.click(screen.getByRole("button", { name: "Choose labels" }));
  await user.click(await screen.findByRole("checkbox", { name: /VIP/ }));
  await user.keyboard("{Escape}");
  await user.click(screen.getByRole("button", { name: "Import 1,000 rows" }));

  await waitFor(() =>
    expect(started).toEqual([
      {
        importId: IMPORT.importId,
        mapping: ["email", "firstname", "city"],
        labelIds: [2],
        consent: true,
        dateOrder: "dmy",
      },
    ]),
  );
  const bar = await screen.findByRole("progressbar", { name: "Importing guests.csv" });
  tell("contacts.import.progressed", { done: 350, added: 330, failed: 20, revision: 3 });
  await waitFor(() => expect(bar).toHaveAttribute("aria-valuenow", "350"));

  tell("contacts.import.finished", { state: "DONE", done: 1000, added: 980, failed: 20, revision: 4 });
  expect(await screen.findByRole("heading", { name: "Import finished" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Download 20 rows" })).toBeVisible();
  expect(screen.getByRole("link", { name: "See the contacts" })).toHaveAttribute("href", "/contacts?sort=-updatedAt");
});

test("asks once whether these people have agreed, and waits for it", async () => {
  serve({ setting: { ...SETTING, consentNeeded: true } });
  const { user } = await openWizard();

  await choose(user);
  expect(screen.getByText("Confirm first that these people have agreed")).toBeVisible();
  expect(uploads).toBe(0);

  await user.click(screen.getByRole("checkbox", { name: /These people have agreed/ }));
  await user.click(screen.getByRole("button", { name: "Read the file" }));

  expect(await screen.findByRole("combobox", { name: "Mail becomes" })).toBeVisible();
});

test("does not start without an address, and says why", async () => {
  const { user } = await openWizard();
  await choose(user);

  await user.selectOptions(await screen.findByRole("combobox", { name: "Mail becomes" }), "Leave out");
  await user.click(screen.getByRole("button", { name: "Import 1,000 rows" }));

  expect(screen.getByRole("alert")).toHaveTextContent("Choose the column that holds the email address");
  expect(started).toEqual([]);
});

test("a refused start loses no choice", async () => {
  server.use(
    http.post(`${ORIGIN}/api/contacts/import/start`, () => failing(403, "contactLimitExceeded", { limit: 5, left: 0 })),
  );
  const { user } = await openWizard();
  await choose(user);

  await user.selectOptions(await screen.findByRole("combobox", { name: "Nick becomes" }), "First name");
  await user.click(screen.getByRole("button", { name: "Import 1,000 rows" }));

  expect(await screen.findByRole("alert")).toHaveTextContent("Your plan has no room for these contacts");
  expect(screen.getByRole("combobox", { name: "Nick becomes" })).toHaveDisplayValue("First name");
});

test.each([
  ["importDataError", { line: 812 }, "Line 812 of this file cannot be read"],
  ["importSizeError", { limitBytes: 20_971_520 }, "This file is larger than 20 Mb"],
  ["importNoHeader", {}, "The first row holds data, not the names of the columns"],
  ["importHeaderError", { heading: "Mail" }, "The first row names “Mail” twice"],
  [
    "importRowCountError",
    { rows: 20_000, limit: 15_000 },
    "This file has 20,000 rows; your plan allows 15,000 contacts",
  ],
  ["importEmpty", {}, "We couldn't find any data in file you has imported"],
])("a file refused with %s says how to mend it and is not lost", async (code, payload, sentence) => {
  server.use(http.post(`${ORIGIN}/api/contacts/import/prepare`, () => failing(422, code, payload)));
  const { user } = await openWizard();

  await choose(user);

  expect(await screen.findByRole("alert")).toHaveTextContent(sentence);
  expect(screen.getByText("guests.csv")).toBeVisible();
  expect(screen.getByRole("button", { name: "Try this file again" })).toBeVisible();
});

test("a reload goes on where the import was", async () => {
  await openWizard(`/contacts/import?import=${IMPORT.importId}`);

  expect(await screen.findByRole("combobox", { name: "Mail becomes" })).toBeVisible();
});

test("takes up the import that runs, also a colleague's, and shows it in the header", async () => {
  serve({ current: { ...IMPORT, done: 350, added: 330, failed: 20 } });
  const { user } = await openWizard();

  expect(await screen.findByRole("progressbar", { name: "Importing guests.csv" })).toHaveAttribute(
    "aria-valuenow",
    "350",
  );
  await user.click(await screen.findByRole("button", { name: "Importing 35 %" }));

  const panel = await screen.findByRole("dialog", { name: "Importing 35 %" });
  expect(within(panel).getByText("You may leave this page.")).toBeInTheDocument();
  expect(within(panel).getByRole("link", { name: "Import history", hidden: true })).toHaveAttribute(
    "href",
    "/contacts/imports",
  );
});

test("polls with its own header while the socket is down", async () => {
  serve({ current: { ...IMPORT, done: 10 } });
  const headers: (string | null)[] = [];
  server.use(
    http.get(`${ORIGIN}/api/contacts/import/status`, ({ request }) => {
      headers.push(request.headers.get("X-Requested-With"));
      return HttpResponse.json({ item: { ...IMPORT, done: 10 + headers.length } });
    }),
  );
  await openWizard();

  await waitFor(() => expect(headers).toContain("interval"), { timeout: 8000 });
  expect(headers[0]).toBeNull();
});

test("every fault of a file has its two sentences", async () => {
  const english = (await import("@/features/contacts/texts/en.json")).default.contacts;

  for (const fault of FILE_FAULTS) {
    expect(english.faults).toHaveProperty(fault);
    expect(english.mends).toHaveProperty(fault);
  }
});
