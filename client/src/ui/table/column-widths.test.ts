import { expect, test } from "vitest";
import { fitColumns, growTextWidths, type TextWidths } from "./column-widths";
import type { DataColumn } from "./columns";

function buildColumn(id: string, width: number, more: Partial<DataColumn<unknown>> = {}): DataColumn<unknown> {
  return { id, header: id, width, cell: () => null, ...more };
}

const TYPICAL_COLUMNS = [
  buildColumn("name", 140, { least: 120, isFixed: true }),
  buildColumn("email", 200, { least: 160 }),
  buildColumn("state", 100),
  buildColumn("city", 100, { isSecondary: true }),
  buildColumn("created", 100, { isSecondary: true }),
];

function describeFit(
  room: number,
  columns: readonly DataColumn<never>[] = TYPICAL_COLUMNS,
  texts?: TextWidths,
): string {
  const { columns: shown, widths } = fitColumns(columns, room, 40, texts);
  return shown.map(({ id }, index) => `${id} ${widths[index]}`).join(", ");
}

test.each([
  [Number.POSITIVE_INFINITY, "name 140, email 200, state 100, city 100, created 100"],
  [680, "name 140, email 200, state 100, city 100, created 100"],
  [679, "name 140, email 199, state 100, city 100, created 100"],
  [620, "name 120, email 160, state 100, city 100, created 100"],
  [619, "name 140, email 200, state 100, city 100"],
  [519, "name 140, email 200, state 100"],
  [479, "name 140, email 199, state 100"],
  [100, "name 120, email 160, state 100"],
])("in %d pixels there are the columns that fit", (room, shown) => {
  expect(describeFit(room)).toBe(shown);
});

interface Person {
  readonly email: string;
  readonly city: string;
}

const TEXTS: readonly DataColumn<Person>[] = [
  { id: "email", header: "Email", width: 200, least: 160, cell: () => null, text: ({ email }) => email },
  { id: "city", header: "City", width: 105, least: 84, cell: () => null, text: ({ city }) => city },
  { id: "state", header: "Status", width: 126, cell: () => null },
];
const ANI: Person = { email: "ani.wulandari@kopi-bandung.example", city: "Solo" };

test("a text has what its longest value takes, and the rest of the table", () => {
  const texts = growTextWidths({}, TEXTS, [ANI, { email: "b@kopi.example", city: "Bogor" }]);

  expect(texts).toEqual({ email: 272, city: 80 });
  expect(describeFit(522, TEXTS, texts)).toBe("email 272, city 84, state 126");
  expect(describeFit(622, TEXTS, texts)).toBe("email 348, city 107, state 126");
});

test("where texts do not fit together the longest is cut first", () => {
  const texts = growTextWidths({}, TEXTS, [ANI]);

  expect(describeFit(490, TEXTS, texts)).toBe("email 240, city 84, state 126");
  expect(describeFit(300, TEXTS, texts)).toBe("email 160, city 84, state 126");
});

test("columns stay where they are when other rows come, until one needs more", () => {
  const texts = growTextWidths({}, TEXTS, [ANI]);

  expect(growTextWidths(texts, TEXTS, [{ email: "b@kopi.example", city: "Bogor" }])).toBe(texts);
  expect(growTextWidths(texts, TEXTS, [])).toBe(texts);
  expect(growTextWidths(texts, TEXTS, [{ email: "", city: "Pematangsiantar" }])).toEqual({ email: 272, city: 144 });
});

test("one very long text does not take the whole table", () => {
  expect(growTextWidths({}, TEXTS, [{ ...ANI, email: "x".repeat(254) }])).toEqual({ email: 420, city: 80 });
});

test("a head has room for its words and its arrow", () => {
  const columns = TEXTS.map((column) => ({ ...column, header: "Place of the last order" }));

  expect(growTextWidths({}, columns, [{ email: "", city: "" }])).toEqual({ email: 208, city: 208 });
});

test("a cell that has less than it needs may be another", () => {
  const shrinking: DataColumn<unknown> = {
    ...buildColumn("email", 200, { least: 160 }),
    cell: () => "long",
    leastCell: () => "short",
  };

  expect(fitColumns([shrinking], 400, 0).columns[0]?.cell({})).toBe("long");
  expect(fitColumns([shrinking], 100, 0).columns[0]?.cell({})).toBe("short");
});

test("a column that was chosen stays, and takes no room from the usual ones", () => {
  const chosen = [...TYPICAL_COLUMNS, buildColumn("phone", 300, { isOptional: true })];

  expect(describeFit(680, chosen)).toBe("name 140, email 200, state 100, city 100, created 100, phone 300");
  expect(describeFit(479, chosen)).toBe("name 140, email 199, state 100, phone 300");
});

test("columns that all fit are the same ones, so that nothing is drawn anew", () => {
  expect(fitColumns(TYPICAL_COLUMNS, 680, 40).columns).toBe(TYPICAL_COLUMNS);
});
