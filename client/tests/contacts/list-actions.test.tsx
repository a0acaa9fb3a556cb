import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";
import { listRequests } from "./handlers";
import { buildSegment, CITY, segmentHandlers } from "./segment-handlers";

const LOADING = { timeout: 10_000 };
const BOGOR = buildSegment(4, "Bogor");
const bodies: unknown[] = [];

beforeEach(() => {
  bodies.length = 0;
  server.use(...segmentHandlers([BOGOR]));
});

function respondTo(path: string, answer: object): void {
  server.use(
    http.post(`${ORIGIN}/api/contacts/${path}`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json(answer);
    }),
  );
}

async function openWithOneSelected() {
  const user = userEvent.setup();
  await renderScreen("/contacts", { token: "alice" });
  await user.click(await screen.findByRole("checkbox", { name: "Select Ayu Lestari 1" }, LOADING));
  await screen.findByRole("button", { name: "Subscribe" }, LOADING);
  return user;
}

test("contacts are subscribed with a word on how they agreed, and not without", async () => {
  respondTo("find/subscription", { count: 1, queued: false });
  const user = await openWithOneSelected();
  await user.click(screen.getByRole("button", { name: "Subscribe" }));
  const dialog = await screen.findByRole("dialog", { name: "Subscribe contacts (1)" });
  await user.click(within(dialog).getByRole("button", { name: "Subscribe" }));
  expect(within(dialog).getByText("Enter how these people agreed")).toBeVisible();
  expect(bodies).toEqual([]);

  await user.type(within(dialog).getByRole("textbox"), "At the fair");
  await user.click(within(dialog).getByRole("button", { name: "Subscribe" }));

  expect(await screen.findByText("1 contact updated")).toBeVisible();
  expect(bodies).toEqual([{ ids: [1], state: "subscribed", words: "At the fair" }]);
});

test("all that match are unsubscribed in the background", async () => {
  respondTo("find/subscription", { count: 48_210, queued: true });
  const user = await openWithOneSelected();
  await user.click(screen.getByRole("button", { name: /^Select all 3/ }));
  await user.click(screen.getByRole("button", { name: "Unsubscribe" }));
  const dialog = await screen.findByRole("dialog", { name: "Unsubscribe contacts (3)" });
  await user.click(within(dialog).getByRole("button", { name: "Unsubscribe" }));

  expect(await screen.findByText("Updating 48,210 contacts in the background")).toBeVisible();
  expect(bodies).toEqual([{ filter: { labelIds: [], states: [] }, state: "unsubscribed", words: "" }]);
});

test("contacts are added to a segment", async () => {
  respondTo("segment/4/add", { count: 1, queued: false, labelId: 9 });
  const user = await openWithOneSelected();
  await user.click(screen.getByRole("button", { name: "Add to segment" }));
  const dialog = await screen.findByRole("dialog", { name: "Add contacts to a segment (1)" });
  await user.click(within(dialog).getByRole("button", { name: "Add to segment" }));
  expect(bodies).toEqual([]);
  await user.selectOptions(within(dialog).getByRole("combobox", { name: "Segment" }), "Bogor");
  await user.click(within(dialog).getByRole("button", { name: "Add to segment" }));

  expect(await screen.findByText("1 contact added")).toBeVisible();
  expect(bodies).toEqual([{ ids: [1] }]);
});

test("CONT-44: conditions on fields narrow the list, stand in its address as a sentence, and can be let go", async () => {
  respondTo("find", { items: [], total: 0, totalIsExact: true, page: 1, size: 10, next: null });
  const user = userEvent.setup();
  const { router } = await renderScreen("/contacts?label=1", { token: "alice" });
  await user.click(await screen.findByRole("button", { name: "Filter" }, LOADING));
  const sheet = await screen.findByRole("dialog", { name: "Filter contacts" }, LOADING);
  await user.click(await within(sheet).findByRole("button", { name: "Show contacts" }, LOADING));
  expect(router.state.location.search).toBe("?label=1");
  expect(within(sheet).getByLabelText("Value", { selector: "input" })).toHaveFocus();

  await user.selectOptions(within(sheet).getByRole("combobox", { name: "Field or activity" }), "City");
  await user.selectOptions(within(sheet).getByRole("combobox", { name: "Comparison" }), "is");
  await user.type(within(sheet).getByLabelText("Value", { selector: "input" }), "Bogor");
  await user.click(within(sheet).getByRole("button", { name: "Show contacts" }));

  const address = () => new URLSearchParams(router.state.location.search);
  await waitFor(() => expect(JSON.parse(address().get("rules") ?? "{}")).toEqual(CITY));
  expect(address().get("label")).toBe("1");
  await waitFor(() => expect(bodies).toContainEqual(expect.objectContaining({ rules: CITY, labelIds: [1], page: 1 })));
  expect(await screen.findByText("City is “Bogor”")).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Remove the conditions" }));
  await waitFor(() => expect(router.state.location.search).toBe("?label=1"));
  await waitFor(() => expect(listRequests.at(-1)?.get("labelIds")).toBe("1"));
});

test("CONT-46: the rules of a segment are narrowed in the list and taken back to its page, unsaved", async () => {
  const user = userEvent.setup();
  const { router } = await renderScreen("/contacts/segments/4", { token: "alice" });
  await user.click(await screen.findByRole("link", { name: "Build from contact list" }, LOADING));
  expect(
    await screen.findByText("Filter this list to show the contacts you want in Bogor.", {}, LOADING),
  ).toBeVisible();
  await user.selectOptions(await screen.findByRole("combobox", { name: "Status" }), "Bounced");
  await user.click(screen.getByRole("button", { name: "Use for segment" }));

  await waitFor(() => expect(router.state.location.pathname).toBe("/contacts/segments/4"));
  expect(await screen.findByText(/City is “Bogor”.*Status is Bounced/, {}, LOADING)).toBeVisible();
  expect(screen.getByRole("button", { name: "Save segment" })).toBeVisible();
});

test("CONT-47: a new segment begins with what the list was narrowed to, and not with nothing", async () => {
  const user = userEvent.setup();
  const { router } = await renderScreen("/contacts?from=add", { token: "alice" });
  const use = await screen.findByRole("button", { name: "Use for segment" }, LOADING);
  await user.click(use);
  expect(router.state.location.pathname).toBe("/contacts");
  await user.selectOptions(await screen.findByRole("combobox", { name: "Status" }), "Bounced");
  await user.click(use);

  await waitFor(() => expect(router.state.location.pathname).toBe("/contacts/segments/new"));
  expect(await screen.findByText("Everyone who matches: Status is Bounced", {}, LOADING)).toBeVisible();
});
