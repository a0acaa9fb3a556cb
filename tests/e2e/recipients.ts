import { expect, type Page } from "@playwright/test";

/** Selects the contacts with this label as recipients in the composer. With many labels, searches for it by name. */
export async function chooseLabel(page: Page, label: string): Promise<void> {
  await page.getByRole("radio", { name: "Contacts with a label" }).check();
  await expect(page.getByRole("group", { name: "Labels", exact: true })).toBeVisible();
  const search = page.getByRole("searchbox", { name: "Find by name: Labels" });
  if (await search.isVisible()) await search.fill(label);
  await page.getByRole("checkbox", { name: label }).check();
}
