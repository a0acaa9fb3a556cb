/** A webhook receiver fails. The screen shows it, and after the fix the missed events arrive. */

import { expectAccessible } from "./accessibility.ts";
import { newMark, register } from "./entrance.ts";
import { expect, test } from "./fixtures.ts";
import { isSigned } from "./receiver.ts";
import { trxCall, verifiedDomain } from "./trx.ts";

const SEEN_MS = 60_000;

test("a failing webhook is shown and fixed, and missed events are replayed", async ({ page, zones, receiver }) => {
  const name = `${newMark()}.example`;
  await register(page, { company: "Kopi Hilir" });
  await verifiedDomain(page, zones, name);
  const send = (to: string) =>
    trxCall(page, {
      method: "POST",
      path: "messages",
      body: { from: `shop@${name}`, to: [to], subject: "Your order", text: "It is on its way." },
    });
  const idsOf = (status: number) =>
    receiver.posted.filter((each) => each.status === status).map(({ headers }) => headers["webhook-id"]);

  await page.goto("/webhook/create");
  await page.getByRole("textbox", { name: "URL" }).fill(receiver.url);
  await page.getByRole("textbox", { name: "Description" }).fill("The shop");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create webhook" }).click();
  const secret = await page.getByRole("region", { name: "Signing secret" }).locator("code").innerText();
  await page.getByRole("link", { name: "View webhook" }).click();
  const rows = page.getByRole("region", { name: "Deliveries" }).getByRole("row");

  await test.step("events are posted with a signature", async () => {
    await send("ani@mail.example");
    await expect(rows.filter({ hasText: "ani@mail.example" })).toContainText("Response 204", { timeout: SEEN_MS });
    expect(receiver.posted).toHaveLength(1);
    expect(receiver.posted.every((each) => isSigned(each, secret))).toBe(true);
  });

  await test.step("the receiver fails, and the page shows its response", async () => {
    receiver.status = 500;
    await send("budi@mail.example");
    const row = rows.filter({ hasText: "budi@mail.example" });
    await expect(row).toContainText("Response 500", { timeout: SEEN_MS });
    await expect(page.getByRole("status").filter({ hasText: "Deliveries have failed since" })).toBeVisible();
    await row.getByRole("button", { name: /budi@mail\.example/ }).click();
    const sheet = page.getByRole("dialog");
    await expect(sheet.getByText("The table of events is gone").first()).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.goto("/webhook");
    await expect(page.getByRole("row").filter({ hasText: "The shop" })).toContainText("Failing");
    await page.getByRole("link", { name: "The shop" }).click();
  });

  await test.step("the endpoint is disabled, and new events are held", async () => {
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Turn off" }).click();
    await expect(page.getByText("1 event is held.")).toBeVisible();
    await send("citra@mail.example");
    await expect(page.getByText("2 events are held.")).toBeVisible({ timeout: SEEN_MS });
  });

  await test.step("after the fix, missed events are posted with the same ids", async () => {
    const missed = idsOf(500)[0];
    receiver.status = 204;
    await page.getByRole("button", { name: "Turn on and replay 2 events" }).click();
    for (const who of ["budi@mail.example", "citra@mail.example"]) {
      await expect(rows.filter({ hasText: who })).toContainText("Response 204", { timeout: SEEN_MS });
    }
    expect(idsOf(204)).toHaveLength(3);
    expect(idsOf(204)).toContain(missed);
    await expect(page.getByRole("status").filter({ hasText: "Deliveries have failed since" })).toBeHidden();
  });

  await test.step("a delivered event can be replayed", async () => {
    await rows
      .filter({ hasText: "citra@mail.example" })
      .getByRole("button", { name: /citra@mail\.example/ })
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Send again" }).click();
    await expect.poll(() => idsOf(204).length, { timeout: SEEN_MS }).toBe(4);
    expect(new Set(idsOf(204)).size).toBe(3);
    expect(receiver.posted.every((each) => isSigned(each, secret))).toBe(true);
  });
});
