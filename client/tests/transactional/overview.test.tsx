import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { queryClient } from "@/app/query";
import type { Settings } from "@/features/transactional/overview/settings-data";
import { heard } from "@/features/transactional/pulse";
import type { Overview } from "@/features/transactional/shapes";
import { failing, ORIGIN } from "../answers";
import { renderApp } from "../render-app";
import { server } from "../server";
import { answering, event, MESSAGE_ID, OVERVIEW, pageOf, TIME, transactionalAnswers } from "./answers";

const SECRET = "dsk_live_4f9a2c1b_secret";
const FIRST = { id: MESSAGE_ID, time: TIME, state: "accepted", sandbox: false } as const;
const [DOMAIN] = OVERVIEW.domains;
let overview: Overview = OVERVIEW;

beforeEach(() => {
  overview = { ...OVERVIEW, hasKey: false, firstMessage: null };
  server.use(
    http.get(`${ORIGIN}/trx-api/overview`, () => HttpResponse.json(overview as unknown as Record<string, unknown>)),
    http.post(`${ORIGIN}/trx-api/config/generate`, () =>
      HttpResponse.json({
        snippets: [
          { id: "curl", code: "curl -H 'Authorization: Bearer YOUR_API_KEY'" },
          { id: "python", code: "KEY = 'YOUR_API_KEY'" },
        ],
      }),
    ),
    http.post(`${ORIGIN}/trx-api/apikeys`, () => HttpResponse.json({ secret: SECRET }, { status: 201 })),
    answering("events", pageOf([event()])),
    ...transactionalAnswers(),
  );
});

test("a newcomer makes a real key, finds it in the program, and sees the line turn live", async () => {
  await renderApp("/trx-overview", { token: "alice" });
  await userEvent.click(await screen.findByRole("button", { name: "Create API key" }));

  expect(await screen.findByText(`curl -H 'Authorization: Bearer ${SECRET}'`)).toBeInTheDocument();
  expect(screen.getByText(/^Copy it now: it is not shown again\./)).toBeInTheDocument();
  // Once alone: over SMTP it is the password, and no second secret.
  expect(screen.getAllByText(SECRET)).toHaveLength(1);
  expect(screen.getByRole("region", { name: "API key" })).toHaveFocus();
  expect(screen.getByText("Password").nextSibling).toHaveTextContent("your API key");
  await userEvent.click(screen.getByRole("radio", { name: "Python" }));
  expect(screen.getByText(`KEY = '${SECRET}'`)).toBeInTheDocument();
  expect(screen.getByText("Waiting for the first message")).toBeInTheDocument();

  overview = { ...overview, hasKey: true, firstMessage: FIRST };
  act(() => heard(queryClient, { revision: 1, newest: null, counts: { accepted: 1 } }));

  expect(await screen.findByText("The first message is here")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "See its story" })).toHaveAttribute("href", `/events/${MESSAGE_ID}/${TIME}`);
  // The key is still there to be copied.
  expect(screen.getByText(SECRET, { selector: "pre" })).toBeInTheDocument();
});

test("a team that has a key is not shown it again, and may have another", async () => {
  overview = { ...overview, hasKey: true };
  await renderApp("/trx-overview", { token: "alice" });

  expect(await screen.findByText(/a key is shown only once/)).toBeInTheDocument();
  expect(await screen.findByText("Put your key in the place of YOUR_API_KEY.")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Create another key" }));

  expect(await screen.findByText(`curl -H 'Authorization: Bearer ${SECRET}'`)).toBeInTheDocument();
});

test("who may not make keys is told who can", async () => {
  server.use(...transactionalAnswers(["transactional.view"]));
  server.use(
    http.get(`${ORIGIN}/trx-api/overview`, () => HttpResponse.json(overview as unknown as Record<string, unknown>)),
  );
  await renderApp("/trx-overview", { token: "alice" });

  expect(await screen.findByText("An admin of the team can create a key.")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /key/i })).toBeNull();
});

test("a message of the sandbox does not end the wait for the first one that is sent", async () => {
  overview = { ...overview, hasKey: true, firstMessage: { ...FIRST, sandbox: true } };
  await renderApp("/trx-overview", { token: "alice" });
  expect(await screen.findByText("Waiting for the first message")).toBeInTheDocument();

  overview = { ...overview, firstMessage: FIRST };
  act(() => heard(queryClient, { revision: 1, newest: null, counts: { accepted: 1 } }));

  expect(await screen.findByText("The first message is here")).toBeInTheDocument();
});

test("a team whose domain still waits goes on in the sandbox, a click from its records", async () => {
  const pending = { ...DOMAIN, state: "pending" } as Overview["domains"][number];
  overview = { ...overview, domainVerified: false, domains: [pending], firstMessage: { ...FIRST, sandbox: true } };
  await renderApp("/trx-overview", { token: "alice" });

  expect(await screen.findByText(/orders\.kopi\.example still waits for its DNS records/)).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "See the records" })).toHaveAttribute("href", `/domain/${pending.domainId}`);
  expect(screen.getByText(/^The first message is in the sandbox/)).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "See its story" })).toHaveAttribute("href", `/events/${MESSAGE_ID}/${TIME}`);
  expect(screen.getByRole("button", { name: "Create another sandbox key" })).toBeInTheDocument();
});

test("a team that sends sees today, what happened last, and its domains", async () => {
  overview = OVERVIEW;
  await renderApp("/trx-overview", { token: "alice" });

  const today = await screen.findByRole("region", { name: "Today" });
  expect(today).toHaveTextContent("Accepted40since midnight");
  expect(today).toHaveTextContent("Delivered3895.0 % of accepted");
  expect(today).toHaveTextContent("Deferred12.5 % of accepted, tried again later");
  expect(today).toHaveTextContent("Opened1950.0 % of delivered");
  expect(screen.getByText("200 sent in the last 24 hours: 99.0 % delivered, 1.0 % bounced")).toBeInTheDocument();
  const last = await screen.findByText("budi@yahoo.example");
  expect(within(last.closest("li") as HTMLElement).getByRole("link")).toHaveAttribute(
    "href",
    `/events/${MESSAGE_ID}/${TIME}`,
  );
});

test("where nothing arrives the settings of the application are looked at, and no key goes over", async () => {
  const asked: unknown[] = [];
  let answer: object = {
    ok: false,
    problems: [
      { field: "port", code: "portWrong", severity: "error", text: "Use port 10587 with STARTTLS" },
      { field: "keyPrefix", code: "keySandbox", severity: "warning", text: "The key Try is of the sandbox" },
    ],
  };
  server.use(
    http.post(`${ORIGIN}/trx-api/config/validate`, async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json(answer as Record<string, unknown>);
    }),
  );
  await renderApp("/trx-overview", { token: "alice" });
  await userEvent.click(
    await screen.findByRole("button", { name: "Nothing arrives? Check your application's settings" }),
  );
  const form = await screen.findByRole("form", { name: "Settings of your application" });
  await userEvent.type(within(form).getByLabelText("Port"), "25");
  await userEvent.type(within(form).getByLabelText("How the key begins"), SECRET);
  await userEvent.selectOptions(within(form).getByLabelText("Encryption"), "STARTTLS");
  await userEvent.click(within(form).getByRole("button", { name: "Check settings" }));

  expect(await within(form).findByText("Mail would not be taken like this")).toBeInTheDocument();
  expect(within(form).getByLabelText("Port")).toHaveAccessibleDescription("Use port 10587 with STARTTLS");
  expect(within(form).getByText("The key Try is of the sandbox")).toBeInTheDocument();
  expect(asked).toEqual([
    { host: null, port: 25, security: "starttls", username: null, keyPrefix: SECRET.slice(0, 17), from: null },
  ]);

  answer = { ok: true, problems: [] };
  await userEvent.clear(within(form).getByLabelText("Port"));
  expect(within(form).queryByText("Mail would not be taken like this")).toBeNull();
  await userEvent.click(within(form).getByRole("button", { name: "Check settings" }));
  expect(await within(form).findByText("Nothing here keeps mail from being taken")).toBeInTheDocument();
});

describe("how messages are kept", () => {
  let settings: Settings = { bodyDays: 7, holdAll: false, holdAbove: null, mostBodyDays: 30 };
  let saved: unknown[] = [];

  beforeEach(() => {
    settings = { bodyDays: 7, holdAll: false, holdAbove: null, mostBodyDays: 30 };
    saved = [];
    overview = OVERVIEW;
    server.use(
      http.get(`${ORIGIN}/trx-api/settings`, () => HttpResponse.json(settings)),
      http.put(`${ORIGIN}/trx-api/settings`, async ({ request }) => {
        const body = (await request.json()) as typeof settings;
        saved.push(body);
        settings = { ...settings, ...body };
        return HttpResponse.json(settings);
      }),
    );
  });

  test("fewer days are chosen after it is said what is lost, and from then on each message waits", async () => {
    await renderApp("/trx-overview", { token: "alice" });
    expect(await screen.findByText("What messages say is kept for 7 days.")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Change" }));
    const dialog = await screen.findByRole("dialog", { name: "How messages are kept" });
    expect(within(dialog).queryByText("What older messages say is deleted for good.")).toBeNull();

    await userEvent.selectOptions(within(dialog).getByLabelText("What messages say is kept"), "1 day");
    expect(within(dialog).getByText("What older messages say is deleted for good.")).toBeInTheDocument();
    await userEvent.click(within(dialog).getByRole("switch", { name: "Hold every message" }));
    await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));

    expect(await screen.findByText("What messages say is kept for 1 day.")).toBeInTheDocument();
    expect(screen.getByText(/Each message waits until somebody releases it\./)).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Held messages" })).toHaveAttribute("href", "/events?q=type%3Aheld");
    expect(saved).toEqual([{ bodyDays: 1, holdAll: true, holdAbove: null }]);
  });

  test("a bound for keys is chosen, said on the card, and taken away again", async () => {
    await renderApp("/trx-overview", { token: "alice" });
    await userEvent.click(await screen.findByRole("button", { name: "Change" }));
    const dialog = await screen.findByRole("dialog", { name: "How messages are kept" });
    const bound = within(dialog).getByLabelText("Hold what a key sends beyond");
    for (const wrong of ["0", "many", "1000001"]) {
      await userEvent.clear(bound);
      await userEvent.type(bound, `${wrong}{Enter}`);
      expect(bound).toBeInvalid();
    }
    expect(saved).toEqual([]);
    await userEvent.clear(bound);
    await userEvent.type(bound, "1500{Enter}");

    expect(await screen.findByText(/What a key hands in beyond 1,500 messages in an hour waits/)).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Held messages" })).toHaveAttribute("href", "/events?q=type%3Aheld");
    await userEvent.click(screen.getByRole("button", { name: "Change" }));
    const again = await screen.findByRole("dialog", { name: "How messages are kept" });
    expect(within(again).getByLabelText("Hold what a key sends beyond")).toHaveValue("1500");
    await userEvent.clear(within(again).getByLabelText("Hold what a key sends beyond"));
    await userEvent.click(within(again).getByRole("button", { name: "Save" }));

    await waitFor(() => expect(screen.queryByRole("link", { name: "Held messages" })).toBeNull());
    expect(saved).toEqual([
      { bodyDays: 7, holdAll: false, holdAbove: 1500 },
      { bodyDays: 7, holdAll: false, holdAbove: null },
    ]);
  });

  test("a refusal is told in the dialog, and what was chosen stays", async () => {
    server.use(http.put(`${ORIGIN}/trx-api/settings`, () => failing(403, "notAuthorized")));
    await renderApp("/trx-overview", { token: "alice" });
    await userEvent.click(await screen.findByRole("button", { name: "Change" }));
    const dialog = await screen.findByRole("dialog", { name: "How messages are kept" });
    await userEvent.selectOptions(within(dialog).getByLabelText("What messages say is kept"), "30 days");
    await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));

    expect(await within(dialog).findByRole("alert")).toBeInTheDocument();
    expect(within(dialog).getByLabelText("What messages say is kept")).toHaveValue("30");
    expect(screen.getByText("What messages say is kept for 7 days.")).toBeInTheDocument();
  });

  test("who may not read what messages say may not decide about it", async () => {
    server.use(...transactionalAnswers(["transactional.view"]));
    await renderApp("/trx-overview", { token: "alice" });

    expect(await screen.findByText("What messages say is kept for 7 days.")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Change" })).toBeNull();
  });
});
