/** Several selected nodes: how they are selected, and what commands do to all of them. */
import { act, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { NO_DECORATIONS } from "../../screen/decorations";
import { buildSelectionText, moveTo, pasteText } from "../actions";
import { Canvas } from "../canvas/canvas";
import { setLocked } from "../commands/marks";
import type { TreeEditing } from "../editing";
import { NODE_COMMANDS } from "../keyboard/commands";
import { iterateBranches } from "../model/tree-positions";
import { Outline } from "../outline/outline";
import { Panel } from "../panel/panel";
import { getTargetIds, selectEach } from "../selection";
import { buildChoice, buildText, createForm, FIELDS } from "./field-editor";
import { board, book, createDocument, lamp, renderEditor, type ScreenRecord, shelf } from "./tiny-screen";

const DESKTOP = { device: "desktop", scheme: "light" } as const;
const SCREEN = (
  <>
    <Outline root="body" />
    <Canvas root="body" view={DESKTOP} beside={NO_DECORATIONS} />
    <Panel />
  </>
);

/** Two shelves: a, b, c on one board, d on another. */
function renderSelectionEditor() {
  const editing = createDocument(shelf(board(book("a"), book("b"), book("c"))), shelf(board(book("d"), lamp("light"))));
  const told = renderEditor(editing, SCREEN);
  return { editing, told, user: userEvent.setup() };
}

const getCanvas = () => screen.getByRole("application");
const listTitles = () => [...getCanvas().querySelectorAll("p")].map((each) => each.textContent);

function getEditor({ editor }: ScreenRecord) {
  if (!editor) throw new Error("no editor");
  return editor;
}

function findId(told: ScreenRecord, title: string): string {
  const { store } = getEditor(told);
  for (const { branch } of iterateBranches(store.snapshot())) {
    const settings = store.node(branch.id)?.settings;
    if (settings?.title === title || settings?.label === title) return branch.id;
  }
  throw new Error(`no ${title}`);
}

function listSelectedTitles(told: ScreenRecord): readonly string[] {
  const { store, actor } = getEditor(told);
  const ids = [...iterateBranches(store.snapshot())].map(({ branch }) => branch.id);
  return ids
    .filter((id) => actor.getSnapshot().context.selection.has(id))
    .map((id) => String(store.node(id)?.settings.title ?? store.node(id)?.settings.label ?? store.node(id)?.kind));
}

function getPrimaryTitle(told: ScreenRecord): unknown {
  const { store, actor } = getEditor(told);
  return store.node(actor.getSnapshot().context.selected ?? "")?.settings.title;
}

function click(title: string, held: { ctrlKey?: boolean; metaKey?: boolean; shiftKey?: boolean } = {}): void {
  fireEvent.click(within(getCanvas()).getByText(title), held);
  getCanvas().focus();
}

const ADD_KEYS = { ctrlKey: true };
const RANGE_KEYS = { shiftKey: true };

test("Ctrl or Command adds a node and removes it again, and each is announced", () => {
  const { told } = renderSelectionEditor();

  click("a");
  click("c", ADD_KEYS);
  click("d", { metaKey: true });
  expect(listSelectedTitles(told)).toEqual(["a", "c", "d"]);
  expect(getPrimaryTitle(told)).toBe("d");
  expect(told.said.at(-1)).toBe("tree.say.severalSelected 3");

  click("d", ADD_KEYS);
  expect(listSelectedTitles(told)).toEqual(["a", "c"]);
  expect(getPrimaryTitle(told)).toBe("c");
  click("c", ADD_KEYS);
  click("a", ADD_KEYS);
  expect(listSelectedTitles(told)).toEqual([]);
});

test("Shift selects the siblings up to a node, or the siblings that contain both ends", () => {
  const { told } = renderSelectionEditor();

  click("c");
  click("a", RANGE_KEYS);
  expect(listSelectedTitles(told)).toEqual(["a", "b", "c"]);
  click("b", RANGE_KEYS);
  expect(listSelectedTitles(told)).toEqual(["b", "c"]);

  click("d", RANGE_KEYS);
  expect(listSelectedTitles(told)).toEqual(["shelf", "shelf"]);
});

test("keys extend the selection from its anchor, select all siblings, and go back to one", async () => {
  const { told, user } = renderSelectionEditor();
  click("b");

  await user.keyboard("{Shift>}{ArrowDown}{/Shift}");
  expect(listSelectedTitles(told)).toEqual(["b", "c"]);
  await user.keyboard("{Shift>}{ArrowUp}{ArrowUp}{/Shift}");
  expect(listSelectedTitles(told)).toEqual(["a", "b"]);
  await user.keyboard("{Control>}a{/Control}");
  expect(listSelectedTitles(told)).toEqual(["a", "b", "c"]);
  await user.keyboard("{Escape}");
  expect(listSelectedTitles(told)).toEqual(["a"]);
  await user.keyboard("{Escape}");
  expect(listSelectedTitles(told)).toEqual(["board"]);

  act(() => getEditor(told).actor.send({ type: "select", id: null }));
  await user.keyboard("{Control>}a{/Control}");
  expect(listSelectedTitles(told)).toEqual(["shelf", "shelf"]);
});

test("the outline selects several by clicks and keys, and marks all of them", async () => {
  const { told, user } = renderSelectionEditor();
  const item = (title: string) => screen.getByRole("treeitem", { name: new RegExp(`${title}$`) });
  expect(screen.getByRole("tree")).toHaveAttribute("aria-multiselectable", "true");

  await user.click(item("a"));
  fireEvent.click(item("d"), ADD_KEYS);
  expect(listSelectedTitles(told)).toEqual(["a", "d"]);
  for (const title of ["a", "d"]) expect(item(title)).toHaveAttribute("aria-selected", "true");
  expect(item("b")).toHaveAttribute("aria-selected", "false");

  await user.click(item("a"));
  await user.keyboard("{Shift>}{ArrowDown}{/Shift}");
  expect(listSelectedTitles(told)).toEqual(["a", "b"]);
  expect(item("b")).toHaveFocus();
});

test("all selected are deleted in one undo step, and come back selected", async () => {
  const { told, user, editing } = renderSelectionEditor();
  click("a");
  click("c", ADD_KEYS);

  await user.keyboard("{Delete}");
  expect(listTitles()).toEqual(["b", "d"]);
  expect(told.said.at(-1)).toBe("tree.say.removed tree.blocks 2");
  expect(listSelectedTitles(told)).toEqual(["b"]);

  act(() => editing.history.undo());
  expect(listTitles()).toEqual(["a", "b", "c", "d"]);
  expect(editing.history.canUndo).toBe(false);
});

test("a node inside another selected one is not counted again", async () => {
  const { told, user, editing } = renderSelectionEditor();
  const [first] = getEditor(told).store.snapshot().tree.get("body") ?? [];
  click("a");
  act(() =>
    getEditor(told).actor.send({
      type: "selectSeveral",
      ids: [findId(told, "a"), findId(told, "d"), first?.id ?? ""],
      primary: findId(told, "d"),
      anchor: findId(told, "a"),
    }),
  );
  expect(getTargetIds(getEditor(told), findId(told, "a"))).toEqual([first?.id, findId(told, "d")]);

  await user.keyboard("{Delete}");
  expect(listTitles()).toEqual([]);
  act(() => editing.history.undo());
  expect(listTitles()).toEqual(["a", "b", "c", "d"]);
});

test("siblings are duplicated after the last of them in one undo step, and the copies are selected", async () => {
  const { told, user, editing } = renderSelectionEditor();
  click("a");
  click("b", RANGE_KEYS);
  click("d", ADD_KEYS);

  await user.keyboard("{Control>}d{/Control}");
  expect(listTitles()).toEqual(["a", "b", "a", "b", "c", "d", "d"]);
  expect(listSelectedTitles(told)).toEqual(["a", "b", "d"]);
  const copies = getEditor(told).actor.getSnapshot().context.selection;
  expect(copies.has(findId(told, "a"))).toBe(false);

  act(() => editing.history.undo());
  expect(listTitles()).toEqual(["a", "b", "c", "d"]);
});

test("several are copied in reading order and pasted one after the other in one undo step", () => {
  const { told, editing } = renderSelectionEditor();
  const editor = getEditor(told);
  const copied = buildSelectionText(editor, [findId(told, "a"), findId(told, "c")]) ?? "";

  click("d");
  act(() => expect(pasteText(editor, copied)).toBe(true));
  expect(listTitles()).toEqual(["a", "b", "c", "d", "a", "c"]);
  expect(listSelectedTitles(told)).toEqual(["a", "c"]);
  act(() => editing.history.undo());
  expect(listTitles()).toEqual(["a", "b", "c", "d"]);

  // With nothing selected, each gets a row of its own at the end.
  act(() => editor.actor.send({ type: "select", id: null }));
  act(() => expect(pasteText(editor, copied)).toBe(true));
  expect(listTitles()).toEqual(["a", "b", "c", "d", "a", "c"]);
  expect(editor.store.snapshot().tree.get("body")).toHaveLength(4);
});

test("cutting takes all selected to the clipboard and out of the document", () => {
  const { told } = renderSelectionEditor();
  click("a");
  click("c", ADD_KEYS);
  const clipboardData = new Map<string, string>();
  const event = Object.assign(new Event("cut", { bubbles: true, cancelable: true }), {
    clipboardData: { setData: (type: string, value: string) => clipboardData.set(type, value) },
  });

  act(() => void getCanvas().dispatchEvent(event));

  expect(listTitles()).toEqual(["b", "d"]);
  act(() => expect(pasteText(getEditor(told), clipboardData.get("text/plain") ?? "")).toBe(true));
  expect(listTitles()).toEqual(["b", "a", "c", "d"]);
});

test("several are picked up by Space and put at one position in their order, in one undo step", async () => {
  const { told, user, editing } = renderSelectionEditor();
  click("c");
  click("a", ADD_KEYS);

  await user.keyboard(" ");
  expect(told.said.at(-1)).toContain("tree.say.lifted tree.blocks 2");
  expect([...getCanvas().querySelectorAll("[data-mark=lifted] > p")].map((each) => each.textContent)).toEqual([
    "a",
    "c",
  ]);
  await user.keyboard("{Escape}");

  act(() =>
    expect(moveTo(getEditor(told), getTargetIds(getEditor(told), findId(told, "a")), findDropBeforeLamp(told))).toBe(
      "moved",
    ),
  );
  expect(listTitles()).toEqual(["b", "d", "a", "c"]);
  expect(listSelectedTitles(told)).toEqual(["a", "c"]);
  act(() => editing.history.undo());
  expect(listTitles()).toEqual(["a", "b", "c", "d"]);
});

function findDropBeforeLamp(told: ScreenRecord) {
  const found = [...iterateBranches(getEditor(told).store.snapshot())].find(({ branch }) => branch.kind === "lamp");
  return { parent: found?.parent ?? "", index: found?.index ?? 0 };
}

test("components that are moved beside rows get a row each", () => {
  const { told, editing } = renderSelectionEditor();
  const ids = [findId(told, "a"), findId(told, "d")];

  act(() => expect(moveTo(getEditor(told), ids, { parent: "body", index: 1 })).toBe("moved"));

  expect(listTitles()).toEqual(["b", "c", "a", "d"]);
  expect(getEditor(told).store.snapshot().tree.get("body")).toHaveLength(4);
  act(() => editing.history.undo());
  expect(getEditor(told).store.snapshot().tree.get("body")).toHaveLength(2);
});

test("siblings move together by one position; nodes of several parents do not", async () => {
  const { told, user } = renderSelectionEditor();
  click("b");
  click("c", RANGE_KEYS);

  await user.keyboard("{Control>}{ArrowUp}{/Control}");
  expect(listTitles()).toEqual(["b", "c", "a", "d"]);
  await user.keyboard("{Control>}{ArrowDown}{/Control}");
  expect(listTitles()).toEqual(["a", "b", "c", "d"]);

  click("d", ADD_KEYS);
  await user.keyboard("{Control>}{ArrowUp}{/Control}");
  expect(listTitles()).toEqual(["a", "b", "c", "d"]);
  expect(told.said.at(-1)).toBe("tree.say.notThere");
});

test("a locked node among them keeps all from being deleted, and locking applies to all", async () => {
  const { told, user, editing } = renderSelectionEditor();
  act(() => setLocked(editing, findId(told, "c"), true));
  click("a");
  click("c", ADD_KEYS);

  await user.keyboard("{Backspace}");
  expect(listTitles()).toEqual(["a", "b", "c", "d"]);
  expect(told.said.at(-1)).toBe("tree.say.oneIsLocked");

  const lock = NODE_COMMANDS.find(({ name }) => name === "lock");
  const ids = [findId(told, "a"), findId(told, "c")];
  const locked = () => ids.map((id) => getEditor(told).store.node(id)?.isLocked);
  act(() => lock?.perform(getEditor(told), ids));
  expect(locked()).toEqual([true, true]);
  act(() => lock?.perform(getEditor(told), ids));
  expect(locked()).toEqual([false, false]);
});

test("the panel shows what nodes of one kind share, says which values are mixed, and changes all of them", async () => {
  const { told, user, editing } = renderSelectionEditor();
  click("a");
  click("d", ADD_KEYS);

  expect(screen.getByRole("heading", { name: "tree.blocks 2" })).toBeVisible();
  const pages = screen.getByRole("spinbutton", { name: "tiny.fields.pages" });
  expect(pages).toHaveValue(100);
  fireEvent.change(pages, { target: { value: "250" } });
  const title = screen.getByRole("group", { name: "tiny.fields.title" });
  expect(title).toHaveTextContent("inspector.controls.mixed");
  await user.click(within(title).getByRole("button", { name: "inspector.controls.setForAll" }));
  const line = screen.getByRole("textbox", { name: "tiny.fields.title" });
  expect(line).toHaveFocus();
  await user.clear(line);
  await user.type(line, "same");

  expect(listTitles()).toEqual(["same", "b", "c", "same"]);
  const settings = (id: string) => getEditor(told).store.node(id)?.settings;
  const all = [...iterateBranches(getEditor(told).store.snapshot())].filter(
    ({ branch }) => settings(branch.id)?.title === "same",
  );
  expect(all.map(({ branch }) => settings(branch.id)?.pages)).toEqual([250, 250]);
  act(() => editing.history.undo());
  expect(listTitles()).toEqual(["a", "b", "c", "d"]);
});

test("of nodes of several kinds the panel says how many are selected", () => {
  const { told } = renderSelectionEditor();
  click("a");
  click("light", ADD_KEYS);

  expect(screen.getByText("tree.panel.severalKinds 2")).toBeVisible();
  expect(screen.queryByRole("tab")).toBeNull();
  expect(listSelectedTitles(told)).toHaveLength(2);
});

test("the toolbar acts on all selected, and does not offer to comment on several", () => {
  const { told } = renderSelectionEditor();
  click("a");
  click("b", ADD_KEYS);

  const bar = screen.getByRole("toolbar", { name: "tree.commands.toolbar tree.blocks 2" });
  fireEvent.click(within(bar).getByRole("button", { name: "tree.commands.remove" }));
  expect(listTitles()).toEqual(["c", "d"]);
  expect(told.said.at(-1)).toBe("tree.say.removed tree.blocks 2");
});

test("what another user deleted leaves the selection", () => {
  const { told } = renderSelectionEditor();
  click("a");
  click("b", ADD_KEYS);
  const gone = findId(told, "b");

  act(() => getEditor(told).actor.send({ type: "gone", isThere: (id) => id !== gone }));

  expect(listSelectedTitles(told)).toEqual(["a"]);
  expect(getPrimaryTitle(told)).toBe("a");
});

test("an editor of another shape has the same: questions in different options are deleted together", async () => {
  const editing: TreeEditing = createForm(
    buildChoice("colour", [buildText("why", "yes"), buildText("shade", "no")]),
    buildText("name"),
  );
  const told = renderEditor(editing, <Canvas root="form" view={DESKTOP} beside={NO_DECORATIONS} />, FIELDS);
  const user = userEvent.setup();
  click("why");
  await user.keyboard("{Control>}a{/Control}");
  expect(listSelectedTitles(told)).toEqual(["why", "shade"]);

  await user.keyboard("{Delete}");

  expect(listTitles()).toEqual(["colour", "name"]);
});

test("settings with items are not changed together, for each node has items of its own", () => {
  const told = renderEditor(
    createForm(buildChoice("first"), buildChoice("second"), buildText("third")),
    SCREEN,
    FIELDS,
  );
  const choices = ["first", "second"].map((label) => findId(told, label));

  const addItem = () => screen.queryByRole("button", { name: /addEntry/ });

  act(() => selectEach(getEditor(told), choices.slice(0, 1)));
  expect(addItem()).toBeVisible();
  act(() => selectEach(getEditor(told), choices));

  expect(addItem()).toBeNull();
  expect(screen.queryByText(/fields.options/)).toBeNull();
  expect(screen.getByText(/fields.label/)).toBeVisible();
  expect(screen.getByRole("heading", { level: 2 })).toHaveTextContent("tree.blocks");
});

test("a node selected with its parent leaves the parent as the primary one", () => {
  const { told } = renderSelectionEditor();
  const [shelfId] =
    getEditor(told)
      .store.snapshot()
      .tree.get("body")
      ?.map(({ id }) => id) ?? [];

  act(() => selectEach(getEditor(told), [shelfId ?? "", findId(told, "a")]));

  expect(getEditor(told).actor.getSnapshot().context.selected).toBe(shelfId);
});
