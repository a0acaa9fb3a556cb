/** Record forms with a save button and text fields of every kind. */

import type { Page } from "@playwright/test";
import { mustCall } from "../calls.ts";
import { newMark } from "../entrance.ts";

/** Stored values by the label of the field. */
export type Stored = Readonly<Record<string, string>>;

export interface RecordForm {
  readonly kind: string;
  /** Creates the record if necessary and returns its URL. */
  readonly make: (page: Page) => Promise<string>;
  readonly save: string;
  readonly fields: readonly string[];
  readonly read: (page: Page, address: string) => Promise<Stored>;
}

const idIn = (address: string): string => address.split("/").at(-1) ?? "";

export const RECORD_FORMS: readonly RecordForm[] = [
  {
    kind: "profile",
    make: async () => "/account/profile",
    save: "Save profile",
    fields: ["First name", "Last name"],
    read: async (page) => {
      const path = "users/profile";
      const { firstname, lastname } = await mustCall<Stored>(page, { method: "GET", path });
      return { "First name": firstname ?? "", "Last name": lastname ?? "" };
    },
  },
  {
    kind: "company",
    make: async () => "/team/profile",
    save: "Save profile",
    fields: ["Name", "Street and number", "City"],
    read: async (page) => {
      const path = "companies/detail";
      const { name, address, city } = await mustCall<Stored>(page, { method: "GET", path });
      return { Name: name ?? "", "Street and number": address ?? "", City: city ?? "" };
    },
  },
  {
    kind: "segment",
    make: async (page) => {
      const city = { kind: "field", field: "city", operator: "is", value: "Bogor" };
      const rules = { kind: "group", match: "all", rules: [city] };
      const body = { name: `Written ${newMark()}`, rules };
      const { id } = await mustCall<{ id: number }>(page, { method: "POST", path: "contacts/segment", body });
      return `/contacts/segments/${id}`;
    },
    save: "Save segment",
    fields: ["Name"],
    read: async (page, address) => {
      const path = `contacts/segment/${idIn(address)}`;
      const { name } = await mustCall<Stored>(page, { method: "GET", path });
      return { Name: name ?? "" };
    },
  },
];
