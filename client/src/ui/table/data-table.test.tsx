import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ComponentProps } from "react";
import { expect, test, vi } from "vitest";
import { renderPart } from "../../../tests/render-part";
import type { DataColumn } from "./columns";
import { DataTable } from "./data-table";
import { Pager } from "./pager";
import { SelectionBar } from "./selection-bar";

interface Person {
  readonly id: string;
  readonly name: string;
  readonly sent: number;
}

const PEOPLE: readonly Person[] = [
  { id: "1", name: "Ayu Lestari", sent: 12 },
  { id: "2", name: "Bagas Prakoso", sent: 7 },
];
const COLUMNS: readonly DataColumn<Person>[] = [
  { id: "name", header: "Name", cell: ({ name }) => name, width: 200, isFixed: true, isSortable: true },
  { id: "sent", header: "Sent", cell: ({ sent }) => sent, width: 80, align: "end" },
];

function buildTable(props: Partial<ComponentProps<typeof DataTable<Person>>>) {
  return (
    <DataTable
      label="People"
      columns={COLUMNS}
      hidden={[]}
      rows={PEOPLE}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      status="ready"
      {...props}
    />
  );
}

test("a hidden column is not in the document, the name always is", async () => {
  await renderPart(buildTable({ hidden: ["sent", "name"] }));

  expect(screen.queryByRole("columnheader", { name: "Sent" })).not.toBeInTheDocument();
  expect(screen.getByRole("columnheader", { name: "Name" })).toBeInTheDocument();
});

test("a head that sorts says how, and asks for the other order", async () => {
  const onSort = vi.fn();
  await renderPart(buildTable({ sort: "name", onSort }));

  const head = screen.getByRole("columnheader", { name: "Name" });
  await userEvent.click(within(head).getByRole("button"));

  expect(head).toHaveAttribute("aria-sort", "ascending");
  expect(onSort).toHaveBeenCalledWith("-name");
});

test("the words of a head that sorts end where numbers under them end", async () => {
  const sorted = COLUMNS.map((column) => ({ ...column, isSortable: true }));
  await renderPart(buildTable({ columns: sorted, onSort: () => undefined }));

  const sequence = (name: string) =>
    [...within(screen.getByRole("columnheader", { name })).getByRole("button").childNodes].map(
      ({ nodeName }) => nodeName,
    );
  expect(sequence("Name")).toEqual(["#text", "svg"]);
  expect(sequence("Sent")).toEqual(["svg", "#text"]);
});

test("a column is as wide as its longest text needs", async () => {
  const columns = COLUMNS.map((column) =>
    column.id === "name" ? { ...column, text: (row: Person) => row.name } : column,
  );
  await renderPart(
    buildTable({ columns, rows: [{ id: "3", name: "Raden Mas Suryadiningrat Kusumowardhani", sent: 1 }] }),
  );

  const widths = [...screen.getByRole("table").querySelectorAll("col")].map(({ style }) => style.inlineSize);
  expect(widths).toEqual(["304px", "80px"]);
});

test("what a cell cuts is told in full on hover, and only while it is cut", async () => {
  await renderPart(buildTable({}));
  const cell = screen.getByRole("cell", { name: "Ayu Lestari" });
  const measure = (clientWidth: number, scrollWidth: number) =>
    Object.defineProperties(cell, {
      clientWidth: { value: clientWidth, configurable: true },
      scrollWidth: { value: scrollWidth, configurable: true },
    });

  measure(60, 94);
  await userEvent.hover(cell);
  await waitFor(() => expect(cell).toHaveAttribute("title", "Ayu Lestari"));

  await userEvent.unhover(cell);
  measure(120, 120);
  await userEvent.hover(cell);
  await waitFor(() => expect(cell).not.toHaveAttribute("title"));
});

test("of a cell with several texts each is told on its own", async () => {
  const columns = COLUMNS.map((column) => ({
    ...column,
    cell: ({ name }: Person) => (
      <>
        <span>{name}</span>
        <a href="/senders">Not authenticated</a>
      </>
    ),
  }));
  await renderPart(buildTable({ columns }));
  const cell = screen.getAllByRole("cell", { name: /Ayu Lestari/ })[0] as HTMLElement;
  Object.defineProperties(cell, { clientWidth: { value: 60 }, scrollWidth: { value: 200 } });

  await userEvent.hover(cell);

  await waitFor(() => expect(cell).toHaveAttribute("title", "Ayu Lestari · Not authenticated"));
});

test("rows are ticked one by one and all together", async () => {
  const onSelect = vi.fn();
  await renderPart(buildTable({ selection: { isSelected: (id) => id === "1", onSelect } }));

  await userEvent.click(screen.getByRole("checkbox", { name: "Select Bagas Prakoso" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Select all on this page" }));

  expect(screen.getByRole("checkbox", { name: "Select Ayu Lestari" })).toBeChecked();
  expect(screen.getByRole("checkbox", { name: "Select all on this page" })).toBePartiallyChecked();
  expect(onSelect.mock.calls).toEqual([
    [["2"], true],
    [["1", "2"], true],
  ]);
});

test("a row's menu is named after the row", async () => {
  await renderPart(
    buildTable({ rowActions: ({ name }) => [{ id: "delete", label: `Delete ${name}?`, isDangerous: true }] }),
  );

  await userEvent.click(screen.getByRole("button", { name: "Actions for Ayu Lestari" }));

  expect(await screen.findByRole("menuitem", { name: "Delete Ayu Lestari?" })).toBeInTheDocument();
});

test("while it loads there are bones, then rows or what stands for none", async () => {
  await renderPart(buildTable({ status: "loading", rows: [] }));

  expect(screen.getByRole("table", { name: "People" })).toHaveAttribute("aria-busy", "true");
  expect(screen.getByText("Loading rows…")).toBeInTheDocument();
});

test("an empty list shows what was given for it", async () => {
  await renderPart(buildTable({ rows: [], empty: <p>No people yet</p> }));

  expect(screen.getByText("No people yet")).toBeInTheDocument();
  expect(screen.queryByRole("table")).not.toBeInTheDocument();
});

test("a total that is not exact reads as at least, and the ends have no further page", async () => {
  const onPage = vi.fn();
  await renderPart(
    <Pager rows={10} page={1} size={10} total={10_000} totalIsExact={false} onPage={onPage} onSize={() => undefined} />,
  );

  await userEvent.click(screen.getByRole("button", { name: "Page 3" }));

  expect(screen.getByText("1–10 of 10,000+")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Previous page" })).toBeDisabled();
  expect(screen.getByRole("button", { name: "Page 1" })).toHaveAttribute("aria-current", "page");
  expect(onPage).toHaveBeenCalledWith(3);
});

test.each([
  [true, "Last page", 392],
  [false, "First page", 1],
])("beyond the end, with a total that is exact: %s, it says so and leads to the %s", async (isExact, label, page) => {
  const onPage = vi.fn();
  await renderPart(
    <Pager
      rows={0}
      page={9999}
      size={10}
      total={3920}
      totalIsExact={isExact}
      onPage={onPage}
      onSize={() => undefined}
    />,
  );

  await userEvent.click(screen.getByRole("button", { name: label }));

  expect(screen.getByText("Page 9,999 does not exist.")).toBeInTheDocument();
  expect(screen.queryByText(/of 3,920/)).toBeNull();
  expect(onPage).toHaveBeenCalledWith(page);
});

test("Escape clears the selection", async () => {
  const onClear = vi.fn();
  await renderPart(
    <SelectionBar count={1200} onClear={onClear}>
      {null}
    </SelectionBar>,
  );

  await userEvent.keyboard("{Escape}");

  expect(screen.getByRole("status")).toHaveTextContent("1,200 selected");
  expect(onClear).toHaveBeenCalledOnce();
});

test("Escape that is for a dialog over the list leaves the selection", async () => {
  const onClear = vi.fn();
  await renderPart(
    <>
      <SelectionBar count={3} onClear={onClear}>
        <button type="button">Label</button>
      </SelectionBar>
      <div role="dialog" aria-modal="true" aria-label="Label contacts" />
    </>,
  );

  await userEvent.keyboard("{Escape}");

  expect(onClear).not.toHaveBeenCalled();
});
