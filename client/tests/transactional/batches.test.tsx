import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { queryClient } from "@/app/query";
import { applyActivity } from "@/features/transactional/activity";
import type { Batch, BatchDetail } from "@/features/transactional/shapes";
import { buildErrorResponse, ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";
import { MESSAGE_ID, MESSAGE_TIME_MS, transactionalResponses } from "./responses";

const BATCH: Batch = {
  id: "01a1fc3d-0000-7000-8000-0000000000b7",
  createdAt: "2026-11-23T03:00:00Z",
  size: 1000,
  scheduledAt: null,
  state: "running",
  subject: "Your invoice",
  tag: "invoices",
  keyId: null,
  keyName: "Shop",
  recipients: 1000,
  waiting: 400,
  held: 0,
  deferred: 12,
  delivered: 580,
  bounced: 15,
  failed: 5,
  suppressed: 0,
  cancelled: 0,
  inDoubt: 0,
  sandboxed: 0,
  opened: 290,
  clicked: 29,
  finishedAt: null,
  perSecond: 42.5,
};
const DETAIL: BatchDetail = {
  ...BATCH,
  problems: [
    {
      messageId: MESSAGE_ID,
      time: MESSAGE_TIME_MS,
      email: "info@toko.example",
      state: "bounced",
      code: 550,
      enhanced: "5.1.1",
      reply: "no such user",
    },
  ],
};

let detail: BatchDetail = DETAIL;
let batches: readonly Batch[] = [];
let requests: URLSearchParams[] = [];

beforeEach(() => {
  detail = DETAIL;
  batches = [BATCH];
  requests = [];
  server.use(
    http.get(`${ORIGIN}/trx-api/batches`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      requests.push(query);
      const items = query.get("search") ? [] : batches;
      return HttpResponse.json({ items, total: items.length, page: 1, size: 10 } as Record<string, unknown>);
    }),
    http.get(`${ORIGIN}/trx-api/batches/${BATCH.id}`, () =>
      HttpResponse.json(detail as unknown as Record<string, unknown>),
    ),
    ...transactionalResponses(),
  );
});

test("each batch says how far it is", async () => {
  await renderScreen("/batch-status", { token: "alice" });
  const link = await screen.findByRole("link", { name: "Your invoice" });

  expect(link).toHaveAttribute("href", `/batch-status/${BATCH.id}`);
  expect(screen.getByRole("progressbar", { name: "600 of 1,000 recipients" })).toHaveAttribute("aria-valuenow", "600");
  expect(within(screen.getByRole("table")).getByText("Running")).toBeInTheDocument();
  expect(screen.getByText("1 batch")).toBeInTheDocument();
});

test("a team that has handed over none is told what a batch is", async () => {
  batches = [];
  await renderScreen("/batch-status", { token: "alice" });

  expect(await screen.findByRole("heading", { name: "No batches yet" })).toBeInTheDocument();
  expect(screen.queryByRole("searchbox")).toBeNull();
});

test("batches are searched, and a search that finds none can be cleared", async () => {
  const { router } = await renderScreen("/batch-status", { token: "alice" });
  await userEvent.type(await screen.findByRole("searchbox", { name: "Search by start of subject or tag" }), "wel");

  expect(await screen.findByRole("heading", { name: "No batches match" })).toBeInTheDocument();
  expect(requests.at(-1)?.get("search")).toBe("wel");
  await userEvent.click(screen.getByRole("button", { name: "Clear search" }));

  expect(await screen.findByRole("link", { name: "Your invoice" })).toBeInTheDocument();
  expect(router.state.location.search).toBe("");
});

test("a batch goes on while somebody looks, and names whom it did not reach", async () => {
  await renderScreen(`/batch-status/${BATCH.id}`, { token: "alice" });
  expect(await screen.findByRole("heading", { name: "Your invoice" })).toBeInTheDocument();
  expect(screen.getByText("42.5 emails delivered per second")).toBeInTheDocument();
  expect(screen.getByText("550 5.1.1 no such user")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "info@toko.example" })).toHaveAttribute(
    "href",
    `/events/${MESSAGE_ID}/${MESSAGE_TIME_MS}`,
  );
  expect(screen.getByRole("link", { name: "Events tagged invoices" })).toHaveAttribute(
    "href",
    "/events?q=tag%3Ainvoices",
  );

  detail = { ...DETAIL, state: "finished", waiting: 0, delivered: 980, perSecond: 0 };
  act(() =>
    applyActivity(queryClient, { revision: Date.now(), newest: "2026-11-21T03:00:00Z", counts: { delivered: 400 } }),
  );

  await waitFor(() =>
    expect(screen.getByRole("progressbar", { name: "1,000 of 1,000 recipients" })).toBeInTheDocument(),
  );
  expect(screen.getByText("Finished")).toBeInTheDocument();
  expect(screen.queryByText(/delivered per second$/)).toBeNull();
});

test("a batch that can't be had says why, and is asked for again", async () => {
  server.use(
    http.get(`${ORIGIN}/trx-api/batches/${BATCH.id}`, () => buildErrorResponse(500, "serverException"), { once: true }),
  );
  await renderScreen(`/batch-status/${BATCH.id}`, { token: "alice" });
  await userEvent.click(within(await screen.findByRole("alert")).getByRole("button", { name: "Try again" }));

  expect(await screen.findByRole("progressbar", { name: "600 of 1,000 recipients" })).toBeInTheDocument();
});
