import { expect, test } from "vitest";
import { type DataColumn, fitColumns } from "./columns";

function column(id: string, width: number, more: Partial<DataColumn<unknown>> = {}): DataColumn<unknown> {
  return { id, header: id, width, cell: () => null, ...more };
}

const USUAL = [
  column("name", 140, { least: 120, isFixed: true }),
  column("email", 200, { least: 160 }),
  column("state", 100),
  column("city", 100, { isSecondary: true }),
  column("created", 100, { isSecondary: true }),
];

function fitted(room: number, columns: readonly DataColumn<unknown>[] = USUAL): string {
  return fitColumns(columns, room, 40)
    .map(({ id, width }) => `${id} ${width}`)
    .join(", ");
}

test.each([
  [Number.POSITIVE_INFINITY, "name 140, email 200, state 100, city 100, created 100"],
  [680, "name 140, email 200, state 100, city 100, created 100"],
  [679, "name 140, email 200, state 100, city 100"],
  [579, "name 140, email 200, state 100"],
  [479, "name 120, email 160, state 100"],
  [100, "name 120, email 160, state 100"],
])("in %d pixels there are the columns that fit", (room, shown) => {
  expect(fitted(room)).toBe(shown);
});

test("a cell that has shrunk may be another", () => {
  const shrinking: DataColumn<unknown> = {
    ...column("email", 200, { least: 160 }),
    cell: () => "long",
    leastCell: () => "short",
  };

  expect(fitColumns([shrinking], 400, 0)[0]?.cell({})).toBe("long");
  expect(fitColumns([shrinking], 100, 0)[0]?.cell({})).toBe("short");
});

test("a column that was chosen stays, and takes no room from the usual ones", () => {
  const chosen = [...USUAL, column("phone", 300, { isOptional: true })];

  expect(fitted(680, chosen)).toBe("name 140, email 200, state 100, city 100, created 100, phone 300");
  expect(fitted(479, chosen)).toBe("name 120, email 160, state 100, phone 300");
});

test("columns that all fit are the same ones, so that nothing is drawn anew", () => {
  expect(fitColumns(USUAL, 680, 40)).toBe(USUAL);
});
