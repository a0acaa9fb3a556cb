import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { components } from "@/generated/api";
import { clearDraftOwner, setDraftOwner } from "@/lib/draft-storage";
import { ALICE } from "../fixtures";
import { buildErrorResponse, ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";
import { ALL_PERMISSIONS, contactsHandlers } from "./handlers";

type Schemas = components["schemas"];

const LOADING = { timeout: 10_000 };
const NEWS: Schemas["TopicOut"] = {
  id: 1,
  name: "Monthly news",
  description: "Once a month",
  isDefault: true,
  said: 1,
  createdAt: "2026-11-20T03:00:00Z",
};
const OFFERS: Schemas["TopicOut"] = { ...NEWS, id: 2, name: "Offers", description: "", isDefault: false, said: 12 };
const SETTING: Schemas["SubscriberSettingOut"] = {
  companyId: ALICE.team?.companyId ?? "",
  isOpen: false,
  doubleOptin: true,
  words: "",
  color: "",
  vendorColor: "#2F54C8",
  page: "https://pages.example/subscribe/kopi",
};
const SETTING_URL = `${ORIGIN}/api/companies/settings/subscribers/${SETTING.companyId}`;
const sentBodies: unknown[] = [];

async function open({ permissions = ALL_PERMISSIONS, topics = [NEWS, OFFERS] } = {}) {
  let setting = SETTING;
  server.use(
    ...contactsHandlers({ permissions }),
    http.get(`${ORIGIN}/api/contacts/topic`, () => HttpResponse.json(topics)),
    http.get(SETTING_URL, () => HttpResponse.json(setting)),
    http.put(SETTING_URL, async ({ request }) => {
      const change = (await request.json()) as Partial<typeof SETTING>;
      sentBodies.push(change);
      setting = { ...setting, ...change };
      return HttpResponse.json(setting);
    }),
  );
  const user = userEvent.setup();
  await renderScreen("/contacts/subscribers", { token: "alice" });
  await screen.findByText("Let people subscribe on a public page", undefined, LOADING);
  return user;
}

beforeEach(() => {
  sentBodies.length = 0;
});

test("a topic says to whom it goes, and how many have spoken", async () => {
  await open();

  const [news, offers] = await screen
    .findAllByRole("listitem")
    .then((rows) => rows.filter((row) => /Monthly news|Offers/.test(row.textContent ?? "")));

  expect(news).toHaveTextContent("Monthly newsEveryoneOnce a month1 contact opted out");
  expect(offers).toHaveTextContent("OffersOpt-in12 contacts subscribed");
});

test("a topic is added by keys, and a name that is taken is told at its field", async () => {
  const user = await open({ topics: [] });
  expect(screen.getByText(/^No topics yet/)).toBeVisible();
  let isTaken = true;
  server.use(
    http.post(`${ORIGIN}/api/contacts/topic`, async ({ request }) => {
      sentBodies.push(await request.json());
      if (isTaken) return buildErrorResponse(409, "topicExists", { field: "name" });
      return HttpResponse.json(NEWS);
    }),
  );

  await user.click(screen.getByRole("button", { name: "Add topic" }));
  const dialog = await screen.findByRole("dialog", { name: "Add topic" }, LOADING);
  const name = within(dialog).getByRole("textbox", { name: "Name" });
  await user.type(name, "{Enter}");
  expect(name).toHaveAccessibleDescription(/Enter a name for the topic/);
  expect(sentBodies).toEqual([]);
  await user.type(name, "Events{Enter}");
  await waitFor(() => expect(name).toHaveAccessibleDescription(/A topic with this name already exists/));
  isTaken = false;
  await user.type(name, "!{Enter}");

  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(sentBodies.at(-1)).toEqual({ name: "Events!", description: "", isDefault: true });
});

test("the page opens at once, and shows its address", async () => {
  const user = await open();
  expect(screen.queryByText(SETTING.page)).toBeNull();

  await user.click(screen.getByRole("switch", { name: "Let people subscribe on a public page" }));

  expect(await screen.findByText(SETTING.page)).toBeVisible();
  expect(screen.getByRole("link", { name: "Open" })).toHaveAttribute("href", SETTING.page);
  expect(sentBodies).toEqual([{ isOpen: true }]);
});

test("words and colour are saved together", async () => {
  const user = await open();

  await user.type(screen.getByRole("textbox", { name: "Consent text" }), "Mail about coffee");
  await user.click(screen.getByRole("button", { name: "Save" }));

  await waitFor(() => expect(sentBodies).toEqual([{ words: "Mail about coffee", color: "" }]));
});

test("a consent text that is rejected stays in its field, with the error and the focus", async () => {
  const user = await open();
  server.use(
    http.put(SETTING_URL, () => buildErrorResponse(422, "invalidField", { field: "words", cause: "Too long." })),
  );
  const text = screen.getByRole("textbox", { name: "Consent text" });
  await user.type(text, "Mail about coffee");

  await user.click(screen.getByRole("button", { name: "Save" }));

  await waitFor(() => expect(text).toHaveAccessibleDescription(/Too long\./));
  expect(text).toHaveFocus();
  expect(text).toHaveValue("Mail about coffee");
});

test("a colour that is rejected is an error at the colour", async () => {
  const user = await open();
  server.use(
    http.put(SETTING_URL, () => buildErrorResponse(422, "invalidField", { field: "color", cause: "Too pale." })),
  );
  const colour = screen.getByLabelText("Page colour");

  await user.click(screen.getByRole("button", { name: "Save" }));

  await waitFor(() => expect(colour).toHaveAccessibleDescription(/Too pale\./));
  expect(colour).toHaveFocus();
});

test("a consent text outlives the end of the session", async () => {
  setDraftOwner(ALICE.user.userId);
  const user = await open();
  await user.type(screen.getByRole("textbox", { name: "Consent text" }), "Mail about coffee");
  clearDraftOwner();
  cleanup();
  setDraftOwner(ALICE.user.userId);

  await open();

  expect(screen.getByRole("textbox", { name: "Consent text" })).toHaveValue("Mail about coffee");
});

test("who may not edit contacts reads, and changes nothing", async () => {
  await open({ permissions: ["contact.view"] });

  expect(screen.getByRole("switch", { name: "Ask subscribers to confirm by email" })).toBeDisabled();
  expect(screen.queryByRole("button", { name: /Add topic|Save|Delete/ })).toBeNull();
});
