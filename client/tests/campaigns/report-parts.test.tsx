import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http, type RequestHandler } from "msw";
import { describe, expect, test } from "vitest";
import { reportsEvents } from "@/features/reports/events";
import { ALICE } from "../fixtures";
import { ORIGIN } from "../handlers";
import { receiveEvent } from "../receive-event";
import { renderScreen } from "../render-app";
import { server } from "../server";
import { campaignsHandlers, ID, SENT } from "./handlers";
import { basicReportHandler, DOMAINS, reportPartHandlers } from "./report-handlers";

const LOADING = { timeout: 10_000 };
const REPORTS_URL = `${ORIGIN}/api/email-marketing/reports`;
const PERMISSIONS = ["report.view", "contact.edit", "contact.view"];

async function open(part: string, ...first: readonly RequestHandler[]) {
  const asked: URL[] = [];
  server.use(
    ...first,
    http.get(`${ORIGIN}/api/me`, () =>
      HttpResponse.json({ ...ALICE, permissions: [...ALICE.permissions, ...PERMISSIONS] }),
    ),
    basicReportHandler(REPORTS_URL, SENT, asked),
    ...reportPartHandlers(REPORTS_URL, asked),
    ...campaignsHandlers({ campaigns: [SENT] }),
  );
  const app = await renderScreen(`/campaigns/${ID}${part}`, { token: "alice" });
  const of = (name: string) => asked.filter(({ pathname }) => pathname.endsWith(`/${name}`));
  return { user: userEvent.setup(), of, ...app };
}

function getRegion(name: string) {
  return screen.findByRole("region", { name }, LOADING);
}

test("one switch lets machines in or out everywhere, and stays in the address and in the ways to other parts", async () => {
  const { user, of, router } = await open("");
  const figures = await getRegion("Key metrics");
  expect(figures).toHaveTextContent("Opened39240.0% of 980 delivered");
  expect(of("basic")[0]?.searchParams.get("machines")).toBe("exclude");

  await user.click(screen.getByRole("radio", { name: "Include bots" }));

  await waitFor(() => expect(figures).toHaveTextContent("Opened45045.9% of 980 delivered"));
  expect(figures).toHaveTextContent("Clicked545.5% of 980 delivered");
  expect(router.state.location.search).toBe("?machines=include");
  await waitFor(() => expect(of("compare").at(-1)?.searchParams.get("machines")).toBe("include"));
  expect(screen.getByRole("link", { name: "Timeline" })).toHaveAttribute(
    "href",
    `/campaigns/${ID}/timeline?machines=include`,
  );
  expect(screen.getByText("including 60 bot opens")).toBeInTheDocument();
});

test("a rate stands beside the former campaigns, with what it is of", async () => {
  await open("");
  const compared = await getRegion("Compared with previous campaigns");

  const row = await within(compared).findByRole("row", { name: /Open rate/ });
  expect(row).toHaveTextContent("Open rateof 980 delivered40.0%5.0 points higher35.0%");
  expect(within(row).getByRole("img", { name: "previously between 20.0% and 50.0%" })).toBeInTheDocument();
  expect(within(compared).getByRole("link", { name: "Toraja letter" })).toHaveAttribute("href", `/campaigns/${ID}`);
});

test("the timeline asks for the period of the address, and its hours are a table", async () => {
  const { user, of } = await open("/timeline?range=custom&from=2026-11-20T09:00&to=2026-11-20T10:00");
  const hours = await getRegion("Peak hours");
  const table = await within(hours).findByRole("table", { name: "Peak hours" });
  expect(of("peak")[0]?.searchParams.get("start")).toBe("2026-11-20T09:00:00+07:00");
  expect(of("peak")[0]?.searchParams.get("end")).toBe("2026-11-20T10:00:59+07:00");

  expect(within(within(table).getAllByRole("row")[5] as HTMLElement).getAllByRole("cell")[9]).toHaveTextContent("300");
  expect(hours).toHaveTextContent("most opens on Friday, 09:00 to 10:00, Asia/Jakarta");
  await user.click(within(hours).getByRole("radio", { name: "Clicks" }));

  expect(hours).toHaveTextContent("most clicks on Saturday, 20:00 to 21:00, Asia/Jakarta");
});

test("links stand beside the mail, which is shown without rights, and lead to who clicked", async () => {
  await open("/links");
  const map = await getRegion("Click map");
  const frame = await within(map).findByTitle("The email with the number of clicks on each link");

  expect(frame).toHaveAttribute("sandbox", "");
  expect(frame).toHaveAttribute("src", "https://pages.example/preview/token?scheme=light");
  expect(screen.getByRole("link", { name: "38 recipients clicked link 1" })).toHaveAttribute(
    "href",
    `/campaigns/${ID}/recipients?link=1`,
  );
});

test("a link that nobody clicked is flagged at its row", async () => {
  const about = { rule: "link", place: "link", level: "hint", unit: "count", act: null, campaignId: ID, name: "May" };
  const figures = { value: 0, asked: 1, base: 49, before: null, after: null };
  const items = [
    // Numbered as in the email; the report of a test can number links differently.
    { id: 1, state: "open", subject: "link:1", params: { address: "https://kopi.example/b", number: 9 } },
    { id: 2, state: "dismissed", subject: "link:2", params: { address: "https://kopi.example/a", number: 1 } },
  ].map((one) => ({ ...about, ...figures, ...one, foundAt: SENT.startedAt, decidedAt: null, decidedBy: "" }));
  await open(
    "/links",
    http.get(`${ORIGIN}/api/advice`, () => HttpResponse.json({ items, lookedAt: SENT.startedAt })),
  );
  const links = await getRegion("Links");

  const people = await within(links).findByRole("link", { name: "11 recipients clicked link 2" });
  const row = people.closest("tr") as HTMLElement;
  expect(await within(row).findByRole("img", { name: "A link without clicks" })).toBeVisible();
  expect(within(links).getAllByRole("img", { name: "A link without clicks" })).toHaveLength(1);
});

test("the audience is counted by opens or clicks; without a database of places that is said", async () => {
  const { user, of, router } = await open("/audience");
  expect(await within(await getRegion("Email clients")).findByText("of 401 opens")).toBeInTheDocument();
  expect(await screen.findByText(/no location database is installed/)).toBeInTheDocument();

  await user.click(screen.getByRole("radio", { name: "Clicks" }));

  await waitFor(() => expect(of("device").at(-1)?.searchParams.get("of")).toBe("clicks"));
  expect(router.state.location.search).toBe("?of=clicks");
});

test("domains are flagged at their row; refusals stand in the servers' words; who left says why", async () => {
  await open("/delivery");
  const domains = await getRegion("Domains");
  const row = await within(domains).findByRole("row", { name: /warung/ });
  expect(row).toHaveTextContent("10.0% bounced");
  expect(within(domains).getByRole("row", { name: /gmail/ })).not.toHaveTextContent("bounced");

  const refusals = await getRegion("Bounces and rejections");
  expect(await within(refusals).findByText("No such user here")).toBeInTheDocument();
  expect(refusals).toHaveTextContent("Hard bounce · 550 5.1.1");
  const leaving = await getRegion("Unsubscribes and spam complaints");
  expect(await within(leaving).findByRole("row", { name: /Too many emails/ })).toHaveTextContent("266.7%");
  expect(within(leaving).getByRole("row", { name: /No reason given/ })).toHaveTextContent("133.3%");
});

describe("what a low open rate at a domain says", () => {
  const [gmail, warung] = DOMAINS.items;
  const domainsWith = (body: object) =>
    http.get(`${ORIGIN}/api/email-marketing/reports/domain`, () => HttpResponse.json({ ...DOMAINS, ...body }));

  test("spam, where the figures can bear it", async () => {
    const rates = { ...gmail.rates, opened: 0.01 };
    await open("/delivery", domainsWith({ items: [{ ...gmail, rates, hasLowOpens: true }, warung] }));
    const domains = await getRegion("Domains");

    const row = await within(domains).findByRole("row", { name: /gmail/ });
    expect(row).toHaveTextContent("1.0% opened, 40.0% overall; emails might go to spam here");
    expect(within(domains).getByRole("row", { name: /warung/ })).not.toHaveTextContent("spam");
    expect(domains).not.toHaveTextContent("Too early");
  });

  test("nothing yet on the first day, which is said once", async () => {
    const items = [{ ...gmail, rates: { ...gmail.rates, opened: 0 } }, warung];
    await open("/delivery", domainsWith({ items, areOpensCompared: false }));
    const domains = await getRegion("Domains");

    expect(
      await within(domains).findByText(/^Too early to tell .+ from 21 Nov 2026, 09:30, 24 hours after/),
    ).toBeVisible();
    expect(domains).not.toHaveTextContent("might go to spam");
  });

  test("nothing while emails are being sent", async () => {
    await open("/delivery", domainsWith({ areOpensCompared: false, opensComparedFrom: null }));

    expect(await within(await getRegion("Domains")).findByText(/^Too early to tell .+ is sent\.$/)).toBeVisible();
  });
});

test("the recipients of a link get a label, and what is chosen is told first", async () => {
  const { user, of } = await open("/recipients?state=clicked&link=2");
  const bodies: unknown[] = [];
  server.use(
    http.get(`${ORIGIN}/api/contacts/label`, () => HttpResponse.json([{ id: 3, name: "Readers" }])),
    http.post(`${REPORTS_URL}/label`, async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ labelId: 3, name: "Readers", count: 11 });
    }),
  );
  await user.click(await screen.findByRole("button", { name: "Label recipients" }, LOADING));
  expect(of("recipient")[0]?.searchParams.get("link")).toBe("2");
  const dialog = await screen.findByRole("dialog", { name: "Label recipients" });
  expect(dialog).toHaveTextContent("11 recipients (Clicked, clicked link 2) get the label.");

  await user.click(within(dialog).getByRole("button", { name: "Label 11 recipients" }));
  expect(dialog).toHaveTextContent("Enter a label name");
  expect(bodies).toEqual([]);
  await user.type(within(dialog).getByLabelText("Label"), "Readers");
  await user.click(within(dialog).getByRole("button", { name: "Label 11 recipients" }));

  await waitFor(() =>
    expect(bodies).toEqual([{ id: ID, machines: "exclude", name: "Readers", state: "clicked", link: 2 }]),
  );
  expect(await screen.findByText("Started labelling 11 recipients with Readers")).toBeInTheDocument();
});

test("a file is made in the background, said so, and can be had once it is ready", async () => {
  const made = {
    fileId: "01a1fc3d-0000-7000-8000-0000000f11e1",
    type: "email-marketing",
    id: ID,
    name: SENT.name,
    machines: "exclude",
    format: "pdf",
    fullname: "Alice",
    sizeBytes: 0,
    reason: "",
    revision: 1,
    createdAt: "2026-11-20T03:00:00Z",
    finishedAt: null,
    expiresAt: null,
    downloadUrl: null as string | null,
    state: "RUNNING",
  };
  let files: (typeof made)[] = [];
  const bodies: unknown[] = [];
  const { user, router } = await open("?files=1");
  server.use(
    http.get(`${REPORTS_URL}/files`, () => HttpResponse.json({ items: files })),
    http.post(`${REPORTS_URL}/generate`, async ({ request }) => {
      bodies.push(await request.json());
      files = [made];
      return HttpResponse.json({ code: "accepted", message: "Accepted", payload: {} }, { status: 202 });
    }),
  );
  await user.click(await screen.findByRole("button", { name: "Create PDF" }, LOADING));

  expect(await screen.findByText("Being created")).toBeInTheDocument();
  expect(bodies).toEqual([{ id: ID, machines: "exclude", format: "pdf" }]);
  expect(screen.getByText("Your report is being prepared. You will be notified when it is ready.")).toBeInTheDocument();

  files = [{ ...made, state: "DONE", sizeBytes: 2048, downloadUrl: "https://files.example/r.pdf" }];
  receiveEvent(reportsEvents, "reports.file.changed", { id: ID, state: "DONE" });

  expect(await screen.findByRole("link", { name: "Download PDF" })).toHaveAttribute(
    "href",
    "https://files.example/r.pdf",
  );
  await user.keyboard("{Escape}");
  await waitFor(() => expect(router.state.location.search).toBe(""));
});

test("a report that the plan does not keep any more offers the upgrade", async () => {
  await open("");
  server.use(
    http.get(`${REPORTS_URL}/basic`, () =>
      HttpResponse.json(
        { code: "reportPastRetention", message: "Your plan does not keep reports this long", payload: { days: 30 } },
        { status: 403 },
      ),
    ),
  );
  await renderScreen(`/campaigns/${ID}/delivery`, { token: "alice" });

  expect(await screen.findByRole("link", { name: "Upgrade plan" }, LOADING)).toHaveAttribute("href", "/update-plan");
});
