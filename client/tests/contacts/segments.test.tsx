import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { clearDraftOwner, setDraftOwner } from "@/lib/draft-storage";
import { ALICE, PLAN } from "../fixtures";
import { buildErrorResponse, ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";
import { buildContact, listRequests } from "./handlers";
import { buildSegment, CITY, GRAMMAR, type Rules, segmentHandlers, sizedRules } from "./segment-handlers";

const LOADING = { timeout: 10_000 };
const BOGOR = buildSegment(4, "Bogor");

beforeEach(() => server.use(...segmentHandlers([BOGOR, buildSegment(5, "VIP", { usedBy: ["Bogor"] })])));

async function openNew(search = "") {
  const user = userEvent.setup();
  const app = await renderScreen(`/contacts/segments/new${search}`, { token: "alice" });
  await screen.findByRole("group", { name: /^Everyone who matches/ }, LOADING);
  return { user, ...app };
}

function getBox(name: string, index = 0): HTMLElement {
  const found = screen.getAllByRole("combobox", { name })[index];
  if (!found) throw new Error(`no ${name} number ${index}`);
  return found;
}

/** A response that waits for `respond`. */
function holdResponse() {
  let respond = () => {};
  const response = new Promise<void>((resolve) => {
    respond = resolve;
  });
  return { response, respond: () => respond() };
}

test("the list says of each segment what it asks, how many are in, and what stands on it", async () => {
  await renderScreen("/contacts/segments", { token: "alice" });

  const row = await screen.findByRole("row", { name: /Bogor.*Everyone/ }, LOADING);
  expect(await within(row).findByText("Everyone who matches: City is “Bogor”")).toBeVisible();
  const size = await within(row).findByRole("link", { name: /1,204/ });
  expect(size).toHaveAttribute("href", "/contacts?segment=4");
  expect(size).toHaveTextContent("980 subscribed");
  const used = screen.getByRole("row", { name: /VIP/ });
  expect(within(used).getByText("Bogor")).toBeVisible();
});

test("a segment is sent a campaign by who may write one", async () => {
  server.use(
    http.get(`${ORIGIN}/api/me`, () =>
      HttpResponse.json({ ...ALICE, permissions: ["contact.view", "contact.segment", "campaign.edit"] }),
    ),
    http.get(`${ORIGIN}/api/companies/plan`, () =>
      HttpResponse.json({
        ...PLAN,
        features: ["contactManagement", "emailMarketing"].map((name) => ({ name, enable: true, subFeatures: [] })),
      }),
    ),
  );
  const { unmount } = await renderScreen("/contacts/segments", { token: "alice" });
  expect(await screen.findByRole("link", { name: "Send campaign to Bogor" }, LOADING)).toHaveAttribute(
    "href",
    "/campaigns?new&segment=4",
  );
  unmount();

  await renderScreen("/contacts/segments/4", { token: "alice" });
  expect(await screen.findByRole("link", { name: "Send campaign" }, LOADING)).toHaveAttribute(
    "href",
    "/campaigns?new&segment=4",
  );
});

test("a team without email marketing is offered no campaign to a segment", async () => {
  server.use(
    http.get(`${ORIGIN}/api/me`, () =>
      HttpResponse.json({ ...ALICE, permissions: ["contact.view", "contact.segment", "campaign.edit"] }),
    ),
  );
  await renderScreen("/contacts/segments", { token: "alice" });
  await screen.findByRole("button", { name: "Duplicate: Bogor" }, LOADING);

  expect(screen.queryByRole("link", { name: "Send campaign to Bogor" })).toBeNull();
});

test("a team without segments is offered three to begin with", async () => {
  server.use(http.get(`${ORIGIN}/api/contacts/segment`, () => HttpResponse.json([])));
  await renderScreen("/contacts/segments", { token: "alice" });

  const starts = await screen.findByRole("list", { name: "Start from an example" }, LOADING);

  expect(
    within(starts)
      .getAllByRole("link")
      .map((link) => link.getAttribute("href")),
  ).toEqual([
    "/contacts/segments/new?start=opened30",
    "/contacts/segments/new?start=neverOpened",
    "/contacts/segments/new?start=newThisWeek",
  ]);
});

test("a ready start is counted at once", async () => {
  await openNew("?start=neverOpened");

  expect(screen.getByText("Everyone who matches: Did not open a campaign")).toBeVisible();
  await waitFor(() =>
    expect(sizedRules).toEqual([
      {
        kind: "group",
        match: "all",
        negated: false,
        rules: [
          {
            kind: "activity",
            activity: "opened",
            times: { operator: "atMost", count: 0 },
            window: null,
            subjectId: null,
          },
        ],
      },
    ]),
  );
  expect(await screen.findByText("1,204")).toBeVisible();
  expect(screen.getByText("980 subscribed")).toBeVisible();
});

test("a segment in use stays, and the dialog says where it is used", async () => {
  server.use(
    http.delete(`${ORIGIN}/api/contacts/segment/5`, () =>
      buildErrorResponse(409, "inUse", { uses: [{ kind: "segment", name: "Bogor" }] }),
    ),
  );
  const user = userEvent.setup();
  await renderScreen("/contacts/segments", { token: "alice" });

  await user.click(await screen.findByRole("button", { name: "Delete segment VIP" }, LOADING));
  const dialog = await screen.findByRole("dialog", { name: "Delete segment “VIP”?" });
  await user.click(within(dialog).getByRole("button", { name: "Delete segment" }));

  expect(await within(dialog).findByRole("alert")).toHaveTextContent(
    "This is still in use by the segment “Bogor”. First remove it there.",
  );
});

test("a copy gets a name that is free, and is opened", async () => {
  const bodies: unknown[] = [];
  server.use(
    http.get(`${ORIGIN}/api/contacts/segment`, () => HttpResponse.json([BOGOR, buildSegment(5, "bogor (copy)")])),
    http.get(`${ORIGIN}/api/contacts/segment/9`, () => HttpResponse.json(buildSegment(9, "Bogor (copy) 2"))),
    http.post(`${ORIGIN}/api/contacts/segment`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json(buildSegment(9, "Bogor (copy) 2"));
    }),
  );
  const user = userEvent.setup();
  const { router } = await renderScreen("/contacts/segments", { token: "alice" });

  await user.click(await screen.findByRole("button", { name: "Duplicate: Bogor" }, LOADING));

  await waitFor(() => expect(router.state.location.pathname).toBe("/contacts/segments/9"));
  expect(bodies).toEqual([{ name: "Bogor (copy) 2", rules: CITY }]);
});

test("three levels are built, moved and undone by keyboard alone, and saved as they stand", async () => {
  const bodies: { name: string; rules: Rules }[] = [];
  server.use(
    http.post(`${ORIGIN}/api/contacts/segment`, async ({ request }) => {
      bodies.push((await request.json()) as { name: string; rules: Rules });
      return HttpResponse.json(buildSegment(9, "Readers"));
    }),
    http.get(`${ORIGIN}/api/contacts/segment/9`, () => HttpResponse.json(buildSegment(9, "Readers"))),
  );
  const { user, router } = await openNew();
  await user.type(screen.getByRole("textbox", { name: "Name" }), "Readers");

  await user.selectOptions(getBox("Field or activity"), "City");
  await user.selectOptions(getBox("Comparison"), "is");
  await user.type(screen.getByLabelText("Value", { selector: "input" }), "Bogor");
  expect(screen.getByLabelText("Value", { selector: "input" })).toHaveFocus();

  // Adds a rule below it, and groups it twice.
  await user.keyboard("{Alt>}{Enter}{/Alt}");
  expect(getBox("Field or activity", 1)).toHaveFocus();
  await user.keyboard("{Alt>}{Shift>}{Enter}{Enter}{/Shift}{/Alt}");
  expect(getBox("Field or activity", 1)).toHaveFocus();
  expect(screen.getAllByRole("group", { name: /^Group/ })).toHaveLength(2);
  await user.selectOptions(getBox("Field or activity", 1), "Opened a campaign");
  await user.selectOptions(getBox("How conditions are combined", 1), "none of these");

  // Moves it out of the inner group, and undoes the move.
  await user.click(getBox("Frequency"));
  await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
  expect(screen.getAllByRole("group", { name: /^Group/ })).toHaveLength(1);
  await user.keyboard("{Control>}z{/Control}");
  expect(screen.getAllByRole("group", { name: /^Group/ })).toHaveLength(2);

  await user.click(screen.getByRole("button", { name: "Create segment" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/contacts/segments/9"));
  const opened = {
    kind: "activity",
    activity: "opened",
    times: { operator: "atLeast", count: 1 },
    window: null,
    subjectId: null,
  };
  expect(bodies).toEqual([
    {
      name: "Readers",
      rules: {
        kind: "group",
        match: "all",
        negated: false,
        rules: [
          { kind: "field", field: "city", operator: "is", value: "Bogor" },
          {
            kind: "group",
            match: "any",
            negated: true,
            rules: [{ kind: "group", match: "all", negated: false, rules: [opened] }],
          },
        ],
      },
    },
  ]);
});

test("the focus goes on where a rule was removed", async () => {
  const { user } = await openNew();
  await user.click(getBox("Field or activity"));
  await user.keyboard("{Alt>}{Enter}{/Alt}");
  await user.selectOptions(getBox("Field or activity", 1), "City");

  await user.keyboard("{Alt>}{Delete}{/Alt}");

  expect(screen.getAllByRole("combobox", { name: "Field or activity" })).toHaveLength(1);
  expect(getBox("Field or activity")).toHaveFocus();
  expect(getBox("Field or activity")).toHaveValue("field:email");
});

test("a typed word is undone as a whole, and done again", async () => {
  const { user } = await openNew();
  const value = screen.getByLabelText("Value", { selector: "input" });
  await user.type(value, "gmail");

  await user.keyboard("{Control>}z{/Control}");
  expect(value).toHaveValue("");
  await user.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
  expect(value).toHaveValue("gmail");
});

test("what is unfinished is not asked, and saving says what it lacks at its row", async () => {
  const { user } = await openNew();
  await user.type(screen.getByRole("textbox", { name: "Name" }), "Readers");
  expect(screen.getByText("1 condition is incomplete")).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Create segment" }));

  const row = screen.getByRole("group", { name: /^Email address contains/ });
  expect(within(row).getByText("Enter a value")).toBeVisible();
  const value = within(row).getByLabelText("Value", { selector: "input" });
  expect(value).toBeInvalid();
  expect(value).toHaveAccessibleDescription("Enter a value");
  await waitFor(() => expect(value).toHaveFocus());
  expect(sizedRules).toEqual([]);
});

test("what the server refuses stands at the very row until the rules change", async () => {
  server.use(
    http.put(`${ORIGIN}/api/contacts/segment/4`, () =>
      buildErrorResponse(400, "invalidField", { field: "rules.rules.0.value", cause: "Give a shorter text." }),
    ),
  );
  const user = userEvent.setup();
  await renderScreen("/contacts/segments/4", { token: "alice" });
  const value = await screen.findByLabelText("Value", { selector: "input" }, LOADING);
  await user.type(value, "!");
  await user.click(screen.getByRole("button", { name: "Save segment" }));

  const row = screen.getByRole("group", { name: /^City is/ });
  expect(await within(row).findByText("Give a shorter text.")).toBeVisible();
  expect(value).toBeInvalid();
  await waitFor(() => expect(value).toHaveFocus());
  await user.type(value, "?");
  expect(screen.queryByText("Give a shorter text.")).not.toBeInTheDocument();
});

test("a rejected rule leaves the focus in the name while it is typed", async () => {
  const { respond, response } = holdResponse();
  server.use(
    http.put(`${ORIGIN}/api/contacts/segment/4`, async () => {
      await response;
      return buildErrorResponse(400, "invalidField", { field: "rules.rules.0.value", cause: "Give a shorter text." });
    }),
  );
  const user = userEvent.setup();
  await renderScreen("/contacts/segments/4", { token: "alice" });
  await user.type(await screen.findByLabelText("Value", { selector: "input" }, LOADING), "!");
  await user.click(screen.getByRole("button", { name: "Save segment" }));
  const name = screen.getByRole("textbox", { name: "Name" });
  await user.type(name, " 2");

  respond();

  expect(await screen.findByText("Give a shorter text.")).toBeVisible();
  expect(name).toHaveFocus();
  await user.keyboard("3");
  expect(name).toHaveValue("Bogor 23");
});

test.each([
  ["the network", () => HttpResponse.error(), /Could not connect/],
  ["the rule", () => buildErrorResponse(400, "invalidField", { field: "rules.rules.0.value" }), /Save again/],
  ["the name", () => buildErrorResponse(409, "segmentExists", { field: "name", value: "Bogor 2" }), /Save again/],
] as const)("a save that fails because of %s says so when it was edited since", async (_reason, fail, text) => {
  const { respond, response } = holdResponse();
  const bodies: { name: string; rules: Rules }[] = [];
  server.use(
    http.put(`${ORIGIN}/api/contacts/segment/4`, async ({ request }) => {
      const body = (await request.json()) as { name: string; rules: Rules };
      bodies.push(body);
      if (bodies.length > 1) return HttpResponse.json({ ...buildSegment(4, body.name), rules: body.rules });
      await response;
      return fail();
    }),
  );
  const user = userEvent.setup();
  await renderScreen("/contacts/segments/4", { token: "alice" });
  const name = await screen.findByRole("textbox", { name: "Name" }, LOADING);
  const value = screen.getByLabelText("Value", { selector: "input" });
  const save = () => user.click(screen.getByRole("button", { name: "Save segment" }));
  await user.type(name, " 2");
  await save();
  await user.type(name, "3");
  await user.type(value, "!");

  respond();

  expect(await screen.findByText(text)).toBeVisible();
  expect(name).toHaveValue("Bogor 23");
  expect(value).toHaveValue("Bogor!");
  expect(value).toHaveFocus();
  expect(name).toBeValid();
  expect(value).toBeValid();
  await user.type(value, "?");
  expect(screen.getByText(text)).toBeVisible();
  await save();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Save segment" })).toBeNull());
  expect(screen.queryByText(text)).toBeNull();
  expect(bodies[1]).toMatchObject({ name: "Bogor 23", rules: { rules: [{ value: "Bogor!?" }] } });
});

test("what is changed while a segment is created becomes a change of it", async () => {
  const { respond, response } = holdResponse();
  const saves: { method: string; name: string }[] = [];
  server.use(
    http.post(`${ORIGIN}/api/contacts/segment`, async ({ request }) => {
      const { name, rules } = (await request.json()) as { name: string; rules: Rules };
      saves.push({ method: "POST", name });
      await response;
      return HttpResponse.json(buildSegment(9, name, { rules }));
    }),
    http.put(`${ORIGIN}/api/contacts/segment/9`, async ({ request }) => {
      const { name, rules } = (await request.json()) as { name: string; rules: Rules };
      saves.push({ method: "PUT", name });
      return HttpResponse.json(buildSegment(9, name, { rules }));
    }),
    http.get(`${ORIGIN}/api/contacts/segment/9`, () => HttpResponse.json(buildSegment(9, "Readers 2"))),
  );
  const { user, router } = await openNew("?start=neverOpened");
  const name = screen.getByRole("textbox", { name: "Name" });
  await user.type(name, "Readers");
  await user.click(screen.getByRole("button", { name: "Create segment" }));
  await user.type(name, " 2");

  respond();

  await user.click(await screen.findByRole("button", { name: "Save segment" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/contacts/segments/9"));
  expect(saves).toEqual([
    { method: "POST", name: "Readers" },
    { method: "PUT", name: "Readers 2" },
  ]);
});

test("a segment that a teammate has changed is replaced only by a second save, or read anew", async () => {
  const theirs = { name: "Depok", rules: JSON.parse(JSON.stringify(CITY).replace("Bogor", "Depok")) as Rules };
  const bodies: { name: string; base: unknown }[] = [];
  server.use(
    http.put(`${ORIGIN}/api/contacts/segment/4`, async ({ request }) => {
      const body = (await request.json()) as { name: string; rules: Rules; base: unknown };
      bodies.push({ name: body.name, base: body.base });
      return bodies.length < 3
        ? buildErrorResponse(409, "editConflict", { fields: ["name", "rules"], values: theirs })
        : HttpResponse.json({ ...buildSegment(4, body.name), rules: body.rules });
    }),
  );
  const user = userEvent.setup();
  await renderScreen("/contacts/segments/4", { token: "alice" });
  const name = await screen.findByRole("textbox", { name: "Name" }, LOADING);
  const save = () => user.click(screen.getByRole("button", { name: "Save segment" }));
  const CONFLICT = "This segment was changed while you were editing. Save again to keep your version.";

  await user.type(name, " 2");
  await save();
  expect(await screen.findByText(CONFLICT)).toBeVisible();
  expect(name).toHaveValue("Bogor 2");
  await user.click(screen.getByRole("button", { name: "Use theirs" }));
  expect(screen.getByRole("textbox", { name: "Name" })).toHaveValue("Depok");
  expect(screen.getByLabelText("Value", { selector: "input" })).toHaveValue("Depok");
  expect(screen.queryByText(CONFLICT)).toBeNull();
  expect(screen.queryByRole("button", { name: "Save segment" })).toBeNull();

  await user.type(screen.getByRole("textbox", { name: "Name" }), " 3");
  await save();
  await screen.findByText(CONFLICT);
  await save();
  expect(await screen.findByText("Segment saved")).toBeVisible();
  expect(bodies).toEqual([
    { name: "Bogor 2", base: { name: "Bogor", rules: CITY } },
    { name: "Depok 3", base: theirs },
    { name: "Depok 3", base: theirs },
  ]);
});

test("a teammate's other name is told once", async () => {
  server.use(
    http.put(`${ORIGIN}/api/contacts/segment/4`, () =>
      buildErrorResponse(409, "editConflict", { fields: ["name"], values: { name: "Depok" } }),
    ),
  );
  const user = userEvent.setup();
  await renderScreen("/contacts/segments/4", { token: "alice" });
  await user.type(await screen.findByRole("textbox", { name: "Name" }, LOADING), " 2");

  await user.click(screen.getByRole("button", { name: "Save segment" }));

  expect(await screen.findByRole("button", { name: "Use theirs" })).toBeVisible();
  expect(screen.getAllByText(/while you were editing/)).toHaveLength(1);
});

test("a teammate's new name stays when only the rules were edited, and discarding leaves nothing unsaved", async () => {
  const bodies: { name: string; base: { name: string } }[] = [];
  server.use(
    http.put(`${ORIGIN}/api/contacts/segment/4`, async ({ request }) => {
      const body = (await request.json()) as { name: string; rules: Rules; base: { name: string } };
      bodies.push({ name: body.name, base: { name: body.base.name } });
      return bodies.length === 1
        ? buildErrorResponse(409, "editConflict", { fields: ["name"], values: { name: "Depok" } })
        : HttpResponse.json({ ...buildSegment(4, body.name), rules: body.rules });
    }),
  );
  const user = userEvent.setup();
  await renderScreen("/contacts/segments/4", { token: "alice" });
  await user.type(await screen.findByLabelText("Value", { selector: "input" }, LOADING), "!");
  const save = () => user.click(screen.getByRole("button", { name: "Save segment" }));
  await save();
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Name" })).toHaveValue("Depok"));
  expect(screen.getByLabelText("Value", { selector: "input" })).toHaveValue("Bogor!");
  await save();
  await screen.findByText("Segment saved");
  expect(bodies).toEqual([
    { name: "Bogor", base: { name: "Bogor" } },
    { name: "Depok", base: { name: "Depok" } },
  ]);

  await user.type(screen.getByRole("textbox", { name: "Name" }), " ");
  await save();
  await user.type(screen.getByLabelText("Value", { selector: "input" }), "?");
  await user.click(screen.getByRole("button", { name: "Discard" }));

  expect(screen.queryByRole("button", { name: "Save segment" })).toBeNull();
});

test("a name that is taken is refused at the name", async () => {
  server.use(
    http.put(`${ORIGIN}/api/contacts/segment/4`, () =>
      buildErrorResponse(409, "segmentExists", { field: "name", value: "VIP" }),
    ),
  );
  const user = userEvent.setup();
  await renderScreen("/contacts/segments/4", { token: "alice" });
  await user.type(await screen.findByRole("textbox", { name: "Name" }, LOADING), "2");
  await user.click(screen.getByRole("button", { name: "Save segment" }));

  const name = screen.getByRole("textbox", { name: "Name" });
  await waitFor(() => expect(name).toBeInvalid());
  expect(screen.getByText("A segment with this name already exists")).toBeVisible();
  await waitFor(() => expect(name).toHaveFocus());
  await user.type(name, "3");
  expect(name).toBeValid();
  expect(name).toHaveValue("Bogor23");
});

test("why somebody is in is told rule by rule", async () => {
  server.use(
    http.post(`${ORIGIN}/api/contacts/segment/explain`, async ({ request }) => {
      expect(await request.json()).toEqual({ rules: CITY, contactId: 1 });
      return HttpResponse.json({ holds: true, times: null, below: [{ holds: true, times: null, below: [] }] });
    }),
  );
  const user = userEvent.setup();
  await renderScreen("/contacts/segments/4", { token: "alice" });

  await user.click(await screen.findByRole("button", { name: "Why does Ayu Lestari 1 match?" }, LOADING));

  const dialog = await screen.findByRole("dialog", { name: "Why does Ayu Lestari 1 match?" });
  expect(
    await within(dialog).findByText("Ayu Lestari 1 matches this segment. Result of each condition:"),
  ).toBeVisible();
  expect(within(dialog).getByText("City is “Bogor”")).toBeVisible();
  expect(within(dialog).getAllByText("Met")).toHaveLength(2);
});

test("unsaved rules are not left behind unasked", async () => {
  const user = userEvent.setup();
  const { router } = await renderScreen("/contacts/segments/4", { token: "alice" });
  await user.type(await screen.findByLabelText("Value", { selector: "input" }, LOADING), "!");

  await user.click(screen.getByRole("link", { name: "Show contacts" }));

  expect(await screen.findByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
  expect(router.state.location.pathname).toBe("/contacts/segments/4");
});

test("a segment narrows the list of contacts by its address, and can be let go", async () => {
  const user = userEvent.setup();
  const { router } = await renderScreen("/contacts?segment=4", { token: "alice" });

  const chips = await screen.findByRole("list", { name: "Filters" }, LOADING);
  expect(await within(chips).findByText("Bogor")).toBeVisible();
  expect(listRequests.at(-1)?.get("segmentId")).toBe("4");
  await user.click(within(chips).getByRole("button", { name: "Remove the filter Segment" }));
  await waitFor(() => expect(listRequests.at(-1)?.has("segmentId")).toBe(false));

  await user.selectOptions(await screen.findByRole("combobox", { name: "Segment" }), "VIP");
  expect(router.state.location.search).toBe("?segment=5");
});

test("what the list is narrowed to becomes the beginning of a segment", async () => {
  const user = userEvent.setup();
  await renderScreen("/contacts?segment=4&label=2", { token: "alice" });

  await user.click(await screen.findByRole("button", { name: "Save as segment" }, LOADING));

  expect(
    await screen.findByText(
      "Everyone who matches all of these conditions: Is in the segment “Bogor”; Has any of the labels VIP",
      undefined,
      LOADING,
    ),
  ).toBeVisible();
});

test("all who are in a segment are labelled by what chooses them, not one by one", async () => {
  const bodies: unknown[] = [];
  server.use(
    http.get(`${ORIGIN}/api/contacts`, () =>
      HttpResponse.json({
        items: [buildContact(1)],
        total: 1204,
        totalIsExact: true,
        page: 1,
        size: 10,
        next: null,
      }),
    ),
    http.post(`${ORIGIN}/api/contacts/find/apply-label`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ count: 1204, queued: true, bulkId: null });
    }),
  );
  const user = userEvent.setup();
  await renderScreen("/contacts?segment=4", { token: "alice" });

  await user.click(await screen.findByRole("checkbox", { name: /Ayu Lestari 1/ }, LOADING));
  await user.click(await screen.findByRole("button", { name: /1,204/ }));
  await user.click(screen.getByRole("button", { name: "Label" }));
  const dialog = await screen.findByRole("dialog", { name: "Label contacts (1,204)" });
  await user.click(await within(dialog).findByRole("checkbox", { name: /VIP/ }));
  await user.click(within(dialog).getByRole("button", { name: "Add labels" }));

  await waitFor(() =>
    expect(bodies).toEqual([{ ids: [], add: [2], remove: [], filter: { labelIds: [], states: [], segmentId: 4 } }]),
  );
});

test("what was built is back when its session begins again", async () => {
  setDraftOwner(ALICE.user.userId);
  const { user, unmount } = await openNew();
  await user.type(screen.getByRole("textbox", { name: "Name" }), "Readers");
  await user.type(screen.getByLabelText("Value", { selector: "input" }), "gmail");
  clearDraftOwner();
  unmount();
  setDraftOwner(ALICE.user.userId);

  await openNew();

  expect(screen.getByRole("textbox", { name: "Name" })).toHaveValue("Readers");
  expect(screen.getByLabelText("Value", { selector: "input" })).toHaveValue("gmail");
});

test("a segment is followed, and shows who came and went", async () => {
  const bodies: unknown[] = [];
  const path = `${ORIGIN}/api/contacts/segment/4/following`;
  const person = { key: 8, at: "2026-11-21T03:00:00Z", contactId: 7, fullname: "Ayu", email: "ayu@example.com" };
  server.use(
    http.put(path, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({
        followed: true,
        since: "2026-11-20T03:00:00Z",
        lookedAt: "2026-11-21T03:00:00Z",
        members: 1204,
        entered: 1310,
        left: 106,
        newestIn: [person],
        newestOut: [{ ...person, key: 9, contactId: null, fullname: "", email: "" }],
        revision: 3,
      });
    }),
  );
  const user = userEvent.setup();
  await renderScreen("/contacts/segments/4", { token: "alice" });
  const follow = await screen.findByRole("switch", { name: "Follow this segment" }, LOADING);
  expect(follow).not.toBeChecked();

  await user.click(follow);

  expect(await screen.findByText("1,310")).toBeVisible();
  expect(follow).toBeChecked();
  expect(screen.getByRole("link", { name: "Ayu" })).toHaveAttribute("href", "/contacts/7");
  expect(screen.getByText("Deleted contact")).toBeVisible();
  expect(bodies).toEqual([{ followed: true }]);
});

test("a city is chosen among those that there are, or written otherwise", async () => {
  server.use(
    http.get(`${ORIGIN}/api/lookups/city`, ({ request }) =>
      HttpResponse.json(
        new URL(request.url).searchParams.get("search") === "mak" ? [{ name: "Makassar", country: "ID" }] : [],
      ),
    ),
  );
  const { user } = await openNew();
  await user.selectOptions(getBox("Field or activity"), "field:city");
  const value = screen.getByLabelText("Value", { selector: "input" });

  await user.type(value, "mak");
  await user.click(await screen.findByRole("option", { name: "Makassar", hidden: true }));
  expect(value).toHaveValue("Makassar");
  await user.clear(value);
  await user.type(value, "Kampung Baru");

  expect(screen.getByText(/^Everyone who matches: City .* “Kampung Baru”$/)).toBeVisible();
});

test("rules wait for what may be asked, say why they can't, and try again", async () => {
  let isDown = true;
  server.use(
    http.get(`${ORIGIN}/api/contacts/segment/grammar`, () =>
      isDown ? buildErrorResponse(500, "serverException") : HttpResponse.json(GRAMMAR),
    ),
  );
  const user = userEvent.setup();
  await renderScreen("/contacts/segments/new", { token: "alice" });
  const again = await screen.findByRole("button", { name: "Try again" }, LOADING);
  expect(screen.queryByRole("textbox", { name: "Name" })).not.toBeInTheDocument();
  isDown = false;

  await user.click(again);

  expect(await screen.findByRole("textbox", { name: "Name" }, LOADING)).toBeVisible();
});
