import { expect, type Page } from "@playwright/test";

/** Sends the campaign in the composer to contacts with this label. With many labels it is found by its name. */
export async function chooseLabel(page: Page, label: string): Promise<void> {
  await page.getByRole("radio", { name: "Contacts with a label" }).check();
  await expect(page.getByRole("group", { name: "Labels", exact: true })).toBeVisible();
  const search = page.getByRole("searchbox", { name: "Find by name: Labels" });
  if (await search.isVisible()) await search.fill(label);
  await page.getByRole("checkbox", { name: label }).check();
}
