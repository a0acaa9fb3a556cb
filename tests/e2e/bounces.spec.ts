/** Bounces and complaints that arrive at the product's SMTP listener, and their live effect for the team. */

import { once } from "node:events";
import { createConnection } from "node:net";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { mustCall } from "./calls.ts";
import { newMark, signIn } from "./entrance.ts";
import { expect, test } from "./fixtures.ts";
import { type CaughtEmail, Inbox } from "./inbox.ts";
import { DEMO } from "./locks.ts";

test.describe.configure({ lock: DEMO });

type WithId = { readonly id: number };
type Draft = { readonly id: string };
type ContactRef = { readonly contactId: number };

/** The token in every unsubscribe link of the email. */
function findToken(mail: CaughtEmail): string {
  const token = /\/u\/([\w-]{31})/.exec(Inbox.linkIn(mail, "/u/"))?.[1];
  if (token === undefined) throw new Error("The mail bears no token.");
  return token;
}

/** Delivers an email as a receiving server would. Returns the SMTP response of each step. */
async function deliverEmail(url: string, { to, lines }: { to: string; lines: readonly string[] }): Promise<string[]> {
  const { hostname, port } = new URL(url);
  const socket = createConnection(Number(port), hostname).setEncoding("utf8");
  const said: string[] = [];
  let rest = "";
  const answer = async (): Promise<void> => {
    for (;;) {
      const end = /^\d{3} .*\r\n/m.exec(rest);
      if (end) {
        said.push(end[0].trim());
        rest = rest.slice(end.index + end[0].length);
        return;
      }
      const [piece] = await once(socket, "data");
      rest += String(piece);
    }
  };
  await answer();
  for (const step of ["EHLO mx.example", "MAIL FROM:<>", `RCPT TO:<${to}>`, "DATA", `${lines.join("\r\n")}\r\n.`]) {
    socket.write(`${step}\r\n`);
    await answer();
  }
  socket.end();
  return said;
}

/** Creates a contact in Dewi's team and sends them a campaign of their own. */
async function sendCampaign(page: Page, inbox: Inbox, mark: string): Promise<{ contactId: number; mail: CaughtEmail }> {
  const email = `reader.${mark}@mail.example`;
  const subject = `Roasted today ${mark}`;
  const label = await mustCall<WithId>(page, {
    method: "POST",
    path: "contacts/label",
    body: { name: `Back ${mark}` },
  });
  const body = { email, firstname: "Rani", labelIds: [label.id] };
  const { contactId } = await mustCall<ContactRef>(page, { method: "POST", path: "contacts", body });
  const draft = await mustCall<Draft>(page, {
    method: "POST",
    path: "email-marketing",
    body: {
      name: subject,
      subject,
      content: { body: "Fresh beans, [look](https://kopi.example/beans)" },
      recipients: { labelIds: [label.id] },
    },
  });
  await mustCall(page, { method: "POST", path: `email-marketing/${draft.id}/send` });
  return { contactId, mail: await inbox.newest(email, new RegExp(mark)) };
}

function complaintAbout(token: string): readonly string[] {
  return [
    "From: <abuse@provider.example>",
    "Subject: complaint",
    "MIME-Version: 1.0",
    "Content-Type: multipart/report; report-type=feedback-report; boundary=part",
    "",
    "--part",
    "Content-Type: text/plain",
    "",
    "This is a complaint.",
    "--part",
    "Content-Type: message/feedback-report",
    "",
    "Feedback-Type: abuse",
    "User-Agent: Provider/1.0",
    "Version: 1",
    "Original-Rcpt-To: <nobody.at.all@mail.example>",
    "",
    "--part",
    "Content-Type: message/rfc822",
    "",
    `Message-ID: <${token}@dashboard-smtp.example>`,
    "Subject: Roasted today",
    "",
    "--part--",
  ];
}

function bounceOf(address: string): readonly string[] {
  return [
    "From: MAILER-DAEMON@mx.example",
    "Subject: Undelivered Mail Returned to Sender",
    "MIME-Version: 1.0",
    "Content-Type: multipart/report; report-type=delivery-status; boundary=part",
    "",
    "--part",
    "Content-Type: text/plain",
    "",
    "It could not be delivered.",
    "--part",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.example",
    "",
    `Final-Recipient: rfc822; ${address}`,
    "Action: failed",
    "Status: 5.1.1",
    "Diagnostic-Code: smtp; 550 5.1.1 The mailbox was closed last week",
    "",
    "--part--",
  ];
}

test("a complaint arrives, and the contact's timeline shows it", async ({ page, dewi, inbox, addresses }) => {
  await signIn(page, dewi);
  const { contactId, mail } = await sendCampaign(page, inbox, newMark());
  await page.goto(`/contacts/${contactId}`);
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline.getByText("Email sent", { exact: true })).toBeVisible();

  const said = await deliverEmail(addresses.bounces, {
    to: "feedback@dashboard-smtp.example",
    lines: complaintAbout(findToken(mail)),
  });

  expect(said.at(-1)).toBe("250 2.0.0 Taken");
  await expect(timeline.getByText("Reported as spam", { exact: true })).toBeVisible();
  await page.goto("/sending-health");
  const returns = page.getByRole("table", { name: "Late bounces and complaints" });
  await expect(returns.getByRole("row").nth(1)).toContainText("Reported as spam");
  await expect(returns.getByRole("row").nth(1)).toContainText("mail.example");
  await expectAccessible(page);
});

test("a bounce reduces the delivered count on every open screen", async ({ page, dewi, inbox, addresses }) => {
  await signIn(page, dewi);
  const { contactId, mail } = await sendCampaign(page, inbox, newMark());
  const token = findToken(mail);
  await page.goto(`/contacts/${contactId}`);
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline.getByText("Email sent", { exact: true })).toBeVisible();

  const said = await deliverEmail(addresses.bounces, {
    to: `bounce+${token}@dashboard-smtp.example`,
    lines: bounceOf("somebody.else@mail.example"),
  });
  expect(said.at(-1)).toBe("250 2.0.0 Taken");
  await expect(timeline.getByText("550 5.1.1 The mailbox was closed last week")).toBeVisible();

  await page.goto("/sending-health");
  const newest = page.getByRole("table", { name: "Late bounces and complaints" }).getByRole("row").nth(1);
  await expect(newest).toContainText("Hard bounce");
  await newest.getByRole("link", { name: "Campaign" }).click();
  await expect(page.getByText("1 hard, 0 soft")).toBeVisible();
});

test("email to any other address is rejected", async ({ addresses }) => {
  const said = await deliverEmail(addresses.bounces, {
    to: "dewi@dashboard-smtp.example",
    lines: ["Subject: hello", ""],
  });
  expect(said[3]).toBe("550 5.1.1 No such address here");
  expect(said[4]).toMatch(/^503 /);
});
