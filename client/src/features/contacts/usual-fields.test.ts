import { expect, it } from "vitest";
import english from "./fields/texts/en.json";
import indonesian from "./fields/texts/id.json";
import { findUsualField, listMissingFields, USUAL_FIELDS } from "./usual-fields";

const idsOf = (fields: readonly { readonly id: string }[]) => fields.map(({ id }) => id);

it("knows its fields by what they are called in both languages", () => {
  for (const { contactFields } of [english, indonesian])
    expect(USUAL_FIELDS.map(({ id }) => findUsualField(contactFields.usual[id])?.id)).toEqual(idsOf(USUAL_FIELDS));
});

it.each([
  ["ROLE", "role"],
  ["Job title", "role"],
  ["Jumlah (Rp)", "amount"],
  ["  Keterangan* ", "description"],
  ["paket [wajib]", "package"],
  ["Roles", undefined],
  ["(role)", undefined],
  ["", undefined],
])("takes the heading %o for %s", (heading, id) => {
  expect(findUsualField(heading)?.id).toBe(id);
});

it("leaves out what the team has, whatever it calls it", () => {
  expect(idsOf(listMissingFields([]))).toEqual(["role", "amount", "description", "package"]);
  expect(idsOf(listMissingFields([{ name: "Jabatan" }, { name: "Membership" }, { name: "package" }]))).toEqual([
    "amount",
    "description",
  ]);
});
