/** A CSV file of many contacts, dropped on the import wizard. */

import type { Page } from "@playwright/test";
import { mustCall, tokenOf } from "./calls.ts";

type Contents = {
  readonly rows: number;
  /** Number of rows from the start that have the label. */
  readonly guests: number;
  readonly label: string;
  /** Email address of the first row. */
  readonly me: string;
};

/** Drops the file on the import wizard of the current page. */
export async function dropContacts(page: Page, { rows, guests, label, me }: Contents): Promise<void> {
  const dropped = await page.evaluateHandle(
    ({ rows, guests, label, me, mark }) => {
      const lines = ["Surel,Panggilan,Kota,Grup"];
      for (let number = 0; number < rows; number += 1) {
        const email = number === 0 ? me : `guest${number}.${mark}@mail.example`;
        lines.push(`${email},Guest ${number},Bandung,${number < guests ? label : ""}`);
      }
      const transfer = new DataTransfer();
      transfer.items.add(new File([lines.join("\n")], "guests.csv", { type: "text/csv" }));
      return transfer;
    },
    { rows, guests, label, me, mark: label.replaceAll(" ", "").toLowerCase() },
  );
  await page.getByText("Drop a CSV or Excel file here").dispatchEvent("drop", { dataTransfer: dropped });
}

/** Starts an import through the API. Returns once it has started. */
export async function startImport(page: Page, { rows, mark }: { rows: number; mark: string }): Promise<void> {
  const importId = await page.evaluate(
    async ({ rows, mark, token }) => {
      const lines = ["Email", ...Array.from({ length: rows }, (_, number) => `guest${number}.${mark}@mail.example`)];
      const body = new FormData();
      body.append("file", new File([lines.join("\n")], "guests.csv", { type: "text/csv" }));
      const headers = { Authorization: `Bearer ${token}`, "Idempotency-Key": crypto.randomUUID() };
      const answer = await fetch("/api/contacts/import/prepare", { method: "POST", headers, body });
      return ((await answer.json()) as { importId: string }).importId;
    },
    { rows, mark, token: await tokenOf(page) },
  );
  await mustCall(page, { method: "POST", path: "contacts/import/start", body: { importId, consent: true } });
}
