import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { MessageDetail } from "@/features/transactional/shapes";
import { buildErrorResponse, ORIGIN } from "../handlers";
import { renderScreen } from "../render-app";
import { server } from "../server";
import {
  buildEvent,
  buildMessage,
  buildMessageDetail,
  MESSAGE_ID,
  MESSAGE_TIME_MS,
  PERMISSIONS,
  RECIPIENT,
  respondToGet,
  transactionalResponses,
} from "./responses";

const PATH = `/events/${MESSAGE_ID}/${MESSAGE_TIME_MS}`;

beforeEach(() => server.use(...transactionalResponses()));

async function show(body: MessageDetail, path = PATH) {
  server.use(respondToGet(PATH.slice(1), body));
  const view = await renderScreen(path, { token: "alice" });
  await screen.findByRole("heading", { name: "Activity Detail" });
  return view;
}

test("the story is told in its order, with the other side's own words", async () => {
  await show(
    buildMessageDetail({
      events: [
        buildEvent({ type: "accepted", detail: { via: "smtp" } }),
        buildEvent({
          type: "deferred",
          detail: { code: 421, enhanced: "4.7.0", reply: "[TSS04] temporarily deferred", attempt: 1 },
        }),
        buildEvent({ type: "delivered", detail: { code: 250, reply: "250 ok dirdel", attempt: 2, latencyMs: 612 } }),
        buildEvent({ type: "opened", detail: { machine: true } }),
      ],
    }),
  );

  await screen.findByText("Bot open, not counted");
  const steps = screen.getAllByRole("listitem").filter((item) => item.querySelector("time"));
  expect(steps.map((step) => step.querySelector("b")?.textContent)).toEqual([
    "Accepted",
    "Deferred by yahoo.example",
    "Delivered to yahoo.example on attempt 2",
    "Bot open, not counted",
  ]);
  expect(steps[1]).toHaveTextContent("421 4.7.0 [TSS04] temporarily deferred");
  expect(steps[2]?.querySelector("pre")).toHaveTextContent(/^250 ok dirdel$/);
  expect(steps[2]).toHaveTextContent("612 ms");
});

test("of several recipients one alone can be followed", async () => {
  const rani = { ...RECIPIENT, position: 1, email: "rani@gmail.example", state: "bounced" } as const;
  const { router } = await show(
    buildMessageDetail({
      recipients: [RECIPIENT, rani],
      events: [
        buildEvent({ type: "delivered" }),
        buildEvent({
          type: "bounced",
          position: 1,
          recipient: rani.email,
          detail: { code: 550, reply: "no such user" },
        }),
      ],
    }),
  );
  expect(await screen.findByText("Delivered to yahoo.example")).toBeInTheDocument();
  const row = screen.getAllByRole("listitem").find((item) => item.textContent?.startsWith(rani.email));
  await userEvent.click(within(row as HTMLElement).getByRole("button", { name: "Show only this" }));

  await waitFor(() => expect(screen.queryByText("Delivered to yahoo.example")).toBeNull());
  expect(screen.getByText("550 no such user")).toBeInTheDocument();
  expect(router.state.location.search).toBe("?to=1");
});

test("what waits is called off after a question, for as many as wait", async () => {
  let cancelled = 0;
  server.use(
    http.post(`${ORIGIN}/trx-api/messages/${MESSAGE_ID}/cancel`, () => {
      cancelled += 1;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await show(
    buildMessageDetail({
      message: buildMessage({ state: "scheduled", may: { resend: false, release: false, cancel: true } }),
      recipients: [
        { ...RECIPIENT, state: "scheduled" },
        { ...RECIPIENT, state: "scheduled", position: 1 },
        { ...RECIPIENT, position: 2 },
      ],
    }),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Cancel message" }));
  const dialog = await screen.findByRole("dialog", { name: "Cancel this message for 2 recipients?" });
  expect(within(dialog).getByRole("button", { name: "Keep message" })).toBeInTheDocument();
  expect(cancelled).toBe(0);
  await userEvent.click(within(dialog).getByRole("button", { name: "Cancel for 2 recipients" }));

  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(cancelled).toBe(1);
});

test("sent again it is another message, which is gone to", async () => {
  server.use(
    http.post(`${ORIGIN}/trx-api/messages/${MESSAGE_ID}/resend`, () =>
      HttpResponse.json({ id: MESSAGE_ID, time: MESSAGE_TIME_MS + 5 }),
    ),
    respondToGet(`events/${MESSAGE_ID}/${MESSAGE_TIME_MS + 5}`, buildMessageDetail()),
  );
  const { router } = await show(buildMessageDetail());
  await userEvent.click(await screen.findByRole("button", { name: "Send again" }));
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Send again" }));

  await expect.poll(() => router.state.location.pathname).toBe(`/events/${MESSAGE_ID}/${MESSAGE_TIME_MS + 5}`);
});

test("of several recipients one alone is sent to again, but for who is suppressed", async () => {
  let body: unknown;
  server.use(
    http.post(`${ORIGIN}/trx-api/messages/${MESSAGE_ID}/resend`, async ({ request }) => {
      body = await request.json();
      return HttpResponse.json({ id: MESSAGE_ID, time: MESSAGE_TIME_MS + 5 });
    }),
    respondToGet(`events/${MESSAGE_ID}/${MESSAGE_TIME_MS + 5}`, buildMessageDetail()),
  );
  const rani = { ...RECIPIENT, position: 1, email: "rani@gmail.example", suppressed: true };
  const sari = { ...RECIPIENT, position: 2, email: "sari@gmail.example" };
  const { router } = await show(buildMessageDetail({ recipients: [RECIPIENT, rani, sari] }));
  await screen.findByText(sari.email);
  const rowOf = (email: string) =>
    screen.getAllByRole("listitem").find((item) => item.textContent?.startsWith(email)) as HTMLElement;
  expect(within(rowOf(rani.email)).queryByRole("button", { name: "Send again" })).toBeNull();
  await userEvent.click(within(rowOf(sari.email)).getByRole("button", { name: "Send again" }));
  const dialog = await screen.findByRole("dialog", { name: "Send this message again to sari@gmail.example?" });
  expect(body).toBeUndefined();
  await userEvent.click(within(dialog).getByRole("button", { name: "Send again" }));

  await expect.poll(() => router.state.location.pathname).toBe(`/events/${MESSAGE_ID}/${MESSAGE_TIME_MS + 5}`);
  expect(body).toEqual({ positions: [2] });
});

test("a refusal is told in the dialog, and nothing is closed", async () => {
  server.use(
    http.post(`${ORIGIN}/trx-api/messages/${MESSAGE_ID}/resend`, () => buildErrorResponse(400, "dataNotFound")),
  );
  await show(buildMessageDetail());
  await userEvent.click(await screen.findByRole("button", { name: "Send again" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Send again" }));

  expect(await within(dialog).findByRole("alert")).toBeInTheDocument();
});

test("an address is suppressed by its place in the message", async () => {
  let body: unknown;
  server.use(
    http.post(`${ORIGIN}/trx-api/messages/${MESSAGE_ID}/suppress`, async ({ request }) => {
      body = await request.json();
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await show(buildMessageDetail());
  await userEvent.click(await screen.findByRole("button", { name: "Suppress address" }));
  const dialog = await screen.findByRole("dialog", { name: "Suppress budi@yahoo.example?" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Suppress address" }));

  await expect.poll(() => body).toEqual({ position: 0 });
});

test("the source is shown with its headers to who may read it", async () => {
  server.use(
    respondToGet(`messages/${MESSAGE_ID}/source`, {
      source: "Subject: Your order\r\n is on its way\r\nFrom: order@orders.kopi.example\r\n\r\nHello",
    }),
  );
  await show(buildMessageDetail(), `${PATH}?tab=headers`);

  expect(await screen.findByText("Your order is on its way", { selector: "dd" })).toBeInTheDocument();
  await userEvent.click(screen.getByRole("radio", { name: "Source" }));
  expect(await screen.findByText(/Hello/)).toBeInTheDocument();
});

test("the mail is drawn on the other origin, without script and form", async () => {
  server.use(
    respondToGet(`messages/${MESSAGE_ID}/preview`, {
      htmlUrl: "http://pages.example/m/x",
      text: "Hello",
      attachments: [],
    }),
  );
  await show(buildMessageDetail(), `${PATH}?tab=preview`);

  const frame = await screen.findByTitle("Message preview");
  expect(frame).toHaveAttribute("src", "http://pages.example/m/x");
  expect(frame).toHaveAttribute("sandbox", "");
});

test("files are listed with what they are, and each is saved from the other origin", async () => {
  const file = { type: "application/pdf", size: 20_480, url: "http://pages.example/preview/messages/files/x" };
  server.use(
    respondToGet(`messages/${MESSAGE_ID}/preview`, {
      htmlUrl: null,
      text: "Hello",
      attachments: [
        { ...file, name: "invoice.pdf" },
        { ...file, name: "", url: `${file.url}y` },
      ],
    }),
  );
  await show(buildMessageDetail(), `${PATH}?tab=preview`);

  const files = await screen.findByRole("region", { name: "Attachments" });
  expect(within(files).getByText("2 attachments")).toBeInTheDocument();
  expect(
    within(files)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual(["invoice.pdfapplication/pdf · 20 Kb", "Unnamed fileapplication/pdf · 20 Kb"]);
  expect(within(files).getByRole("link", { name: "Save invoice.pdf" })).toHaveAttribute("href", file.url);
});

test("who may not read what messages say is told so, and nothing is asked for", async () => {
  server.use(...transactionalResponses(PERMISSIONS.filter((name) => name !== "transactional.body")));
  await show(buildMessageDetail(), `${PATH}?tab=source`);

  expect(await screen.findByText(/Only admins can view message content\. Every view is logged\./)).toBeInTheDocument();
});

test("who may only look is offered nothing else", async () => {
  server.use(...transactionalResponses(["transactional.view"]));
  await show(buildMessageDetail());
  await screen.findByText("Message ID");

  expect(screen.queryByRole("button", { name: "Send again" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Suppress address" })).toBeNull();
});
