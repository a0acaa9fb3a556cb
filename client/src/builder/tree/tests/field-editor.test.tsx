import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { DocumentServer } from "../../../../tests/builder/document-server";
import { buildStoredItems, MAX_ITEMS } from "../../collab/items";
import { getNodeSettings, getNodes, getRoots } from "../../collab/maps";
import { DocumentSync } from "../../collab/sync/document-sync";
import { MIN_GAP_MS } from "../../collab/sync/update-sender";
import { UpdateStorage } from "../../collab/sync/update-storage";
import { buildSelectionText, duplicateNodes, insertPiece, moveTo, pasteText } from "../actions";
import { Canvas } from "../canvas/canvas";
import { buildClipboardText, parseParts } from "../commands/clipboard";
import { duplicate } from "../commands/duplicate";
import { insert } from "../commands/insert";
import { move } from "../commands/move";
import { remove } from "../commands/remove";
import { updateSettings } from "../commands/settings";
import { listTargetPositions } from "../drag/target-positions";
import type { TreeEditing } from "../editing";
import { readPiece } from "../model/pieces";
import { readSnapshot } from "../model/snapshot";
import { canInsert, countNodes, findBranch, iterateBranches } from "../model/tree-positions";
import { Outline } from "../outline/outline";
import { Panel } from "../panel/panel";
import { select } from "../selection";
import { createTreeStore } from "../tree-store";
import { createTreeVersionModel } from "../versions/tree-versions";
import { buildChoice, buildNested, buildText, createEmptyForm, createForm, FIELDS } from "./field-editor";
import { listViolations } from "./structures";
import { renderEditor } from "./tiny-screen";

const DEPTH = 500;
const DESKTOP = { device: "desktop", scheme: "light" } as const;

const readNow = ({ doc, structure }: TreeEditing) => readSnapshot(doc, structure);

/** Labels of the visible questions, parents first, each with the option that contains it. */
function getOutlineLabels(one: TreeEditing): readonly string[] {
  return [...iterateBranches(readNow(one))].map(({ branch }) => {
    const node = getNodes(one.doc).get(branch.id);
    const label = String(node && getNodeSettings(node).get("label"));
    return branch.slot === "" ? label : `${label}@${branch.slot}`;
  });
}

function findId(one: TreeEditing, label: string): string {
  const found = [...getNodes(one.doc)].find(([, node]) => getNodeSettings(node).get("label") === label);
  return found?.[0] ?? "";
}

const createPosition = (one: TreeEditing, label: string, slot: string, index = 0) => ({
  parent: findId(one, label),
  slot,
  index,
});

describe("questions in the options of others", () => {
  test("stand in the order of the options, and one is moved from option to option", () => {
    const one = createForm(
      buildChoice("colour", [buildText("why", "no"), buildText("which", "yes")]),
      buildText("name"),
    );

    expect(getOutlineLabels(one)).toEqual(["colour", "which@yes", "why@no", "name"]);
    expect(move(one, findId(one, "name"), createPosition(one, "colour", "no", 1))).toBe(true);
    expect(move(one, findId(one, "which"), createPosition(one, "colour", "no", 0))).toBe(true);
    expect(getOutlineLabels(one)).toEqual(["colour", "which@no", "why@no", "name@no"]);
    expect(move(one, findId(one, "why"), { parent: "form", index: 0 })).toBe(true);
    expect(getOutlineLabels(one)).toEqual(["why", "colour", "which@no", "name@no"]);
    expect(getNodes(one.doc).get(findId(one, "why"))?.get("at")).toHaveLength(3);
  });

  test("go nowhere but into an option that is there, and never into themselves", () => {
    const one = createForm(buildChoice("colour", [{ ...buildChoice("shade"), slot: "yes" }]), buildText("name"));
    const [name, colour] = [findId(one, "name"), findId(one, "colour")];

    expect(move(one, name, { parent: colour, index: 0 })).toBe(false);
    expect(move(one, name, createPosition(one, "colour", "maybe"))).toBe(false);
    expect(move(one, name, { parent: "form", slot: "yes", index: 0 })).toBe(false);
    expect(insert(one, buildText("inside"), { parent: name, index: 0 })).toBeUndefined();
    expect(move(one, colour, createPosition(one, "shade", "yes"))).toBe(false);
    expect(getOutlineLabels(one)).toEqual(["colour", "shade@yes", "name"]);
  });

  test("go with their option, and come back with it", () => {
    const one = createForm(buildChoice("colour", [buildText("why", "no"), buildText("which", "yes")]));
    const store = createTreeStore(one.doc, one.structure);
    store.listen();

    updateSettings(one, findId(one, "colour"), { options: { no: null, ...buildStoredItems([{ id: "maybe" }]) } });

    expect(getOutlineLabels(one)).toEqual(["colour", "which@yes"]);
    expect(countNodes(store.snapshot())).toBe(2);
    one.history.undo();
    expect(getOutlineLabels(one)).toEqual(["colour", "which@yes", "why@no"]);
    expect(countNodes(store.snapshot())).toBe(3);
  });

  test("of many options stand in the first", () => {
    const options = Array.from({ length: MAX_ITEMS + 1 }, (_, at) => `o${at}`);
    const one = createForm(buildChoice("colour", [buildText("last", "o200"), buildText("first", "o199")], options));

    expect(getOutlineLabels(one)).toEqual(["colour", "first@o199"]);
  });

  test("are copied with what lies in them, and pasted into another form", () => {
    const one = createForm(
      buildChoice("colour", [
        buildText("why", "no"),
        { ...buildChoice("shade", [buildText("dark", "no")]), slot: "yes" },
      ]),
    );
    const copy = duplicate(one, findId(one, "shade"));
    expect(getOutlineLabels(one)).toEqual(["colour", "shade@yes", "dark@no", "shade@yes", "dark@no", "why@no"]);
    expect(findBranch(readNow(one), copy ?? "")?.index).toBe(1);

    const other = createForm(buildText("name"));
    const [part] =
      parseParts(buildClipboardText(one, "fields", [findId(one, "colour")]) ?? "", "fields", other.structure) ?? [];
    insert(other, part ?? buildText("none"), { parent: "form", index: 0 });

    expect(getOutlineLabels(other)).toEqual([...getOutlineLabels(one), "name"]);
    remove(other, findId(other, "colour"));
    expect(getOutlineLabels(other)).toEqual(["name"]);
    other.history.undo();
    expect(getOutlineLabels(other)).toEqual([...getOutlineLabels(one), "name"]);
  });

  test("are as many as the editor allows", () => {
    const one = createEmptyForm();
    const few = { ...one, structure: { ...one.structure, limits: { ...one.structure.limits, nodes: 3 } } };

    expect(insert(few, buildChoice("colour", [buildText("why", "no")]), { parent: "form", index: 0 })).toBeDefined();
    expect(insert(few, buildChoice("size", [buildText("how", "no")]), { parent: "form", index: 0 })).toBeUndefined();
    expect(duplicate(few, findId(few, "colour"))).toBeUndefined();
    expect(insert(few, buildText("name"), { parent: "form", index: 0 })).toBeDefined();
    expect(getOutlineLabels(few)).toEqual(["name", "colour", "why@no"]);
  });
});

describe("five hundred questions in each other", () => {
  const deepest = String(DEPTH - 1);

  test("are put in, read, found and taken as a piece; one more doesn't fit", () => {
    const one = createForm(buildNested(DEPTH));
    const snapshot = readNow(one);

    expect(countNodes(snapshot)).toBe(DEPTH);
    expect(getOutlineLabels(one).at(-1)).toBe(`${deepest}@yes`);
    expect(listViolations(snapshot)).toEqual([]);
    expect(canInsert(snapshot, buildChoice("more"), createPosition(one, deepest, "yes"))).toBe(false);
    expect(canInsert(snapshot, buildText("more"), createPosition(one, deepest, "yes"))).toBe(true);
    expect(canInsert(snapshot, buildNested(2), createPosition(one, String(DEPTH - 2), "no"))).toBe(false);
    const top = findBranch(snapshot, findId(one, "0"));
    const again = createForm();
    if (top) insert(again, readPiece(one.doc, top.branch), { parent: "form", index: 0 });
    expect(getOutlineLabels(again)).toEqual(getOutlineLabels(one));
  });

  test("have every place in reading order", () => {
    const one = createForm(buildNested(DEPTH));

    const places = listTargetPositions(readNow(one), buildText("more"));

    expect(places).toHaveLength(2 + DEPTH * 2 + (DEPTH - 1));
    expect(places.slice(0, 2)).toEqual([{ parent: "form", index: 0 }, createPosition(one, "0", "yes", 0)]);
    expect(places.at(-1)).toEqual({ parent: "form", index: 1 });
    // A question with options cannot go into the innermost question, which is at the maximum depth.
    expect(listTargetPositions(readNow(one), buildChoice("more"))).toHaveLength(places.length - 2);
  });

  test("are copied as text, and what lies deeper than they may is no part", () => {
    const one = createForm(buildNested(DEPTH));
    const copy = buildClipboardText(one, "fields", [findId(one, "0")]) ?? "";
    const tooDeep = copy.replace(
      /"children":\[\](\}|\])/,
      `"children":[${JSON.stringify({ ...buildChoice("x"), slot: "no" })}]$1`,
    );

    expect(parseParts(copy, "fields", one.structure)?.[0]?.children).toHaveLength(1);
    expect(parseParts(copy.replace('"slot":"yes"', '"slot":"gone"'), "fields", one.structure)).toBeUndefined();
    expect(tooDeep).not.toBe(copy);
    expect(parseParts(tooDeep, "fields", one.structure)).toBeUndefined();
  });

  test("stay the same objects where they say the same, and make one step of undo", () => {
    const one = createForm(buildNested(DEPTH));
    const store = createTreeStore(one.doc, one.structure);
    store.listen();
    const before = findBranch(store.snapshot(), findId(one, deepest))?.branch;

    insert(one, buildText("last"), { parent: "form", index: 9 });
    expect(findBranch(store.snapshot(), findId(one, deepest))?.branch).toBe(before);
    remove(one, findId(one, "0"));
    expect(countNodes(store.snapshot())).toBe(1);
    one.history.undo();

    expect(countNodes(store.snapshot())).toBe(DEPTH + 1);
  });

  test("are visible and listed", () => {
    const one = createForm(buildNested(DEPTH));
    renderEditor(
      one,
      <>
        <Canvas root="form" view={DESKTOP} beside={{ others: [], comments: new Map() }} />
        <Outline root="form" />
      </>,
      FIELDS,
    );

    expect(document.querySelectorAll("[data-canvas] [data-node]")).toHaveLength(DEPTH);
    const lines = [...document.querySelectorAll('[role="treeitem"]')];
    expect(lines.map((line) => line.getAttribute("aria-level"))).toEqual(
      Array.from({ length: DEPTH }, (_, at) => String(at + 1)),
    );
  });

  test("are said, copied and pasted on the screen, until the form is full", () => {
    const one = createForm(buildNested(DEPTH));
    const told = renderEditor(one, null, FIELDS);
    const { editor } = told;
    if (!editor) throw new Error("no editor");

    act(() => select(editor, findId(one, deepest)));
    expect(told.said.at(-1)?.split(", ")).toHaveLength(DEPTH);
    const copy = buildSelectionText(editor, [findId(one, "0")]) ?? "";
    act(() => void pasteText(editor, copy));
    expect(countNodes(readNow(one))).toBe(2 * DEPTH);
    // 1,000 nodes are the maximum.
    act(() => duplicateNodes(editor, [findId(one, deepest)]));
    expect(countNodes(readNow(one))).toBe(2 * DEPTH);
  });
});

describe("on the screen", () => {
  function shown(one: TreeEditing, comments: ReadonlyMap<string, number> = new Map()) {
    const told = renderEditor(
      one,
      <>
        <Canvas root="form" view={DESKTOP} beside={{ others: [], comments }} />
        <Panel />
      </>,
      FIELDS,
    );
    const { editor } = told;
    if (!editor) throw new Error("no editor");
    const press = (...keys: readonly (string | { key: string; ctrlKey: boolean })[]) => {
      for (const key of keys) {
        fireEvent.keyDown(screen.getByRole("application"), typeof key === "string" ? { key } : key);
      }
    };
    return { told, editor, press };
  }

  test("keys walk through questions, move them within their option and into another", () => {
    const one = createForm(
      buildChoice("colour", [buildText("why", "no"), buildText("which", "yes"), buildText("how", "yes")]),
      buildText("name"),
    );
    const { told, editor, press } = shown(one);
    act(() => select(editor, findId(one, "colour")));

    press("ArrowRight", { key: "ArrowDown", ctrlKey: true });
    expect(getOutlineLabels(one)).toEqual(["colour", "how@yes", "which@yes", "why@no", "name"]);
    // A shift ends at the last position in an option.
    press({ key: "ArrowDown", ctrlKey: true });
    expect(told.said.at(-1)).toBe("tree.say.notThere");
    // The next position after its own option is the first one in the next option.
    press(" ", "ArrowDown", "Enter");
    expect(getOutlineLabels(one)).toEqual(["colour", "how@yes", "which@no", "why@no", "name"]);
    expect(told.said.at(-1)).toBe(
      "tree.say.moved fields.kinds.text.name | fields.levels.choice 1, fields.levels.field 1",
    );
    press({ key: "z", ctrlKey: true }, { key: "z", ctrlKey: true });
    expect(getOutlineLabels(one)).toEqual(["colour", "which@yes", "how@yes", "why@no", "name"]);
  });

  test("a new question goes after the one that is worked in, and into an option only where it is pointed at", () => {
    const one = createForm(buildChoice("colour", [buildText("why", "no")]), buildText("name"));
    const { editor } = shown(one);

    act(() => select(editor, findId(one, "colour")));
    act(() => void insertPiece(editor, buildText("size")));
    act(() => select(editor, findId(one, "why")));
    act(() => void insertPiece(editor, buildChoice("shade")));

    expect(getOutlineLabels(one)).toEqual(["colour", "why@no", "shade@no", "size", "name"]);
    expect(moveTo(editor, [findId(one, "name")], createPosition(one, "shade", "yes"))).toBe("moved");
    expect(getOutlineLabels(one)).toEqual(["colour", "why@no", "shade@no", "name@yes", "size"]);
  });

  test("each stands in its option, has its settings in the panel, and its comments beside it", () => {
    const one = createForm(buildChoice("colour", [buildText("why", "no"), buildText("which", "yes")]));
    const { editor } = shown(one, new Map([[findId(one, "why"), 2]]));
    const option = (id: string) => document.querySelector<HTMLElement>(`[data-option="${id}"]`);

    expect(within(option("yes") ?? document.body).getByText("which")).toBeVisible();
    expect(within(option("no") ?? document.body).getByText("why")).toBeVisible();
    expect(
      within(option("no") ?? document.body).getByRole("button", { name: "tree.commands.comment: 2" }),
    ).toBeVisible();
    act(() => select(editor, findId(one, "why")));
    const field = screen.getByRole("textbox", { name: "fields.fields.label" });
    fireEvent.change(field, { target: { value: "why not" } });
    expect(getOutlineLabels(one)).toEqual(["colour", "which@yes", "why not@no"]);
  });
});

describe("versions", () => {
  test("say what was added, moved and removed, and are restored as one step", () => {
    const one = createForm(buildChoice("colour", [buildText("why", "no"), buildText("which", "yes")]));
    const before = new Y.Doc();
    Y.applyUpdate(before, Y.encodeStateAsUpdate(one.doc));
    const was = getOutlineLabels(one);
    const { changesBetween, restore } = createTreeVersionModel(one.structure);

    move(one, findId(one, "why"), createPosition(one, "colour", "yes", 0));
    remove(one, findId(one, "which"));
    insert(one, buildText("name"), { parent: "form", index: 0 });

    expect(changesBetween(before, one.doc)).toEqual({
      nodes: new Map([
        [findId(one, "why"), "changed"],
        [findId(one, "which"), "removed"],
        [findId(one, "name"), "added"],
      ]),
      isWhole: false,
    });
    const changed = getOutlineLabels(one);
    expect(restore(one, before)).toBe(true);
    expect(getOutlineLabels(one)).toEqual(was);
    one.history.undo();
    expect(getOutlineLabels(one)).toEqual(changed);
  });
});

describe("two who write in it at once", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function opened(server: DocumentServer, userId: string) {
    const id = "01a1fc3d-0000-7000-8000-000000000001";
    const line = server.line();
    const link = new DocumentSync(
      line,
      `document:${id}`,
      new UpdateStorage(id, { prefix: "fi_", teamId: "kopi", userId }),
    );
    link.open();
    const editing = (): TreeEditing => ({ ...link.current(), structure: FIELDS.structure });
    return { line, editing };
  }

  const settle = () => vi.advanceTimersByTimeAsync(4 * MIN_GAP_MS);

  test("come to the same, and each undoes what is their own", async () => {
    const server = new DocumentServer();
    getRoots(server.doc).set("form", new Y.Map([["order", "a0"]]));
    const [ayu, raka] = [opened(server, "ayu"), opened(server, "raka")];
    await settle();
    insert(ayu.editing(), buildChoice("colour", [buildText("why", "no")]), { parent: "form", index: 0 });
    insert(ayu.editing(), buildChoice("size"), { parent: "form", index: 1 });
    await settle();
    expect(getOutlineLabels(raka.editing())).toEqual(["colour", "why@no", "size"]);

    // Each user moves one question into the other. One deletes the option into which the other inserts a question.
    raka.line.drop();
    move(ayu.editing(), findId(ayu.editing(), "colour"), createPosition(ayu.editing(), "size", "yes"));
    updateSettings(ayu.editing(), findId(ayu.editing(), "colour"), { options: { no: null } });
    move(raka.editing(), findId(raka.editing(), "size"), createPosition(raka.editing(), "colour", "yes"));
    insert(raka.editing(), buildText("which"), createPosition(raka.editing(), "colour", "no"));
    raka.line.comeBack();
    await settle();

    expect(getOutlineLabels(raka.editing())).toEqual(getOutlineLabels(ayu.editing()));
    expect(listViolations(readNow(ayu.editing()))).toEqual([]);
    expect([...getOutlineLabels(ayu.editing())].map((each) => each.replace(/@.*/, "")).sort()).toEqual([
      "colour",
      "size",
    ]);
    ayu.editing().history.undo();
    await settle();
    expect(getOutlineLabels(raka.editing())).toContain("which@no");
    expect(getOutlineLabels(raka.editing())).toContain("why@no");
    raka.editing().history.undo();
    await settle();
    expect(getOutlineLabels(ayu.editing())).not.toContain("which@no");
    expect(getOutlineLabels(ayu.editing())).toEqual(getOutlineLabels(raka.editing()));
  });
});
