import { MAX_FIELD_NAME_CHARACTERS } from "../field-changes";
import type { FieldStart, FieldType } from "../fields-data";
import { findUsualField } from "../usual-fields";
import type { PreparedImport } from "./imports-data";

// Excludes a leading zero or many digits: phone numbers, accounts, codes. Three digits after a separator may be
// thousands.
const NUMBER = /^-?(?:0|[1-9]\d{0,8})(?:[.,]\d{1,2})?$/;
const DAY = /^(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{4})$/;

/** The type that all sample cells of a column have; text if they have several, or if all are empty. */
function detectType(cells: readonly string[]): FieldType {
  const filled = cells.map((cell) => cell.trim()).filter(Boolean);
  const areAll = (form: RegExp) => filled.length > 0 && filled.every((cell) => form.test(cell));
  if (areAll(NUMBER)) return "number";
  return areAll(DAY) ? "date" : "text";
}

/** Initial values of a custom field for a column: its heading, and a type from the heading or else the cells. */
export function suggestField({
  heading,
  cells,
}: Pick<PreparedImport["columns"][number], "heading" | "cells">): FieldStart {
  return {
    name: heading.trim().slice(0, MAX_FIELD_NAME_CHARACTERS),
    type: findUsualField(heading)?.type ?? detectType(cells),
  };
}
