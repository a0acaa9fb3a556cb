import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import type { components } from "@/generated/api";
import { buildErrorResponse, ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";
import { ALL_PERMISSIONS, contactsHandlers, listRequests } from "./handlers";

type View = components["schemas"]["ContactViewOut"];

const LOADING = { timeout: 10_000 };
const COLUMNS = ["email", "label", "state", "city", "updatedAt", "createdAt"];

function buildView(id: number, name: string, parts: Partial<View> = {}): View {
  return {
    id,
    name,
    shared: false,
    own: true,
    fullname: "Alice Wulandari",
    filter: { search: null, whole: false, labelIds: [], states: [], stages: [], segmentId: null, rules: null },
    sort: "-createdAt",
    columns: [],
    updatedAt: "2026-11-21T03:00:00Z",
    ...parts,
  };
}

const BOUNCED = buildView(3, "Bounced", {
  filter: { search: "ayu", whole: true, labelIds: [1], states: ["bounced"], stages: [], segmentId: null, rules: null },
  sort: "email",
  columns: ["email", "phone"],
});
const SHARED = buildView(4, "Everybody", { shared: true, own: false, fullname: "Budi" });

async function open(
  path: string,
  views: readonly View[],
  defaultId: number | null = null,
  permissions = ALL_PERMISSIONS,
  columns: readonly string[] | null = null,
) {
  server.use(
    http.get(`${ORIGIN}/api/contacts/view`, () => HttpResponse.json({ items: views, defaultId, columns })),
    ...contactsHandlers({ permissions }),
  );
  const user = userEvent.setup();
  const app = await renderScreen(path, { token: "alice" });
  const button = await screen.findByRole("button", { name: /^View: / }, LOADING);
  return { user, button, ...app };
}

function listHeads(): readonly (string | null)[] {
  return screen.getAllByRole("columnheader").map((head) => head.textContent);
}

test("a view is opened: its filters and order stand in the address, its columns in the table", async () => {
  const { user, button, router } = await open("/contacts?label=2", [BOUNCED, SHARED]);
  await user.click(button);
  expect(await screen.findByRole("menuitem", { name: "Everybody · Budi", hidden: true })).toBeInTheDocument();
  await user.click(screen.getByRole("menuitem", { name: "Bounced", hidden: true }));

  await waitFor(() =>
    expect(router.state.location.search).toBe("?sort=email&search=ayu&match=contains&state=bounced&view=3&label=1"),
  );
  expect(await screen.findByRole("button", { name: "View: Bounced" })).toHaveTextContent(/^Bounced$/);
  await waitFor(() => expect(listHeads()).toEqual(expect.arrayContaining(["Email address", "Phone"])));
  expect(listHeads()).not.toContain("City");
  await waitFor(() => expect(listRequests.at(-1)?.get("states")).toBe("bounced"));
});

test("a link that only names a view opens it, and so does an empty address with the one to begin with", async () => {
  const first = await open("/contacts?view=3", [BOUNCED, SHARED], 4);
  await waitFor(() => expect(first.router.state.location.search).toContain("search=ayu"));
  first.unmount();

  const second = await open("/contacts", [BOUNCED, SHARED], 3);
  await waitFor(() => expect(second.router.state.location.search).toContain("view=3"));
  // All contacts remain reachable from there.
  await second.user.click(await screen.findByRole("button", { name: "View: Bounced" }));
  await second.user.click(await screen.findByRole("menuitem", { name: "All contacts", hidden: true }));
  await waitFor(() => expect(second.router.state.location.search).toBe("?view=all"));
});

test("a view to begin with, or a link to one, is never preceded by the whole list", async () => {
  for (const [path, defaultId] of [
    ["/contacts", 3],
    ["/contacts?view=3", null],
  ] as const) {
    const { unmount } = await open(path, [BOUNCED], defaultId);
    await waitFor(() => expect(listRequests.at(-1)?.get("states")).toBe("bounced"), LOADING);

    expect(listRequests.filter((query) => query.get("states") !== "bounced")).toEqual([]);
    unmount();
  }
});

test("one's columns come from the server and go back there, but not those of a view", async () => {
  const bodies: unknown[] = [];
  server.use(
    http.put(`${ORIGIN}/api/contacts/view/columns`, async ({ request }) => {
      bodies.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user, router } = await open("/contacts?label=2", [BOUNCED], null, ALL_PERMISSIONS, ["email", "company"]);
  await waitFor(() => expect(listHeads()).toContain("Company"), LOADING);
  expect(listHeads()).not.toContain("City");

  await user.click(screen.getByRole("button", { name: "List options" }));
  await user.click(await screen.findByRole("menuitemcheckbox", { name: "City", hidden: true }));
  await waitFor(() => expect(bodies).toEqual([{ columns: ["email", "company", "city"] }]));

  await router.navigate("/contacts?view=3");
  expect(bodies).toHaveLength(1);
});

test("clearing the filters of the view to begin with leaves them cleared", async () => {
  const { user, router } = await open("/contacts", [BOUNCED], 3);
  await waitFor(() => expect(router.state.location.search).toContain("view=3"));
  await user.click(await screen.findByRole("button", { name: "Clear filters" }));

  await waitFor(() => expect(router.state.location.search).toBe("?sort=email&view=3"));
  await waitFor(() => expect(screen.getByRole("button", { name: "View: Bounced" })).toHaveTextContent("edited"));
});

test("what the list shows is saved under a name, and shared", async () => {
  const bodies: unknown[] = [];
  const { user, button, router } = await open("/contacts?label=2&sort=email", []);
  server.use(
    http.post(`${ORIGIN}/api/contacts/view`, async ({ request }) => {
      bodies.push(await request.json());
      return bodies.length === 1
        ? buildErrorResponse(409, "contactViewExists")
        : HttpResponse.json(buildView(9, "VIP"));
    }),
  );
  await user.click(button);
  await user.click(await screen.findByRole("menuitem", { name: "Save as view", hidden: true }));
  const dialog = await screen.findByRole("dialog", { name: "Save as view" });
  await user.click(within(dialog).getByRole("button", { name: "Save view" }));
  expect(within(dialog).getByText("Enter a name for the view")).toBeVisible();
  expect(bodies).toEqual([]);

  await user.type(within(dialog).getByRole("textbox", { name: "Name" }), "VIP");
  await user.click(within(dialog).getByRole("checkbox", { name: /^Share with the team/ }));
  await user.click(within(dialog).getByRole("button", { name: "Save view" }));
  expect(await within(dialog).findByText("You already have a view with this name", { exact: false })).toBeVisible();
  await user.click(within(dialog).getByRole("button", { name: "Save view" }));

  await waitFor(() => expect(router.state.location.search).toBe("?sort=email&view=9&label=2"));
  expect(bodies[1]).toEqual({
    name: "VIP",
    shared: true,
    filter: { search: null, whole: false, labelIds: [2], states: [], stages: [], segmentId: null, rules: null },
    sort: "email",
    columns: COLUMNS,
  });
});

test("a view that looks otherwise now says so, and takes the changes", async () => {
  const bodies: unknown[] = [];
  const { user, button } = await open("/contacts?view=3&sort=-email&search=ayu&match=contains&state=bounced&label=1", [
    { ...BOUNCED, columns: COLUMNS },
  ]);
  server.use(
    http.put(`${ORIGIN}/api/contacts/view/3`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json(BOUNCED);
    }),
  );
  await waitFor(() => expect(button).toHaveTextContent("edited"));
  await user.click(button);
  await user.click(await screen.findByRole("menuitem", { name: "Save changes to this view", hidden: true }));

  await waitFor(() => expect(bodies).toEqual([{ ...pick(BOUNCED), sort: "-email", columns: COLUMNS }]));
});

test("changes of a view that the server refuses are told once", async () => {
  const { user, button } = await open("/contacts?view=3&sort=-email&search=ayu&match=contains&state=bounced&label=1", [
    { ...BOUNCED, columns: COLUMNS },
  ]);
  server.use(http.put(`${ORIGIN}/api/contacts/view/3`, () => buildErrorResponse(404, "noEntity")));
  await waitFor(() => expect(button).toHaveTextContent("edited"));
  await user.click(button);
  await user.click(await screen.findByRole("menuitem", { name: "Save changes to this view", hidden: true }));

  expect(await screen.findAllByText("Data not found.")).toHaveLength(1);
  expect(button).toHaveTextContent("edited");
});

function pick({ name, shared, filter }: View) {
  return { name, shared, filter };
}

test("who may not change contacts changes no shared view", async () => {
  const { user, button } = await open("/contacts?view=4&label=1", [SHARED], null, ["contact.view"]);
  await user.click(button);

  expect(await screen.findByRole("menuitem", { name: "Copy link", hidden: true })).toBeInTheDocument();
  for (const name of ["Save changes to this view", "Rename or share", "Delete view"]) {
    expect(screen.queryByRole("menuitem", { name, hidden: true })).not.toBeInTheDocument();
  }
});
