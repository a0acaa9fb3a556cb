/** Buying a domain: search, order, sandbox payment, live registration and authentication. */

import { expectAccessible } from "./accessibility.ts";
import { mustCall } from "./calls.ts";
import { newMark, register } from "./entrance.ts";
import { expect, test } from "./fixtures.ts";

const SEEN_MS = 60_000;

type Wanted = { readonly host: string; readonly type: string; readonly value: string };

test("a bought domain becomes a sending domain", async ({ page, zones }) => {
  const label = `kopi-${newMark()}`;
  const name = `${label}.example`;
  await zones.publish("spf.journeys.example", { TXT: ["v=spf1 ip4:192.0.2.0/24 -all"] });
  await register(page, { company: "Kopi Timur" });
  await page.goto("/senders/domains");
  await page.getByRole("link", { name: "Buy a domain" }).click();

  await test.step("the user searches for a name and orders it for two years", async () => {
    await page.getByRole("searchbox").fill(label);
    await page.getByRole("button", { name: `Order ${name}`, exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Registration period").selectOption({ label: "2 years · IDR 20,000.00" });
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Order for IDR 20,000.00" }).click();
  });
  const orders = page.getByRole("list", { name: "Your orders" });
  await expect(orders.getByText("Waiting for payment")).toBeVisible();
  await expectAccessible(page);

  await orders.getByRole("button", { name: `Confirm payment: ${name}` }).click();
  await expect(orders.getByText("Registered")).toBeVisible({ timeout: SEEN_MS });
  await orders.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();

  await test.step("the journey publishes the records, because the sandbox does not", async () => {
    const domainId = page.url().slice(-36);
    const { records } = await mustCall<{ records: readonly Wanted[] }>(page, {
      method: "GET",
      path: `domains/${domainId}`,
    });
    for (const { host, type, value } of records) {
      if (value !== "") await zones.publish(host, { [type]: [value] });
    }
    await expect
      .poll(
        () =>
          mustCall(page, { method: "POST", path: `domains/${domainId}/check` }).then(
            () => true,
            () => false,
          ),
        { timeout: SEEN_MS },
      )
      .toBe(true);
  });
  await expect(page.getByText("Verified", { exact: true })).toBeVisible({ timeout: SEEN_MS });
});
