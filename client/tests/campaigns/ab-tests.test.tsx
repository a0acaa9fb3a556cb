import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http, type RequestHandler } from "msw";
import { afterEach, expect, test, vi } from "vitest";
import { queryClient } from "@/app/query";
import type { AbAdvice, AbComparison, AbTest } from "@/features/campaigns/ab/ab-data";
import { testQuery } from "@/features/campaigns/ab/ab-events";
import { PLAN } from "../fixtures";
import { buildErrorResponse, ORIGIN } from "../handlers";
import { renderApp, renderScreen } from "../render-app";
import { server } from "../server";
import { buildCampaign, COUNT, campaignsHandlers, ID, SENDER } from "./handlers";
import { basicReportHandler, reportPartHandlers } from "./report-handlers";

const LOADING = { timeout: 10_000 };
const SAVING = { timeout: 4000 };
const TIMESTAMP = "2026-11-20T02:30:02Z";
const COPY = "01a1fc3d-0000-7000-8000-0000000ca409";
const VARIANT = "01a1fc3d-0000-7000-8000-0000000ab10";
const CONTENT = { kind: "markdown", starter: "letter", body: "Hello" } as const;
const TEST_STATUS = {
  tested: "subject",
  metric: "clicks",
  chooses: "hand",
  waitHours: 4,
  winnerShare: 80,
  testingUntil: null,
  winner: null,
  winnerBy: null,
  decidedAt: null,
  decidedName: "",
} as const;

function buildAbTest(parts: Partial<AbTest> = {}): AbTest {
  const variants = ["The harvest is in", "Fresh from Gayo"].map((subject, number) => ({
    variantId: `${VARIANT}${number}`,
    number,
    name: "",
    share: 10,
    subject,
    preheader: "",
    senderId: SENDER.senderId,
    content: CONTENT,
    root: number === 0 ? "body" : "other",
    plainText: "",
    delayMinutes: 0,
  }));
  return { ...buildCampaign(), kind: "abTest", test: TEST_STATUS, variants, ...parts };
}

function buildVariantMetrics(number: number, clicked: number): AbComparison["variants"][number] {
  return {
    number,
    variantId: `${VARIANT}${number}`,
    name: "",
    recipients: 100,
    sent: 100,
    delivered: 100,
    opened: clicked,
    clicked,
    unsubscribed: 0,
    machineOpened: 7,
    machineClicks: 3,
    rate: clicked / 100,
    low: Math.max(0, clicked / 100 - 0.05),
    high: clicked / 100 + 0.05,
  };
}

const SENDING = buildAbTest({
  status: "SENDING",
  startedAt: TIMESTAMP,
  test: { ...TEST_STATUS, testingUntil: TIMESTAMP },
});
const COMPARISON: AbComparison = {
  test: SENDING.test,
  variants: [buildVariantMetrics(0, 5), buildVariantMetrics(1, 25)],
  leading: 1,
  isClear: true,
  confidence: 0.9991,
  restRecipients: 800,
  restDelivered: 0,
  restOutcomes: { bounced: 0, failed: 0, suppressed: 0, skipped: 0, indeterminate: 0 },
  decision: null,
};

const ADVICE: AbAdvice = {
  recipients: 1000,
  variants: [100, 100],
  rest: 800,
  baseRate: 0.025,
  isAssumed: true,
  detectable: 0.107,
  needed: [{ difference: 0.01, perVariant: 4567 }],
};

const ENDED = { status: "SENT", startedAt: TIMESTAMP, sentAt: TIMESTAMP } as const;

afterEach(() => vi.useRealTimers());

const savedBodies: unknown[] = [];
const chosenVariantIds: string[] = [];
const copiedIds: string[] = [];

function abTestHandlers(test_: AbTest, compared: AbComparison = COMPARISON): RequestHandler[] {
  savedBodies.length = 0;
  chosenVariantIds.length = 0;
  copiedIds.length = 0;
  let one = test_;
  const at = `${ORIGIN}/api/ab-test`;
  const names = ["contactManagement", "emailMarketing", "emailSender", "emailReport", "abTest"];
  return [
    http.get(`${ORIGIN}/api/companies/plan`, () =>
      HttpResponse.json({ ...PLAN, features: names.map((name) => ({ name, enable: true, subFeatures: [] })) }),
    ),
    http.get(at, () =>
      HttpResponse.json({ items: [{ ...one, variantCount: 2 }], total: 1, totalIsExact: true, page: 1, size: 10 }),
    ),
    http.get(`${at}/:id`, () => HttpResponse.json(one)),
    http.put(`${at}/:id`, async ({ request }) => {
      const { baseRevision: _base, ...body } = (await request.json()) as Partial<AbTest & { baseRevision: number }>;
      savedBodies.push(body);
      one = { ...one, ...body, revision: one.revision + 1 } as AbTest;
      return HttpResponse.json(one);
    }),
    http.get(`${at}/:id/count-recipient`, () =>
      HttpResponse.json({ ...COUNT, count: 1000, chosen: 1000, suppressed: 0 }),
    ),
    http.get(`${at}/:id/advice`, () => HttpResponse.json(ADVICE)),
    http.get(`${at}/:id/comparison`, () => HttpResponse.json(compared)),
    http.get(`${at}/:id/preview`, () => HttpResponse.json(null, { status: 404 })),
    http.get(`${ORIGIN}/api/sending-health`, () => HttpResponse.json(null, { status: 404 })),
    http.post(`${at}/:id/resend`, ({ params }) => {
      copiedIds.push(`resend ${String(params.id)}`);
      return HttpResponse.json({ ...buildCampaign(), id: COPY });
    }),
    http.post(`${at}/:id/duplicate`, ({ params }) => {
      copiedIds.push(`duplicate ${String(params.id)}`);
      return HttpResponse.json({ ...buildAbTest(), id: COPY });
    }),
    http.post(`${at}/send/winner/:id/:variant`, ({ params }) => {
      chosenVariantIds.push(String(params.variant));
      return HttpResponse.json({ ...one, test: { ...one.test, winner: 1, winnerBy: "hand", decidedName: "Alice" } });
    }),
    ...campaignsHandlers(),
  ];
}

async function open(path: string, heading: RegExp | string) {
  const user = userEvent.setup();
  const app = await renderScreen(path, { token: "alice" });
  await screen.findByRole("heading", { level: 1, name: heading }, LOADING);
  return { user, ...app };
}

test("the menu leads to the list of tests", async () => {
  server.use(...abTestHandlers(SENDING));
  await renderApp("/ab-tests", { token: "alice" });

  expect(await screen.findByRole("link", { name: "The Gayo harvest" })).toHaveAttribute("href", `/ab-tests/${ID}`);
  expect(screen.getAllByRole("link", { name: "A/B Test Email" })[0]).toHaveAttribute("href", "/ab-tests");
  expect(screen.getByText("Choose the winner")).toBeVisible();
});

test("one that was stopped before its winner is told as stopped", async () => {
  const stopped = buildAbTest({
    status: "CANCELLED",
    startedAt: TIMESTAMP,
    test: { ...TEST_STATUS, testingUntil: TIMESTAMP },
  });
  server.use(...abTestHandlers(stopped));
  const { user } = await open("/ab-tests", "A/B tests");
  const link = await screen.findByRole("link", { name: "The Gayo harvest" }, LOADING);
  expect(screen.getAllByRole("cell", { name: "Stopped" })).toHaveLength(2);

  await user.click(link);

  expect(await screen.findByText("Stopped before a winner was chosen", undefined, LOADING)).toBeVisible();
  expect(screen.getByText("They get nothing because the test was stopped")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Send B to the rest" })).toBeNull();
});

test("the review names the variant, leads to it, and marks the test as ready", async () => {
  const found = { level: "warning", place: "subject", values: {}, items: [] } as const;
  let ready: unknown;
  server.use(
    http.get(`${ORIGIN}/api/ab-test/:id/checks`, () =>
      HttpResponse.json({
        items: [
          { ...found, code: "preheaderMissing", variant: null },
          { ...found, code: "subjectCapitals", variant: 1 },
        ],
        links: { state: "none", done: 0, total: 0, revision: 0 },
        readyAt: null,
        revision: 3,
      }),
    ),
    http.post(`${ORIGIN}/api/ab-test/:id/ready`, async ({ request }) => {
      ready = await request.json();
      return HttpResponse.json(buildAbTest({ readyAt: TIMESTAMP, revision: 4 }));
    }),
    ...abTestHandlers(buildAbTest()),
  );
  const { user } = await open(`/ab-tests/${ID}/review`, /The Gayo harvest/);

  expect(await screen.findByText("Variant B:")).toBeVisible();
  const paths = screen.getAllByRole("link", { name: "Edit the subject" }).map((link) => link.getAttribute("href"));
  expect(paths).toEqual([`/ab-tests/${ID}/edit#subject`, `/ab-tests/${ID}/edit?variant=B#subject`]);
  expect(screen.getByText("manually, with a reminder after 4 hours")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Mark as ready" }));

  await waitFor(() => expect(ready).toEqual({ seen: ["preheaderMissing", "subjectCapitals"] }));
});

test("the address opens the variant that is to be mended", async () => {
  server.use(...abTestHandlers(buildAbTest()));
  await open(`/ab-tests/${ID}/edit?variant=B#subject`, /The Gayo harvest/);

  expect(screen.getByRole("tab", { name: /^B/ })).toHaveAttribute("aria-selected", "true");
});

test("a test that waits for its time can be moved, sent at once and called off", async () => {
  const waiting = buildAbTest({
    status: "SCHEDULED",
    scheduleAt: "2027-05-01T02:00:00Z",
    firesAt: "2027-05-01T02:00:00Z",
  });
  let calledOff = 0;
  server.use(
    http.post(`${ORIGIN}/api/ab-test/:id/cancel-schedule`, () => {
      calledOff += 1;
      return HttpResponse.json(buildAbTest({ revision: 5 }));
    }),
    ...abTestHandlers(waiting),
  );
  const { user } = await open(`/ab-tests/${ID}`, /The Gayo harvest/);

  expect(screen.getByRole("button", { name: "Send now" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Reschedule" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.queryByText("Limit the sending speed")).toBeNull();
  expect(dialog.queryByRole("checkbox")).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  await user.click(screen.getByRole("button", { name: "Cancel schedule" }));

  await waitFor(() => expect(calledOff).toBe(1));
});

test("the review counts who gets it now until it knows who waits for the winner", async () => {
  let tellAdvice: (() => void) | undefined;
  const asked = new Promise<void>((resolve) => {
    tellAdvice = resolve;
  });
  server.use(
    http.get(`${ORIGIN}/api/ab-test/:id/advice`, async () => {
      await asked;
      return undefined;
    }),
    ...abTestHandlers(buildAbTest()),
  );
  await open(`/ab-tests/${ID}/review`, /The Gayo harvest/);

  await waitFor(() => expect(screen.getByText("Counting…")).toBeVisible());
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(screen.queryByText("1,000")).toBeNull();
  tellAdvice?.();
  expect(await screen.findByText("200")).toBeVisible();
});

test("who gets it now and who waits for the winner are counted at the same moment, again and again", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let recipients = 1000;
  server.use(
    http.get(`${ORIGIN}/api/ab-test/:id/advice`, () =>
      HttpResponse.json({ ...ADVICE, recipients, rest: recipients * 0.8 }),
    ),
    // A conflicting number from another time, which the page must not show.
    http.get(`${ORIGIN}/api/ab-test/:id/count-recipient`, () =>
      HttpResponse.json({ ...COUNT, count: 50, suppressed: 0 }),
    ),
    ...abTestHandlers(buildAbTest()),
  );
  await open(`/ab-tests/${ID}/review`, /The Gayo harvest/);
  const facts = await screen.findByText(/recipients if you send now/);
  expect(facts).toHaveTextContent("200 recipients if you send now");

  recipients = 10_000;
  await vi.advanceTimersByTimeAsync(30_000);

  await waitFor(() => expect(facts).toHaveTextContent("2,000 recipients if you send now"));
  expect(screen.getByText(/8,000 recipients/)).toBeVisible();
});

test("the review says why nobody could be counted, and counts again on request", async () => {
  let isBroken = true;
  server.use(
    http.get(`${ORIGIN}/api/ab-test/:id/advice`, () =>
      isBroken ? buildErrorResponse(500, "serverException") : undefined,
    ),
    http.get(`${ORIGIN}/api/ab-test/:id/checks`, () =>
      HttpResponse.json({
        items: [],
        links: { state: "none", done: 0, total: 0, revision: 0 },
        readyAt: null,
        revision: 1,
      }),
    ),
    ...abTestHandlers(buildAbTest()),
  );
  const { user } = await open(`/ab-tests/${ID}/review`, /The Gayo harvest/);
  const failure = (await screen.findByText("Failed to process your request...")).closest("div") as HTMLElement;
  expect(screen.queryByText("Counting…")).toBeNull();

  isBroken = false;
  await user.click(within(failure).getByRole("button", { name: "Try again" }));

  expect(await screen.findByText(/recipients if you send now/)).toHaveTextContent("200 recipients if you send now");
});

test("the composer says why what a test can show is not known", async () => {
  server.use(
    http.get(`${ORIGIN}/api/ab-test/:id/advice`, () => buildErrorResponse(500, "serverException")),
    ...abTestHandlers(buildAbTest()),
  );
  await open(`/ab-tests/${ID}/edit`, /The Gayo harvest/);

  expect(
    await within(screen.getByRole("region", { name: "Test setup" })).findByRole("button", { name: "Try again" }),
  ).toBeVisible();
  expect(screen.queryByText("Calculating what this test can detect…")).toBeNull();
});

test("a setting that changes no share is saved without the variants", async () => {
  server.use(...abTestHandlers(buildAbTest()));
  const { user } = await open(`/ab-tests/${ID}/edit`, /The Gayo harvest/);

  await user.selectOptions(screen.getByLabelText("Winning metric"), "opens");

  await waitFor(() => expect(savedBodies).toHaveLength(1), SAVING);
  const { tested, chooses, waitHours, winnerShare } = TEST_STATUS;
  expect(savedBodies).toEqual([{ test: { tested, metric: "opens", chooses, waitHours, winnerShare } }]);
});

test("a setting and variants whose shares differ from a teammate's are one choice", async () => {
  const [first, second] = buildAbTest().variants;
  const theirs = buildAbTest({
    revision: 2,
    variants: [
      { ...first, subject: "From Bagus" },
      { ...second, subject: "Also from Bagus" },
    ] as AbTest["variants"],
    fieldEdits: [{ field: "variants", revision: 2, by: "Bagus" }],
  });
  const sent: unknown[] = [];
  server.use(
    http.put(`${ORIGIN}/api/ab-test/:id`, async ({ request }) => {
      sent.push(Object.keys((await request.json()) as object).toSorted());
      server.use(http.get(`${ORIGIN}/api/ab-test/:id`, () => HttpResponse.json(theirs)));
      return buildErrorResponse(409, "editConflict", { fields: ["variants"], revision: 2 });
    }),
    ...abTestHandlers(buildAbTest()),
  );
  const { user } = await open(`/ab-tests/${ID}/edit`, /The Gayo harvest/);
  const share = screen.getByLabelText("Test group size");
  await user.clear(share);
  await user.type(share, "40");
  await waitFor(() => expect(screen.getAllByText(/Bagus has edited this too/)).toHaveLength(2), SAVING);

  const [useTheirs] = screen.getAllByRole("button", { name: "Use theirs" });
  if (useTheirs) await user.click(useTheirs);

  expect(screen.queryByText(/Bagus has edited this too/)).toBeNull();
  expect(share).toHaveValue("20%");
  expect(within(screen.getByRole("tabpanel")).getByLabelText("Subject")).toHaveValue("From Bagus");
  expect(sent).toEqual([["baseRevision", "test", "variants"]]);
});

const UNFINISHED = "Complete the marked field to save it";

function timeTest(): AbTest {
  const base = buildAbTest();
  const variants = base.variants.map((each, index) => ({ ...each, delayMinutes: index * 60 }));
  return { ...base, test: { ...TEST_STATUS, tested: "time" }, variants };
}

test("a delay is stored as it is typed, with its decimals", async () => {
  server.use(...abTestHandlers(timeTest()));
  const { user } = await open(`/ab-tests/${ID}/edit?variant=B`, /The Gayo harvest/);
  const delay = screen.getByLabelText("Delay (hours)");
  expect(delay).toHaveValue("1");

  await user.clear(delay);
  await user.type(delay, "2.");
  expect(delay).toHaveValue("2.");
  expect(screen.getByText("Enter a number from 0 to 168")).toBeVisible();
  await user.type(delay, "5");

  expect(delay).toHaveValue("2.5");
  expect(screen.queryByText("Enter a number from 0 to 168")).toBeNull();
  const delays = () => (savedBodies as Pick<AbTest, "variants">[]).map(({ variants }) => variants[1]?.delayMinutes);
  await waitFor(() => expect(delays().at(-1)).toBe(150), SAVING);
  expect(delays()).not.toContain(0);
  await user.tab();
  expect(delay).toHaveValue("2.5");
});

test("an emptied delay stores nothing, and ends with its tab", async () => {
  server.use(...abTestHandlers(timeTest()));
  const { user } = await open(`/ab-tests/${ID}/edit?variant=B`, /The Gayo harvest/);

  await user.clear(screen.getByLabelText("Delay (hours)"));
  await user.tab();

  expect(screen.getByLabelText("Delay (hours)")).toHaveValue("");
  expect(screen.getByLabelText("Delay (hours)")).toBeInvalid();
  expect(screen.getByText(UNFINISHED)).toBeVisible();
  await user.click(screen.getByRole("tab", { name: /^A/ }));
  expect(screen.getByLabelText("Delay (hours)")).toHaveValue("0");
  expect(screen.getByText("Saved")).toBeVisible();
  await user.click(screen.getByRole("tab", { name: /^B/ }));
  expect(screen.getByLabelText("Delay (hours)")).toHaveValue("1");
  expect(savedBodies).toEqual([]);
});

test("a delay that ends with a decimal point is finished when the field is left", async () => {
  server.use(...abTestHandlers(timeTest()));
  const { user } = await open(`/ab-tests/${ID}/edit?variant=B`, /The Gayo harvest/);
  const delay = screen.getByLabelText("Delay (hours)");

  await user.clear(delay);
  await user.type(delay, "3.");
  await user.tab();

  expect(delay).toHaveValue("3");
  expect(delay).toBeValid();
  await waitFor(() => expect(savedBodies.at(-1)).toMatchObject({ variants: [{}, { delayMinutes: 180 }] }), SAVING);
});

test("numbers out of bounds are marked and not called saved, each of them", async () => {
  server.use(...abTestHandlers(buildAbTest()));
  const { user } = await open(`/ab-tests/${ID}/edit`, /The Gayo harvest/);
  const [sample, wait] = [screen.getByLabelText("Test group size"), screen.getByLabelText("Test duration (hours)")];

  await user.clear(sample);
  await user.type(sample, "200");
  await user.clear(wait);
  await user.tab();

  expect(sample).toHaveValue("200%");
  expect(screen.getByText("Enter a number from 2 to 98")).toBeVisible();
  expect(wait).toHaveValue("");
  expect(screen.getByText("Enter a number from 1 to 168")).toBeVisible();
  await user.type(wait, "12");
  expect(wait).toBeValid();
  await waitFor(() => expect(savedBodies.at(-1)).toMatchObject({ test: { waitHours: 12, winnerShare: 80 } }), SAVING);
  expect(await screen.findByText(UNFINISHED)).toBeVisible();
  expect(screen.queryByText("Saved")).toBeNull();
  await user.clear(sample);
  await user.type(sample, "40");

  expect(sample).toBeValid();
  await waitFor(() => expect(savedBodies.at(-1)).toMatchObject({ test: { waitHours: 12, winnerShare: 60 } }), SAVING);
  expect(await screen.findByText("Saved")).toBeVisible();
  await user.tab();
  expect(sample).toHaveValue("40%");
});

test("an unfinished number is replaced by a teammate's where theirs is chosen", async () => {
  server.use(...abTestHandlers(buildAbTest()));
  const { user } = await open(`/ab-tests/${ID}/edit`, /The Gayo harvest/);
  const wait = screen.getByLabelText("Test duration (hours)");
  await user.clear(wait);
  expect(wait).toHaveValue("");
  act(() => {
    const fieldEdits = [{ field: "test", revision: 2, by: "Bagus" }];
    const theirs = buildAbTest({ test: { ...TEST_STATUS, metric: "opens" }, revision: 2, fieldEdits });
    queryClient.setQueryData(testQuery(ID).queryKey, theirs);
  });
  await screen.findByText(/Bagus has edited this too/);

  await user.click(screen.getByRole("button", { name: "Use theirs" }));

  expect(wait).toHaveValue("4");
  expect(wait).toBeValid();
  expect(wait).toHaveFocus();
  expect(screen.getByLabelText("Winning metric")).toHaveValue("opens");
  expect(screen.getByText("Saved")).toBeVisible();
  expect(savedBodies).toEqual([]);
});

test("a removed variant is restored with its text, beside what was typed since", async () => {
  const base = buildAbTest();
  const third = { ...base.variants[1], number: 2, variantId: `${VARIANT}2`, subject: "Third" };
  server.use(...abTestHandlers({ ...base, variants: [...base.variants, third] as AbTest["variants"] }));
  const { user } = await open(`/ab-tests/${ID}/edit?variant=B`, /The Gayo harvest/);
  const subjects = () => (savedBodies.at(-1) as Pick<AbTest, "variants">).variants.map(({ subject }) => subject);

  await user.click(screen.getByRole("button", { name: "Remove B" }));
  const notice = (await screen.findByText("Variant B removed")).closest<HTMLElement>("[role=status]") as HTMLElement;
  expect(screen.queryByRole("tab", { name: /^C/ })).toBeNull();
  await user.type(within(screen.getByRole("tabpanel")).getByLabelText("Subject"), "!");
  await user.click(within(notice).getByRole("button", { name: "Undo" }));

  expect(screen.getByRole("tab", { name: /^B/ })).toHaveAttribute("aria-selected", "true");
  expect(within(screen.getByRole("tabpanel")).getByLabelText("Subject")).toHaveValue("Fresh from Gayo");
  await waitFor(() => expect(subjects()).toEqual(["The harvest is in!", "Fresh from Gayo", "Third"]), SAVING);
});

test("a text that a copy of the first replaced is restored", async () => {
  server.use(...abTestHandlers(buildAbTest()));
  const { user, router } = await open(`/ab-tests/${ID}/edit?variant=B`, /The Gayo harvest/);
  const subject = within(screen.getByRole("tabpanel")).getByLabelText("Subject");

  await user.click(screen.getByRole("button", { name: "Copy from A" }));
  expect(subject).toHaveValue("The harvest is in");
  const notice = (await screen.findByText("Copied from A to B")).closest<HTMLElement>("[role=status]") as HTMLElement;
  await user.click(within(notice).getByRole("button", { name: "Undo" }));

  expect(subject).toHaveValue("Fresh from Gayo");
  await user.click(screen.getByRole("button", { name: "Copy from A" }));
  expect(await screen.findByText("Copied from A to B")).toBeVisible();
  await router.navigate("/ab-tests");
  await waitFor(() => expect(screen.queryByText("Copied from A to B")).toBeNull());
});

test("what became of those who did not get the winner is told", async () => {
  const winner = { ...COMPARISON.test, winner: 1, winnerBy: "rule" } as const;
  const restOutcomes = { bounced: 4, failed: 0, suppressed: 2, skipped: 0, indeterminate: 0 };
  const compared = { ...COMPARISON, test: winner, restRecipients: 248, restDelivered: 242, restOutcomes };
  server.use(...abTestHandlers(buildAbTest({ ...ENDED, test: winner }), compared));
  await open(`/ab-tests/${ID}`, /The Gayo harvest/);

  expect(await screen.findByText("242 of 248")).toBeVisible();
  expect(screen.getByText("4 bounced · 2 suppressed")).toBeVisible();
});

test("a variant is written in its tab and saved with the others", async () => {
  server.use(...abTestHandlers(buildAbTest()));
  const { user } = await open(`/ab-tests/${ID}/edit`, /The Gayo harvest/);

  await user.click(screen.getByRole("tab", { name: /^B/ }));
  const panel = within(screen.getByRole("tabpanel"));
  await user.type(panel.getByLabelText("Subject"), "!");

  await waitFor(() => expect(savedBodies).toHaveLength(1), SAVING);
  const [body] = savedBodies as [Pick<AbTest, "variants">];
  expect(body.variants.map(({ subject }) => subject)).toEqual(["The harvest is in", "Fresh from Gayo!"]);
  expect(
    screen.getByText("To detect a difference of 1.0 percentage points, each variant needs 4,567 recipients."),
  ).toBeVisible();
});

test("what is built is opened in the editor at its variant, which is where variants are added", async () => {
  const built = buildAbTest();
  const sizes: (string | null)[] = [];
  server.use(
    http.get(`${ORIGIN}/api/ab-test/:id/size`, ({ request }) => {
      sizes.push(new URL(request.url).searchParams.get("variantId"));
      return HttpResponse.json({ bytes: 20_480, limit: 104_448 });
    }),
    http.get(`${ORIGIN}/api/documents/:id`, () => HttpResponse.json({ revision: 7 })),
    ...abTestHandlers({
      ...built,
      documentId: "01a1fc3d-0000-7000-8000-00000000d0c0",
      content: { kind: "document", starter: "letter", body: "" },
      test: { ...TEST_STATUS, tested: "content" },
      variants: built.variants.map((each) => ({ ...each, content: { ...each.content, kind: "document" as const } })),
    }),
  );
  const { user } = await open(`/ab-tests/${ID}/edit`, /The Gayo harvest/);

  await user.click(screen.getByRole("tab", { name: /^B/ }));

  const panel = within(screen.getByRole("tabpanel"));
  expect(panel.getByText("Add, name and remove variants in the email builder.")).toBeVisible();
  expect(panel.getByRole("link", { name: "Open the email builder" })).toHaveAttribute(
    "href",
    `/ab-tests/${ID}/compose?root=other`,
  );
  expect(await panel.findByText(/20 KB/)).toBeVisible();
  expect(sizes.at(-1)).toBe(`${VARIANT}1`);
  expect(screen.queryByRole("button", { name: "Add variant" })).toBeNull();
  expect(panel.queryByLabelText("Variant name")).toBeNull();
  expect(screen.queryByText(/^Two variants test the same thing/)).toBeNull();
});

test("the arrow keys lead from variant to variant", async () => {
  server.use(...abTestHandlers(buildAbTest()));
  const { user } = await open(`/ab-tests/${ID}/edit`, /The Gayo harvest/);

  screen.getByRole("tab", { name: /^A/ }).focus();
  await user.keyboard("{ArrowRight}");

  expect(screen.getByRole("tab", { name: /^B/ })).toHaveFocus();
  expect(within(screen.getByRole("tabpanel")).getByLabelText("Subject")).toHaveValue("Fresh from Gayo");
});

test("a person chooses the winner, and is asked first", async () => {
  server.use(...abTestHandlers(SENDING));
  const { user } = await open(`/ab-tests/${ID}`, /The Gayo harvest/);
  expect(await screen.findByText("Variant B wins with 99.9% confidence.")).toBeVisible();
  expect(screen.getByText("The test is over; choose the winner")).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Send A to the rest" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("So far, variant B performs clearly better.")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(chosenVariantIds).toEqual([]);

  await user.click(screen.getByRole("button", { name: "Send B to the rest" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Send to 800 recipients" }));

  await waitFor(() => expect(chosenVariantIds).toEqual([`${VARIANT}1`]));
});

test.each([
  ["rule", "If the test ended now, A would be sent."],
  ["hand", "Nothing more is sent until someone chooses a winner."],
] as const)("without a clear winner it says what is sent when the winner is chosen by %s", async (chooses, then) => {
  const unclear = { ...COMPARISON, leading: 0, isClear: false, confidence: 0.4 };
  server.use(...abTestHandlers(SENDING, { ...unclear, test: { ...COMPARISON.test, chooses } }));
  await open(`/ab-tests/${ID}`, /The Gayo harvest/);

  const text = `No clear winner yet: the differences might be due to chance. ${then}`;
  expect(await screen.findByText(text)).toBeVisible();
});

const WON_STATUS = { ...TEST_STATUS, winner: 1, winnerBy: "hand", decidedAt: TIMESTAMP } as const;

test("a test that has a winner can be sent again to who did not open it, as a campaign", async () => {
  server.use(...abTestHandlers(buildAbTest({ ...ENDED, test: WON_STATUS })));
  const { user, router } = await open("/ab-tests", "A/B tests");

  await user.click(await screen.findByRole("button", { name: "Actions for The Gayo harvest" }));
  await user.click(await screen.findByRole("menuitem", { name: "Resend to non-openers", hidden: true }));

  await waitFor(() => expect(router.state.location.pathname).toBe(`/campaigns/${COPY}/edit`));
  expect(copiedIds).toEqual([`resend ${ID}`]);
});

test("a test that was stopped without a winner can't", async () => {
  server.use(...abTestHandlers(buildAbTest({ ...ENDED, status: "CANCELLED" })));
  const { user } = await open("/ab-tests", "A/B tests");

  await user.click(await screen.findByRole("button", { name: "Actions for The Gayo harvest" }));

  expect(await screen.findByRole("menuitem", { name: "Duplicate", hidden: true })).toBeInTheDocument();
  expect(screen.queryByRole("menuitem", { name: "Resend to non-openers", hidden: true })).toBeNull();
});

test("the report of a test makes a copy of it, and a campaign to who did not open it", async () => {
  const at = `${ORIGIN}/api/ab-test/reports`;
  const over = buildAbTest({ ...ENDED, test: WON_STATUS });
  server.use(...abTestHandlers(over), basicReportHandler(at, over, []), ...reportPartHandlers(at));
  const { user, router } = await open(`/ab-tests/${ID}/report`, /The Gayo harvest/);

  await user.click(await screen.findByRole("button", { name: "Resend to non-openers" }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/campaigns/${COPY}/edit`));
  await router.navigate(`/ab-tests/${ID}/report`);
  await user.click(await screen.findByRole("button", { name: "More" }, LOADING));
  await user.click(await screen.findByRole("menuitem", { name: "Duplicate", hidden: true }));

  await waitFor(() => expect(router.state.location.pathname).toBe(`/ab-tests/${COPY}/edit`));
  expect(copiedIds).toEqual([`resend ${ID}`, `duplicate ${ID}`]);
});
