import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { campaignsEvents } from "@/features/campaigns/events";
import { ORIGIN } from "../handlers";
import { receiveEvent } from "../receive-event";
import { renderScreen } from "../render-app";
import { server } from "../server";
import { buildCampaign, calledEndpoints, campaignsHandlers, ID, SENT } from "./handlers";

/** The first screen of a run compiles while it loads. */
const LOADING = { timeout: 10_000 };
const DRAFT_ID = "01a1fc3d-0000-7000-8000-0000000ca402";

async function openList(path = "/campaigns") {
  const user = userEvent.setup();
  const app = await renderScreen(path, { token: "alice" });
  await screen.findByRole("heading", { level: 1, name: "Campaigns" }, LOADING);
  return { user, ...app };
}

function findRow(name: string): HTMLElement {
  return screen.getByRole("link", { name }).closest("tr") as HTMLElement;
}

test("a draft leads to where it is written, a sent campaign to its report, rates with their base", async () => {
  server.use(...campaignsHandlers({ campaigns: [SENT, buildCampaign({ id: DRAFT_ID, name: "Spring letter" })] }));
  await openList();

  expect(await screen.findByRole("link", { name: "Spring letter" })).toHaveAttribute(
    "href",
    `/campaigns/${DRAFT_ID}/edit`,
  );
  const sent = within(findRow("The Gayo harvest"));
  expect(screen.getByRole("link", { name: "The Gayo harvest" })).toHaveAttribute("href", `/campaigns/${ID}`);
  expect(sent.getByText("Sent")).toBeVisible();
  expect(sent.getByText("32.6%")).toBeVisible();
  expect(sent.getByText("32.6%")).toHaveAttribute("title", "474 / 1,456");
});

test("a state that changes elsewhere changes in its row, an older one does not", async () => {
  server.use(...campaignsHandlers({ campaigns: [{ ...SENT, status: "SENDING", revision: 5 }] }));
  await openList();
  await screen.findByText("1 sending now");
  const receive = (status: "CANCELLED" | "PAUSED", revision: number) =>
    act(() =>
      receiveEvent(campaignsEvents, "campaigns.campaign.changed", {
        campaignId: ID,
        change: "updated",
        title: "The Gayo harvest",
        status,
        revision,
      }),
    );

  receive("CANCELLED", 4);
  expect(within(findRow("The Gayo harvest")).getByText("Sending")).toBeVisible();
  receive("PAUSED", 6);

  expect(await within(findRow("The Gayo harvest")).findByText("Paused")).toBeVisible();
});

test("figures told by the socket move in the row", async () => {
  server.use(...campaignsHandlers({ campaigns: [{ ...SENT, status: "SENDING" }] }));
  await openList();
  await screen.findByRole("link", { name: "The Gayo harvest" });

  act(() =>
    receiveEvent(campaignsEvents, "delivery.mailing.progressed", {
      origin: "campaign",
      originId: ID,
      recipients: 1500,
      sent: 1480,
      delivered: 1480,
      opened: 740,
      clicked: 80,
    }),
  );

  expect(await within(findRow("The Gayo harvest")).findByText("50.0%")).toBeVisible();
});

test("a deletion asks with its consequence first", async () => {
  server.use(...campaignsHandlers({ campaigns: [SENT] }));
  const { user } = await openList();
  await user.click(await screen.findByRole("button", { name: "Actions for The Gayo harvest" }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete campaign" }));

  const dialog = await screen.findByRole("dialog");
  expect(dialog).toHaveTextContent("The 1,456 emails already sent stay");
  expect(calledEndpoints).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: "Delete campaign" }));

  expect(await screen.findByText("The Gayo harvest deleted")).toBeInTheDocument();
  expect(calledEndpoints).toEqual(["delete"]);
});

test("an empty list says what to do next", async () => {
  server.use(
    http.get(`${ORIGIN}/api/email-marketing`, () =>
      HttpResponse.json({ items: [], total: 0, totalIsExact: true, page: 1, size: 10 }),
    ),
    ...campaignsHandlers(),
  );
  const { user } = await openList();

  await screen.findByRole("heading", { name: "No campaigns yet" });
  await user.click(screen.getByRole("button", { name: "New campaign" }));
  await user.click(await screen.findByRole("button", { name: "Create campaign" }));

  expect(screen.getByLabelText("Name")).toHaveAccessibleDescription(/Enter a name/);
});

test.each([
  ["Invitation", { content: { kind: "document" }, newsletter: "event" }],
  ["Blank", { content: { kind: "document" }, newsletter: null }],
  ["Text editor", {}],
])("a campaign begins as it was chosen: %s", async (choice, asked) => {
  let body: unknown;
  server.use(
    http.post(`${ORIGIN}/api/email-marketing`, async ({ request }) => {
      body = await request.json();
      return HttpResponse.json({ code: "serverFailure", message: "", payload: null }, { status: 500 });
    }),
    ...campaignsHandlers({ campaigns: [SENT] }),
  );
  const { user } = await openList();
  await user.click(await screen.findByRole("button", { name: "New campaign" }));
  await user.type(await screen.findByLabelText("Name"), "May news");
  await user.click(screen.getByRole("radio", { name: new RegExp(`^${choice}`) }));
  await user.click(screen.getByRole("button", { name: "Create campaign" }));

  await screen.findByRole("alert");
  expect(body).toEqual({ name: "May news", ...asked });
});

test("a campaign to a segment has it as its audience", async () => {
  server.use(...campaignsHandlers());
  const made: unknown[] = [];
  server.use(
    http.get(`${ORIGIN}/api/contacts/segment`, () => HttpResponse.json([{ id: 12, name: "Bogor" }])),
    http.post(`${ORIGIN}/api/email-marketing`, async ({ request }) => {
      made.push(await request.json());
      return HttpResponse.json(buildCampaign());
    }),
  );
  const user = userEvent.setup();
  const { router } = await renderScreen("/campaigns?new&segment=12", { token: "alice" });
  const dialog = await screen.findByRole("dialog", { name: "New campaign" }, LOADING);
  expect(await within(dialog).findByText("Recipients: contacts in the segment Bogor")).toBeVisible();
  await user.type(within(dialog).getByRole("textbox", { name: "Name" }), "To Bogor");
  await user.click(within(dialog).getByRole("button", { name: "Create campaign" }));

  await waitFor(() => expect(router.state.location.pathname).toBe(`/campaigns/${ID}/edit`));
  expect(made).toMatchObject([{ name: "To Bogor", recipients: { all: false, segmentIds: [12] } }]);
});

test("the dialog that is closed forgets the segment", async () => {
  server.use(...campaignsHandlers());
  const user = userEvent.setup();
  const { router } = await renderScreen("/campaigns?new&segment=12", { token: "alice" });
  const dialog = await screen.findByRole("dialog", { name: "New campaign" }, LOADING);
  expect(await within(dialog).findByText(/^This segment no longer exists/)).toBeVisible();

  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));

  await waitFor(() => expect(router.state.location.search).toBe(""));
});
