import type { CustomField, FieldType } from "./fields-data";

interface UsualField {
  /** Id of its label, the text `contactFields.usual.<id>`. */
  readonly id: "role" | "amount" | "description" | "package";
  readonly type: FieldType;
  /** Names of such a field or column heading in either language, in the form of `normalizeName`. */
  readonly names: readonly string[];
}

/** Typical fields of teams beyond a contact's standard fields (CONT-20, 26 to 28), suggested as custom fields. */
export const USUAL_FIELDS: readonly UsualField[] = [
  { id: "role", type: "text", names: ["role", "jobtitle", "position", "jabatan", "peran", "posisi"] },
  { id: "amount", type: "number", names: ["amount", "jumlah", "nominal"] },
  { id: "description", type: "longText", names: ["description", "deskripsi", "keterangan"] },
  { id: "package", type: "text", names: ["package", "paket"] },
];

/** A name in lower case, without punctuation and bracketed text. */
function normalizeName(name: string): string {
  return name
    .replace(/\(.*?\)|\[.*?\]/g, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** The typical field that a name or a column heading means. */
export function findUsualField(name: string): UsualField | undefined {
  const normalizedName = normalizeName(name);
  return USUAL_FIELDS.find(({ names }) => names.includes(normalizedName));
}

/** The typical fields that a team with these fields does not have yet, under any name. */
export function listMissingFields(fields: readonly Pick<CustomField, "name">[]): readonly UsualField[] {
  const existing = new Set(fields.map(({ name }) => findUsualField(name)));
  return USUAL_FIELDS.filter((usual) => !existing.has(usual));
}
