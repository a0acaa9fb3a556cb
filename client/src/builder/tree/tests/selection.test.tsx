/** Several selected nodes: how they are selected, and what commands do to all of them. */
import { act, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { NOTHING_BESIDE } from "../../screen/beside";
import { moveTo, pasteText, textOf } from "../acts";
import { Canvas } from "../canvas/canvas";
import { setLocked } from "../commands/marks";
import type { TreeEditing } from "../editing";
import { NODE_COMMANDS } from "../keyboard/commands";
import { walk } from "../model/places";
import { Outline } from "../outline/outline";
import { Panel } from "../panel/panel";
import { selectEach, targetsOf } from "../selection";
import { choice, FIELDS, formOf, text } from "./field-editor";
import { board, book, documentOf, lamp, shelf, show, type Told } from "./tiny-screen";

const DESKTOP = { device: "desktop", scheme: "light" } as const;
const SCREEN = (
  <>
    <Outline root="body" />
    <Canvas root="body" view={DESKTOP} beside={NOTHING_BESIDE} />
    <Panel />
  </>
);

/** Two shelves: a, b, c on one board, d on another. */
function opened() {
  const editing = documentOf(shelf(board(book("a"), book("b"), book("c"))), shelf(board(book("d"), lamp("light"))));
  const told = show(editing, SCREEN);
  return { editing, told, user: userEvent.setup() };
}

const canvas = () => screen.getByRole("application");
const titles = () => [...canvas().querySelectorAll("p")].map((each) => each.textContent);

function editorOf({ editor }: Told) {
  if (!editor) throw new Error("no editor");
  return editor;
}

function idOf(told: Told, title: string): string {
  const { store } = editorOf(told);
  for (const { branch } of walk(store.snapshot())) {
    const settings = store.node(branch.id)?.settings;
    if (settings?.title === title || settings?.label === title) return branch.id;
  }
  throw new Error(`no ${title}`);
}

function selectedTitles(told: Told): readonly string[] {
  const { store, actor } = editorOf(told);
  const ids = [...walk(store.snapshot())].map(({ branch }) => branch.id);
  return ids
    .filter((id) => actor.getSnapshot().context.selection.has(id))
    .map((id) => String(store.node(id)?.settings.title ?? store.node(id)?.settings.label ?? store.node(id)?.kind));
}

function primaryTitle(told: Told): unknown {
  const { store, actor } = editorOf(told);
  return store.node(actor.getSnapshot().context.selected ?? "")?.settings.title;
}

function click(title: string, held: { ctrlKey?: boolean; metaKey?: boolean; shiftKey?: boolean } = {}): void {
  fireEvent.click(within(canvas()).getByText(title), held);
  canvas().focus();
}

const ADD = { ctrlKey: true };
const UP_TO = { shiftKey: true };

test("Ctrl or Command adds a node and removes it again, and each is announced", () => {
  const { told } = opened();

  click("a");
  click("c", ADD);
  click("d", { metaKey: true });
  expect(selectedTitles(told)).toEqual(["a", "c", "d"]);
  expect(primaryTitle(told)).toBe("d");
  expect(told.said.at(-1)).toBe("tree.say.severalSelected 3");

  click("d", ADD);
  expect(selectedTitles(told)).toEqual(["a", "c"]);
  expect(primaryTitle(told)).toBe("c");
  click("c", ADD);
  click("a", ADD);
  expect(selectedTitles(told)).toEqual([]);
});

test("Shift selects the siblings up to a node, or the siblings that contain both ends", () => {
  const { told } = opened();

  click("c");
  click("a", UP_TO);
  expect(selectedTitles(told)).toEqual(["a", "b", "c"]);
  click("b", UP_TO);
  expect(selectedTitles(told)).toEqual(["b", "c"]);

  click("d", UP_TO);
  expect(selectedTitles(told)).toEqual(["shelf", "shelf"]);
});

test("keys extend the selection from its anchor, select all siblings, and go back to one", async () => {
  const { told, user } = opened();
  click("b");

  await user.keyboard("{Shift>}{ArrowDown}{/Shift}");
  expect(selectedTitles(told)).toEqual(["b", "c"]);
  await user.keyboard("{Shift>}{ArrowUp}{ArrowUp}{/Shift}");
  expect(selectedTitles(told)).toEqual(["a", "b"]);
  await user.keyboard("{Control>}a{/Control}");
  expect(selectedTitles(told)).toEqual(["a", "b", "c"]);
  await user.keyboard("{Escape}");
  expect(selectedTitles(told)).toEqual(["a"]);
  await user.keyboard("{Escape}");
  expect(selectedTitles(told)).toEqual(["board"]);

  act(() => editorOf(told).actor.send({ type: "select", id: null }));
  await user.keyboard("{Control>}a{/Control}");
  expect(selectedTitles(told)).toEqual(["shelf", "shelf"]);
});

test("the outline selects several by clicks and keys, and marks all of them", async () => {
  const { told, user } = opened();
  const item = (title: string) => screen.getByRole("treeitem", { name: new RegExp(`${title}$`) });
  expect(screen.getByRole("tree")).toHaveAttribute("aria-multiselectable", "true");

  await user.click(item("a"));
  fireEvent.click(item("d"), ADD);
  expect(selectedTitles(told)).toEqual(["a", "d"]);
  for (const title of ["a", "d"]) expect(item(title)).toHaveAttribute("aria-selected", "true");
  expect(item("b")).toHaveAttribute("aria-selected", "false");

  await user.click(item("a"));
  await user.keyboard("{Shift>}{ArrowDown}{/Shift}");
  expect(selectedTitles(told)).toEqual(["a", "b"]);
  expect(item("b")).toHaveFocus();
});

test("all selected are deleted in one undo step, and come back selected", async () => {
  const { told, user, editing } = opened();
  click("a");
  click("c", ADD);

  await user.keyboard("{Delete}");
  expect(titles()).toEqual(["b", "d"]);
  expect(told.said.at(-1)).toBe("tree.say.removed tree.blocks 2");
  expect(selectedTitles(told)).toEqual(["b"]);

  act(() => editing.history.undo());
  expect(titles()).toEqual(["a", "b", "c", "d"]);
  expect(editing.history.canUndo).toBe(false);
});

test("a node inside another selected one is not counted again", async () => {
  const { told, user, editing } = opened();
  const [first] = editorOf(told).store.snapshot().tree.get("body") ?? [];
  click("a");
  act(() =>
    editorOf(told).actor.send({
      type: "selectSeveral",
      ids: [idOf(told, "a"), idOf(told, "d"), first?.id ?? ""],
      primary: idOf(told, "d"),
      anchor: idOf(told, "a"),
    }),
  );
  expect(targetsOf(editorOf(told), idOf(told, "a"))).toEqual([first?.id, idOf(told, "d")]);

  await user.keyboard("{Delete}");
  expect(titles()).toEqual([]);
  act(() => editing.history.undo());
  expect(titles()).toEqual(["a", "b", "c", "d"]);
});

test("siblings are duplicated after the last of them in one undo step, and the copies are selected", async () => {
  const { told, user, editing } = opened();
  click("a");
  click("b", UP_TO);
  click("d", ADD);

  await user.keyboard("{Control>}d{/Control}");
  expect(titles()).toEqual(["a", "b", "a", "b", "c", "d", "d"]);
  expect(selectedTitles(told)).toEqual(["a", "b", "d"]);
  const copies = editorOf(told).actor.getSnapshot().context.selection;
  expect(copies.has(idOf(told, "a"))).toBe(false);

  act(() => editing.history.undo());
  expect(titles()).toEqual(["a", "b", "c", "d"]);
});

test("several are copied in drawing order and pasted one after the other in one undo step", () => {
  const { told, editing } = opened();
  const editor = editorOf(told);
  const copied = textOf(editor, [idOf(told, "a"), idOf(told, "c")]) ?? "";

  click("d");
  act(() => expect(pasteText(editor, copied)).toBe(true));
  expect(titles()).toEqual(["a", "b", "c", "d", "a", "c"]);
  expect(selectedTitles(told)).toEqual(["a", "c"]);
  act(() => editing.history.undo());
  expect(titles()).toEqual(["a", "b", "c", "d"]);

  // With nothing selected, each gets a row of its own at the end.
  act(() => editor.actor.send({ type: "select", id: null }));
  act(() => expect(pasteText(editor, copied)).toBe(true));
  expect(titles()).toEqual(["a", "b", "c", "d", "a", "c"]);
  expect(editor.store.snapshot().tree.get("body")).toHaveLength(4);
});

test("cutting takes all selected to the clipboard and out of the document", () => {
  const { told } = opened();
  click("a");
  click("c", ADD);
  const clipboardData = new Map<string, string>();
  const event = Object.assign(new Event("cut", { bubbles: true, cancelable: true }), {
    clipboardData: { setData: (type: string, value: string) => clipboardData.set(type, value) },
  });

  act(() => void canvas().dispatchEvent(event));

  expect(titles()).toEqual(["b", "d"]);
  act(() => expect(pasteText(editorOf(told), clipboardData.get("text/plain") ?? "")).toBe(true));
  expect(titles()).toEqual(["b", "a", "c", "d"]);
});

test("several are picked up by Space and put at one position in their order, in one undo step", async () => {
  const { told, user, editing } = opened();
  click("c");
  click("a", ADD);

  await user.keyboard(" ");
  expect(told.said.at(-1)).toContain("tree.say.lifted tree.blocks 2");
  expect([...canvas().querySelectorAll("[data-mark=lifted] > p")].map((each) => each.textContent)).toEqual(["a", "c"]);
  await user.keyboard("{Escape}");

  act(() =>
    expect(moveTo(editorOf(told), targetsOf(editorOf(told), idOf(told, "a")), placeBeforeLamp(told))).toBe("moved"),
  );
  expect(titles()).toEqual(["b", "d", "a", "c"]);
  expect(selectedTitles(told)).toEqual(["a", "c"]);
  act(() => editing.history.undo());
  expect(titles()).toEqual(["a", "b", "c", "d"]);
});

function placeBeforeLamp(told: Told) {
  const found = [...walk(editorOf(told).store.snapshot())].find(({ branch }) => branch.kind === "lamp");
  return { parent: found?.parent ?? "", index: found?.index ?? 0 };
}

test("components that are moved beside rows get a row each", () => {
  const { told, editing } = opened();
  const ids = [idOf(told, "a"), idOf(told, "d")];

  act(() => expect(moveTo(editorOf(told), ids, { parent: "body", index: 1 })).toBe("moved"));

  expect(titles()).toEqual(["b", "c", "a", "d"]);
  expect(editorOf(told).store.snapshot().tree.get("body")).toHaveLength(4);
  act(() => editing.history.undo());
  expect(editorOf(told).store.snapshot().tree.get("body")).toHaveLength(2);
});

test("siblings move together by one position; nodes of several parents do not", async () => {
  const { told, user } = opened();
  click("b");
  click("c", UP_TO);

  await user.keyboard("{Control>}{ArrowUp}{/Control}");
  expect(titles()).toEqual(["b", "c", "a", "d"]);
  await user.keyboard("{Control>}{ArrowDown}{/Control}");
  expect(titles()).toEqual(["a", "b", "c", "d"]);

  click("d", ADD);
  await user.keyboard("{Control>}{ArrowUp}{/Control}");
  expect(titles()).toEqual(["a", "b", "c", "d"]);
  expect(told.said.at(-1)).toBe("tree.say.notThere");
});

test("a locked node among them keeps all from being deleted, and locking applies to all", async () => {
  const { told, user, editing } = opened();
  act(() => setLocked(editing, idOf(told, "c"), true));
  click("a");
  click("c", ADD);

  await user.keyboard("{Backspace}");
  expect(titles()).toEqual(["a", "b", "c", "d"]);
  expect(told.said.at(-1)).toBe("tree.say.oneIsLocked");

  const lock = NODE_COMMANDS.find(({ name }) => name === "lock");
  const ids = [idOf(told, "a"), idOf(told, "c")];
  const locked = () => ids.map((id) => editorOf(told).store.node(id)?.isLocked);
  act(() => lock?.perform(editorOf(told), ids));
  expect(locked()).toEqual([true, true]);
  act(() => lock?.perform(editorOf(told), ids));
  expect(locked()).toEqual([false, false]);
});

test("the panel shows what nodes of one kind share, says which values are mixed, and changes all of them", async () => {
  const { told, user, editing } = opened();
  click("a");
  click("d", ADD);

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

  expect(titles()).toEqual(["same", "b", "c", "same"]);
  const settings = (id: string) => editorOf(told).store.node(id)?.settings;
  const all = [...walk(editorOf(told).store.snapshot())].filter(({ branch }) => settings(branch.id)?.title === "same");
  expect(all.map(({ branch }) => settings(branch.id)?.pages)).toEqual([250, 250]);
  act(() => editing.history.undo());
  expect(titles()).toEqual(["a", "b", "c", "d"]);
});

test("of nodes of several kinds the panel says how many are selected", () => {
  const { told } = opened();
  click("a");
  click("light", ADD);

  expect(screen.getByText("tree.panel.severalKinds 2")).toBeVisible();
  expect(screen.queryByRole("tab")).toBeNull();
  expect(selectedTitles(told)).toHaveLength(2);
});

test("the toolbar acts on all selected, and does not offer to comment on several", () => {
  const { told } = opened();
  click("a");
  click("b", ADD);

  const bar = screen.getByRole("toolbar", { name: "tree.commands.toolbar tree.blocks 2" });
  fireEvent.click(within(bar).getByRole("button", { name: "tree.commands.remove" }));
  expect(titles()).toEqual(["c", "d"]);
  expect(told.said.at(-1)).toBe("tree.say.removed tree.blocks 2");
});

test("what another user deleted leaves the selection", () => {
  const { told } = opened();
  click("a");
  click("b", ADD);
  const gone = idOf(told, "b");

  act(() => editorOf(told).actor.send({ type: "gone", isThere: (id) => id !== gone }));

  expect(selectedTitles(told)).toEqual(["a"]);
  expect(primaryTitle(told)).toBe("a");
});

test("an editor of another shape has the same: questions in different options are deleted together", async () => {
  const editing: TreeEditing = formOf(choice("colour", [text("why", "yes"), text("shade", "no")]), text("name"));
  const told = show(editing, <Canvas root="form" view={DESKTOP} beside={NOTHING_BESIDE} />, FIELDS);
  const user = userEvent.setup();
  click("why");
  await user.keyboard("{Control>}a{/Control}");
  expect(selectedTitles(told)).toEqual(["why", "shade"]);

  await user.keyboard("{Delete}");

  expect(titles()).toEqual(["colour", "name"]);
});

test("settings with items are not changed together, for each node has items of its own", () => {
  const told = show(formOf(choice("first"), choice("second"), text("third")), SCREEN, FIELDS);
  const choices = ["first", "second"].map((label) => idOf(told, label));

  const addItem = () => screen.queryByRole("button", { name: /addEntry/ });

  act(() => selectEach(editorOf(told), choices.slice(0, 1)));
  expect(addItem()).toBeVisible();
  act(() => selectEach(editorOf(told), choices));

  expect(addItem()).toBeNull();
  expect(screen.queryByText(/fields.options/)).toBeNull();
  expect(screen.getByText(/fields.label/)).toBeVisible();
  expect(screen.getByRole("heading", { level: 2 })).toHaveTextContent("tree.blocks");
});

test("a node selected with its parent leaves the parent as the primary one", () => {
  const { told } = opened();
  const [shelfId] =
    editorOf(told)
      .store.snapshot()
      .tree.get("body")
      ?.map(({ id }) => id) ?? [];

  act(() => selectEach(editorOf(told), [shelfId ?? "", idOf(told, "a")]));

  expect(editorOf(told).actor.getSnapshot().context.selected).toBe(shelfId);
});
