import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { clearDraftOwner, setDraftOwner } from "@/lib/draft-storage";
import { ALICE as ME } from "../../fixtures";
import { buildErrorResponse, ORIGIN } from "../../handlers";
import { server } from "../../server";
import { type Item, NOTE, OPENED, openContact, requests, serve } from "./contact-server";

beforeEach(() => serve());

test.each(["a new", "an edited"])("%s note is not left behind without asking", async (kind) => {
  const { user, router } = await openContact();
  const entry = screen.getByText("Prefers mornings").closest("li") as HTMLElement;
  if (kind === "an edited") await user.click(within(entry).getByRole("button", { name: "Edit" }));
  const area = kind === "an edited" ? within(entry) : screen;
  const note = area.getByRole("textbox", { name: "Note" });
  await user.type(note, " and tea");
  const text = (note as HTMLTextAreaElement).value;

  await user.click(within(screen.getByRole("navigation", { name: "Breadcrumb" })).getByRole("link"));
  const dialog = await screen.findByRole("dialog", { name: "Leave without saving?" });
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));

  expect(router.state.location.pathname).toBe("/contacts/5");
  expect(note).toHaveValue(text);
});

test("the timeline tells what happened, with which mail, and goes on where it ends", async () => {
  const { user } = await openContact();
  const timeline = screen.getByRole("region", { name: "Timeline" });

  expect(within(timeline).getByRole("link", { name: "Autumn offers" })).toHaveAttribute(
    "href",
    "/campaigns/01a1fc58-1228-70b6-8c80-05f1fa898dfd",
  );
  expect(within(timeline).getByText(/City:/)).toHaveTextContent("City: Solo → Bogor");
  await user.click(within(timeline).getByRole("button", { name: "Show earlier activity" }));

  expect(await within(timeline).findByText("550 5.1.1 No such user")).toBeVisible();
  expect(requests.map((query) => query.get("after"))).toEqual([null, "further"]);
});

test("one kind of entry is asked for, and stands in the address", async () => {
  const { user, router } = await openContact();

  await user.selectOptions(screen.getByRole("combobox", { name: "Show on timeline" }), "Opens and clicks");

  await waitFor(() => expect(requests.at(-1)?.getAll("kinds")).toEqual(["opened", "clicked"]));
  expect(router.state.location.search).toBe("?show=reading");
});

test("a note is added, and its writer edits it", async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(`${ORIGIN}/api/contacts/5/notes`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(NOTE);
    }),
    http.put(`${ORIGIN}/api/contacts/5/notes/3`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(NOTE);
    }),
  );
  const { user } = await openContact();

  await user.type(screen.getByRole("textbox", { name: "Note" }), "Likes tea ");
  await user.click(screen.getByRole("button", { name: "Add note" }));
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Note" })).toHaveValue(""));
  const entry = screen.getByText("Prefers mornings").closest("li") as HTMLElement;
  await user.click(within(entry).getByRole("button", { name: "Edit" }));
  await user.type(within(entry).getByRole("textbox", { name: "Note" }), " only ");
  await user.click(within(entry).getByRole("button", { name: "Save" }));

  await waitFor(() => expect(sent).toEqual([{ text: "Likes tea " }, { text: "Prefers mornings only " }]));
  await waitFor(() => expect(within(entry).queryByRole("button", { name: "Save" })).toBeNull());
});

test("what is typed while a note is being saved stays, in a new one and in one that is edited", async () => {
  let answer = () => {};
  const saved = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const save = async () => {
    await saved;
    return HttpResponse.json(NOTE);
  };
  server.use(http.post(`${ORIGIN}/api/contacts/5/notes`, save), http.put(`${ORIGIN}/api/contacts/5/notes/3`, save));
  const { user } = await openContact();
  const composed = screen.getByRole("textbox", { name: "Note" });
  const entry = screen.getByText("Prefers mornings").closest("li") as HTMLElement;
  await user.click(within(entry).getByRole("button", { name: "Edit" }));
  const edited = within(entry).getByRole("textbox", { name: "Note" });

  await user.type(composed, "Likes tea");
  await user.click(screen.getByRole("button", { name: "Add note" }));
  await user.type(composed, " and coffee");
  await user.type(edited, " only");
  await user.click(within(entry).getByRole("button", { name: "Save" }));
  await user.type(edited, ", not Mondays");
  const busy = [screen.getByRole("button", { name: "Add note" }), within(entry).getByRole("button", { name: "Save" })];
  for (const button of busy) expect(button).toHaveAttribute("data-loading");
  answer();

  for (const button of busy) await waitFor(() => expect(button).not.toHaveAttribute("data-loading"));
  expect(composed).toHaveValue("Likes tea and coffee");
  expect(edited).toHaveValue("Prefers mornings only, not Mondays");
});

test("a note that is rejected stays in its field, with the error and the focus", async () => {
  const reject = () => buildErrorResponse(422, "invalidField", { field: "text", cause: "Too long." });
  server.use(http.post(`${ORIGIN}/api/contacts/5/notes`, reject), http.put(`${ORIGIN}/api/contacts/5/notes/3`, reject));
  const { user } = await openContact();
  const composed = screen.getByRole("textbox", { name: "Note" });

  await user.type(composed, "Likes tea");
  await user.click(screen.getByRole("button", { name: "Add note" }));
  await waitFor(() => expect(composed).toHaveAccessibleDescription("Too long."));
  expect(composed).toHaveFocus();
  expect(composed).toHaveValue("Likes tea");

  const entry = screen.getByText("Prefers mornings").closest("li") as HTMLElement;
  await user.click(within(entry).getByRole("button", { name: "Edit" }));
  const edited = within(entry).getByRole("textbox", { name: "Note" });
  await user.clear(edited);
  await user.click(within(entry).getByRole("button", { name: "Save" }));
  expect(edited).toHaveAccessibleDescription("Enter a note");
  expect(edited).toHaveFocus();
  await user.type(edited, "Prefers evenings");
  await user.click(within(entry).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(edited).toHaveAccessibleDescription("Too long."));
  expect(edited).toHaveFocus();

  await user.click(within(entry).getByRole("button", { name: "Cancel" }));
  await user.click(within(entry).getByRole("button", { name: "Edit" }));
  const reopened = within(entry).getByRole("textbox", { name: "Note" });
  expect(reopened).toHaveValue("Prefers mornings");
  expect(reopened).not.toHaveAccessibleDescription();
});

test("an edited note outlives the end of the session", async () => {
  setDraftOwner(ME.user.userId);
  const { user, unmount } = await openContact();
  const entry = screen.getByText("Prefers mornings").closest("li") as HTMLElement;
  await user.click(within(entry).getByRole("button", { name: "Edit" }));
  await user.type(within(entry).getByRole("textbox", { name: "Note" }), " only");
  clearDraftOwner();
  unmount();
  setDraftOwner(ME.user.userId);

  await openContact();

  expect(screen.getAllByRole("textbox", { name: "Note" }).map((note) => (note as HTMLTextAreaElement).value)).toContain(
    "Prefers mornings only",
  );
});

test("shows what the person chose, and how that came", async () => {
  const chosen: Item = {
    key: "entry:8",
    kind: "preferred",
    at: "2026-11-21T05:00:00Z",
    preferred: {
      topicsOn: [],
      topicsOff: ["Offers"],
      paused: true,
      pausedUntil: "2026-12-21T05:00:00Z",
      follows: false,
    },
  };
  const left: Item = { key: "mail:10", kind: "unsubscribed", reason: "tooMany", at: "2026-11-21T04:00:00Z" };
  server.use(
    http.get(`${ORIGIN}/api/contacts/5/timeline`, () =>
      HttpResponse.json({ items: [chosen, left, OPENED], next: null }),
    ),
  );
  await openContact();

  const timeline = screen.getByRole("region", { name: "Timeline" });
  expect(within(timeline).getByText("Opted out of: Offers")).toBeVisible();
  expect(within(timeline).getByText("Email paused until 21 December 2026")).toBeVisible();
  expect(within(timeline).getByText("Open and click tracking declined")).toBeVisible();
  expect(within(timeline).getByText("Reason: too many emails")).toBeVisible();
  expect(await screen.findByText("Subscribed to: Monthly news")).toBeVisible();
});
