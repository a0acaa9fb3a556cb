import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { createRegistry, type EditorPanel, type EditorRegistry, type PanelProps } from "../registry";
import { select } from "../selection";
import { TINY, TINY_PARTS, TINY_RECORD } from "../tests/tiny-editor";
import { board, book, createDocument, renderEditor, shelf } from "../tests/tiny-screen";
import { Panel } from "./panel";

function LoansPanel({ target }: PanelProps) {
  const id = target.type === "node" ? target.id : "";
  const loans = useQuery({ queryKey: ["loans", id], queryFn: () => Promise.resolve(3) });
  return <p>{`loans: ${loans.data ?? "…"}`}</p>;
}

const LOANS_PANEL: EditorPanel = {
  name: "loans",
  textKey: "tiny.panels.loans",
  icon: () => <svg data-icon="loans" aria-hidden="true" />,
  appliesTo: (target) => target.type === "node" && target.kind.name === "book",
  Panel: LoansPanel,
};

const ROOM_PANEL: EditorPanel = {
  name: "room",
  textKey: "tiny.panels.room",
  appliesTo: ({ type }) => type === "root",
  Panel: ({ target }) => <p>{target.type === "root" ? target.id : ""}</p>,
};

const HISTORY_PANEL: EditorPanel = {
  name: "history",
  textKey: "tiny.panels.history",
  appliesTo: ({ type }) => type === "node",
  staysUsable: true,
  Panel: function History({ isReadOnly }) {
    const [page, setPage] = useState(1);
    return (
      <>
        <button type="button" onClick={() => setPage(page + 1)}>{`page ${page}`}</button>
        {isReadOnly ? null : <button type="button">Clear</button>}
      </>
    );
  },
};

function renderPanel(registry: EditorRegistry, { isViewed = false } = {}) {
  const { editor } = renderEditor(
    { ...createDocument(shelf(board(book("a")))), isViewed },
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

const listTabs = () => screen.getAllByRole("tab").map(({ textContent }) => textContent);

test("an editor adds panels to nodes and roots, and one of them shows the result of a query", async () => {
  const { choose } = renderPanel(createRegistry(TINY_RECORD, { ...TINY_PARTS, panels: [LOANS_PANEL, ROOM_PANEL] }));
  expect(listTabs()).toEqual(["tree.panel.settings", "tree.panel.look", "tiny.panels.room"]);
  await userEvent.click(screen.getByRole("tab", { name: "tiny.panels.room" }));
  expect(screen.getByRole("tabpanel")).toHaveTextContent("body");

  choose("shelf");
  expect(listTabs()).toEqual(["tree.panel.look", "tree.panel.who"]);
  choose("book");
  expect(listTabs()).toEqual(["tree.panel.settings", "tree.panel.look", "tree.panel.who", "tiny.panels.loans"]);
  const loans = screen.getByRole("tab", { name: "tiny.panels.loans" });
  expect(loans.querySelector("[data-icon=loans]")).toBeInTheDocument();
  await userEvent.click(loans);
  expect(await screen.findByText("loans: 3")).toBeVisible();
});

test("a panel that stays usable is paged by a viewer, other panels are disabled and scrolled by keys", async () => {
  const { choose } = renderPanel(createRegistry(TINY_RECORD, { ...TINY_PARTS, panels: [HISTORY_PANEL] }), {
    isViewed: true,
  });
  choose("book");
  expect(screen.getByRole("textbox", { name: "tiny.fields.title" })).toBeDisabled();
  const panel = screen.getByRole("tabpanel");
  act(() => panel.focus());
  expect(panel).toHaveFocus();

  await userEvent.click(screen.getByRole("tab", { name: "tiny.panels.history" }));
  await userEvent.click(screen.getByRole("button", { name: "page 1" }));

  expect(screen.getByRole("button", { name: "page 2" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Clear" })).toBeNull();
});

test("a panel of a node that can be changed is no stop of Tab, and can change it", async () => {
  const { choose } = renderPanel(createRegistry(TINY_RECORD, { ...TINY_PARTS, panels: [HISTORY_PANEL] }));
  choose("book");
  expect(screen.getByRole("tabpanel")).not.toHaveAttribute("tabindex");

  await userEvent.click(screen.getByRole("tab", { name: "tiny.panels.history" }));

  expect(screen.getByRole("button", { name: "Clear" })).toBeVisible();
});

test("arrows, Home and End walk through the tabs", async () => {
  const { choose } = renderPanel(createRegistry(TINY_RECORD, { ...TINY_PARTS, panels: [LOANS_PANEL] }));
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

  expect(() => createRegistry({ ...TINY_RECORD, globals }, TINY_PARTS)).toThrow("the setting wood has no panel loans");
  expect(createRegistry({ ...TINY_RECORD, globals }, { ...TINY_PARTS, panels: [LOANS_PANEL] }).kinds).toEqual(
    TINY.kinds,
  );
});
