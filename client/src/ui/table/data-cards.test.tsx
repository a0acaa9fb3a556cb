import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { renderPart } from "../../../tests/render-part";
import type { DataColumn } from "./columns";
import { DataCards } from "./data-cards";
import { PagedTable, type PageQuery } from "./paged-table";

interface Letter {
  readonly id: string;
  readonly name: string;
}

const LETTERS: readonly Letter[] = [
  { id: "1", name: "Spring letter" },
  { id: "2", name: "Harvest" },
];
const COLUMNS: readonly DataColumn<Letter>[] = [
  { id: "name", header: "Name", width: 200, isFixed: true, cell: ({ name }) => name },
];
const RESULT: PageQuery<Letter> = {
  data: { items: LETTERS, total: 2 },
  error: null,
  isPending: false,
  isLoadingError: false,
  isPlaceholderData: false,
  refetch: () => undefined,
};
const LIST = { rowId: ({ id }: Letter) => id, rowName: ({ name }: Letter) => name };
const buildCard = ({ id, name }: Letter) => ({
  to: `/letters/${id}`,
  title: name,
  text: "12 recipients",
  status: "Sent",
});

afterEach(() => {
  vi.restoreAllMocks();
});

function renderPagedTable(isPhone: boolean) {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (query) =>
      Object.assign(new EventTarget(), { matches: isPhone && query.includes("767px"), media: query }) as MediaQueryList,
  );
  return renderPart(
    <PagedTable<Letter>
      label="Letters"
      columns={COLUMNS}
      answer={RESULT}
      address={{ page: 1, size: 10, sort: "name", search: "", filter: undefined }}
      onChange={() => undefined}
      card={buildCard}
      {...LIST}
    />,
  );
}

test("on a phone a list is cards that open their pages, with the pager under them", async () => {
  await renderPagedTable(true);

  const list = await screen.findByRole("list", { name: "Letters" });
  expect(
    within(list)
      .getAllByRole("link")
      .map((link) => link.getAttribute("href")),
  ).toEqual(["/letters/1", "/letters/2"]);
  expect(within(list).getAllByRole("listitem")[1]).toHaveTextContent("Harvest12 recipientsSent");
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.getByText("1–2 of 2")).toBeInTheDocument();
});

test("elsewhere the same list is a table", async () => {
  await renderPagedTable(false);

  expect(screen.getByRole("table", { name: "Letters" })).toBeInTheDocument();
  expect(screen.queryByRole("list", { name: "Letters" })).toBeNull();
});

test("a card is ticked, and has the actions of its row", async () => {
  const onSelect = vi.fn();
  await renderPart(
    <DataCards<Letter>
      label="Letters"
      rows={LETTERS}
      card={buildCard}
      selection={{ isSelected: (id) => id === "1", onSelect }}
      rowActions={({ name }) => [{ id: "delete", label: `Delete ${name}?` }]}
      {...LIST}
    />,
  );

  await userEvent.click(screen.getByRole("checkbox", { name: "Select Harvest" }));
  await userEvent.click(screen.getByRole("button", { name: "Actions for Harvest" }));

  expect(screen.getByRole("checkbox", { name: "Select Spring letter" })).toBeChecked();
  expect(onSelect).toHaveBeenCalledWith(["2"], true);
  expect(await screen.findByRole("menuitem", { name: "Delete Harvest?" })).toBeInTheDocument();
});
