import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { clearSupportMessageDraft } from "@/features/help/contact-draft";
import { closeHelp } from "@/features/help/help-store";
import type { components } from "@/generated/api";
import { ALICE, MISSION, PLAN, USAGE } from "../fixtures";
import { buildErrorResponse, ORIGIN, signedInHandlers } from "../handlers";
import { renderApp } from "../render-app";
import { server } from "../server";

type Schemas = components["schemas"];

const LOAD_TIMEOUT = { timeout: 10_000 };
const ARTICLE = { slug: "import-contacts", topic: "contacts", title: "Import contacts from a file", summary: "CSV" };
const UPDATE: Schemas["UpdateOut"] = {
  id: "imports",
  title: "Imports that you can leave",
  summary: "A forecast",
  publishedAt: "2026-11-21T09:00:00Z",
  isNew: true,
};
const KOPI = { name: "Kopi Selatan", slug: "kopi", image: "", logo: "", role: "admin", default: true, active: true };
const MEMBER = { ...ALICE, permissions: ["contact.view", "contact.create"] };

beforeEach(() => {
  closeHelp();
  clearSupportMessageDraft();
  server.use(
    http.get(`${ORIGIN}/api/articles`, ({ request }) => {
      const search = new URL(request.url).searchParams.get("search") ?? "";
      return HttpResponse.json(ARTICLE.title.toLowerCase().startsWith(search) ? [ARTICLE] : []);
    }),
    http.get(`${ORIGIN}/api/articles/detail`, () =>
      HttpResponse.json({ ...ARTICLE, html: '<p>Open <a href="/help/keyboard">the keys</a>.</p>' }),
    ),
    ...signedInHandlers(),
  );
});

async function openShell(path = "/help") {
  const view = await renderApp(path, { token: "alice" });
  await screen.findByRole("heading", { level: 1 }, LOAD_TIMEOUT);
  return { user: userEvent.setup(), ...view };
}

test("the header shows the full name, its initials and the way out (SHELL-107 to SHELL-109)", async () => {
  const { user } = await openShell();
  const trigger = screen.getByRole("button", { name: /Alice Wulandari/ });
  expect(within(trigger).getByText("AW")).toBeVisible();

  await user.click(trigger);

  expect(await screen.findByRole("menuitem", { name: "Logout", hidden: true }, LOAD_TIMEOUT)).toHaveAttribute(
    "href",
    "/logout",
  );
});

test("the sidebar bears the team's name, the product's where it has none (SHELL-110)", async () => {
  await openShell();
  expect(within(screen.getByRole("complementary", { name: "Sidebar" })).getByText("Kopi Selatan")).toBeVisible();
});

test("a team without a name shows the product's (SHELL-110)", async () => {
  const nameless = { ...ALICE, team: ALICE.team ? { ...ALICE.team, name: "" } : null };
  server.use(http.get(`${ORIGIN}/api/me`, () => HttpResponse.json(nameless)));

  await openShell();

  expect(within(screen.getByRole("complementary", { name: "Sidebar" })).getByText("Dashboard SMTP")).toBeVisible();
});

test("who is in several teams goes on in another one (TEAM-187)", async () => {
  const asked: unknown[] = [];
  const teams = [
    { ...KOPI, companyId: ALICE.team?.companyId },
    { ...KOPI, companyId: "01a1fc3d-0000-7000-8000-00000000c0b2", name: "Teh Utara", default: false, active: false },
  ];
  server.use(
    http.get(`${ORIGIN}/api/companies`, () => HttpResponse.json(teams)),
    http.post(`${ORIGIN}/api/signin-current`, async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ token2fa: "step" });
    }),
    http.post(`${ORIGIN}/api/checkToken-2FA`, () => HttpResponse.json({ state: "complete", token: "alice-teh" })),
  );
  const { user } = await openShell();
  await user.click(screen.getByRole("button", { name: /Alice Wulandari/ }));
  expect(
    await screen.findByRole("menuitemcheckbox", { name: "Kopi Selatan", hidden: true }, LOAD_TIMEOUT),
  ).toHaveAttribute("aria-checked", "true");

  await user.click(screen.getByRole("menuitemcheckbox", { name: "Teh Utara", hidden: true }));

  await waitFor(() => expect(localStorage.getItem("token")).toBe("alice-teh"), LOAD_TIMEOUT);
  expect(asked).toMatchObject([{ companyId: "01a1fc3d-0000-7000-8000-00000000c0b2" }]);
});

test("the palette finds screens, people and help, by the keyboard alone, and goes there", async () => {
  server.use(
    http.get(`${ORIGIN}/api/me`, () => HttpResponse.json(MEMBER)),
    http.get(`${ORIGIN}/api/contacts`, ({ request }) => {
      const search = new URL(request.url).searchParams.get("search");
      const sari = { contactId: 17, email: "sari@kopi.example", firstname: "Sari", lastname: "Dewi" };
      return HttpResponse.json({ items: search === "sar" ? [sari] : [] });
    }),
  );
  const { user, router } = await openShell();

  await user.keyboard("{Control>}k{/Control}");
  const box = await screen.findByRole("combobox", { name: "Search or jump to…" }, LOAD_TIMEOUT);
  await user.type(box, "sar");

  const option = await screen.findByRole("option", { name: /Sari Dewi/ }, LOAD_TIMEOUT);
  await waitFor(() => expect(box).toHaveAttribute("aria-activedescendant", option.id));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(router.state.location.pathname).toBe("/contacts/17"));
});

test("arrows, Page Down and the pointer select in the palette, and the selected row is scrolled to", async () => {
  const scroll = vi.spyOn(HTMLElement.prototype, "scrollIntoView");
  const { user } = await openShell();
  await user.keyboard("{Control>}k{/Control}");
  const box = await screen.findByRole("combobox", { name: "Search or jump to…" }, LOAD_TIMEOUT);
  expect(box).toHaveFocus();
  expect(box).toHaveAttribute("aria-expanded", "true");
  expect(box).toHaveAttribute("aria-controls", screen.getByRole("listbox").id);
  const options = () => screen.getAllByRole("option");
  const expectSelected = (index: number) => {
    const option = options().at(index);
    expect(box).toHaveAttribute("aria-activedescendant", option?.id);
    expect(options().filter((each) => each.getAttribute("aria-selected") === "true")).toEqual([option]);
    expect(scroll.mock.contexts.at(-1)).toBe(option);
  };
  expectSelected(0);

  await user.keyboard("{ArrowUp}");
  expectSelected(-1);
  await user.keyboard("{ArrowDown}");
  expectSelected(0);
  await user.keyboard("{PageDown}");
  expectSelected(8);
  await user.keyboard("{PageUp}{PageUp}");
  expectSelected(0);
  await user.pointer({ target: options()[2] as HTMLElement });
  expectSelected(2);
  await user.type(box, "s");
  expectSelected(0);
});

test("Escape closes the palette, and Enter of a keyboard without key codes opens the selected screen", async () => {
  const { user, router } = await openShell();
  await user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("combobox", {}, LOAD_TIMEOUT);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("combobox")).toBeNull());

  await user.keyboard("{Control>}k{/Control}");
  const box = await screen.findByRole("combobox", {}, LOAD_TIMEOUT);
  await user.type(box, "home");
  await waitFor(() => expect(screen.getAllByRole("option")[0]).toHaveTextContent("Home"));
  fireEvent.keyDown(box, { key: "Enter" });

  await waitFor(() => expect(router.state.location.pathname).toBe("/analytics"));
  expect(screen.queryByRole("combobox", { name: "Search or jump to…" })).toBeNull();
});

test("the palette says so when nothing is found, and when something could not be searched", async () => {
  server.use(
    http.get(`${ORIGIN}/api/me`, () => HttpResponse.json(MEMBER)),
    http.get(`${ORIGIN}/api/contacts`, () => buildErrorResponse(500, "serverException")),
  );
  const { user } = await openShell();

  await user.click(screen.getByRole("button", { name: /Search or jump to…/ }));
  await user.type(await screen.findByRole("combobox", {}, LOAD_TIMEOUT), "zzz");

  expect(await screen.findByText("No results for “zzz”", {}, LOAD_TIMEOUT)).toBeVisible();
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["Open help", "Contact us"]);
  expect((await screen.findAllByText("Some results could not be loaded")).length).toBeGreaterThan(0);
});

test("help opens over the screen, finds an article and goes back with Escape (SHELL-145, SHELL-153)", async () => {
  const { user } = await openShell();
  const button = screen.getByRole("button", { name: "Help" });
  await user.click(button);
  const panel = await screen.findByRole("dialog", { name: "Help" }, LOAD_TIMEOUT);
  expect(
    within(panel)
      .getAllByRole("button")
      .map(({ textContent }) => textContent),
  ).toEqual(expect.arrayContaining(["Articles", "What’s new", "Contact us"]));

  await user.click(await within(panel).findByRole("button", { name: /Import contacts from a file/ }, LOAD_TIMEOUT));
  expect(await within(panel).findByRole("link", { name: "the keys" })).toHaveAttribute("href", "/help/keyboard");
  await user.keyboard("{Escape}");

  expect(screen.queryByRole("dialog", { name: "Help" })).toBeNull();
  expect(button).toHaveFocus();
});

test("what is new bears a mark until it has been listed (SUP-12)", async () => {
  let seen = 0;
  server.use(
    http.get(`${ORIGIN}/api/product-update/one`, () => HttpResponse.json({ item: { ...UPDATE, html: "" } })),
    http.get(`${ORIGIN}/api/product-update`, () => HttpResponse.json([UPDATE])),
    http.put(`${ORIGIN}/api/users/new-release`, () => {
      seen += 1;
      return HttpResponse.json({});
    }),
  );
  const { user } = await openShell();

  await user.click(await screen.findByRole("button", { name: "Help, new updates" }, LOAD_TIMEOUT));

  const panel = await screen.findByRole("dialog", { name: "Help" }, LOAD_TIMEOUT);
  expect(await within(panel).findByText("New")).toBeVisible();
  await waitFor(() => expect(seen).toBe(1));
  expect(await screen.findByRole("button", { name: "Help" })).toBeVisible();
});

test("a message that cannot be sent is not lost, and is sent by another try (SUP-15)", async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(
      `${ORIGIN}/api/message/contact-us`,
      async ({ request }) => {
        sent.push(await request.json());
        return buildErrorResponse(500, "serverException");
      },
      { once: true },
    ),
  );
  const { user } = await openShell();
  await user.click(screen.getAllByRole("button", { name: "Contact us" })[0] as HTMLElement);
  const message = await screen.findByRole("textbox", { name: "Message" }, LOAD_TIMEOUT);
  expect(screen.getByRole("textbox", { name: "Your name" })).toHaveValue("Alice Wulandari");
  expect(screen.getByRole("textbox", { name: "Your email address" })).toHaveValue("alice@kopiselatan.example");
  await user.click(screen.getByRole("button", { name: "Send message" }));
  expect(screen.getByText("Enter a message")).toBeVisible();
  expect(message).toHaveFocus();

  await user.type(message, "Where are my invoices?");
  await user.click(screen.getByRole("button", { name: "Send message" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Your message is still here.");
  await user.keyboard("{Escape}");
  await user.click(screen.getAllByRole("button", { name: "Contact us" })[0] as HTMLElement);
  expect(await screen.findByRole("textbox", { name: "Message" }, LOAD_TIMEOUT)).toHaveValue("Where are my invoices?");
  server.use(http.post(`${ORIGIN}/api/message/contact-us`, () => HttpResponse.json({ done: true })));
  await user.click(screen.getByRole("button", { name: "Send message" }));

  expect(await screen.findByText("We’ll reply to alice@kopiselatan.example.")).toBeVisible();
  expect(sent).toEqual([
    {
      name: "Alice Wulandari",
      email: "alice@kopiselatan.example",
      company: "Kopi Selatan",
      phone: "+62812000001",
      message: "Where are my invoices?",
    },
  ]);
});

test("who has written is asked how content they are, and may say why (SUP-16, SUP-18)", async () => {
  const answers: unknown[] = [];
  server.use(
    http.post(`${ORIGIN}/api/message/contact-us`, () => HttpResponse.json({ done: true })),
    http.post(`${ORIGIN}/api/survey/csat`, async ({ request }) => {
      answers.push(await request.json());
      if (answers.length === 1) return buildErrorResponse(500, "serverException");
      if (answers.length === 2) return buildErrorResponse(400, "invalidField", { field: "comment" });
      return HttpResponse.json({ done: true });
    }),
  );
  const { user } = await openShell();
  await user.click(screen.getAllByRole("button", { name: "Contact us" })[0] as HTMLElement);
  await user.type(await screen.findByRole("textbox", { name: "Message" }, LOAD_TIMEOUT), "Where are my invoices?");
  await user.click(screen.getByRole("button", { name: "Send message" }));
  const survey = await screen.findByRole("group", { name: "How satisfied are you with our help?" }, LOAD_TIMEOUT);
  expect(screen.queryByRole("button", { name: "Send feedback" })).toBeNull();

  await user.click(within(survey).getByRole("radio", { name: "4 of 5" }));
  const comment = screen.getByRole("textbox", { name: "What could be better? (optional)" });
  await user.type(comment, "More pictures");
  await user.click(screen.getByRole("button", { name: "Send feedback" }));
  expect(await screen.findByRole("alert")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Send feedback" }));
  await waitFor(() => expect(comment).toBeInvalid());
  expect(comment).toHaveFocus();
  expect(screen.queryByRole("alert")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Send feedback" }));

  expect(await screen.findByText("Thank you. Your feedback helps us improve.")).toBeVisible();
  expect(answers).toEqual([
    { score: 4, comment: "More pictures" },
    { score: 4, comment: "More pictures" },
    { score: 4, comment: "More pictures" },
  ]);
});

test("the mission shows a mark for each step, is put away and comes back (SHELL-146, SHELL-154)", async () => {
  let mission: Schemas["MissionOut"] = {
    features: [
      { name: "confirmEmail", done: true },
      { name: "addContacts", done: false },
    ],
    done: 1,
    total: 2,
    percentage: 50,
    dismissed: false,
  };
  server.use(
    http.get(`${ORIGIN}/api/companies/onboarding`, () => HttpResponse.json(mission)),
    http.put(`${ORIGIN}/api/companies/onboarding`, async ({ request }) => {
      mission = { ...mission, ...((await request.json()) as { dismissed: boolean }) };
      return HttpResponse.json(mission);
    }),
  );
  const { user } = await openShell();
  await user.click(await screen.findByRole("button", { name: "Mission, 1 of 2 steps done" }, LOAD_TIMEOUT));
  const panel = await screen.findByRole("dialog", { name: "Mission: send your first campaign" }, LOAD_TIMEOUT);
  expect(within(panel).getByText("1 of 2 done, 50%")).toBeVisible();
  expect(
    within(panel)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual([
    "Confirm your email address, done",
    "Add your contacts, not done yetImport a file, or add yourself to test.",
  ]);
  expect(within(panel).getByRole("link", { name: /Add your contacts/ })).toHaveAttribute("href", "/contacts/import");

  await user.click(within(panel).getByRole("button", { name: "Hide mission" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Mission/ })).toBeNull());
  await user.click(screen.getByRole("button", { name: /Alice Wulandari/ }));
  await user.click(await screen.findByRole("menuitem", { name: "Show mission", hidden: true }, LOAD_TIMEOUT));

  expect(await screen.findByRole("button", { name: "Mission, 1 of 2 steps done" }, LOAD_TIMEOUT)).toBeVisible();
});

test("a mission that is done stands nowhere", async () => {
  server.use(http.get(`${ORIGIN}/api/companies/onboarding`, () => HttpResponse.json(MISSION)));
  await openShell();

  expect(screen.queryByRole("button", { name: /^Mission/ })).toBeNull();
});

test("a plan near its limit is told of, and put away until the next month (SHELL-224)", async () => {
  const first = await openShell();
  expect(await screen.findByText(/You have used 980 of 1,000 emails in your plan. The limit resets on/)).toBeVisible();

  await first.user.click(screen.getByRole("button", { name: "Dismiss" }));

  expect(screen.queryByText(/emails in your plan/)).toBeNull();
  first.unmount();
  await openShell();
  expect(screen.queryByText(/emails in your plan/)).toBeNull();
  expect(USAGE.counters[0]?.used).toBe(980);
});

test("a plan that has ended is told of with its date and cannot be put away (SHELL-225)", async () => {
  const ended = { ...PLAN, expiredDate: "2026-01-05T00:00:00Z", isExpired: true };
  server.use(http.get(`${ORIGIN}/api/companies/plan`, () => HttpResponse.json(ended)));

  await openShell();

  expect(await screen.findByText(/^Your plan ended on 05 January 2026/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Dismiss" })).toBeNull();
});

test("a policy that the user has not seen is told of once (DISP-06)", async () => {
  const accepted: unknown[] = [];
  server.use(
    http.get(`${ORIGIN}/api/companies/usage`, () => HttpResponse.json({ counters: [] })),
    http.get(`${ORIGIN}/api/me`, () =>
      HttpResponse.json({ ...ALICE, user: { ...ALICE.user, policyVersion: "1.9.0" } }),
    ),
    http.put(`${ORIGIN}/api/users/policy-version`, async ({ request }) => {
      accepted.push(await request.json());
      return HttpResponse.json({ policyVersion: "2.0.0" });
    }),
  );
  const { user } = await openShell();

  await user.click(await screen.findByRole("button", { name: "Got it" }, LOAD_TIMEOUT));

  await waitFor(() => expect(screen.queryByRole("button", { name: "Got it" })).toBeNull());
  expect(accepted).toEqual([{ version: "2.0.0" }]);
});
