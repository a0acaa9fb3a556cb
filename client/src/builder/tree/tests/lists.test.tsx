import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import * as Y from "yjs";
import { History } from "../../collab/history";
import { itemsIn, orderAt, storedItems } from "../../collab/items";
import { nodesIn, settingsOf } from "../../collab/maps";
import { plain, type Settings } from "../../collab/values";
import { restore } from "../commands/restore";
import { updateSettings } from "../commands/settings";
import type { TreeEditing } from "../editing";
import { Panel } from "../panel/panel";
import { newPiece } from "../registry";
import { select } from "../selection";
import { choice, FIELDS, formOf, text } from "./field-editor";
import { show } from "./tiny-screen";

/** Two replicas of a form whose choice has the options a, b and c. */
function replicas() {
  const one = formOf(choice("colour", [text("why", "b")], ["a", "b", "c"]));
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(one.doc));
  const other: TreeEditing = { ...one, doc, history: new History(doc) };
  const id = [...nodesIn(doc)].find(([, node]) => node.get("kind") === "choice")?.[0] ?? "";
  return { one, other, id };
}

function exchange(one: TreeEditing, other: TreeEditing): void {
  const [mine, theirs] = [Y.encodeStateAsUpdate(one.doc), Y.encodeStateAsUpdate(other.doc)];
  Y.applyUpdate(one.doc, theirs);
  Y.applyUpdate(other.doc, mine);
}

function optionsOf({ doc }: TreeEditing, id: string) {
  const node = nodesIn(doc).get(id);
  return itemsIn(node && plain(settingsOf(node).get("options")));
}

const saidIn = (one: TreeEditing, id: string) =>
  optionsOf(one, id).map((item) => `${item.id}:${String(item.settings.label ?? "")}`);

const change = (one: TreeEditing, id: string, options: Settings) => updateSettings(one, id, { options });

describe("two who change the items of a list at once", () => {
  test("keep both changes of different items, and of different settings of one item", () => {
    const { one, other, id } = replicas();

    change(one, id, { a: { label: "Red" } });
    change(one, id, { c: { label: "Blue" } });
    change(other, id, { b: { label: "Green" }, c: { hint: "dark" } });
    exchange(one, other);

    expect(saidIn(one, id)).toEqual(["a:Red", "b:Green", "c:Blue"]);
    expect(optionsOf(one, id)).toEqual(optionsOf(other, id));
    expect(optionsOf(one, id).at(-1)?.settings.hint).toBe("dark");
  });

  test("keep a change beside an added, a moved and a removed item", () => {
    const { one, other, id } = replicas();
    const others = optionsOf(one, id).slice(0, 2);

    change(one, id, { a: { label: "Red" }, c: { label: "Blue" } });
    change(other, id, { d: { label: "New", order: orderAt(optionsOf(other, id), 3) } });
    change(other, id, { c: { order: orderAt(others, 0) } });
    change(other, id, { b: null });
    exchange(one, other);

    expect(saidIn(one, id)).toEqual(["c:Blue", "a:Red", "d:New"]);
    expect(saidIn(other, id)).toEqual(saidIn(one, id));
  });

  test("both add an item", () => {
    const { one, other, id } = replicas();

    change(one, id, { d: { order: orderAt(optionsOf(one, id), 3) } });
    change(other, id, { e: { order: orderAt(optionsOf(other, id), 3) } });
    exchange(one, other);

    expect(saidIn(one, id)).toHaveLength(5);
    expect(saidIn(other, id)).toEqual(saidIn(one, id));
  });

  test("undo only their own, and a restored version keeps what it does not touch", () => {
    const { one, other, id } = replicas();
    const version = new Y.Doc();
    Y.applyUpdate(version, Y.encodeStateAsUpdate(one.doc));

    change(one, id, { b: null });
    change(other, id, { a: { label: "Red" } });
    exchange(one, other);
    one.history.undo();
    exchange(one, other);
    expect(saidIn(other, id)).toEqual(["a:Red", "b:", "c:"]);

    restore(one, version);
    change(other, id, { c: { label: "Blue" } });
    exchange(one, other);
    expect(saidIn(one, id)).toEqual(["a:", "b:", "c:Blue"]);
  });
});

test("items are added, moved and removed in the panel, each with an id of its own", () => {
  const kind = FIELDS.kinds.get("choice");
  const one = formOf(...(kind ? [newPiece(kind)] : []));
  const { editor } = show(one, <Panel />, FIELDS);
  const id = [...nodesIn(one.doc).keys()][0] ?? "";
  act(() => editor && select(editor, id));
  const add = () => fireEvent.click(screen.getByRole("button", { name: /addEntry/ }));
  const label = (at: number, value: string) => {
    const field = within(screen.getAllByRole("listitem")[at] ?? document.body).getByRole("textbox");
    fireEvent.change(field, { target: { value } });
  };
  const labels = () => optionsOf(one, id).map(({ settings }) => settings.label);

  add();
  add();
  add();
  for (const [at, each] of ["Red", "Green", "Blue"].entries()) label(at, each);
  expect(labels()).toEqual(["Red", "Green", "Blue"]);
  const ids = optionsOf(one, id).map((item) => item.id);
  expect(new Set(ids).size).toBe(3);

  fireEvent.click(screen.getByRole("button", { name: "inspector.controls.entryUp 3" }));
  expect(labels()).toEqual(["Red", "Blue", "Green"]);
  fireEvent.click(screen.getByRole("button", { name: "inspector.controls.entryDown 1" }));
  expect(labels()).toEqual(["Blue", "Red", "Green"]);
  expect(new Set(optionsOf(one, id).map((item) => item.id))).toEqual(new Set(ids));
  fireEvent.click(screen.getByRole("button", { name: "inspector.controls.removeEntry 2" }));
  expect(labels()).toEqual(["Blue", "Green"]);
});

test("items with equal orders leave room on both sides", () => {
  const items = ["a", "b"].map((id) => ({ id, order: "a1", settings: {} }));

  expect(orderAt(items, 1) > "a1").toBe(true);
  expect(orderAt(items, 0) < "a1").toBe(true);
  expect(itemsIn(storedItems([{ id: "z" }, { id: "y" }])).map(({ id }) => id)).toEqual(["z", "y"]);
});

test("the first change of a list that is not stored keeps its default items", () => {
  const kind = FIELDS.kinds.get("choice");
  if (!kind) throw new Error("no choice");
  const start = storedItems([
    { id: "yes", label: "Yes" },
    { id: "no", label: "No" },
  ]);
  const { options = {}, ...others } = kind.schema.properties ?? {};
  const schema = { ...kind.schema, properties: { ...others, options: { ...options, default: start } } };
  const one = formOf({ ...newPiece(kind), settings: {} });
  const { editor } = show(one, <Panel />, { ...FIELDS, kinds: new Map([["choice", { ...kind, schema }]]) });
  const id = [...nodesIn(one.doc).keys()][0] ?? "";
  act(() => editor && select(editor, id));

  fireEvent.click(screen.getByRole("button", { name: "inspector.controls.removeEntry 1" }));

  expect(saidIn(one, id)).toEqual(["no:No"]);
});
