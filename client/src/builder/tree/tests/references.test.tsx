import { act, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { getNodeSettings, getNodes } from "../../collab/maps";
import { type Settings, toPlain } from "../../collab/values";
import { duplicateNodes, pasteText } from "../actions";
import { Canvas } from "../canvas/canvas";
import { buildClipboardText, parseParts } from "../commands/clipboard";
import { duplicate } from "../commands/duplicate";
import { insert } from "../commands/insert";
import { remove } from "../commands/remove";
import { addRoot, copyRoot, updateRoot } from "../commands/roots";
import { updateSettings } from "../commands/settings";
import type { TreeEditing } from "../editing";
import { FindingsProvider } from "../findings/findings-context";
import { readSnapshot } from "../model/snapshot";
import { findBranch } from "../model/tree-positions";
import { Panel } from "../panel/panel";
import { type EditorRegistry, resolveRoot, resolveSettings } from "../registry";
import { select } from "../selection";
import { buildChoice, buildText, createForm, FIELDS } from "./field-editor";
import { TINY } from "./tiny-editor";
import { board, book, createDocument, renderEditor, shelf } from "./tiny-screen";

const DESKTOP = { device: "desktop", scheme: "light" } as const;

const readNow = ({ doc, structure }: TreeEditing) => readSnapshot(doc, structure);
const readStored = ({ doc }: TreeEditing, id: string): Settings => {
  const node = getNodes(doc).get(id);
  return node ? (toPlain(getNodeSettings(node)) as Settings) : {};
};
const findIds = (one: TreeEditing, title: string, name = "title") =>
  [...getNodes(one.doc).keys()].filter((id) => readStored(one, id)[name] === title);
const findId = (one: TreeEditing, title: string, name?: string) => findIds(one, title, name)[0] ?? "";

function readResolved(one: TreeEditing, id: string, registry: EditorRegistry = TINY): Settings {
  const kind = registry.kinds.get(String(getNodes(one.doc).get(id)?.get("kind")));
  if (!kind) throw new Error("no kind");
  return resolveSettings(kind, readStored(one, id), readNow(one));
}

const setLink = (one: TreeEditing, from: string, to: string) =>
  updateSettings(one, findId(one, from), { next: { $node: findId(one, to) } });

/** A board with the books a, which leads to b, and b, which leads to c; beside it a board with c. */
function createLinked() {
  const one = createDocument(shelf(board(book("a"), book("b")), board(book("c"))));
  setLink(one, "a", "b");
  setLink(one, "b", "c");
  return one;
}

const findBoard = (one: TreeEditing, title: string) => findBranch(readNow(one), findId(one, title))?.parent ?? "";

test("a reference is null while its target is gone, and leads there again after undo", () => {
  const one = createLinked();
  const b = findId(one, "b");
  expect(readResolved(one, findId(one, "a")).next).toBe(b);

  remove(one, b);
  expect(readResolved(one, findId(one, "a")).next).toBeNull();
  one.history.undo();
  expect(readResolved(one, findId(one, "a")).next).toBe(b);
  updateSettings(one, findId(one, "a"), { next: { $node: findBoard(one, "a") } });
  expect(readResolved(one, findId(one, "a")).next).toBeNull();
});

test("a duplicate leads to its own copies, and to what lies outside of it", () => {
  const one = createLinked();
  const copy = duplicate(one, findBoard(one, "a")) ?? "";

  const [first, second] = findBranch(readNow(one), copy)?.branch.children ?? [];
  expect(readResolved(one, first?.id ?? "").next).toBe(second?.id);
  expect(readResolved(one, second?.id ?? "").next).toBe(findId(one, "c"));
  expect(readResolved(one, findId(one, "a")).next).toBe(findId(one, "b"));
});

test("nodes that are copied or pasted together lead to each other's copies", () => {
  const one = createLinked();
  const { editor } = renderEditor(
    one,
    <Canvas root="body" view={DESKTOP} beside={{ others: [], comments: new Map() }} />,
  );
  if (!editor) throw new Error("no editor");
  const [a, b] = [findId(one, "a"), findId(one, "b")];
  const pasted = buildClipboardText(one, "tiny", [a, b]) ?? "";

  act(() => duplicateNodes(editor, [a, b]));
  const copies = findIds(one, "a").filter((id) => id !== a);
  expect(copies.map((id) => readResolved(one, id).next)).toEqual(findIds(one, "b").filter((id) => id !== b));
  act(() => editor.editing.history.undo());

  act(() => expect(pasteText(editor, pasted)).toBe(true));
  const inserted = findIds(one, "a").filter((id) => id !== a && readNow(one).nodes.has(id));
  expect(inserted.map((id) => findIds(one, "b").includes(String(readResolved(one, id).next)))).toEqual([true]);
  expect(inserted.map((id) => readResolved(one, id).next)).not.toEqual([b]);
});

test("what is pasted elsewhere leads to its own copies, and nowhere for what stayed behind", () => {
  const one = createLinked();
  const other = createDocument(shelf());
  const copy = parseParts(buildClipboardText(one, "tiny", [findBoard(one, "a")]) ?? "", "tiny", one.structure)?.[0];
  const shelfId = [...getNodes(other.doc).keys()][0] ?? "";
  if (copy) for (const index of [0, 1]) insert(other, copy, { parent: shelfId, index });

  const [first, second] = findIds(other, "a");
  const targets = [first, second].map((id) => readResolved(other, id ?? "").next);
  expect(new Set(targets)).toEqual(new Set(findIds(other, "b")));
  expect(findIds(other, "b").map((id) => readResolved(other, id).next)).toEqual([null, null]);
});

test("a copied text in which two nodes have one origin is no part", () => {
  const one = createLinked();
  const copy = buildClipboardText(one, "tiny", [findBoard(one, "a")]) ?? "";
  const twice = copy.replaceAll(findId(one, "b"), findId(one, "a"));

  expect(twice).not.toBe(copy);
  expect(parseParts(twice, "tiny", one.structure)).toBeUndefined();
  expect(parseParts(copy.replace(findId(one, "a"), "a b"), "tiny", one.structure)).toBeUndefined();
});

test("a copied part goes into the part that it was copied from", () => {
  const one = createForm(buildChoice("colour"));
  const id = findId(one, "colour", "label");
  const copy = parseParts(buildClipboardText(one, "fields", [id]) ?? "", "fields", one.structure)?.[0];

  expect(copy && insert(one, copy, { parent: id, slot: "yes", index: 0 })).toBeDefined();
});

test("a copied root leads to its own nodes and to itself", () => {
  const one = createDocument(shelf());
  const popup =
    addRoot(one, { kind: "popup", settings: {}, children: [shelf(board(book("start"), book("end")))] }) ?? "";
  updateRoot(one, popup, { first: { $node: findId(one, "start") } });
  setLink(one, "start", "end");
  updateSettings(one, findId(one, "end"), { next: { $node: popup } });

  const copy = copyRoot(one, popup) ?? "";

  const [start, end] =
    readNow(one)
      .tree.get(copy)?.[0]
      ?.children[0]?.children.map(({ id }) => id) ?? [];
  expect(resolveRoot(TINY, readNow(one), copy).settings.first).toBe(start);
  expect(readResolved(one, start ?? "").next).toBe(end);
  expect(readResolved(one, end ?? "").next).toBe(copy);
  expect(resolveRoot(TINY, readNow(one), popup).settings.first).toBe(findId(one, "start"));
});

test("items of a list lead to questions, and copies of both to each other", () => {
  const one = createForm(buildChoice("colour", [buildText("why", "yes")]), buildText("end"));
  const [colour, why] = [findId(one, "colour", "label"), findId(one, "why", "label")];
  updateSettings(one, colour, {
    options: { yes: { goTo: { $node: why } }, no: { goTo: { $node: findId(one, "end", "label") } } },
  });

  const copy = duplicate(one, colour) ?? "";

  const targetsIn = (id: string) =>
    (readResolved(one, id, FIELDS).options as readonly Settings[]).map(({ goTo }) => goTo);
  const inside = findBranch(readNow(one), copy)?.branch.children[0]?.id;
  expect(targetsIn(copy)).toEqual([inside, findId(one, "end", "label")]);
  expect(targetsIn(colour)).toEqual([why, findId(one, "end", "label")]);
});

test("a target is chosen from those that are eligible, by searching; a finding says that it is gone", async () => {
  const one = createDocument(shelf(board(book("Atlas"), book("Bestiary"))));
  const popup = addRoot(one, { kind: "popup", settings: {}, children: [] });
  addRoot(one, { kind: "page", settings: {}, children: [] });
  const { editor } = renderEditor(
    one,
    <FindingsProvider>
      <Canvas root="body" view={DESKTOP} beside={{ others: [], comments: new Map() }} />
      <Panel />
    </FindingsProvider>,
  );
  const [atlas, bestiary] = [findId(one, "Atlas"), findId(one, "Bestiary")];
  act(() => editor && select(editor, atlas));
  const field = await screen.findByRole("combobox", { name: "tiny.fields.next" }, { timeout: 10_000 });
  const options = () => screen.queryAllByRole("option").map(({ textContent }) => textContent);

  fireEvent.click(field);
  expect(options()).toEqual(["tiny.rootKinds.popup", "tiny.kinds.book.name: Atlas", "tiny.kinds.book.name: Bestiary"]);
  await userEvent.type(field, "best");
  expect(options()).toEqual(["tiny.kinds.book.name: Bestiary"]);
  fireEvent.click(screen.getByRole("option", { name: /Bestiary/ }));
  expect(readStored(one, atlas).next).toEqual({ $node: bestiary });
  expect(screen.queryByRole("img", { name: "tree.references.missing" })).toBeNull();

  await act(async () => void remove(one, bestiary));
  expect(field).toHaveValue("");
  expect(screen.getByRole("img", { name: "tree.references.missing" }).closest("[data-node]")).toHaveAttribute(
    "data-node",
    atlas,
  );
  fireEvent.click(field);
  fireEvent.click(screen.getByRole("option", { name: "tiny.rootKinds.popup" }));
  expect(readStored(one, atlas).next).toEqual({ $node: popup });
  expect(screen.queryByRole("img", { name: "tree.references.missing" })).toBeNull();
});
