import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { type EditorPanel, type EditorRegistry, type PanelProps, registryOf } from "../registry";
import { select } from "../selection";
import { TINY, TINY_PARTS, TINY_RECORD } from "../tests/tiny-editor";
import { board, book, documentOf, shelf, show } from "../tests/tiny-screen";
import { Panel } from "./panel";

function Loans({ target }: PanelProps) {
  const id = target.type === "node" ? target.id : "";
  const loans = useQuery({ queryKey: ["loans", id], queryFn: () => Promise.resolve(3) });
  return <p>{`loans: ${loans.data ?? "…"}`}</p>;
}

const LOANS: EditorPanel = {
  name: "loans",
  textKey: "tiny.panels.loans",
  icon: () => <svg data-icon="loans" aria-hidden="true" />,
  appliesTo: (target) => target.type === "node" && target.kind.name === "book",
  Panel: Loans,
};

const ROOM: EditorPanel = {
  name: "room",
  textKey: "tiny.panels.room",
  appliesTo: ({ type }) => type === "root",
  Panel: ({ target }) => <p>{target.type === "root" ? target.id : ""}</p>,
};

function shown(registry: EditorRegistry) {
  const { editor } = show(
    documentOf(shelf(board(book("a")))),
    <QueryClientProvider client={new QueryClient()}>
      <Panel />
    </QueryClientProvider>,
    registry,
  );
  if (!editor) throw new Error("no editor");
  const choose = (kind: string) => {
    const id = [...editor.store.snapshot().nodes].find(([, node]) => node.kind === kind)?.[0] ?? "";
    act(() => select(editor, id));
  };
  return { choose };
}

const tabs = () => screen.getAllByRole("tab").map(({ textContent }) => textContent);

test("an editor adds panels to nodes and roots, and one of them shows the result of a query", async () => {
  const { choose } = shown(registryOf(TINY_RECORD, { ...TINY_PARTS, panels: [LOANS, ROOM] }));
  expect(tabs()).toEqual(["tree.panel.settings", "tree.panel.look", "tiny.panels.room"]);
  await userEvent.click(screen.getByRole("tab", { name: "tiny.panels.room" }));
  expect(screen.getByRole("tabpanel")).toHaveTextContent("body");

  choose("shelf");
  expect(tabs()).toEqual(["tree.panel.look", "tree.panel.who"]);
  choose("book");
  expect(tabs()).toEqual(["tree.panel.settings", "tree.panel.look", "tree.panel.who", "tiny.panels.loans"]);
  const loans = screen.getByRole("tab", { name: "tiny.panels.loans" });
  expect(loans.querySelector("[data-icon=loans]")).toBeInTheDocument();
  await userEvent.click(loans);
  expect(await screen.findByText("loans: 3")).toBeVisible();
});

test("arrows, Home and End walk through the tabs", async () => {
  const { choose } = shown(registryOf(TINY_RECORD, { ...TINY_PARTS, panels: [LOANS] }));
  choose("book");
  const open = () => screen.getByRole("tab", { selected: true });
  open().focus();

  await userEvent.keyboard("{ArrowLeft}");
  expect(open()).toHaveFocus();
  expect(open()).toHaveTextContent("tiny.panels.loans");
  await userEvent.keyboard("{ArrowRight}");
  expect(open()).toHaveTextContent("tree.panel.settings");
  await userEvent.keyboard("{End}{ArrowLeft}");
  expect(open()).toHaveTextContent("tree.panel.who");
  await userEvent.keyboard("{Home}");
  expect(open()).toHaveTextContent("tree.panel.settings");
});

test("a setting on a panel that the editor lacks is an error", () => {
  const globals = { properties: { wood: { type: "string", default: "", control: "line", tab: "loans" } } };

  expect(() => registryOf({ ...TINY_RECORD, globals }, TINY_PARTS)).toThrow("the setting wood has no panel loans");
  expect(registryOf({ ...TINY_RECORD, globals }, { ...TINY_PARTS, panels: [LOANS] }).kinds).toEqual(TINY.kinds);
});
