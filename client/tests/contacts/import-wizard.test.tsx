import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { contactsEvents } from "@/features/contacts/events";
import { FILE_ISSUES } from "@/features/contacts/import/import-issues";
import { POLL_MS } from "@/features/contacts/import/imports-data";
import type { components } from "@/generated/api";
import { USAGE } from "../fixtures";
import { buildErrorResponse, ORIGIN } from "../handlers";
import { receiveEvent } from "../receive-event";
import { renderApp, renderScreen } from "../render-app";
import { server } from "../server";
import { ALL_PERMISSIONS, buildField, contactsHandlers, IMPORT, SETTING } from "./handlers";

const LOADING = { timeout: 10_000 };
const FILE = new File(["Mail,Nick,Town\nayu@example.com,Ayu,Bogor"], "guests.csv", { type: "text/csv" });

const PREPARED: components["schemas"]["PreparedImportOut"] = {
  ...IMPORT,
  state: "PREPARED",
  startedAt: null,
  revision: 1,
  sizeBytes: 2048,
  form: ".csv",
  encoding: "utf-8",
  sheets: [],
  sheet: null,
  delimiter: ",",
  dateOrder: "dmy",
  decimalMark: ".",
  columns: [
    { heading: "Mail", cells: ["ayu@example.com"], target: "email" },
    { heading: "Nick", cells: ["Ayu"], target: null },
    { heading: "Town", cells: [""], target: "city" },
  ],
  forecast: { new: 900, existing: 60, duplicates: 20, bad: 20, emptied: 0, emptiedNew: 0, rows: 1000, exact: true },
  verdict: {
    word: "look",
    rows: 1000,
    addresses: 960,
    findings: [
      { kind: "bounced", count: 12, samples: ["gone@example.com"] },
      { kind: "unsubscribed", count: 3, samples: ["left@example.com"] },
      { kind: "role", count: 1, samples: ["info@example.com"] },
      { kind: "free", count: 480, samples: ["ayu@gmail.com"] },
    ],
  },
  mappingFrom: null,
  consentNeeded: false,
};

const PREVIEW: components["schemas"]["ImportPreviewOut"] = {
  columns: [
    {
      filled: 998,
      wrong: 20,
      examples: [
        { row: 2, read: "AYU@example.com", stored: "ayu@example.com", reason: "" },
        { row: 3, read: "bagas at example", stored: null, reason: "not an email address" },
      ],
    },
    null,
    { filled: 2, wrong: 0, examples: [{ row: 2, read: "3/4/1990", stored: "1990-04-03", reason: "" }] },
  ],
  forecast: PREPARED.forecast,
};

const startBodies: unknown[] = [];
const previewBodies: unknown[] = [];
/** The dry run in the next response. */
let dryRun: typeof PREPARED.forecast = PREPARED.forecast;
/** Records the fields of upload forms. */
const appended = vi.spyOn(FormData.prototype, "append");
let uploads = 0;

function serve(options: Parameters<typeof contactsHandlers>[0] = {}): void {
  startBodies.length = 0;
  previewBodies.length = 0;
  dryRun = PREPARED.forecast;
  appended.mockClear();
  uploads = 0;
  server.use(
    http.post(`${ORIGIN}/api/contacts/import/prepare`, () => {
      uploads += 1;
      return HttpResponse.json({ ...PREPARED, consentNeeded: options.setting?.consentNeeded ?? false });
    }),
    http.post(`${ORIGIN}/api/contacts/import/preview`, async ({ request }) => {
      previewBodies.push(await request.json());
      return HttpResponse.json({ ...PREVIEW, forecast: dryRun });
    }),
    http.get(`${ORIGIN}/api/contacts/import/${IMPORT.importId}`, () => HttpResponse.json(PREPARED)),
    http.post(`${ORIGIN}/api/contacts/import/start`, async ({ request }) => {
      startBodies.push(await request.json());
      return HttpResponse.json(IMPORT);
    }),
    ...contactsHandlers(options),
  );
}

beforeEach(() => serve());

async function openWizard(path = "/contacts/import", renderPath = renderScreen) {
  const user = userEvent.setup();
  const app = await renderPath(path, { token: "alice" });
  await screen.findByRole("list", { name: "Import steps" }, LOADING);
  return { user, ...app };
}

async function choose(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await user.upload(document.querySelector<HTMLInputElement>("input[type=file]") as HTMLInputElement, FILE);
}

function receive(
  name: "contacts.import.progressed" | "contacts.import.finished",
  parts: Partial<components["schemas"]["ImportOut"]>,
): void {
  server.use(
    http.get(`${ORIGIN}/api/contacts/import/status`, () => HttpResponse.json({ item: { ...IMPORT, ...parts } })),
  );
  act(() => receiveEvent(contactsEvents, name, { ...IMPORT, ...parts }));
}

test("shows what each column becomes and what the file would do, before anything is done", async () => {
  const { user, router } = await openWizard();

  await choose(user);

  expect(await screen.findByRole("combobox", { name: "Import Mail as" })).toHaveDisplayValue("Email address");
  expect(screen.getByRole("combobox", { name: "Import Nick as" })).toHaveDisplayValue("Do not import");
  const row = screen.getByRole("row", { name: /Nick/ });
  expect(within(row).getByText("Not imported")).toBeVisible();
  expect(screen.getByText("Will be added").nextSibling).toHaveTextContent("900");
  expect(screen.getByText("Will be updated").nextSibling).toHaveTextContent("60");
  expect(screen.getByText("Will be rejected").nextSibling).toHaveTextContent("20");
  expect(router.state.location.search).toBe(`?import=${IMPORT.importId}`);
  expect(startBodies).toEqual([]);
});

test("starts with the choices, follows by socket and ends with the figures", async () => {
  const { user } = await openWizard();
  await choose(user);

  await user.selectOptions(await screen.findByRole("combobox", { name: "Import Nick as" }), "First name");
  await user.click(screen.getByRole("button", { name: "Choose labels" }));
  await user.click(await screen.findByRole("checkbox", { name: /VIP/ }, LOADING));
  await user.keyboard("{Escape}");
  await user.click(screen.getByRole("radio", { name: "Fill empty" }));
  await user.click(screen.getByRole("checkbox", { name: /^Import rows with invalid values, but skip those values/ }));
  await user.click(screen.getByRole("checkbox", { name: "15 addresses that receive no campaigns" }));
  await user.click(screen.getByRole("checkbox", { name: /^Ask each new contact to confirm/ }));
  await user.click(screen.getByRole("button", { name: "Import 980 rows" }));

  await waitFor(() =>
    expect(startBodies).toEqual([
      {
        importId: IMPORT.importId,
        mapping: ["email", "firstname", "city"],
        labelIds: [2],
        existing: "fill",
        wrongValues: "leaveEmpty",
        leaveOut: ["refused"],
        confirms: true,
        consent: true,
        dateOrder: "dmy",
      },
    ]),
  );
  const bar = await screen.findByRole("progressbar", { name: "Importing guests.csv" });
  receive("contacts.import.progressed", { done: 350, added: 330, failed: 20, revision: 3 });
  await waitFor(() => expect(bar).toHaveAttribute("aria-valuenow", "350"));

  receive("contacts.import.finished", { state: "DONE", done: 1000, added: 980, failed: 20, emptied: 5, revision: 4 });
  expect(await screen.findByRole("heading", { name: "Import finished" })).toBeVisible();
  expect(screen.getByText("Partly imported").nextSibling).toHaveTextContent("5");
  expect(screen.getByRole("button", { name: "Download 25 rows" })).toBeVisible();
  expect(screen.getByRole("link", { name: "View contacts" })).toHaveAttribute("href", "/contacts?sort=-updatedAt");

  const confirmation = { toAsk: 980, asked: 900, confirmed: 300, declined: 50, askWaits: false };
  receive("contacts.import.progressed", {
    state: "DONE",
    done: 1000,
    added: 980,
    failed: 20,
    revision: 5,
    confirmation,
  });
  const answers = within(await screen.findByRole("region", { name: "Confirmations" }));
  expect(answers.getByText("Asked").nextSibling).toHaveTextContent("900");
  expect(answers.getByText("Confirmed").nextSibling).toHaveTextContent("300");
  expect(answers.getByText("Declined").nextSibling).toHaveTextContent("50");
  expect(answers.getByText("No response yet").nextSibling).toHaveTextContent("550");
  expect(answers.getByText("80 contacts have not been asked to confirm yet.")).toBeVisible();
});

test("says how good the list looks, on what that rests, and what can be left out", async () => {
  const { user } = await openWizard();
  await choose(user);

  const card = within(await screen.findByRole("region", { name: "List quality" }));
  expect(card.getByText("Needs review")).toBeVisible();
  const bounced = card.getByText("Bounced before");
  expect(bounced.closest("summary")).toHaveTextContent("Bounced before121.3%");
  expect(card.getByText("gone@example.com")).not.toBeVisible();
  await user.click(bounced);
  expect(card.getByText("gone@example.com")).toBeVisible();
  expect(card.getAllByRole<HTMLInputElement>("checkbox").map(({ labels }) => labels?.[0]?.textContent)).toEqual([
    "15 addresses that receive no campaigns",
    "1 shared address",
  ]);
});

test("the verdict and the forecast follow the column that is chosen for the address", async () => {
  const asked: unknown[] = [];
  server.use(
    http.post(`${ORIGIN}/api/contacts/import/verdict`, async ({ request }) => {
      asked.push(await request.json());
      const found = [{ kind: "disposable", count: 4, samples: ["a@mailinator.com"] }];
      return HttpResponse.json({
        forecast: { ...PREPARED.forecast, new: 11, bad: 7 },
        verdict: { word: "risky", rows: 18, addresses: 11, findings: found },
      });
    }),
  );
  const { user } = await openWizard();
  await choose(user);
  expect(await screen.findByText("Needs review")).toBeVisible();
  expect(screen.getByRole("button", { name: "Import 980 rows" })).toBeVisible();
  dryRun = { ...PREPARED.forecast, new: 11, bad: 70 };

  await user.selectOptions(screen.getByRole("combobox", { name: "Import Nick as" }), "Email address");

  expect(await screen.findByText("Risky", {}, LOADING)).toBeVisible();
  expect(screen.getByText("Will be added").nextSibling).toHaveTextContent("11");
  expect(screen.getByText("Will be rejected").nextSibling).toHaveTextContent("70");
  expect(screen.getByText(/^70 of 1,000 rows would be rejected/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Import 930 rows" })).toBeVisible();
  expect(screen.getByText("Disposable addresses")).toBeVisible();
  expect(screen.queryByText("Bounced before")).toBeNull();
  expect(asked).toEqual([{ importId: IMPORT.importId, column: 1 }]);

  await user.selectOptions(screen.getByRole("combobox", { name: "Import Mail as" }), "Email address");
  expect(await screen.findByText("Needs review")).toBeVisible();
  expect(asked).toHaveLength(1);
});

test("rows that are taken without a value are foreseen, and nothing starts before they are counted", async () => {
  const { user } = await openWizard();
  await choose(user);
  await screen.findByRole("button", { name: "Import 980 rows" });
  dryRun = { ...PREPARED.forecast, bad: 2, emptied: 18, emptiedNew: 15 };
  let endCounting = (): void => undefined;
  const counted = new Promise<void>((resolve) => {
    endCounting = resolve;
  });
  server.use(
    http.post(`${ORIGIN}/api/contacts/import/preview`, async () => {
      await counted;
    }),
  );

  await user.click(screen.getByRole("checkbox", { name: /^Import rows with invalid values, but skip those values/ }));

  const button = await screen.findByRole("button", { name: "Import 1,000 rows" });
  expect(button).toHaveAttribute("aria-disabled", "true");
  endCounting();
  expect(await screen.findByRole("button", { name: "Import 998 rows" }, LOADING)).not.toHaveAttribute("aria-disabled");
  expect(screen.getByText(/18 of 1,000 rows would be imported without their invalid values/)).toBeVisible();

  await user.click(screen.getByRole("radio", { name: /^Leave unchanged/ }));
  expect(screen.getByText(/15 of 1,000 rows would be imported without their invalid values/)).toBeVisible();
});

test("a mapping that fits no row starts no import", async () => {
  const { user } = await openWizard();
  await choose(user);
  await screen.findByRole("button", { name: "Import 980 rows" });
  dryRun = { new: 0, existing: 0, duplicates: 0, bad: 1000, emptied: 0, emptiedNew: 0, rows: 1000, exact: true };

  await user.selectOptions(screen.getByRole("combobox", { name: "Import Nick as" }), "City");

  const button = await screen.findByRole("button", { name: "Import 0 rows" }, LOADING);
  expect(button).toHaveAttribute("aria-disabled", "true");
  expect(button).toHaveAttribute("title", "No rows can be imported with these columns. Check the mapping.");
  expect(screen.getByText("Will be added").nextSibling).toHaveTextContent("0");
  await user.click(button);
  expect(startBodies).toEqual([]);
});

test("the forecast says what happens to who is there, as it is chosen", async () => {
  const { user } = await openWizard();
  await choose(user);

  await user.click(await screen.findByRole("radio", { name: "Leave unchanged" }));

  expect(screen.getByText("Will stay unchanged").nextSibling).toHaveTextContent("60");
  expect(screen.getByText(/The first row with that address applies/)).toBeVisible();
});

test("a saved mapping is used, and the present choice saved under a name", async () => {
  const saved: unknown[] = [];
  const mapping = {
    mappingId: 7,
    name: "Shop export",
    file: "shop.csv",
    fullname: "Bob",
    usedAt: "2026-11-20T03:00:00Z",
    isSame: false,
    columns: 4,
    fit: 0.75,
    mapping: ["email", "firstname", null],
  };
  server.use(
    http.get(`${ORIGIN}/api/contacts/import/mapping`, () => HttpResponse.json({ items: [mapping] })),
    http.post(`${ORIGIN}/api/contacts/import/mapping`, async ({ request }) => {
      saved.push(await request.json());
      return HttpResponse.json({ ...mapping, mappingId: 8, name: "Guests" });
    }),
  );
  const { user } = await openWizard();
  await choose(user);

  await user.click(await screen.findByRole("button", { name: "Saved mappings" }));
  await user.type(await screen.findByLabelText("Save the current mapping as", {}, LOADING), "Guests{Enter}");
  await waitFor(() =>
    expect(saved).toEqual([{ importId: IMPORT.importId, name: "Guests", mapping: ["email", null, "city"] }]),
  );
  expect(screen.getByText("75.0% of columns match", { exact: false })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Use Shop export" }));

  expect(screen.getByRole("combobox", { name: "Import Nick as" })).toHaveDisplayValue("First name");
  expect(screen.getByRole("combobox", { name: "Import Town as" })).toHaveDisplayValue("Do not import");
});

test("SHELL-226: asks once whether these people have agreed, and waits for it", async () => {
  serve({ setting: { ...SETTING, consentNeeded: true } });
  const { user } = await openWizard();

  await choose(user);
  expect(screen.getByText("Confirm that these people agreed")).toBeVisible();
  expect(uploads).toBe(0);

  await user.click(screen.getByRole("checkbox", { name: /These people agreed/ }));
  await user.click(screen.getByRole("button", { name: "Read file" }));

  expect(await screen.findByRole("combobox", { name: "Import Mail as" })).toBeVisible();
});

test("does not start without an address, and says why", async () => {
  const { user } = await openWizard();
  await choose(user);

  await user.selectOptions(await screen.findByRole("combobox", { name: "Import Mail as" }), "Do not import");
  await user.click(screen.getByRole("button", { name: "Import 980 rows" }));

  expect(screen.getByRole("alert")).toHaveTextContent("Choose the column with the email address");
  expect(startBodies).toEqual([]);
});

test("a refused start loses no choice", async () => {
  server.use(
    http.post(`${ORIGIN}/api/contacts/import/start`, () =>
      buildErrorResponse(403, "contactLimitExceeded", { limit: 5, left: 0 }),
    ),
  );
  const { user } = await openWizard();
  await choose(user);

  await user.selectOptions(await screen.findByRole("combobox", { name: "Import Nick as" }), "First name");
  await user.click(screen.getByRole("button", { name: "Import 980 rows" }));

  expect(await screen.findByRole("alert")).toHaveTextContent("These contacts exceed your plan’s limit");
  expect(screen.getByRole("combobox", { name: "Import Nick as" })).toHaveDisplayValue("First name");
});

test.each([
  ["importDataError", { line: 812 }, "Line 812 in this file cannot be read"],
  ["importSizeError", { limitBytes: 20_971_520 }, "This file is larger than 20 Mb"],
  ["importNoHeader", {}, "The first row contains data instead of column names"],
  ["importHeaderError", { heading: "Mail" }, "The column name “Mail” appears twice"],
  ["importRowCountError", { rows: 20_000, limit: 15_000 }, "This file has 20,000 rows, more than the limit of 15,000"],
  ["importEmpty", {}, "We couldn't find any data in file you has imported"],
])("a file refused with %s says how to mend it and is not lost", async (code, payload, sentence) => {
  server.use(http.post(`${ORIGIN}/api/contacts/import/prepare`, () => buildErrorResponse(422, code, payload)));
  const { user } = await openWizard();

  await choose(user);

  expect(await screen.findByRole("alert")).toHaveTextContent(sentence);
  expect(screen.getByText("guests.csv")).toBeVisible();
  expect(screen.getByRole("button", { name: "Try this file again" })).toBeVisible();
});

test("a reload goes on where the import was", async () => {
  await openWizard(`/contacts/import?import=${IMPORT.importId}`);

  expect(await screen.findByRole("combobox", { name: "Import Mail as" })).toBeVisible();
});

test("takes up the import that runs, also a colleague's, and shows it in the header", async () => {
  serve({ current: { ...IMPORT, done: 350, added: 330, failed: 20 } });
  const { user } = await openWizard("/contacts/import", renderApp);

  expect(await screen.findByRole("progressbar", { name: "Importing guests.csv" })).toHaveAttribute(
    "aria-valuenow",
    "350",
  );
  await user.click(await screen.findByRole("button", { name: "Importing 35%" }));

  const panel = await screen.findByRole("dialog", { name: "Importing 35%" });
  expect(within(panel).getByText("You can leave this page.")).toBeInTheDocument();
  expect(within(panel).getByRole("link", { name: "Import history", hidden: true })).toHaveAttribute(
    "href",
    "/contacts/imports",
  );
});

test("CONT-62: polls every three seconds, with its own header, while the socket is down", async () => {
  serve({ current: { ...IMPORT, done: 10 } });
  const headers: (string | null)[] = [];
  server.use(
    http.get(`${ORIGIN}/api/contacts/import/status`, ({ request }) => {
      headers.push(request.headers.get("X-Requested-With"));
      return HttpResponse.json({ item: { ...IMPORT, done: 10 + headers.length } });
    }),
  );
  await openWizard();

  expect(POLL_MS).toBe(3000);
  await waitFor(() => expect(headers).toContain("interval"), { timeout: 8000 });
  expect(headers[0]).toBeNull();
});

test("every fault of a file has its two sentences", async () => {
  const english = (await import("@/features/contacts/import/texts/en.json")).default.contacts;

  for (const fault of FILE_ISSUES) {
    expect(english.faults).toHaveProperty(fault);
    expect(english.mends).toHaveProperty(fault);
  }
});

test("shows how each column is read, and asks again when it becomes something else", async () => {
  const { user } = await openWizard();
  await choose(user);

  const row = await screen.findByRole("row", { name: /Mail/ });
  expect(await within(row).findByText("ayu@example.com")).toBeVisible();
  expect(within(row).getByText("not an email address")).toBeVisible();
  expect(within(row).getByText("20 invalid")).toBeVisible();
  expect(screen.getByText("03 Apr 1990")).toBeVisible();
  expect(
    screen.getByText("20 of 1,000 rows would be rejected. After the import, you can download and fix them."),
  ).toBeInTheDocument();

  await user.selectOptions(screen.getByRole("combobox", { name: "Import Nick as" }), "First name");

  await waitFor(() =>
    expect(previewBodies.at(-1)).toEqual({
      importId: IMPORT.importId,
      mapping: ["email", "firstname", "city"],
      dateOrder: "dmy",
      wrongValues: "setAside",
    }),
  );
});

test("a file of older letters is read as Windows-1252 once the person says so", async () => {
  server.use(
    http.post(
      `${ORIGIN}/api/contacts/import/prepare`,
      () => buildErrorResponse(422, "importEncodingError", { line: 3, sample: "Zoë", readAs: "windows-1252" }),
      { once: true },
    ),
  );
  const { user } = await openWizard();
  await choose(user);

  expect(await screen.findByRole("alert")).toHaveTextContent("Line 3 is not valid UTF-8");
  expect(screen.getByRole("alert")).toHaveTextContent("this line says “Zoë”");
  await user.click(screen.getByRole("button", { name: "Read as Windows-1252" }));

  expect(await screen.findByRole("combobox", { name: "Import Mail as" })).toBeVisible();
  expect(appended.mock.calls.filter(([name]) => name === "encoding")).toEqual([["encoding", "windows-1252"]]);
});

test.each([
  [{ locked: "password" }, "This workbook is protected with a password", "Remove the password"],
  [{ macros: "yes" }, "This workbook contains macros", "without macros"],
  [{}, "This is not a valid Excel file", "save it as XLSX"],
])("a workbook refused with %o says why", async (payload, fault, mend) => {
  server.use(
    http.post(`${ORIGIN}/api/contacts/import/prepare`, () => buildErrorResponse(422, "invalidExcelFile", payload)),
  );
  const { user } = await openWizard();
  await choose(user);

  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent(fault);
  expect(alert).toHaveTextContent(mend);
});

test("rows that are pasted become a file, with names for columns that have none", async () => {
  const { user } = await openWizard();

  await user.click(screen.getByRole("button", { name: "Paste rows instead" }));
  const box = screen.getByRole("textbox");
  expect(box).toHaveAccessibleDescription(/^Separate cells with tabs/);
  await user.click(box);
  await user.paste("ayu@example.com\tAyu\nbagas@example.com\tBagas\n");
  expect(screen.getByRole("checkbox", { name: "The first row contains the column names" })).not.toBeChecked();
  await user.click(screen.getByRole("button", { name: "Read 2 rows" }));

  expect(await screen.findByRole("combobox", { name: "Import Mail as" })).toBeVisible();
  const file = appended.mock.calls.find(([name]) => name === "file")?.[1] as unknown as File;
  expect(file.name).toBe("Pasted rows.tsv");
  expect(await file.text()).toBe("Column 1\tColumn 2\nayu@example.com\tAyu\nbagas@example.com\tBagas\n");
});

test("rows that are refused can be mended where they were pasted", async () => {
  server.use(http.post(`${ORIGIN}/api/contacts/import/prepare`, () => buildErrorResponse(422, "importEmpty", {})));
  const { user } = await openWizard();

  await user.click(screen.getByRole("button", { name: "Paste rows instead" }));
  await user.click(screen.getByRole("textbox"));
  await user.paste("Email\n \nx");
  await user.click(screen.getByRole("button", { name: "Read 1 row" }));

  expect(await screen.findByRole("alert")).toHaveTextContent("We couldn't find any data");
  expect(screen.getByRole("textbox")).toHaveValue("Email\n \nx");
});

test("rows that are pasted are not left behind without asking", async () => {
  const { user, router } = await openWizard();
  await user.click(screen.getByRole("button", { name: "Paste rows instead" }));
  await user.click(screen.getByRole("textbox"));
  await user.paste("ayu@example.com");

  void router.navigate("/contacts");

  const dialog = await screen.findByRole("dialog", { name: "Leave the import?" });
  expect(dialog).toHaveTextContent("Nothing has been imported yet. The rows you pasted will be lost.");
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  expect(screen.getByRole("textbox")).toHaveValue("ayu@example.com");
});

test.each<[string, (user: ReturnType<typeof userEvent.setup>) => Promise<void>]>([
  ["order of dates", (user) => user.selectOptions(screen.getByRole("combobox", { name: /^Read dates/ }), "mdy")],
  ["decimal mark", (user) => user.selectOptions(screen.getByRole("combobox", { name: /^Read numbers/ }), ",")],
  [
    "treatment of invalid values",
    (user) => user.click(screen.getByRole("checkbox", { name: /^Import rows with invalid values/ })),
  ],
])("the chosen %s is not left behind without asking", async (_, change) => {
  const { user, router } = await openWizard();
  await choose(user);
  await screen.findByRole("combobox", { name: "Import Mail as" });
  await change(user);

  void router.navigate("/contacts");

  expect(await screen.findByRole("dialog", { name: "Leave the import?" })).toBeInTheDocument();
  expect(router.state.location.pathname).toBe("/contacts/import");
});

test("another sheet of the workbook is chosen, and its columns are shown", async () => {
  const sheets = { sheets: ["People", "Partners"], sheet: 0, encoding: "workbook", form: ".xlsx" };
  const chosen: unknown[] = [];
  server.use(
    http.post(`${ORIGIN}/api/contacts/import/prepare`, () => HttpResponse.json({ ...PREPARED, ...sheets })),
    http.post(`${ORIGIN}/api/contacts/import/sheet`, async ({ request }) => {
      chosen.push(await request.json());
      const columns = [{ heading: "Surel", cells: ["a@x.com"], target: "email" }];
      return HttpResponse.json({ ...PREPARED, ...sheets, sheet: 1, columns });
    }),
  );
  const { user } = await openWizard();
  await choose(user);

  await user.selectOptions(await screen.findByRole("combobox", { name: "Worksheet" }), "Partners");

  expect(await screen.findByRole("combobox", { name: "Import Surel as" })).toHaveDisplayValue("Email address");
  expect(screen.queryByRole("combobox", { name: "Import Mail as" })).toBeNull();
  expect(chosen).toEqual([{ importId: IMPORT.importId, sheet: 1 }]);
});

const NEW_FIELD = "New custom field…";
const NOMINAL = { heading: "Nominal (Rp)", cells: ["1250000"], target: null };

/** Serves a file with a column of amounts. The created field becomes a target. */
function serveField(): unknown[] {
  const bodies: unknown[] = [];
  const targets = [...SETTING.targets];
  server.use(
    http.post(`${ORIGIN}/api/contacts/import/prepare`, () =>
      HttpResponse.json({ ...PREPARED, columns: PREPARED.columns.with(1, NOMINAL) }),
    ),
    http.get(`${ORIGIN}/api/contacts/import/setting`, () => HttpResponse.json({ ...SETTING, targets })),
    http.post(`${ORIGIN}/api/contacts/field`, async ({ request }) => {
      bodies.push(await request.json());
      targets.push({ target: "custom:8", title: "Nominal", required: false });
      return HttpResponse.json(buildField(8, "Nominal", "number"));
    }),
  );
  return bodies;
}

/** Chooses a new custom field for a column; returns the dialog that opens. */
async function openNewField(user: ReturnType<typeof userEvent.setup>, column: HTMLElement) {
  await user.selectOptions(column, NEW_FIELD);
  return within(await screen.findByRole("dialog", { name: "New custom field" }, LOADING));
}

test("a custom field is made for a column where it stands, and nothing else that was chosen is lost", async () => {
  const bodies = serveField();
  const { user } = await openWizard();
  await choose(user);
  await user.selectOptions(await screen.findByRole("combobox", { name: "Import Town as" }), "First name");
  const column = screen.getByRole("combobox", { name: "Import Nominal (Rp) as" });

  const dialog = await openNewField(user, column);
  const name = dialog.getByRole("textbox", { name: "Name" });
  expect(name).toHaveValue("Nominal (Rp)");
  expect(dialog.getByRole("combobox", { name: "Type" })).toHaveDisplayValue("Number");
  expect(column).toHaveDisplayValue("Do not import");
  await user.clear(name);
  await user.type(name, "Nominal{Enter}");

  await waitFor(() => expect(column).toHaveDisplayValue("Nominal"));
  expect(bodies).toEqual([{ name: "Nominal", type: "number", values: [] }]);
  expect(screen.getByRole("combobox", { name: "Import Mail as" })).toHaveDisplayValue("Email address");
  expect(screen.getByRole("combobox", { name: "Import Town as" })).toHaveDisplayValue("First name");
  await waitFor(() =>
    expect(previewBodies.at(-1)).toEqual({
      importId: IMPORT.importId,
      mapping: ["email", "custom:8", "firstname"],
      dateOrder: "dmy",
      wrongValues: "setAside",
    }),
  );
  await waitFor(() => expect(column).toHaveFocus());
  await user.click(screen.getByRole("button", { name: "Import 980 rows" }));
  await waitFor(() => expect(startBodies).toMatchObject([{ mapping: ["email", "custom:8", "firstname"] }]));
});

test("leaving the new custom field leaves the column as it was", async () => {
  const bodies = serveField();
  const { user } = await openWizard();
  await choose(user);
  const column = await screen.findByRole("combobox", { name: "Import Town as" });
  await waitFor(() => expect(previewBodies).toHaveLength(1));

  const dialog = await openNewField(user, column);
  expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("Town");
  expect(dialog.getByRole("combobox", { name: "Type" })).toHaveDisplayValue("Text");
  await user.keyboard("{Escape}");

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(column).toHaveFocus());
  expect(column).toHaveDisplayValue("City");
  expect([bodies, previewBodies.length]).toEqual([[], 1]);
});

test.each([
  [409, "customFieldExists", { field: "name" }, "A custom field with this name already exists"],
  [
    403,
    "quotaLimitExceeded",
    { feature: "contactManagement", subfeature: "customField", limit: 4, left: 0 },
    "Quota of custom fields on contacts is exceeded",
  ],
  [403, "notAuthorized", {}, "You not authorized to access this resources"],
])("a custom field refused with %s %s is answered where it stands", async (status, code, payload, words) => {
  serveField();
  server.use(http.post(`${ORIGIN}/api/contacts/field`, () => buildErrorResponse(status, code, payload)));
  const { user } = await openWizard();
  await choose(user);
  const column = await screen.findByRole("combobox", { name: "Import Nominal (Rp) as" });
  await waitFor(() => expect(previewBodies).toHaveLength(1));

  const dialog = await openNewField(user, column);
  await user.click(dialog.getByRole("button", { name: "Create custom field" }));

  expect(await dialog.findByText(words)).toBeVisible();
  expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("Nominal (Rp)");
  expect(column).toHaveDisplayValue("Do not import");
  expect(previewBodies).toHaveLength(1);
});

test("where the plan has no room for a new custom field, the choice says so", async () => {
  const full = { feature: "contactManagement", subfeature: "customField", name: "customField" };
  const counters = [{ ...full, used: 4, reserved: 0, limit: 4, left: 0, resetsAt: null }];
  server.use(
    http.get(`${ORIGIN}/api/companies/usage`, () => HttpResponse.json({ counters: [...USAGE.counters, ...counters] })),
  );
  const { user } = await openWizard();
  await choose(user);
  const column = within(await screen.findByRole("combobox", { name: "Import Nick as" }));

  expect(await column.findByRole("option", { name: "New custom field: plan limit of 4 reached" })).toBeDisabled();
  expect(column.queryByRole("option", { name: NEW_FIELD })).toBeNull();
});

test("who may make no custom field is offered none", async () => {
  serve({ permissions: ALL_PERMISSIONS.filter((name) => name !== "contact.field") });
  const { user } = await openWizard();
  await choose(user);
  const column = within(await screen.findByRole("combobox", { name: "Import Nick as" }));

  expect(column.getAllByRole("option").map((option) => option.textContent)).toEqual([
    "Do not import",
    "Email address",
    "First name",
    "City",
    "Membership",
  ]);
});
