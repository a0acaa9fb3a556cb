import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { queryClient } from "@/app/query";
import { applyActivity } from "@/features/transactional/activity";
import type { SavedSearch, TrxEvent } from "@/features/transactional/shapes";
import { buildErrorResponse, ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";
import {
  buildEvent,
  buildEventPage,
  buildHistogram,
  buildMessage,
  buildMessageDetail,
  MESSAGE_ID,
  MESSAGE_TIME_MS,
  PERMISSIONS,
  respondToGet,
  transactionalResponses,
} from "./responses";

let revision = 0;
let requests: URLSearchParams[] = [];
let rows: TrxEvent[] = [];

/** Publishes an activity event after the server has the rows. */
function publishActivity(): void {
  revision += 1;
  act(() => applyActivity(queryClient, { revision, newest: "2026-11-21T03:00:00Z", counts: { delivered: 1 } }));
}

beforeEach(() => {
  requests = [];
  rows = [
    buildEvent({ recipient: "rani@gmail.example" }),
    buildEvent({ type: "bounced", recipient: "info@toko.example" }),
  ];
  server.use(
    http.get(`${ORIGIN}/trx-api/events`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      requests.push(query);
      if (query.get("q") === "colour:red") {
        return buildErrorResponse(400, "trxSearchInvalid", { problem: "key", word: "colour:red", at: 0 });
      }
      return HttpResponse.json(
        query.get("q")?.startsWith("message:")
          ? buildEventPage(rows.filter(({ id }) => query.get("q")?.endsWith(id)))
          : query.get("before")
            ? buildEventPage([buildEvent({ recipient: "older@kopi.example" })])
            : buildEventPage(rows, "older"),
      );
    }),
    ...transactionalResponses(),
  );
});

async function show(path = "/events") {
  const view = await renderScreen(path, { token: "alice" });
  await screen.findByText("rani@gmail.example");
  return view;
}

function listRecipients(): (string | null)[] {
  return [...document.querySelectorAll("tbody bdi")].map(({ textContent }) => textContent);
}

test("the list follows what happens", async () => {
  await show();
  rows = [buildEvent({ recipient: "new@kopi.example" }), ...rows];
  publishActivity();

  await waitFor(() =>
    expect(listRecipients()).toEqual(["new@kopi.example", "rani@gmail.example", "info@toko.example"]),
  );
  expect(requests[0]?.has("from")).toBe(true);
  expect(requests[0]?.has("to")).toBe(false);
});

test("the sum is true soon after the last word of a rush", async () => {
  let total = 2_527;
  let counts = 0;
  server.use(
    http.get(`${ORIGIN}/trx-api/events/histogram`, () => {
      counts += 1;
      return HttpResponse.json({ ...buildHistogram(), total });
    }),
  );
  await show();
  await screen.findByText("2,527 events");
  publishActivity();
  await waitFor(() => expect(counts).toBe(2));

  total = 2_727;
  publishActivity();

  expect(await screen.findByText("2,727 events", {}, { timeout: 3_500 })).toBeVisible();
});

test("paused it stays where it is and says how many are new", async () => {
  await show();
  await userEvent.click(screen.getByRole("button", { name: "Pause" }));
  rows = [buildEvent({ recipient: "second@kopi.example" }), buildEvent({ recipient: "first@kopi.example" }), ...rows];
  publishActivity();

  const news = await screen.findByRole("button", { name: "Show 2 new events" });
  expect(listRecipients()).toEqual(["rani@gmail.example", "info@toko.example"]);
  await userEvent.click(news);

  expect(listRecipients().slice(0, 2)).toEqual(["second@kopi.example", "first@kopi.example"]);
  expect(screen.queryByRole("button", { name: /new$/ })).toBeNull();
});

test("under the focus it holds still as well", async () => {
  await show();
  screen.getAllByRole("link", { name: /open message$/ })[0]?.focus();
  rows = [buildEvent({ recipient: "new@kopi.example" }), ...rows];
  publishActivity();

  await screen.findByRole("button", { name: "Show 1 new event" });
  expect(listRecipients()).toEqual(["rani@gmail.example", "info@toko.example"]);
});

test("a key and a value are completed, and the address says what is searched for", async () => {
  const { router } = await show();
  const box = screen.getByRole("combobox", { name: "Search events" });

  await userEvent.type(box, "ty{ArrowDown}{Enter}bou{ArrowDown}{Enter}{Enter}");

  await waitFor(() => expect(router.state.location.search).toBe("?q=type%3Abounced"));
  expect(box).toHaveValue("type:bounced ");
  await waitFor(() => expect(requests.at(-1)?.get("q")).toBe("type:bounced"));
});

test("suggestions are selected by keys and the pointer, and Escape closes them before anything else", async () => {
  const scroll = vi.spyOn(HTMLElement.prototype, "scrollIntoView");
  await show();
  const box = screen.getByRole("combobox", { name: "Search events" });
  await userEvent.type(box, "ty");
  expect(box).toHaveAttribute("aria-expanded", "true");
  expect(box).not.toHaveAttribute("aria-activedescendant");
  await userEvent.keyboard("{ArrowDown}{Tab}");
  expect(box).toHaveValue("type:");
  expect(box).toHaveFocus();

  const options = within(screen.getByRole("listbox", { hidden: true })).getAllByRole("option", { hidden: true });
  await userEvent.keyboard("{ArrowUp}");
  expect(box).toHaveAttribute("aria-activedescendant", options.at(-1)?.id);
  expect(options.at(-1)).toHaveAttribute("aria-selected", "true");
  expect(scroll.mock.contexts).toContain(options.at(-1));
  await userEvent.pointer({ target: options[1] as HTMLElement });
  expect(box).toHaveAttribute("aria-activedescendant", options[1]?.id);
  await userEvent.keyboard("{Escape}");
  expect(box).toHaveAttribute("aria-expanded", "false");
  expect(box).toHaveValue("type:");

  await userEvent.keyboard("{ArrowDown}");
  expect(box).toHaveAttribute("aria-expanded", "true");
  expect(box).not.toHaveAttribute("aria-activedescendant");
  await userEvent.keyboard("{ArrowDown}");
  fireEvent.keyDown(box, { key: "Enter" });
  expect(box).toHaveValue(`type:${options[0]?.textContent} `);
});

test("a click on a suggestion completes the word and keeps the focus in the field", async () => {
  await show();
  const box = screen.getByRole("combobox", { name: "Search events" });
  await userEvent.type(box, "ty");
  await userEvent.click(screen.getByRole("option", { name: /^type:/, hidden: true }));

  expect(box).toHaveValue("type:");
  expect(box).toHaveFocus();
});

test("a word that the search does not understand is named at the field", async () => {
  await renderScreen("/events?q=colour%3Ared", { token: "alice" });

  expect(await screen.findByRole("alert")).toHaveTextContent("“colour:red”");
  expect(screen.getByRole("combobox", { name: "Search events" })).toBeInvalid();
});

test("the form writes the same words and leaves the others", async () => {
  const { router } = await show("/events?q=-tag%3Areceipt");
  await userEvent.click(screen.getByRole("button", { name: "Filter" }));
  const sheet = await screen.findByRole("dialog", { name: "Filter events" });
  await userEvent.selectOptions(within(sheet).getByLabelText("Event"), "Bounced");
  await userEvent.type(within(sheet).getByLabelText("Subject"), "Your order");
  await userEvent.click(within(sheet).getByRole("button", { name: "Show events" }));

  await waitFor(() =>
    expect(new URLSearchParams(router.state.location.search).get("q")).toBe(
      '-tag:receipt type:bounced subject:"Your order"',
    ),
  );
});

test("j and k go through the rows, and Enter opens the message", async () => {
  server.use(respondToGet(`events/${MESSAGE_ID}/${MESSAGE_TIME_MS}`, {}));
  const { router } = await show();
  await userEvent.keyboard("jj");
  expect(document.activeElement).toHaveAccessibleName(/info@toko.example/);
  await userEvent.keyboard("k");
  expect(document.activeElement).toHaveAccessibleName(/rani@gmail.example/);
  const link = document.activeElement?.getAttribute("href");

  expect(link).toBe(`/events/${MESSAGE_ID}/${MESSAGE_TIME_MS}`);
  expect(router.state.location.pathname).toBe("/events");
});

test("older events come below, and the list then no longer moves", async () => {
  await show();
  await userEvent.click(screen.getByRole("button", { name: "Show older events" }));

  expect(await screen.findByText("older@kopi.example")).toBeInTheDocument();
  expect(requests.at(-1)?.get("before")).toBe("older");
  expect(await screen.findByText("All events in this period are shown")).toBeInTheDocument();
});

test("a team that has sent nothing is told what will stand here", async () => {
  rows = [];
  await renderScreen("/events", { token: "alice" });

  expect(await screen.findByText("No events yet")).toBeInTheDocument();
});

test("the bars tell when it was, and each leads to its own hour", async () => {
  const { router } = await show();
  const bars = await screen.findByRole("region", { name: "Events over time" });
  const [first, second, third] = within(bars).getAllByRole("button");

  expect(screen.getByText("41,902 events")).toBeInTheDocument();
  expect(first).toHaveAccessibleName("23 Nov, 07:00 – 08:00 · 41,000 events");
  expect(second).toHaveAccessibleName("23 Nov, 08:00 – 09:00 · 902 events · 12 problems");
  third?.focus();
  await userEvent.keyboard("{ArrowLeft}");
  expect(second).toHaveFocus();
  await userEvent.keyboard("{Enter}");

  await waitFor(() =>
    expect(router.state.location.search).toBe("?window=custom&from=2026-11-23T08%3A00&to=2026-11-23T08%3A59"),
  );
  await waitFor(() => expect(requests.at(-1)?.get("to")).toBe("2026-11-23T01:59:59.999Z"));
});

test("what was not counted says so", async () => {
  server.use(respondToGet("events/histogram", buildHistogram({ reached: "2026-11-23T01:30:00Z", total: 902 })));
  await show();
  const bars = await screen.findByRole("region", { name: "Events over time" });

  expect(within(bars).getAllByRole("button")[0]).toHaveAccessibleName("23 Nov, 07:00 – 08:00 · not counted");
  expect(screen.getByText("902+ events")).toBeInTheDocument();
  expect(bars).toHaveTextContent("Only the newest events are counted. The chart starts at 23 Nov 2026, 08:30.");
});

test("a row opens a look at its message, and j and k go on", async () => {
  const other = "01a1fc3d-0000-7000-8000-00000000e002";
  rows = [
    rows[0] as TrxEvent,
    buildEvent({ messageId: other, time: MESSAGE_TIME_MS + 1, recipient: "info@toko.example" }),
  ];
  server.use(
    respondToGet(`events/${MESSAGE_ID}/${MESSAGE_TIME_MS}`, buildMessageDetail()),
    respondToGet(
      `events/${other}/${MESSAGE_TIME_MS + 1}`,
      buildMessageDetail({ message: buildMessage({ id: other, subject: "Your invoice" }) }),
    ),
  );
  const { router } = await show();
  await userEvent.click(screen.getByText("rani@gmail.example"));

  const sheet = await screen.findByRole("dialog", { name: "Activity Detail" });
  expect(await within(sheet).findByRole("heading", { name: "Your order is on its way" })).toBeInTheDocument();
  expect(within(sheet).getByText("1 of 41,902")).toBeInTheDocument();
  expect(router.state.location.search).toContain(`look=${MESSAGE_ID}.${MESSAGE_TIME_MS}.`);
  expect(within(sheet).getByRole("button", { name: "Previous event" })).toHaveAttribute("aria-disabled", "true");

  await userEvent.keyboard("j");
  expect(await within(sheet).findByRole("heading", { name: "Your invoice" })).toBeInTheDocument();
  expect(within(sheet).getByText("2 of 41,902")).toBeInTheDocument();
  await userEvent.keyboard("{Escape}");

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(router.state.location.search).toBe("");
  await waitFor(() => expect(document.activeElement).toHaveAccessibleName(/info@toko.example/));
});

describe("what was refused", () => {
  const ID = "01a1fc3d-0000-7000-8000-00000000f001";
  const REFUSED = buildEvent({
    id: ID,
    messageId: ID,
    type: "refused",
    position: null,
    recipient: "ani@kopi.example",
    sender: "order@other.example",
    subject: "Your invoice",
    keyId: "01a1fc3d-0000-7000-8000-00000000a001",
    detail: {
      via: "smtp",
      check: "domain",
      reason: "fromNotAllowed",
      code: 550,
      enhanced: "5.7.1",
      reply: "This From address is not allowed: order@other.example",
      recipients: ["ani@kopi.example", "budi@kopi.example"],
      recipientCount: 12,
    },
  });

  test("is a row, and opens with what was answered and by which check", async () => {
    rows = [rows[0] as TrxEvent, REFUSED];
    const { router } = await show();
    const row = screen.getByRole("row", { name: /ani@kopi.example/ });
    expect(within(row).getByText("Rejected")).toBeInTheDocument();
    await userEvent.click(within(row).getByText("ani@kopi.example"));

    const sheet = await screen.findByRole("dialog", { name: "Rejected submission" });
    expect(
      await within(sheet).findByText("550 5.7.1 This From address is not allowed: order@other.example"),
    ).toBeInTheDocument();
    expect(within(sheet).getByRole("heading", { name: "Your invoice" })).toBeInTheDocument();
    expect(within(sheet).getByText("sending domain")).toBeInTheDocument();
    expect(within(sheet).getByRole("link", { name: "View key" })).toHaveAttribute(
      "href",
      "/apikey/01a1fc3d-0000-7000-8000-00000000a001",
    );
    expect(
      within(sheet)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(["ani@kopi.example", "budi@kopi.example", "and 10 more"]);
    expect(requests.some((query) => query.get("q") === `message:${ID}`)).toBe(true);
    expect(router.state.location.search).toBe(`?look=${ID}.${MESSAGE_TIME_MS}.${ID}`);
    expect(within(sheet).queryByRole("button", { name: "Open full page" })).toBeNull();
  });

  test("beyond the first ones of a minute is told by its number", async () => {
    const more = { ...REFUSED, recipient: "", subject: "", keyId: null, detail: { more: 40 } };
    rows = [rows[0] as TrxEvent, more];
    await show();
    await userEvent.click(screen.getByText("40 more rejected"));

    const sheet = await screen.findByRole("dialog", { name: "Rejected submission" });
    expect(await within(sheet).findByText(/Only the first rejections of each minute/)).toBeInTheDocument();
  });

  test("and is no longer kept says so", async () => {
    rows = [rows[0] as TrxEvent];
    server.use(
      http.get(`${ORIGIN}/trx-api/events`, ({ request }) =>
        HttpResponse.json(buildEventPage(new URL(request.url).searchParams.get("q") ? [] : rows)),
      ),
    );
    await show(`/events?look=${ID}.${MESSAGE_TIME_MS}.${ID}`);

    expect(await screen.findByText("The details of this rejection are no longer stored.")).toBeInTheDocument();
  });
});

test("a question over a look takes Escape for itself and gives the focus back", async () => {
  server.use(respondToGet(`events/${MESSAGE_ID}/${MESSAGE_TIME_MS}`, buildMessageDetail()));
  const { router } = await show(`/events?look=${MESSAGE_ID}.${MESSAGE_TIME_MS}.${(rows[1] as TrxEvent).id}`);
  const sheet = await screen.findByRole("dialog", { name: "Activity Detail" });
  const again = await within(sheet).findByRole("button", { name: "Send again" });
  await userEvent.click(again);
  await screen.findByRole("dialog", { name: "Send this message again to 1 recipient?" });
  await userEvent.keyboard("{Escape}");

  await waitFor(() => expect(screen.queryByRole("dialog", { name: /^Send this message again/ })).toBeNull());
  // The sheet does not close afterwards either.
  expect(router.state.navigation.state).toBe("idle");
  expect(router.state.location.search).toContain("look=");
  await waitFor(() => expect(again).toHaveFocus());
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("an address with a look opens it at once, and the page is a button away", async () => {
  server.use(respondToGet(`events/${MESSAGE_ID}/${MESSAGE_TIME_MS}`, buildMessageDetail()));
  const { router } = await show(`/events?look=${MESSAGE_ID}.${MESSAGE_TIME_MS}.${(rows[1] as TrxEvent).id}`);

  const sheet = await screen.findByRole("dialog", { name: "Activity Detail" });
  expect(await within(sheet).findByText("2 of 41,902")).toBeInTheDocument();
  expect(await within(sheet).findByRole("button", { name: "Send again" })).toBeInTheDocument();
  await userEvent.click(within(sheet).getByRole("button", { name: "Open full page" }));

  await waitFor(() => expect(router.state.location.pathname).toBe(`/events/${MESSAGE_ID}/${MESSAGE_TIME_MS}`));
});

test("a sheet begins at its first field and gives the focus back", async () => {
  await show();
  const button = screen.getByRole("button", { name: "Filter" });
  button.focus();
  await userEvent.keyboard("{Enter}");
  const sheet = await screen.findByRole("dialog", { name: "Filter events" });
  await waitFor(() => expect(within(sheet).getByLabelText("Event")).toHaveFocus());
  await userEvent.keyboard("{Escape}");

  await waitFor(() => expect(button).toHaveFocus());
});

describe("saved searches", () => {
  const SEARCH: SavedSearch = { id: 7, name: "Bounces", q: "type:bounced", createdAt: "2026-11-22T03:00:00Z" };
  let kept: SavedSearch[];
  let saved: unknown[];

  beforeEach(() => {
    kept = [SEARCH];
    saved = [];
    server.use(
      http.get(`${ORIGIN}/trx-api/events/searches`, () => HttpResponse.json({ items: kept } as object)),
      http.delete(`${ORIGIN}/trx-api/events/searches/7`, () => {
        kept = [];
        return new HttpResponse(null, { status: 204 });
      }),
      http.post(`${ORIGIN}/trx-api/events/searches`, async ({ request }) => {
        saved.push(await request.json());
        kept = [SEARCH];
        return HttpResponse.json(SEARCH, { status: 201 });
      }),
    );
  });

  async function open(path?: string) {
    await show(path);
    await userEvent.click(screen.getByRole("button", { name: "Saved" }));
    return screen.findByRole("dialog", { name: "Saved searches" });
  }

  test("one that is deleted can be brought back", async () => {
    const sheet = await open();
    await userEvent.click(await within(sheet).findByRole("button", { name: "Delete Bounces" }));
    expect(await within(sheet).findByText("No saved searches yet")).toBeInTheDocument();
    await userEvent.click(await screen.findByRole("button", { name: "Undo" }));

    expect(await within(sheet).findByText("Bounces")).toBeInTheDocument();
    expect(saved).toEqual([{ name: "Bounces", q: "type:bounced" }]);
  });

  test("one without a name is not sent", async () => {
    const sheet = await open("/events?q=type%3Abounced");
    await userEvent.click(within(sheet).getByRole("button", { name: "Save search" }));

    expect(within(sheet).getByLabelText("Name")).toHaveAccessibleDescription("Enter a name");
    expect(saved).toEqual([]);
  });

  test("who may only look goes to them and changes none, nor makes a file", async () => {
    server.use(...transactionalResponses(["transactional.view"]));
    const sheet = await open("/events?q=type%3Abounced");

    expect(await within(sheet).findByRole("button", { name: "Show events" })).toBeInTheDocument();
    expect(within(sheet).queryByRole("button", { name: /^(Delete|Save)/ })).toBeNull();
    expect(screen.queryByRole("button", { name: "Export" })).toBeNull();
  });
});

test("a file of a period of one's own names its ends", async () => {
  server.use(
    respondToGet("events/exports", { items: [] }),
    ...transactionalResponses([...PERMISSIONS, "contact.export"]),
  );
  await show("/events?window=custom&from=2026-11-23T08%3A00&to=2026-11-23T08%3A59");
  await userEvent.click(screen.getByRole("button", { name: "Export" }));

  expect(await screen.findByText(/this period: 23 Nov 2026, 08:00 to 23 Nov 2026, 08:59\./)).toBeInTheDocument();
});

test("whom the events are about is had as a workbook", async () => {
  const asked: unknown[] = [];
  const file = {
    fileId: "01a1fc3d-0000-7000-8000-0000000f1e01",
    kind: "recipients",
    format: "xlsx",
    q: "type:bounced",
    from: "2026-11-23T01:00:00Z",
    to: "2026-11-23T02:00:00Z",
    fullname: "Alice Wulandari",
    state: "DONE",
    total: 12,
    sizeBytes: 7100,
    reason: "",
    revision: 1,
    createdAt: "2026-11-23T03:00:00Z",
    finishedAt: "2026-11-23T03:00:01Z",
    expiresAt: "2026-11-24T03:00:01Z",
    downloadUrl: "https://kopi.example/trx-api/events/export/file/signed",
  };
  let items: readonly unknown[] = [];
  server.use(
    http.get(`${ORIGIN}/trx-api/events/exports`, () => HttpResponse.json({ items })),
    http.post(`${ORIGIN}/trx-api/stats/recipients/export`, async ({ request }) => {
      asked.push(await request.json());
      items = [file];
      return HttpResponse.json(file, { status: 202 });
    }),
    ...transactionalResponses([...PERMISSIONS, "contact.export"]),
  );
  await show("/events?q=type%3Abounced&window=custom&from=2026-11-23T08%3A00&to=2026-11-23T08%3A59");
  await userEvent.click(screen.getByRole("button", { name: "Export" }));

  await userEvent.click(await screen.findByRole("button", { name: "Create Recipients, Excel workbook" }));

  expect(await screen.findByRole("link", { name: "Download Recipients, Excel workbook" })).toHaveAttribute(
    "href",
    file.downloadUrl,
  );
  expect(screen.getByText(/12 addresses/)).toBeInTheDocument();
  expect(asked).toEqual([
    { from: "2026-11-23T01:00:00.000Z", to: "2026-11-23T01:59:59.999Z", q: "type:bounced", format: "xlsx" },
  ]);
});

describe("messages that wait", () => {
  let acted: { readonly path: string; readonly ids: readonly string[] }[] = [];
  let codes: (string | null)[] = [];

  beforeEach(() => {
    acted = [];
    codes = [null, null];
    rows = ["one", "two", "three"].map((name) =>
      buildEvent({
        type: "held",
        messageId: `${MESSAGE_ID.slice(0, -4)}${name === "three" ? "0002" : name === "two" ? "0001" : "0000"}`,
        recipient: name === "one" ? "rani@gmail.example" : "",
        subject: name,
        position: null,
        detail: { check: "rate", reason: "rate" },
      }),
    );
    server.use(
      ...["release", "cancel"].map((path) =>
        http.post(`${ORIGIN}/trx-api/messages/${path}`, async ({ request }) => {
          const { messageIds } = (await request.json()) as { messageIds: string[] };
          acted.push({ path, ids: messageIds });
          return HttpResponse.json({ items: messageIds.map((id, index) => ({ id, code: codes[index] ?? null })) });
        }),
      ),
    );
  });

  async function choose(count: number): Promise<HTMLElement> {
    for (const box of screen.getAllByRole("checkbox", { name: /^Select Held/ }).slice(0, count)) {
      await userEvent.click(box);
    }
    return screen.findByRole("region", { name: `${count} selected` });
  }

  test("say why, and several are released at once", async () => {
    await show("/events?q=type%3Aheld");
    expect(screen.getAllByText("The API key exceeded its hourly limit")).toHaveLength(3);
    const bar = await choose(2);

    await userEvent.click(within(bar).getByRole("button", { name: "Release" }));
    const dialog = await screen.findByRole("dialog", { name: "Release 2 messages?" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Release 2 messages" }));

    expect(await screen.findByText("2 messages released")).toBeInTheDocument();
    expect(acted).toEqual([{ path: "release", ids: rows.slice(0, 2).map(({ messageId }) => messageId) }]);
    expect(screen.queryByRole("region", { name: /selected/ })).toBeNull();
  });

  test("are called off together, and what has gone already is told", async () => {
    codes = [null, "actionNotAllowed"];
    await show("/events?q=type%3Aheld");
    const bar = await choose(2);

    await userEvent.click(within(bar).getByRole("button", { name: "Cancel messages" }));
    const dialog = await screen.findByRole("dialog", { name: "Cancel 2 messages?" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Cancel 2 messages" }));

    expect(await screen.findByText("1 message cancelled")).toBeInTheDocument();
    expect(screen.getByText("1 message not cancelled because it was already sent or cancelled")).toBeInTheDocument();
    expect(acted.map(({ path }) => path)).toEqual(["cancel"]);
  });

  test("stay selected while a refusal is told", async () => {
    server.use(http.post(`${ORIGIN}/trx-api/messages/release`, () => buildErrorResponse(403, "notAuthorized")));
    await show("/events?q=type%3Aheld");
    const bar = await choose(1);
    await userEvent.click(within(bar).getByRole("button", { name: "Release" }));
    const dialog = await screen.findByRole("dialog", { name: "Release 1 message?" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Release 1 message" }));

    expect(await within(dialog).findByRole("alert")).toBeInTheDocument();
    expect(screen.getByRole("checkbox", { name: /^Select Held rani/ })).toBeChecked();
  });

  test("are not for who may only look, and other events are not selected", async () => {
    const view = await show();
    expect(screen.queryByRole("checkbox", { name: /^Select/ })).toBeNull();
    view.unmount();

    server.use(...transactionalResponses(["transactional.view"]));
    await show("/events?q=type%3Aheld");
    expect(screen.queryByRole("checkbox", { name: /^Select/ })).toBeNull();
  });
});
