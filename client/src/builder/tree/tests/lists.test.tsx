import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import * as Y from "yjs";
import { History } from "../../collab/history";
import { buildStoredItems, generateOrderAt, listItems } from "../../collab/items";
import { getNodeSettings, getNodes } from "../../collab/maps";
import { type Settings, toPlain } from "../../collab/values";
import { restore } from "../commands/restore";
import { updateSettings } from "../commands/settings";
import type { TreeEditing } from "../editing";
import { Panel } from "../panel/panel";
import { buildPiece } from "../registry";
import { select } from "../selection";
import { buildChoice, buildText, createForm, FIELDS } from "./field-editor";
import { renderEditor } from "./tiny-screen";

/** Two replicas of a form whose choice has the options a, b and c. */
function createReplicas() {
  const one = createForm(buildChoice("colour", [buildText("why", "b")], ["a", "b", "c"]));
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(one.doc));
  const other: TreeEditing = { ...one, doc, history: new History(doc) };
  const id = [...getNodes(doc)].find(([, node]) => node.get("kind") === "choice")?.[0] ?? "";
  return { one, other, id };
}

function exchange(one: TreeEditing, other: TreeEditing): void {
  const [mine, theirs] = [Y.encodeStateAsUpdate(one.doc), Y.encodeStateAsUpdate(other.doc)];
  Y.applyUpdate(one.doc, theirs);
  Y.applyUpdate(other.doc, mine);
}

function readOptions({ doc }: TreeEditing, id: string) {
  const node = getNodes(doc).get(id);
  return listItems(node && toPlain(getNodeSettings(node).get("options")));
}

const readVisibleOptions = (one: TreeEditing, id: string) =>
  readOptions(one, id).map((item) => `${item.id}:${String(item.settings.label ?? "")}`);

const changeOptions = (one: TreeEditing, id: string, options: Settings) => updateSettings(one, id, { options });

describe("two who change the items of a list at once", () => {
  test("keep both changes of different items, and of different settings of one item", () => {
    const { one, other, id } = createReplicas();

    changeOptions(one, id, { a: { label: "Red" } });
    changeOptions(one, id, { c: { label: "Blue" } });
    changeOptions(other, id, { b: { label: "Green" }, c: { hint: "dark" } });
    exchange(one, other);

    expect(readVisibleOptions(one, id)).toEqual(["a:Red", "b:Green", "c:Blue"]);
    expect(readOptions(one, id)).toEqual(readOptions(other, id));
    expect(readOptions(one, id).at(-1)?.settings.hint).toBe("dark");
  });

  test("keep a change beside an added, a moved and a removed item", () => {
    const { one, other, id } = createReplicas();
    const others = readOptions(one, id).slice(0, 2);

    changeOptions(one, id, { a: { label: "Red" }, c: { label: "Blue" } });
    changeOptions(other, id, { d: { label: "New", order: generateOrderAt(readOptions(other, id), 3) } });
    changeOptions(other, id, { c: { order: generateOrderAt(others, 0) } });
    changeOptions(other, id, { b: null });
    exchange(one, other);

    expect(readVisibleOptions(one, id)).toEqual(["c:Blue", "a:Red", "d:New"]);
    expect(readVisibleOptions(other, id)).toEqual(readVisibleOptions(one, id));
  });

  test("both add an item", () => {
    const { one, other, id } = createReplicas();

    changeOptions(one, id, { d: { order: generateOrderAt(readOptions(one, id), 3) } });
    changeOptions(other, id, { e: { order: generateOrderAt(readOptions(other, id), 3) } });
    exchange(one, other);

    expect(readVisibleOptions(one, id)).toHaveLength(5);
    expect(readVisibleOptions(other, id)).toEqual(readVisibleOptions(one, id));
  });

  test("undo only their own, and a restored version keeps what it does not touch", () => {
    const { one, other, id } = createReplicas();
    const version = new Y.Doc();
    Y.applyUpdate(version, Y.encodeStateAsUpdate(one.doc));

    changeOptions(one, id, { b: null });
    changeOptions(other, id, { a: { label: "Red" } });
    exchange(one, other);
    one.history.undo();
    exchange(one, other);
    expect(readVisibleOptions(other, id)).toEqual(["a:Red", "b:", "c:"]);

    restore(one, version);
    changeOptions(other, id, { c: { label: "Blue" } });
    exchange(one, other);
    expect(readVisibleOptions(one, id)).toEqual(["a:", "b:", "c:Blue"]);
  });
});

test("items are added, moved and removed in the panel, each with an id of its own", () => {
  const kind = FIELDS.kinds.get("choice");
  const one = createForm(...(kind ? [buildPiece(kind)] : []));
  const { editor } = renderEditor(one, <Panel />, FIELDS);
  const id = [...getNodes(one.doc).keys()][0] ?? "";
  act(() => editor && select(editor, id));
  const add = () => fireEvent.click(screen.getByRole("button", { name: /addEntry/ }));
  const label = (at: number, value: string) => {
    const field = within(screen.getAllByRole("listitem")[at] ?? document.body).getByRole("textbox");
    fireEvent.change(field, { target: { value } });
  };
  const labels = () => readOptions(one, id).map(({ settings }) => settings.label);

  add();
  add();
  add();
  for (const [at, each] of ["Red", "Green", "Blue"].entries()) label(at, each);
  expect(labels()).toEqual(["Red", "Green", "Blue"]);
  const ids = readOptions(one, id).map((item) => item.id);
  expect(new Set(ids).size).toBe(3);

  fireEvent.click(screen.getByRole("button", { name: "inspector.controls.entryUp 3" }));
  expect(labels()).toEqual(["Red", "Blue", "Green"]);
  fireEvent.click(screen.getByRole("button", { name: "inspector.controls.entryDown 1" }));
  expect(labels()).toEqual(["Blue", "Red", "Green"]);
  expect(new Set(readOptions(one, id).map((item) => item.id))).toEqual(new Set(ids));
  fireEvent.click(screen.getByRole("button", { name: "inspector.controls.removeEntry 2" }));
  expect(labels()).toEqual(["Blue", "Green"]);
});

test("items with equal orders leave room on both sides", () => {
  const items = ["a", "b"].map((id) => ({ id, order: "a1", settings: {} }));

  expect(generateOrderAt(items, 1) > "a1").toBe(true);
  expect(generateOrderAt(items, 0) < "a1").toBe(true);
  expect(listItems(buildStoredItems([{ id: "z" }, { id: "y" }])).map(({ id }) => id)).toEqual(["z", "y"]);
});

test("the first change of a list that is not stored keeps its default items", () => {
  const kind = FIELDS.kinds.get("choice");
  if (!kind) throw new Error("no choice");
  const start = buildStoredItems([
    { id: "yes", label: "Yes" },
    { id: "no", label: "No" },
  ]);
  const { options = {}, ...others } = kind.schema.properties ?? {};
  const schema = { ...kind.schema, properties: { ...others, options: { ...options, default: start } } };
  const one = createForm({ ...buildPiece(kind), settings: {} });
  const { editor } = renderEditor(one, <Panel />, { ...FIELDS, kinds: new Map([["choice", { ...kind, schema }]]) });
  const id = [...getNodes(one.doc).keys()][0] ?? "";
  act(() => editor && select(editor, id));

  fireEvent.click(screen.getByRole("button", { name: "inspector.controls.removeEntry 1" }));

  expect(readVisibleOptions(one, id)).toEqual(["no:No"]);
});
