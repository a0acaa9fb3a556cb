import { act, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { nodesIn, settingsOf } from "../../collab/maps";
import { plain, type Settings } from "../../collab/values";
import { copyOf, pasteText } from "../acts";
import { Canvas } from "../canvas/canvas";
import { copied, partsIn } from "../commands/clipboard";
import { duplicate } from "../commands/duplicate";
import { insert } from "../commands/insert";
import { remove } from "../commands/remove";
import { addRoot, copyRoot, updateRoot } from "../commands/roots";
import { updateSettings } from "../commands/settings";
import type { TreeEditing } from "../editing";
import { FindingsProvider } from "../findings/findings-context";
import { find } from "../model/places";
import { snapshot } from "../model/snapshot";
import { Panel } from "../panel/panel";
import { drawnRoot, drawnSettings, type EditorRegistry } from "../registry";
import { select } from "../selection";
import { choice, FIELDS, formOf, text } from "./field-editor";
import { TINY } from "./tiny-editor";
import { board, book, documentOf, shelf, show } from "./tiny-screen";

const DESKTOP = { device: "desktop", scheme: "light" } as const;

const now = ({ doc, structure }: TreeEditing) => snapshot(doc, structure);
const storedIn = ({ doc }: TreeEditing, id: string): Settings => {
  const node = nodesIn(doc).get(id);
  return node ? (plain(settingsOf(node)) as Settings) : {};
};
const idsOf = (one: TreeEditing, title: string, name = "title") =>
  [...nodesIn(one.doc).keys()].filter((id) => storedIn(one, id)[name] === title);
const idOf = (one: TreeEditing, title: string, name?: string) => idsOf(one, title, name)[0] ?? "";

function drawnIn(one: TreeEditing, id: string, registry: EditorRegistry = TINY): Settings {
  const kind = registry.kinds.get(String(nodesIn(one.doc).get(id)?.get("kind")));
  if (!kind) throw new Error("no kind");
  return drawnSettings(kind, storedIn(one, id), now(one));
}

const linkTo = (one: TreeEditing, from: string, to: string) =>
  updateSettings(one, idOf(one, from), { next: { $node: idOf(one, to) } });

/** A board with the books a, which leads to b, and b, which leads to c; beside it a board with c. */
function linked() {
  const one = documentOf(shelf(board(book("a"), book("b")), board(book("c"))));
  linkTo(one, "a", "b");
  linkTo(one, "b", "c");
  return one;
}

const boardOf = (one: TreeEditing, title: string) => find(now(one), idOf(one, title))?.parent ?? "";

test("a reference is null while its target is gone, and leads there again after undo", () => {
  const one = linked();
  const b = idOf(one, "b");
  expect(drawnIn(one, idOf(one, "a")).next).toBe(b);

  remove(one, b);
  expect(drawnIn(one, idOf(one, "a")).next).toBeNull();
  one.history.undo();
  expect(drawnIn(one, idOf(one, "a")).next).toBe(b);
  updateSettings(one, idOf(one, "a"), { next: { $node: boardOf(one, "a") } });
  expect(drawnIn(one, idOf(one, "a")).next).toBeNull();
});

test("a duplicate leads to its own copies, and to what lies outside of it", () => {
  const one = linked();
  const copy = duplicate(one, boardOf(one, "a")) ?? "";

  const [first, second] = find(now(one), copy)?.branch.children ?? [];
  expect(drawnIn(one, first?.id ?? "").next).toBe(second?.id);
  expect(drawnIn(one, second?.id ?? "").next).toBe(idOf(one, "c"));
  expect(drawnIn(one, idOf(one, "a")).next).toBe(idOf(one, "b"));
});

test("nodes that are copied or pasted together lead to each other's copies", () => {
  const one = linked();
  const { editor } = show(one, <Canvas root="body" view={DESKTOP} beside={{ others: [], comments: new Map() }} />);
  if (!editor) throw new Error("no editor");
  const [a, b] = [idOf(one, "a"), idOf(one, "b")];
  const pasted = copied(one, "tiny", [a, b]) ?? "";

  act(() => copyOf(editor, [a, b]));
  const copies = idsOf(one, "a").filter((id) => id !== a);
  expect(copies.map((id) => drawnIn(one, id).next)).toEqual(idsOf(one, "b").filter((id) => id !== b));
  act(() => editor.editing.history.undo());

  act(() => expect(pasteText(editor, pasted)).toBe(true));
  const inserted = idsOf(one, "a").filter((id) => id !== a && now(one).nodes.has(id));
  expect(inserted.map((id) => idsOf(one, "b").includes(String(drawnIn(one, id).next)))).toEqual([true]);
  expect(inserted.map((id) => drawnIn(one, id).next)).not.toEqual([b]);
});

test("what is pasted elsewhere leads to its own copies, and nowhere for what stayed behind", () => {
  const one = linked();
  const other = documentOf(shelf());
  const copy = partsIn(copied(one, "tiny", [boardOf(one, "a")]) ?? "", "tiny", one.structure)?.[0];
  const shelfId = [...nodesIn(other.doc).keys()][0] ?? "";
  if (copy) for (const index of [0, 1]) insert(other, copy, { parent: shelfId, index });

  const [first, second] = idsOf(other, "a");
  const targets = [first, second].map((id) => drawnIn(other, id ?? "").next);
  expect(new Set(targets)).toEqual(new Set(idsOf(other, "b")));
  expect(idsOf(other, "b").map((id) => drawnIn(other, id).next)).toEqual([null, null]);
});

test("a copied text in which two nodes have one origin is no part", () => {
  const one = linked();
  const copy = copied(one, "tiny", [boardOf(one, "a")]) ?? "";
  const twice = copy.replaceAll(idOf(one, "b"), idOf(one, "a"));

  expect(twice).not.toBe(copy);
  expect(partsIn(twice, "tiny", one.structure)).toBeUndefined();
  expect(partsIn(copy.replace(idOf(one, "a"), "a b"), "tiny", one.structure)).toBeUndefined();
});

test("a copied part goes into the part that it was copied from", () => {
  const one = formOf(choice("colour"));
  const id = idOf(one, "colour", "label");
  const copy = partsIn(copied(one, "fields", [id]) ?? "", "fields", one.structure)?.[0];

  expect(copy && insert(one, copy, { parent: id, slot: "yes", index: 0 })).toBeDefined();
});

test("a copied root leads to its own nodes and to itself", () => {
  const one = documentOf(shelf());
  const popup =
    addRoot(one, { kind: "popup", settings: {}, children: [shelf(board(book("start"), book("end")))] }) ?? "";
  updateRoot(one, popup, { first: { $node: idOf(one, "start") } });
  linkTo(one, "start", "end");
  updateSettings(one, idOf(one, "end"), { next: { $node: popup } });

  const copy = copyRoot(one, popup) ?? "";

  const [start, end] =
    now(one)
      .tree.get(copy)?.[0]
      ?.children[0]?.children.map(({ id }) => id) ?? [];
  expect(drawnRoot(TINY, now(one), copy).settings.first).toBe(start);
  expect(drawnIn(one, start ?? "").next).toBe(end);
  expect(drawnIn(one, end ?? "").next).toBe(copy);
  expect(drawnRoot(TINY, now(one), popup).settings.first).toBe(idOf(one, "start"));
});

test("items of a list lead to questions, and copies of both to each other", () => {
  const one = formOf(choice("colour", [text("why", "yes")]), text("end"));
  const [colour, why] = [idOf(one, "colour", "label"), idOf(one, "why", "label")];
  updateSettings(one, colour, {
    options: { yes: { goTo: { $node: why } }, no: { goTo: { $node: idOf(one, "end", "label") } } },
  });

  const copy = duplicate(one, colour) ?? "";

  const targetsIn = (id: string) => (drawnIn(one, id, FIELDS).options as readonly Settings[]).map(({ goTo }) => goTo);
  const inside = find(now(one), copy)?.branch.children[0]?.id;
  expect(targetsIn(copy)).toEqual([inside, idOf(one, "end", "label")]);
  expect(targetsIn(colour)).toEqual([why, idOf(one, "end", "label")]);
});

test("a target is chosen from those that are eligible, by searching; a finding says that it is gone", async () => {
  const one = documentOf(shelf(board(book("Atlas"), book("Bestiary"))));
  const popup = addRoot(one, { kind: "popup", settings: {}, children: [] });
  addRoot(one, { kind: "page", settings: {}, children: [] });
  const { editor } = show(
    one,
    <FindingsProvider>
      <Canvas root="body" view={DESKTOP} beside={{ others: [], comments: new Map() }} />
      <Panel />
    </FindingsProvider>,
  );
  const [atlas, bestiary] = [idOf(one, "Atlas"), idOf(one, "Bestiary")];
  act(() => editor && select(editor, atlas));
  const field = await screen.findByRole("combobox", { name: "tiny.fields.next" }, { timeout: 10_000 });
  const options = () => screen.queryAllByRole("option").map(({ textContent }) => textContent);

  fireEvent.click(field);
  expect(options()).toEqual(["tiny.rootKinds.popup", "tiny.kinds.book.name: Atlas", "tiny.kinds.book.name: Bestiary"]);
  await userEvent.type(field, "best");
  expect(options()).toEqual(["tiny.kinds.book.name: Bestiary"]);
  fireEvent.click(screen.getByRole("option", { name: /Bestiary/ }));
  expect(storedIn(one, atlas).next).toEqual({ $node: bestiary });
  expect(screen.queryByRole("img", { name: "tree.references.missing" })).toBeNull();

  await act(async () => void remove(one, bestiary));
  expect(field).toHaveValue("");
  expect(screen.getByRole("img", { name: "tree.references.missing" }).closest("[data-node]")).toHaveAttribute(
    "data-node",
    atlas,
  );
  fireEvent.click(field);
  fireEvent.click(screen.getByRole("option", { name: "tiny.rootKinds.popup" }));
  expect(storedIn(one, atlas).next).toEqual({ $node: popup });
  expect(screen.queryByRole("img", { name: "tree.references.missing" })).toBeNull();
});
