import { FIELD_NAME_LENGTH } from "../field-changes";
import type { FieldStart, FieldType } from "../fields-data";
import type { PreparedImport } from "../imports-data";
import { usualNamed } from "../usual-fields";

// A zero in front or many digits: a phone number, an account or a code. Three digits after a sign may be thousands.
const NUMBER = /^-?(?:0|[1-9]\d{0,8})(?:[.,]\d{1,2})?$/;
const DAY = /^(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{4})$/;

/** The type that all of a column's first cells plainly are. */
function typeOf(cells: readonly string[]): FieldType {
  const filled = cells.map((cell) => cell.trim()).filter(Boolean);
  const areAll = (form: RegExp) => filled.length > 0 && filled.every((cell) => form.test(cell));
  if (areAll(NUMBER)) return "number";
  return areAll(DAY) ? "date" : "text";
}

/** What a custom field for a column of a file begins with: its heading, and a type by the heading, else by the cells. */
export function startOf({ heading, cells }: Pick<PreparedImport["columns"][number], "heading" | "cells">): FieldStart {
  return {
    name: heading.trim().slice(0, FIELD_NAME_LENGTH),
    type: usualNamed(heading)?.type ?? typeOf(cells),
  };
}
