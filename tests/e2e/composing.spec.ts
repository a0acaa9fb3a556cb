/** A campaign with exclusions, UTM parameters and a custom plain-text part. */

import { mustCall } from "./calls.ts";
import { newMark, signIn } from "./entrance.ts";
import { expect, test } from "./fixtures.ts";
import { DEMO } from "./locks.ts";

test.describe.configure({ lock: DEMO });

type Made = { readonly id: number };
type Draft = { readonly id: string };

test("links bear parameters, the plain part is one's own, and who is left out gets nothing", async ({
  page,
  dewi,
  inbox,
}) => {
  const mark = newMark();
  await signIn(page, dewi);
  const label = (name: string) =>
    mustCall<Made>(page, { method: "POST", path: "contacts/label", body: { name: `${name} ${mark}` } });
  const [readers, staff] = [await label("Readers"), await label("Staff")];
  const [reader, colleague] = [`reader.${mark}@mail.example`, `staff.${mark}@mail.example`];
  for (const [email, labelIds] of [
    [reader, [readers.id]],
    [colleague, [readers.id, staff.id]],
  ] as const) {
    await mustCall(page, { method: "POST", path: "contacts", body: { email, firstname: "Rani", labelIds } });
  }
  const draft = await mustCall<Draft>(page, {
    method: "POST",
    path: "email-marketing",
    body: {
      name: `Harvest ${mark}`,
      subject: `Harvest ${mark}`,
      content: { body: "Fresh beans, [look](https://kopi.example/beans)" },
      recipients: { labelIds: [readers.id] },
    },
  });
  await page.goto(`/campaigns/${draft.id}/edit`);

  const recipients = page.getByRole("region", { name: "Recipients" });
  await recipients.getByText("Exclude contacts").click();
  await recipients
    .getByRole("group", { name: "Contacts with a label", exact: true })
    .getByText(`Staff ${mark}`)
    .click();
  await expect(recipients.getByText("1 recipient")).toBeVisible();

  const links = page.getByRole("region", { name: "Link tracking" });
  await links.getByRole("switch", { name: "Add UTM parameters to links" }).click();
  await links.getByRole("textbox", { name: "Term" }).fill("beans & more");

  const plain = page.getByRole("region", { name: "Plain text" });
  await plain.getByText("Custom").click();
  const text = plain.getByRole("textbox", { name: "Plain text version" });
  await expect(text).toHaveValue(/Fresh beans/);
  await text.fill("");
  await text.pressSequentially("In my words, {{ first");
  await expect(page.getByRole("listbox", { name: "Merge tag suggestions" })).toBeVisible();
  await text.press("Enter");
  await expect(text).toHaveValue("In my words, {{ firstname }}");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByText("Plain text").click();
  await expect(preview.getByLabel("Plain text version")).toHaveValue(/In my words, Rani/);

  await mustCall(page, { method: "POST", path: `email-marketing/${draft.id}/send` });

  const mail = await inbox.newest(reader, new RegExp(mark));
  expect(mail.text).toContain("In my words, Rani");
  expect(mail.text).not.toContain("Fresh beans");
  expect(mail.text).toContain("/u/");
  // The redirect adds the parameters, so the link must be requested.
  const followed = /href="([^"]*\/c\/1\/[^"]*)"/.exec(mail.html ?? "")?.[1] ?? "";
  const answer = await fetch(followed, { redirect: "manual" });
  const target = new URL(answer.headers.get("location") ?? "");
  expect(target.origin + target.pathname).toBe("https://kopi.example/beans");
  expect(target.searchParams.get("utm_medium")).toBe("email");
  expect(target.searchParams.get("utm_campaign")).toBe(`harvest-${mark}`);
  expect(target.searchParams.get("utm_term")).toBe("beans & more");
  expect(await inbox.to(colleague)).toEqual([]);
});
