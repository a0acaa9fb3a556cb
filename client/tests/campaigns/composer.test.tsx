import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { queryClient } from "@/app/query";
import { campaignQuery } from "@/features/campaigns/campaigns-data";
import { clearDraftOwner } from "@/lib/draft-storage";
import { buildErrorResponse, ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";
import { buildCampaign, calledEndpoints, campaignsHandlers, ID, savedBodies } from "./handlers";

const LOADING = { timeout: 10_000 };
const SAVING = { timeout: 4000 };

async function openComposer(hash = "") {
  const user = userEvent.setup();
  const app = await renderScreen(`/campaigns/${ID}/edit${hash}`, { token: "alice" });
  await screen.findByRole("heading", { level: 1, name: /The Gayo harvest/ }, LOADING);
  return { user, ...app };
}

test("what is typed is saved by itself, only what changed", async () => {
  server.use(...campaignsHandlers());
  const { user } = await openComposer();

  await user.type(screen.getByLabelText("Preview text"), "From Gayo");
  expect(screen.getByText("Not saved yet")).toBeVisible();

  expect(await screen.findByText("Saved", {}, SAVING)).toBeVisible();
  expect(savedBodies).toEqual([{ preheader: "From Gayo" }]);
});

test("one that could not begin says why, and has a time only where one was chosen", async () => {
  server.use(...campaignsHandlers({ campaigns: [buildCampaign({ status: "FAILED", failure: "serverException" })] }));
  await openComposer();

  const card = screen.getByRole("region", { name: "Schedule" });
  expect(card).toHaveTextContent(
    "This campaign was not sent because sending failed. Duplicate it, fix the problem and send the copy.",
  );
  expect(within(card).getByText("Subject")).toBeVisible();
  expect(within(card).queryByText("Time")).toBeNull();
});

test("SHELL-132: the style of composing goes with the composer", async () => {
  server.use(...campaignsHandlers());
  const { router } = await openComposer();
  expect(document.body).toHaveClass("compose");

  await router.navigate("/update-plan");

  await screen.findByRole("heading", { name: "Change your plan" });
  expect(document.body).not.toHaveClass("compose");
});

test("a refused text is kept and marked at its place, while everything else is saved", async () => {
  server.use(
    http.put(`${ORIGIN}/api/email-marketing/${ID}`, async ({ request }) => {
      const body = (await request.clone().json()) as Record<string, unknown>;
      if (!("content" in body)) return undefined;
      return buildErrorResponse(400, "invalidTag", {
        field: "content",
        line: 3,
        column: 6,
        cause: "There is no field colour.",
      });
    }),
    ...campaignsHandlers(),
  );
  const { user } = await openComposer();
  const text = screen.getByLabelText("Text");

  await user.clear(text);
  await user.type(text, "Hi{Enter}{Enter}Your {{{{ colour }} bag");
  await user.type(screen.getByLabelText("Preview text"), "New");

  const alert = await screen.findByText(/There is no field colour/, {}, SAVING);
  expect(alert).toHaveTextContent("Line 3, column 6:");
  await waitFor(() => expect(savedBodies).toEqual([{ preheader: "New" }]));
  expect(text).toHaveValue("Hi\n\nYour {{ colour }} bag");
  await user.click(screen.getByRole("button", { name: "Show in text" }));
  expect(text).toHaveFocus();
  const area = text as HTMLTextAreaElement;
  expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe("{{ colour }}");
});

test("a conflict is still open after the session was over", async () => {
  const fieldEdits = [{ field: "subject", revision: 2, by: "Bagus" }];
  const theirs = buildCampaign({ subject: "From Bagus", revision: 2, fieldEdits });
  server.use(
    http.put(`${ORIGIN}/api/email-marketing/${ID}`, () => {
      server.use(...campaignsHandlers({ campaigns: [theirs] }));
      return buildErrorResponse(409, "editConflict", { fields: ["subject"], revision: 2 });
    }),
    ...campaignsHandlers(),
  );
  const { user, unmount, stop } = await openComposer();
  expect(screen.getByLabelText("Subject")).toHaveAccessibleDescription(/ characters\.$/);
  await user.type(screen.getByLabelText("Subject"), "!");
  await screen.findByText(/Bagus has changed this to “From Bagus”/, {}, SAVING);
  clearDraftOwner();
  unmount();
  stop();

  const again = await openComposer();

  expect(await screen.findByText(/Bagus has changed this to “From Bagus”/)).toBeVisible();
  expect(screen.getByLabelText("Subject")).toHaveValue("The harvest is in!");
  await again.user.type(screen.getByLabelText("Preview text"), "x");
  await waitFor(() => expect(savedBodies).toEqual([{ preheader: "x" }]), SAVING);
});

test("a conflict in a field that only has the focus is not called saved, and is not left unasked", async () => {
  server.use(...campaignsHandlers());
  const { user, router } = await openComposer();
  await user.click(screen.getByLabelText("Subject"));
  const fieldEdits = [{ field: "subject", revision: 2, by: "Bagus" }];
  act(() => {
    const theirs = buildCampaign({ subject: "From Bagus", revision: 2, fieldEdits });
    queryClient.setQueryData(campaignQuery(ID).queryKey, theirs);
  });
  await screen.findByText(/Bagus has changed this to “From Bagus”/);
  expect(screen.getByText("Choose a version of the marked field")).toBeVisible();
  expect(screen.queryByText("Saved")).toBeNull();

  await user.click(screen.getByRole("link", { name: "Review and send" }));
  const dialog = await screen.findByRole("dialog", { name: "Leave without saving?" });
  expect(dialog).toHaveTextContent("A field has two versions");
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await user.click(screen.getByRole("button", { name: "Use theirs" }));

  expect(screen.getByText("Saved")).toBeVisible();
  expect(screen.getByLabelText("Subject")).toHaveValue("From Bagus");
  expect(router.state.location.pathname).toBe(`/campaigns/${ID}/edit`);
  expect(savedBodies).toEqual([]);
});

test("a name of spaces is shown as it is typed, and not saved", async () => {
  server.use(...campaignsHandlers());
  const { user } = await openComposer();
  const name = screen.getByLabelText("Name");

  await user.clear(name);
  await user.type(name, "  ");

  expect(name).toHaveValue("  ");
  expect(screen.getByText("Enter a name")).toBeVisible();
  await user.type(name, "May");
  expect(name).toHaveValue("  May");
  await waitFor(() => expect(savedBodies).toEqual([{ name: "  May" }]), SAVING);
});

test("a name that is deleted letter by letter is restored, and is unfinished until then", async () => {
  server.use(...campaignsHandlers({ campaigns: [buildCampaign({ name: "The Gayo harvest K" })] }));
  const { user } = await openComposer();
  const name = screen.getByLabelText("Name");
  await user.click(name);
  await user.keyboard("{Control>}a{/Control}K");
  await waitFor(() => expect(savedBodies).toEqual([{ name: "K" }]), SAVING);

  await user.keyboard("{Backspace}");

  expect(name).toHaveValue("");
  expect(screen.getByText("Enter a name")).toBeVisible();
  expect(await screen.findByText("Complete the marked field to save it")).toBeVisible();
  expect(screen.queryByText("Saved")).toBeNull();
  await user.tab();
  expect(name).toHaveValue("The Gayo harvest K");
  expect(screen.queryByText("Enter a name")).toBeNull();
  expect(await screen.findByText("Saved")).toBeVisible();
  expect(savedBodies).toEqual([{ name: "K" }, { name: "The Gayo harvest K" }]);
});

test("the review is where it goes on, with everything saved", async () => {
  server.use(...campaignsHandlers());
  const { user, router } = await openComposer();

  await user.type(screen.getByLabelText("Preview text"), "New");
  await user.click(screen.getByRole("link", { name: "Review and send" }));

  await waitFor(() => expect(router.state.location.pathname).toBe(`/email-marketing/${ID}/review`), SAVING);
  expect(savedBodies).toEqual([{ preheader: "New" }]);
});

test("an address with a section leads to its first control", async () => {
  Element.prototype.scrollIntoView = () => undefined;
  server.use(...campaignsHandlers());
  await openComposer("#subject");

  await waitFor(() => expect(screen.getByLabelText("Subject")).toHaveFocus());
});

test("a field of the contact goes where the caret is", async () => {
  server.use(...campaignsHandlers());
  const { user } = await openComposer();
  const subject = screen.getByLabelText("Subject") as HTMLInputElement;
  await user.click(subject);
  subject.setSelectionRange(0, 0);

  await user.click(screen.getByRole("button", { name: "Insert merge tag into: Subject" }));
  await user.click(await screen.findByRole("menuitem", { name: "First name" }));

  await waitFor(() => expect(subject).toHaveValue("{{ firstname }}The harvest is in"));
});

test("a test goes to oneself unless others are named", async () => {
  server.use(...campaignsHandlers());
  const { user } = await openComposer();

  await user.click(screen.getByRole("button", { name: "Send a test" }));
  const dialog = await screen.findByRole("dialog", { name: "Send a test" });
  const field = within(dialog).getByLabelText("Send to");
  expect(field).toHaveValue("alice@kopiselatan.example");
  await user.clear(field);
  await user.click(within(dialog).getByRole("button", { name: "Send test" }));
  expect(field).toBeInvalid();
  await user.type(field, "bob@kopiselatan.example, cara@kopiselatan.example");
  await user.click(within(dialog).getByRole("button", { name: "Send test" }));

  await waitFor(() =>
    expect(calledEndpoints).toEqual(['send-test {"emails":["bob@kopiselatan.example","cara@kopiselatan.example"]}']),
  );
});

test("leaving waits for the save", async () => {
  server.use(...campaignsHandlers());
  const { user, router } = await openComposer();
  await user.type(screen.getByLabelText("Preview text"), "x");

  await user.click(within(screen.getByRole("main")).getByRole("link", { name: "Campaigns" }));

  await waitFor(() => expect(router.state.location.pathname).toBe("/campaigns"));
  expect(savedBodies).toEqual([{ preheader: "x" }]);
});

test("a campaign that has begun has no composer", async () => {
  server.use(
    http.get(`${ORIGIN}/api/email-marketing/reports/*`, () => HttpResponse.json({}, { status: 404 })),
    ...campaignsHandlers({ campaigns: [buildCampaign({ status: "SENDING" })] }),
  );
  const { router } = await renderScreen(`/campaigns/${ID}/edit`, { token: "alice" });

  await waitFor(() => expect(router.state.location.pathname).toBe(`/campaigns/${ID}`), LOADING);
});

test("a campaign goes to labels and segments together, and one that has gone can be taken off", async () => {
  const rules = { kind: "group", match: "all", rules: [{ kind: "label", operator: "hasAny", labelIds: [1] }] };
  server.use(
    http.get(`${ORIGIN}/api/contacts/segment`, () =>
      HttpResponse.json([{ id: 4, name: "Readers", rules, usedBy: [], createdAt: "", updatedAt: "", revision: 1 }]),
    ),
    ...campaignsHandlers({
      campaigns: [buildCampaign({ recipients: { all: false, labelIds: [], segmentIds: [9] } })],
    }),
  );
  const { user } = await openComposer();
  const segments = await screen.findByRole("group", { name: "Segments" }, LOADING);
  expect(within(segments).getByRole("checkbox", { name: "Deleted" })).toBeChecked();

  await user.click(within(segments).getByRole("checkbox", { name: "Deleted" }));
  await user.click(within(segments).getByRole("checkbox", { name: "Readers" }));

  await waitFor(
    () =>
      expect(savedBodies.at(-1)).toEqual({
        recipients: {
          all: false,
          labelIds: [],
          segmentIds: [4],
          topicId: null,
          excludeLabelIds: [],
          excludeSegmentIds: [],
        },
      }),
    SAVING,
  );
});

test("a campaign is about a topic, and a topic that has gone can be taken off", async () => {
  const topic = { id: 3, name: "Offers", description: "", isDefault: false, said: 4, createdAt: "" };
  server.use(
    http.get(`${ORIGIN}/api/contacts/topic`, () => HttpResponse.json([topic])),
    ...campaignsHandlers({
      campaigns: [buildCampaign({ recipients: { all: true, labelIds: [], segmentIds: [], topicId: 9 } })],
    }),
  );
  const { user } = await openComposer();
  const choice = await screen.findByRole("combobox", { name: "Topic" }, LOADING);
  expect(choice).toHaveDisplayValue("Deleted");

  await user.selectOptions(choice, "Offers");

  await waitFor(
    () =>
      expect(savedBodies.at(-1)).toEqual({
        recipients: { all: true, labelIds: [], segmentIds: [], topicId: 3, excludeLabelIds: [], excludeSegmentIds: [] },
      }),
    SAVING,
  );
});

test.each([
  ["without a subject", ["subject"], ["Enter a subject first."], "Edit the subject", "Subject"],
  ["without content", ["content"], ["Add the content first."], "Edit the content", "Text"],
  [
    "without both",
    ["subject", "content"],
    ["Enter a subject first.", "Add the content first."],
    "Edit the subject",
    "Subject",
  ],
])("a test %s says what to write, and leads there", async (_what, fields, sentences, link, label) => {
  Element.prototype.scrollIntoView = () => undefined;
  const errors = fields.map((field) => ({ field, value: "", cause: "Enter this before you send." }));
  server.use(
    http.post(`${ORIGIN}/api/email-marketing/${ID}/send-test`, () =>
      buildErrorResponse(400, "requiredFieldsNotSet", { ...errors[0], errors }),
    ),
    ...campaignsHandlers(),
  );
  const { user } = await openComposer();
  await user.click(screen.getByRole("button", { name: "Send a test" }));
  const dialog = await screen.findByRole("dialog", { name: "Send a test" });
  await user.click(within(dialog).getByRole("button", { name: "Send test" }));

  const alert = await within(dialog).findByRole("alert");
  for (const sentence of sentences) expect(alert).toHaveTextContent(sentence);
  expect(alert).not.toHaveTextContent("Some required fields not set");
  await user.click(within(alert).getByRole("link", { name: link }));

  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Send a test" })).toBeNull());
  await waitFor(() => expect(screen.getByLabelText(label)).toHaveFocus());
});
