import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { queryClient } from "@/app/query";
import { applyActivity } from "@/features/transactional/activity";
import type { TrxSettings } from "@/features/transactional/overview/settings-data";
import type { TrxOverview } from "@/features/transactional/shapes";
import { buildErrorResponse, ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";
import {
  buildEvent,
  buildEventPage,
  MESSAGE_ID,
  MESSAGE_TIME_MS,
  OVERVIEW,
  respondToGet,
  transactionalResponses,
} from "./responses";

const SECRET = "dsk_live_4f9a2c1b_secret";
const FIRST = { id: MESSAGE_ID, time: MESSAGE_TIME_MS, state: "accepted", sandbox: false } as const;
const [DOMAIN] = OVERVIEW.domains;
let overview: TrxOverview = OVERVIEW;

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
    respondToGet("events", buildEventPage([buildEvent()])),
    ...transactionalResponses(),
  );
});

test("a newcomer makes a real key, finds it in the program, and sees the line turn live", async () => {
  await renderScreen("/trx-overview", { token: "alice" });
  await userEvent.click(await screen.findByRole("button", { name: "Create API key" }));

  expect(await screen.findByText(`curl -H 'Authorization: Bearer ${SECRET}'`)).toBeInTheDocument();
  expect(screen.getByText(/^Copy it now\. It won’t be shown again\./)).toBeInTheDocument();
  // Shown only once: the SMTP password is the same key, not a second secret.
  expect(screen.getAllByText(SECRET)).toHaveLength(1);
  expect(screen.getByRole("region", { name: "API key" })).toHaveFocus();
  expect(screen.getByText("Password").nextSibling).toHaveTextContent("your API key");
  await userEvent.click(screen.getByRole("radio", { name: "Python" }));
  expect(screen.getByText(`KEY = '${SECRET}'`)).toBeInTheDocument();
  expect(screen.getByText("Waiting for your first message")).toBeInTheDocument();

  overview = { ...overview, hasKey: true, firstMessage: FIRST };
  act(() => applyActivity(queryClient, { revision: 1, newest: "2026-11-21T03:00:00Z", counts: { accepted: 1 } }));

  expect(await screen.findByText("We received your first message")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "View timeline" })).toHaveAttribute(
    "href",
    `/events/${MESSAGE_ID}/${MESSAGE_TIME_MS}`,
  );
  // The key can still be copied.
  expect(screen.getByText(SECRET, { selector: "pre" })).toBeInTheDocument();
});

test("a team that has a key is not shown it again, and may have another", async () => {
  overview = { ...overview, hasKey: true };
  await renderScreen("/trx-overview", { token: "alice" });

  expect(await screen.findByText(/keys are shown only once/)).toBeInTheDocument();
  expect(await screen.findByText("Replace YOUR_API_KEY with your key.")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Create another key" }));

  expect(await screen.findByText(`curl -H 'Authorization: Bearer ${SECRET}'`)).toBeInTheDocument();
});

test("who may not make keys is told who can", async () => {
  server.use(...transactionalResponses(["transactional.view"]));
  server.use(
    http.get(`${ORIGIN}/trx-api/overview`, () => HttpResponse.json(overview as unknown as Record<string, unknown>)),
  );
  await renderScreen("/trx-overview", { token: "alice" });

  expect(await screen.findByText("Ask an admin of your team to create a key.")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /key/i })).toBeNull();
});

test("a message of the sandbox does not end the wait for the first one that is sent emails", async () => {
  overview = { ...overview, hasKey: true, firstMessage: { ...FIRST, sandbox: true } };
  await renderScreen("/trx-overview", { token: "alice" });
  expect(await screen.findByText("Waiting for your first message")).toBeInTheDocument();

  overview = { ...overview, firstMessage: FIRST };
  act(() => applyActivity(queryClient, { revision: 1, newest: "2026-11-21T03:00:00Z", counts: { accepted: 1 } }));

  expect(await screen.findByText("We received your first message")).toBeInTheDocument();
});

test("a team whose domain still waits goes on in the sandbox, a click from its records", async () => {
  const pending = { ...DOMAIN, state: "pending" } as TrxOverview["domains"][number];
  overview = { ...overview, domainVerified: false, domains: [pending], firstMessage: { ...FIRST, sandbox: true } };
  await renderScreen("/trx-overview", { token: "alice" });

  expect(await screen.findByText(/We haven’t found the DNS records of orders\.kopi\.example yet/)).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "View records" })).toHaveAttribute("href", `/domain/${pending.domainId}`);
  expect(screen.getByText(/^Your first message was checked and recorded in the sandbox\./)).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "View timeline" })).toHaveAttribute(
    "href",
    `/events/${MESSAGE_ID}/${MESSAGE_TIME_MS}`,
  );
  expect(screen.getByRole("button", { name: "Create another sandbox key" })).toBeInTheDocument();
});

test("a team that sends sees today, what happened last, and its domains", async () => {
  overview = OVERVIEW;
  await renderScreen("/trx-overview", { token: "alice" });

  const today = await screen.findByRole("region", { name: "Today" });
  expect(today).toHaveTextContent("Accepted40recipients since midnight");
  expect(today).toHaveTextContent("Delivered3895.0% of accepted emails");
  expect(today).toHaveTextContent("Deferred12.5% of accepted emails, retried automatically");
  expect(today).toHaveTextContent("Opened1950.0% of delivered emails");
  expect(screen.getByText("200 emails sent in the last 24 hours: 99.0% delivered, 1.0% bounced")).toBeInTheDocument();
  const last = await screen.findByText("budi@yahoo.example");
  expect(within(last.closest("li") as HTMLElement).getByRole("link")).toHaveAttribute(
    "href",
    `/events/${MESSAGE_ID}/${MESSAGE_TIME_MS}`,
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
  await renderScreen("/trx-overview", { token: "alice" });
  await userEvent.click(
    await screen.findByRole("button", { name: "Nothing arriving? Check your application’s settings" }),
  );
  const form = await screen.findByRole("form", { name: "Check application settings" });
  await userEvent.type(within(form).getByLabelText("Port"), "25");
  await userEvent.type(within(form).getByLabelText("Start of the API key"), SECRET);
  await userEvent.selectOptions(within(form).getByLabelText("Encryption"), "STARTTLS");
  await userEvent.click(within(form).getByRole("button", { name: "Check settings" }));

  expect(await within(form).findByText("Email would be rejected with these settings")).toBeInTheDocument();
  expect(within(form).getByLabelText("Port")).toHaveAccessibleDescription("Use port 10587 with STARTTLS");
  expect(within(form).getByLabelText("Port")).toHaveFocus();
  expect(within(form).getByText("The key Try is of the sandbox")).toBeInTheDocument();
  expect(asked).toEqual([
    { host: null, port: 25, security: "starttls", username: null, keyPrefix: SECRET.slice(0, 17), from: null },
  ]);

  answer = { ok: true, problems: [] };
  await userEvent.clear(within(form).getByLabelText("Port"));
  expect(within(form).queryByText("Email would be rejected with these settings")).toBeNull();
  await userEvent.click(within(form).getByRole("button", { name: "Check settings" }));
  expect(await within(form).findByText("No problems found")).toBeInTheDocument();
});

test("an address that the check rejects shows why at its field, and the settings stay", async () => {
  const cause = "Enter an email address.";
  server.use(
    http.post(`${ORIGIN}/trx-api/config/validate`, () =>
      buildErrorResponse(422, "invalidData", { field: "from", cause }),
    ),
  );
  await renderScreen("/trx-overview", { token: "alice" });
  await userEvent.click(
    await screen.findByRole("button", { name: "Nothing arriving? Check your application’s settings" }),
  );
  const form = await screen.findByRole("form", { name: "Check application settings" });
  await userEvent.type(within(form).getByLabelText("Port"), "587");
  await userEvent.click(within(form).getByRole("button", { name: "Check settings" }));

  const from = within(form).getByLabelText("Sender address");
  await waitFor(() => expect(from).toHaveAccessibleDescription(cause));
  expect(from).toHaveFocus();
  expect(within(form).getByLabelText("Port")).toHaveValue("587");
  expect(within(form).queryByRole("alert")).toBeNull();
});

describe("how messages are kept", () => {
  let settings: TrxSettings = { bodyDays: 7, holdAll: false, holdAbove: null, mostBodyDays: 30 };
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
    await renderScreen("/trx-overview", { token: "alice" });
    expect(await screen.findByText("Message content is kept for 7 days.")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Edit" }));
    const dialog = await screen.findByRole("dialog", { name: "Message settings" });
    expect(within(dialog).queryByText("The content of older messages will be deleted permanently.")).toBeNull();

    await userEvent.selectOptions(within(dialog).getByLabelText("Keep message content"), "For 1 day");
    expect(within(dialog).getByText("The content of older messages will be deleted permanently.")).toBeInTheDocument();
    await userEvent.click(within(dialog).getByRole("switch", { name: "Hold every message" }));
    await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));

    expect(await screen.findByText("Message content is kept for 1 day.")).toBeInTheDocument();
    expect(screen.getByText(/Every message is held until someone releases it\./)).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "View held messages" })).toHaveAttribute("href", "/events?q=type%3Aheld");
    expect(saved).toEqual([{ bodyDays: 1, holdAll: true, holdAbove: null }]);
  });

  test("a bound for keys is chosen, said on the card, and taken away again", async () => {
    await renderScreen("/trx-overview", { token: "alice" });
    await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
    const dialog = await screen.findByRole("dialog", { name: "Message settings" });
    const bound = within(dialog).getByLabelText("Hourly limit per API key");
    for (const wrong of ["0", "many", "1000001"]) {
      await userEvent.clear(bound);
      await userEvent.type(bound, `${wrong}{Enter}`);
      expect(bound).toBeInvalid();
    }
    expect(saved).toEqual([]);
    await userEvent.clear(bound);
    await userEvent.type(bound, "1500{Enter}");

    expect(
      await screen.findByText(/If an API key sends more than 1,500 messages in an hour, the rest are held/),
    ).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "View held messages" })).toHaveAttribute("href", "/events?q=type%3Aheld");
    await userEvent.click(screen.getByRole("button", { name: "Edit" }));
    const again = await screen.findByRole("dialog", { name: "Message settings" });
    expect(within(again).getByLabelText("Hourly limit per API key")).toHaveValue("1500");
    await userEvent.clear(within(again).getByLabelText("Hourly limit per API key"));
    await userEvent.click(within(again).getByRole("button", { name: "Save" }));

    await waitFor(() => expect(screen.queryByRole("link", { name: "View held messages" })).toBeNull());
    expect(saved).toEqual([
      { bodyDays: 7, holdAll: false, holdAbove: 1500 },
      { bodyDays: 7, holdAll: false, holdAbove: null },
    ]);
  });

  test("a refusal is told in the dialog, and what was chosen stays", async () => {
    server.use(http.put(`${ORIGIN}/trx-api/settings`, () => buildErrorResponse(403, "notAuthorized")));
    await renderScreen("/trx-overview", { token: "alice" });
    await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
    const dialog = await screen.findByRole("dialog", { name: "Message settings" });
    await userEvent.selectOptions(within(dialog).getByLabelText("Keep message content"), "For 30 days");
    await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));

    expect(await within(dialog).findByRole("alert")).toBeInTheDocument();
    expect(within(dialog).getByLabelText("Keep message content")).toHaveValue("30");
    expect(screen.getByText("Message content is kept for 7 days.")).toBeInTheDocument();
  });

  test("who may not read what messages say may not decide about it", async () => {
    server.use(...transactionalResponses(["transactional.view"]));
    await renderScreen("/trx-overview", { token: "alice" });

    expect(await screen.findByText("Message content is kept for 7 days.")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
  });
});
