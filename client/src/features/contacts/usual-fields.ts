import type { CustomField, FieldType } from "./fields-data";

interface UsualField {
  /** What it is called is the text `contactFields.usual.<id>`. */
  readonly id: "role" | "amount" | "description" | "package";
  readonly type: FieldType;
  /** What a field or a heading that means it is called, in either language, as `plain` writes it. */
  readonly names: readonly string[];
}

/** What teams usually know of a contact beyond its record (CONT-20, 26 to 28): made as custom fields, where wanted. */
export const USUAL_FIELDS: readonly UsualField[] = [
  { id: "role", type: "text", names: ["role", "jobtitle", "position", "jabatan", "peran", "posisi"] },
  { id: "amount", type: "number", names: ["amount", "jumlah", "nominal"] },
  { id: "description", type: "longText", names: ["description", "deskripsi", "keterangan"] },
  { id: "package", type: "text", names: ["package", "paket"] },
];

/** A name without case, signs, and what stands in brackets. */
function plain(name: string): string {
  return name
    .replace(/\(.*?\)|\[.*?\]/g, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** The usual field that a name or a heading means. */
export function usualNamed(name: string): UsualField | undefined {
  const wanted = plain(name);
  return USUAL_FIELDS.find(({ names }) => names.includes(wanted));
}

/** The usual fields that a team with these does not have, whatever it calls them. */
export function missingOf(fields: readonly Pick<CustomField, "name">[]): readonly UsualField[] {
  const had = new Set(fields.map(({ name }) => usualNamed(name)));
  return USUAL_FIELDS.filter((usual) => !had.has(usual));
}
