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
import { buildCampaign, COUNT, campaignsHandlers, ID, savedBodies } from "./handlers";

const LOADING = { timeout: 10_000 };
const SAVING = { timeout: 8000 };
const CAMPAIGNS_URL = `${ORIGIN}/api/email-marketing`;

async function openComposer() {
  const user = userEvent.setup();
  const app = await renderScreen(`/campaigns/${ID}/edit`, { token: "alice" });
  await screen.findByRole("heading", { level: 1, name: /The Gayo harvest/ }, LOADING);
  return { user, ...app };
}

function getSection(name: string): HTMLElement {
  return screen.getByRole("region", { name });
}

test("who is left out is chosen beside who gets it, and each figure is told", async () => {
  server.use(
    http.get(`${ORIGIN}/api/contacts/label`, () => HttpResponse.json([{ id: 7, name: "Staff", count: 12 }])),
    ...campaignsHandlers({ count: { ...COUNT, excluded: 12, chosen: 1425, paused: 0, capped: 40 } }),
  );
  const { user } = await openComposer();
  const recipients = getSection("Recipients");

  await user.click(await within(recipients).findByText("Exclude contacts"));
  await user.click(within(recipients).getByRole("checkbox", { name: /Staff/ }));

  await waitFor(
    () =>
      expect(savedBodies).toEqual([
        {
          recipients: {
            all: true,
            labelIds: [],
            segmentIds: [],
            topicId: null,
            excludeLabelIds: [7],
            excludeSegmentIds: [],
          },
        },
      ]),
    SAVING,
  );
  expect(recipients).toHaveTextContent("Selected1,425Excluded12Suppressed3Recipients1,410");
  expect(recipients).toHaveTextContent("40 of these recipients have reached your frequency cap");
});

test("links get parameters once that is switched on, and a fault stands under its value", async () => {
  server.use(
    http.put(`${CAMPAIGNS_URL}/${ID}`, async ({ request }) => {
      const body = (await request.clone().json()) as { utm?: { source?: string } };
      if (!body.utm?.source?.includes("nope")) return undefined;
      return buildErrorResponse(400, "invalidTag", {
        field: "utm.source",
        line: 1,
        column: 1,
        cause: "There is no field nope.",
      });
    }),
    ...campaignsHandlers(),
  );
  const { user } = await openComposer();
  const links = getSection("Link tracking");
  expect(within(links).queryByLabelText("Source")).not.toBeInTheDocument();

  await user.click(within(links).getByRole("switch", { name: "Add UTM parameters to links" }));
  const source = await within(links).findByLabelText("Source", {}, LOADING);
  expect(source).toHaveAttribute("placeholder", "kopi-selatan");
  expect(within(links).getByLabelText("Campaign")).toHaveAttribute("placeholder", "the-gayo-harvest");
  await user.type(source, "{{{{ nope }}");

  expect(await within(links).findByText(/There is no field nope/, {}, SAVING)).toHaveTextContent("Line 1, column 1:");
  expect(source).toBeInvalid();
  expect(within(links).getByLabelText("Medium")).toBeValid();
});

test("an own plain text begins with what would be made, and is dropped only when that is meant", async () => {
  server.use(
    http.get(`${CAMPAIGNS_URL}/:id/plain-text`, () => HttpResponse.json({ text: "Hi {{ firstname }}" })),
    ...campaignsHandlers(),
  );
  const { user } = await openComposer();
  const plain = getSection("Plain text");

  await user.click(within(plain).getByRole("radio", { name: "Custom" }));
  const text = within(plain).getByLabelText("Plain text version");
  await waitFor(() => expect(text).toHaveValue("Hi {{ firstname }}"));
  await waitFor(() => expect(savedBodies).toEqual([{ plainText: "Hi {{ firstname }}" }]), SAVING);

  await user.click(within(plain).getByRole("radio", { name: "Automatic" }));
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(text).toHaveValue("Hi {{ firstname }}");
  await user.click(within(plain).getByRole("radio", { name: "Automatic" }));
  await user.click(await screen.findByRole("button", { name: "Delete text" }));

  await waitFor(() => expect(savedBodies.at(-1)).toEqual({ plainText: "" }), SAVING);
  expect(within(plain).queryByLabelText("Plain text version")).not.toBeInTheDocument();
});

test("an own plain text that is begun before the made one comes is not replaced by it", async () => {
  let answer = () => {};
  const made = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let isAnswered = false;
  server.use(
    http.get(`${CAMPAIGNS_URL}/:id/plain-text`, async () => {
      await made;
      isAnswered = true;
      return HttpResponse.json({ text: "Hi {{ firstname }}" });
    }),
    ...campaignsHandlers(),
  );
  const { user } = await openComposer();
  const plain = getSection("Plain text");

  await user.click(within(plain).getByRole("radio", { name: "Custom" }));
  const text = within(plain).getByLabelText("Plain text version");
  await user.type(text, "Dear friends");
  answer();
  await waitFor(() => expect(isAnswered).toBe(true));

  await waitFor(() => expect(savedBodies.at(-1)).toEqual({ plainText: "Dear friends" }), SAVING);
  expect(text).toHaveValue("Dear friends");
});

test("an own plain text is generated once the edits before it are saved", async () => {
  let finishSave = () => {};
  const saving = new Promise<void>((resolve) => {
    finishSave = resolve;
  });
  let made = 0;
  server.use(
    http.put(`${CAMPAIGNS_URL}/${ID}`, async ({ request }) => {
      const body = (await request.clone().json()) as object;
      if ("content" in body) await saving;
      return undefined;
    }),
    http.get(`${CAMPAIGNS_URL}/:id/plain-text`, () => {
      made += 1;
      const stored = savedBodies.find((body) => "content" in (body as object)) as
        | { content: { body: string } }
        | undefined;
      return HttpResponse.json({ text: stored?.content.body ?? "Before the save" });
    }),
    ...campaignsHandlers(),
  );
  const { user } = await openComposer();
  const plain = getSection("Plain text");
  await user.type(screen.getByLabelText("Text"), " again");

  await user.click(within(plain).getByRole("radio", { name: "Custom" }));

  const text = within(plain).getByLabelText("Plain text version");
  expect(within(plain).getByText(/We will generate the text once your changes are saved/)).toBeVisible();
  expect(text).toHaveAttribute("aria-busy", "true");
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([made, text]).toEqual([0, expect.objectContaining({ value: "" })]);
  finishSave();

  await waitFor(() => expect(text).toHaveValue("Hello again"));
  expect(text).toHaveAttribute("aria-busy", "false");
  await waitFor(() => expect(savedBodies.at(-1)).toEqual({ plainText: "Hello again" }), SAVING);
  expect(made).toBe(1);
});

test("an own plain text that is written while edits are saved is not generated", async () => {
  let finishSave = () => {};
  const saving = new Promise<void>((resolve) => {
    finishSave = resolve;
  });
  let made = 0;
  server.use(
    http.put(`${CAMPAIGNS_URL}/${ID}`, async () => {
      await saving;
      return undefined;
    }),
    http.get(`${CAMPAIGNS_URL}/:id/plain-text`, () => {
      made += 1;
      return HttpResponse.json({ text: "Generated" });
    }),
    ...campaignsHandlers(),
  );
  const { user } = await openComposer();
  const plain = getSection("Plain text");
  await user.type(screen.getByLabelText("Text"), " again");
  await user.click(within(plain).getByRole("radio", { name: "Custom" }));

  await user.type(within(plain).getByLabelText("Plain text version"), "Mine");
  finishSave();

  await waitFor(() => expect(savedBodies.at(-1)).toEqual({ plainText: "Mine" }), SAVING);
  expect(made).toBe(0);
});

test("the footer is chosen, and new campaigns may begin with it", async () => {
  const put: unknown[] = [];
  server.use(
    http.put(`${CAMPAIGNS_URL}/default`, async ({ request }) => {
      put.push(await request.json());
      return HttpResponse.json({});
    }),
    ...campaignsHandlers(),
  );
  const { user } = await openComposer();
  const footer = getSection("Footer");

  await user.click(within(footer).getByRole("checkbox", { name: "Forward to a friend" }));
  await user.click(within(footer).getByRole("button", { name: "Use for new campaigns" }));

  const chosen = { preferences: true, view: true, forward: true, reply: false };
  await waitFor(() => expect(put).toEqual([{ footer: chosen }]));
  await waitFor(() => expect(savedBodies).toEqual([{ footer: chosen }]), SAVING);
});

test("an event is saved once it has a name and ends after it begins", async () => {
  server.use(
    ...campaignsHandlers({
      campaigns: [
        buildCampaign({
          event: { title: "Cupping", startsAt: "2026-12-01T02:00:00Z", endsAt: "2026-12-01T04:00:00Z" },
        }),
      ],
    }),
  );
  const { user } = await openComposer();
  const event = getSection("Calendar event");
  // In the team's time zone, seven hours ahead.
  expect(within(event).getByLabelText("Date, Starts")).toHaveValue("01 Dec 2026");
  expect(within(event).getByLabelText("Hour, Starts")).toHaveValue("09");

  await user.clear(within(event).getByLabelText("Event name"));
  expect(within(event).getByText("Enter a name")).toBeVisible();
  await user.type(within(event).getByLabelText("Event name"), "Tasting");

  await waitFor(
    () =>
      expect(savedBodies.at(-1)).toEqual({
        event: {
          title: "Tasting",
          startsAt: "2026-12-01T02:00:00.000Z",
          endsAt: "2026-12-01T04:00:00.000Z",
          place: "",
          details: "",
        },
      }),
    SAVING,
  );
  await user.click(within(event).getByRole("switch", { name: "Add a calendar event" }));
  await waitFor(() => expect(savedBodies.at(-1)).toEqual({ event: null }), SAVING);
});

test("an event that was turned off returns when it is turned on again", async () => {
  const stored = {
    title: "Cupping",
    place: "Roastery",
    details: "Bring a cup",
    startsAt: "2026-12-01T02:00:00.000Z",
    endsAt: "2026-12-01T04:00:00.000Z",
  };
  server.use(...campaignsHandlers({ campaigns: [buildCampaign({ event: stored })] }));
  const { user } = await openComposer();
  const event = getSection("Calendar event");
  const toggle = within(event).getByRole("switch", { name: "Add a calendar event" });

  await user.click(toggle);
  await waitFor(() => expect(savedBodies).toEqual([{ event: null }]), SAVING);
  await user.click(toggle);

  expect(within(event).getByLabelText("Event name")).toHaveValue("Cupping");
  expect(within(event).getByLabelText("Details")).toHaveValue("Bring a cup");
  await waitFor(() => expect(savedBodies.at(-1)).toEqual({ event: stored }), SAVING);
});

test("an unfinished event is not replaced by a teammate's, and theirs can be chosen", async () => {
  server.use(...campaignsHandlers());
  const { user } = await openComposer();
  const event = getSection("Calendar event");
  await user.click(within(event).getByRole("switch", { name: "Add a calendar event" }));
  await user.type(within(event).getByLabelText("Location"), "Roastery");
  await user.click(screen.getByLabelText("Preview text"));
  const theirs = { title: "Tasting", startsAt: "2026-12-01T02:00:00Z", endsAt: "2026-12-01T04:00:00Z" };
  const fieldEdits = [{ field: "event", revision: 2, by: "Bagus" }];
  act(() => {
    queryClient.setQueryData(campaignQuery(ID).queryKey, buildCampaign({ event: theirs, revision: 2, fieldEdits }));
  });
  await within(event).findByText(/Bagus has edited this too/);
  expect(within(event).getByLabelText("Location")).toHaveValue("Roastery");

  await user.click(within(event).getByRole("button", { name: "Use theirs" }));

  expect(within(event).getByLabelText("Event name")).toHaveValue("Tasting");
  expect(within(event).getByLabelText("Location")).toHaveValue("");
  expect(within(event).queryByText(/Bagus has edited this too/)).toBeNull();
  expect(savedBodies).toEqual([]);
});

test("an unfinished event that is kept replaces a teammate's once it is finished", async () => {
  server.use(...campaignsHandlers());
  const { user } = await openComposer();
  const event = getSection("Calendar event");
  await user.click(within(event).getByRole("switch", { name: "Add a calendar event" }));
  const theirs = { title: "Tasting", startsAt: "2026-12-01T02:00:00Z", endsAt: "2026-12-01T04:00:00Z" };
  const fieldEdits = [{ field: "event", revision: 2, by: "Bagus" }];
  act(() => {
    queryClient.setQueryData(campaignQuery(ID).queryKey, buildCampaign({ event: theirs, revision: 2, fieldEdits }));
  });
  await within(event).findByText(/Bagus has edited this too/);
  await user.click(within(event).getByRole("button", { name: "Keep mine" }));
  expect(within(event).getByLabelText("Event name")).toHaveValue("");

  await user.type(within(event).getByLabelText("Event name"), "Cupping");

  await waitFor(() => expect(savedBodies).toHaveLength(1), SAVING);
  expect(savedBodies).toMatchObject([{ event: { title: "Cupping" } }]);
});

test("an unfinished event is not called saved, and is not left behind unasked", async () => {
  server.use(...campaignsHandlers());
  const { user, router } = await openComposer();
  await user.click(screen.getByRole("switch", { name: "Add a calendar event" }));
  expect(screen.getByText("Complete the calendar event to save it")).toBeVisible();
  expect(screen.queryByText("Saved")).toBeNull();

  await user.click(screen.getByText("Review and send"));

  const dialog = await screen.findByRole("dialog", { name: "Leave without saving?" });
  expect(dialog).toHaveTextContent("The calendar event is incomplete and not saved.");
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  expect(router.state.location.pathname).toBe(`/campaigns/${ID}/edit`);
  expect(savedBodies).toEqual([]);
});

test("a test can be sent while an event is unfinished", async () => {
  server.use(...campaignsHandlers());
  const { user } = await openComposer();
  await user.click(within(getSection("Calendar event")).getByRole("switch", { name: "Add a calendar event" }));

  await user.click(screen.getByRole("button", { name: "Send a test" }));

  const dialog = await screen.findByRole("dialog", { name: "Send a test" });
  expect(within(dialog).getByRole("button", { name: "Send test" })).toBeEnabled();
});

test("an unfinished event is still there after the session was over, and is saved once it is finished", async () => {
  server.use(...campaignsHandlers());
  const { user, unmount, stop } = await openComposer();
  await user.click(within(getSection("Calendar event")).getByRole("switch", { name: "Add a calendar event" }));
  await user.click(within(getSection("Calendar event")).getByLabelText("Location"));
  await user.paste("Roastery");
  clearDraftOwner();
  unmount();
  stop();

  const again = await openComposer();

  expect(await within(getSection("Calendar event")).findByLabelText("Location")).toHaveValue("Roastery");
  expect(savedBodies).toEqual([]);
  await again.user.click(within(getSection("Calendar event")).getByLabelText("Event name"));
  await again.user.paste("Cupping");
  await waitFor(() => expect(savedBodies).toMatchObject([{ event: { title: "Cupping", place: "Roastery" } }]), SAVING);
});

test("a tag is completed by the keyboard, and Escape leaves it as it is", async () => {
  server.use(
    http.get(`${CAMPAIGNS_URL}/tag`, () =>
      HttpResponse.json({
        items: [
          { tag: "email", name: "Email", custom: false },
          { tag: "firstname", name: "First name", custom: false },
          { tag: "fullname", name: "Full name", custom: false },
        ],
      }),
    ),
    ...campaignsHandlers({ campaigns: [buildCampaign({ subject: "" })] }),
  );
  const { user } = await openComposer();
  const subject = screen.getByLabelText("Subject");

  await user.type(subject, "Hi {{{{ f");
  const list = await screen.findByRole("listbox", { name: "Merge tag suggestions" });
  expect(
    within(list)
      .getAllByRole("option")
      .map((one) => one.textContent),
  ).toEqual(["firstnameFirst name", "fullnameFull name"]);
  expect(subject).toHaveFocus();
  await user.keyboard("{ArrowDown}{Enter}");
  expect(subject).toHaveValue("Hi {{ fullname }}");
  expect(screen.queryByRole("listbox")).not.toBeInTheDocument();

  await user.type(subject, " {{{{ e");
  await screen.findByRole("listbox");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
  expect(subject).toHaveValue("Hi {{ fullname }} {{ e");
});

test("a field with a word for those without is written without knowing how", async () => {
  server.use(...campaignsHandlers({ campaigns: [buildCampaign({ subject: "" })] }));
  const { user } = await openComposer();
  const subject = screen.getByLabelText("Subject");

  await user.click(screen.getByRole("button", { name: "Insert merge tag into: Subject" }));
  await user.click(await screen.findByRole("menuitem", { name: "Build a merge tag" }));
  const dialog = await screen.findByRole("dialog", { name: "Insert merge tag" });
  await user.type(within(dialog).getByLabelText("Fallback"), "friend");
  await user.selectOptions(within(dialog).getByLabelText("Format"), "UPPERCASE");
  await user.click(within(dialog).getByRole("button", { name: "Insert" }));

  await waitFor(() => expect(subject).toHaveValue('{{ firstname | upper | fallback: "friend" }}'));
});

test("a condition without the value to compare with is an error at the value, which gets the focus", async () => {
  server.use(...campaignsHandlers({ campaigns: [buildCampaign({ subject: "" })] }));
  const { user } = await openComposer();
  const subject = screen.getByLabelText("Subject");

  await user.click(screen.getByRole("button", { name: "Insert merge tag into: Subject" }));
  await user.click(await screen.findByRole("menuitem", { name: "Build a merge tag", hidden: true }));
  const dialog = await screen.findByRole("dialog", { name: "Insert merge tag" });
  await user.click(within(dialog).getByRole("radio", { name: "Condition" }));
  await user.selectOptions(within(dialog).getByRole("combobox", { name: "Condition" }), "==");
  await user.type(within(dialog).getByLabelText("Then show"), "Hello");
  await user.click(within(dialog).getByRole("button", { name: "Insert" }));

  const value = within(dialog).getByLabelText("Value");
  expect(value).toHaveAccessibleDescription("Enter a value");
  expect(value).toHaveFocus();
  expect(subject).toHaveValue("");
  await user.type(value, "Ayu");
  await user.click(within(dialog).getByRole("button", { name: "Insert" }));

  await waitFor(() => expect(subject).toHaveValue('{% if firstname == "Ayu" %}Hello{% endif %}'));
});

test("a list is written item by item, where a field holds one", async () => {
  server.use(
    http.get(`${CAMPAIGNS_URL}/tag`, () =>
      HttpResponse.json({
        items: [
          { tag: "firstname", name: "First name", custom: false, several: false },
          { tag: "interests", name: "Interests", custom: true, several: true },
        ],
      }),
    ),
    ...campaignsHandlers({ campaigns: [buildCampaign({ subject: "" })] }),
  );
  const { user } = await openComposer();
  const subject = screen.getByLabelText("Subject");

  await user.click(screen.getByRole("button", { name: "Insert merge tag into: Subject" }));
  await user.click(await screen.findByRole("menuitem", { name: "Build a merge tag", hidden: true }));
  const dialog = await screen.findByRole("dialog", { name: "Insert merge tag" });
  await user.click(within(dialog).getByRole("radio", { name: "List" }));
  expect(within(dialog).getByRole("combobox", { name: "Field" })).toHaveValue("interests");
  await user.type(within(dialog).getByLabelText("Before each item"), "+");
  await user.click(within(dialog).getByRole("button", { name: "Insert" }));

  await waitFor(() => expect(subject).toHaveValue("{% for item in interests %}+{{ item }}, {% endfor %}"));
});

test("the plain part is shown in the preview", async () => {
  server.use(...campaignsHandlers());
  const { user } = await openComposer();

  await user.click(await screen.findByRole("radio", { name: "Plain text" }));

  expect(screen.getByLabelText("Plain text version")).toHaveValue("Hello");
});
