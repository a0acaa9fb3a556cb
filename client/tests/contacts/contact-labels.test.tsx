import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { buildErrorResponse, ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";
import { ALL_PERMISSIONS, buildContact, contactsHandlers } from "./handlers";

const LOADING = { timeout: 10_000 };
const NEWSLETTER = { id: 1, name: "Newsletter", color: 0 };
const VIP = { id: 2, name: "VIP", color: 3 };
const bodies: unknown[] = [];

let storedContact = buildContact(5, {
  firstname: "Ayu",
  lastname: "Lestari",
  fullname: "Ayu Lestari",
  labels: [NEWSLETTER],
});

beforeEach(() => {
  bodies.length = 0;
  storedContact = { ...storedContact, labels: [NEWSLETTER] };
  server.use(
    http.get(`${ORIGIN}/api/contacts/5`, () => HttpResponse.json(storedContact)),
    http.get(`${ORIGIN}/api/contacts/5/timeline`, () => HttpResponse.json({ items: [], next: null })),
    http.get(`${ORIGIN}/api/contacts/5/preferences`, () =>
      HttpResponse.json({ topics: [], pausedUntil: null, follows: false }),
    ),
    http.get(`${ORIGIN}/api/contacts/5/consents`, () => HttpResponse.json({ items: [] })),
    http.post(`${ORIGIN}/api/contacts/find/apply-label`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ count: 1, queued: false });
    }),
    ...contactsHandlers({ permissions: ALL_PERMISSIONS }),
  );
});

async function openLabels() {
  const user = userEvent.setup();
  await renderScreen("/contacts/5", { token: "alice" });
  await user.click(await screen.findByRole("button", { name: "Choose labels" }, LOADING));
  return { user, vip: await screen.findByRole("checkbox", { name: /^VIP/, hidden: true }, LOADING) };
}

function listShownLabels(): string[] {
  const row = screen.getByRole("button", { name: "Choose labels" }).closest("div") as HTMLElement;
  return ["Newsletter", "VIP"].filter((name) => within(row).queryByText(name));
}

test("a label is added without the others, which a teammate may have taken off", async () => {
  const { user, vip } = await openLabels();
  storedContact = { ...storedContact, labels: [VIP] };

  await user.click(vip);

  await waitFor(() => expect(bodies).toEqual([{ ids: [5], add: [2], remove: [] }]));
  await waitFor(() => expect(listShownLabels()).toEqual(["VIP"]));
});

test("the button says that it opens the labels, and whether they are open", async () => {
  await openLabels();

  const button = screen.getByRole("button", { name: "Choose labels", expanded: true, hidden: true });
  expect(button).toHaveAttribute("aria-haspopup", "dialog");
  expect(button.parentElement).not.toHaveAttribute("aria-expanded");
  expect(document.querySelector("[role=dialog]")).toHaveAttribute("aria-label", "Labels");
});

test("a label is taken off by itself", async () => {
  const { user } = await openLabels();
  storedContact = { ...storedContact, labels: [] };

  await user.click(screen.getByRole("checkbox", { name: /^Newsletter/, hidden: true }));

  await waitFor(() => expect(bodies).toEqual([{ ids: [5], add: [], remove: [1] }]));
  await waitFor(() => expect(listShownLabels()).toEqual([]));
});

/** A response that waits for `go`. */
function deferResponse<Response>(make: () => Response) {
  let go: () => void = () => undefined;
  const isFree = new Promise<void>((resolve) => {
    go = resolve;
  });
  return {
    respond: async () => {
      await isFree;
      return make();
    },
    go: () => go(),
  };
}

test("a label is shown before the server has responded, and taken off again if it refuses", async () => {
  const refusal = deferResponse(() => buildErrorResponse(404, "noEntity"));
  const { user, vip } = await openLabels();
  const reload = deferResponse(() => HttpResponse.json(storedContact));
  server.use(
    http.post(`${ORIGIN}/api/contacts/find/apply-label`, refusal.respond),
    http.get(`${ORIGIN}/api/contacts/5`, reload.respond),
  );

  await user.click(vip);
  await waitFor(() => expect(listShownLabels()).toEqual(["Newsletter", "VIP"]));
  refusal.go();

  expect(await screen.findByText("Data not found.")).toBeVisible();
  await waitFor(() => expect(listShownLabels()).toEqual(["Newsletter"]));
  reload.go();
});

test("a label is ticked and unticked in this order, however fast", async () => {
  const first = deferResponse(() => HttpResponse.json({ count: 1, queued: false }));
  const { user, vip } = await openLabels();
  server.use(
    http.post(`${ORIGIN}/api/contacts/find/apply-label`, async ({ request }) => {
      bodies.push(await request.json());
      return bodies.length === 1 ? await first.respond() : HttpResponse.json({ count: 1, queued: false });
    }),
  );

  await user.click(vip);
  await user.click(vip);
  await waitFor(() => expect(listShownLabels()).toEqual(["Newsletter"]));
  expect(bodies).toEqual([{ ids: [5], add: [2], remove: [] }]);
  first.go();

  await waitFor(() => expect(bodies).toHaveLength(2));
  expect(bodies[1]).toEqual({ ids: [5], add: [], remove: [2] });
  await waitFor(() => expect(listShownLabels()).toEqual(["Newsletter"]));
});

test("a change that a teammate has made already leaves the labels as they are", async () => {
  server.use(
    http.post(`${ORIGIN}/api/contacts/find/apply-label`, () => HttpResponse.json({ count: 0, queued: false })),
  );
  const { user, vip } = await openLabels();

  await user.click(vip);
  await waitFor(() => expect(listShownLabels()).toEqual(["Newsletter"]));
});
