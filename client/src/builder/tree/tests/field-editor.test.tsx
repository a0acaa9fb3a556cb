import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { DocumentServer } from "../../../../tests/builder/document-server";
import { MAX_ITEMS, storedItems } from "../../collab/items";
import { DocumentLink } from "../../collab/link/document-link";
import { KeptUpdates } from "../../collab/link/kept-updates";
import { MIN_GAP_MS } from "../../collab/link/sender";
import { nodesIn, rootsIn, settingsOf } from "../../collab/maps";
import { copyOf, insertPiece, moveTo, pasteText, textOf } from "../acts";
import { Canvas } from "../canvas/canvas";
import { copied, partsIn } from "../commands/clipboard";
import { duplicate } from "../commands/duplicate";
import { insert } from "../commands/insert";
import { move } from "../commands/move";
import { remove } from "../commands/remove";
import { updateSettings } from "../commands/settings";
import { everyPlace } from "../drag/every-place";
import type { TreeEditing } from "../editing";
import { pieceOf } from "../model/pieces";
import { countIn, find, fits, walk } from "../model/places";
import { snapshot } from "../model/snapshot";
import { Outline } from "../outline/outline";
import { Panel } from "../panel/panel";
import { select } from "../selection";
import { treeStore } from "../tree-store";
import { treeVersions } from "../versions/tree-versions";
import { choice, emptyForm, FIELDS, formOf, nested, text } from "./field-editor";
import { faultsIn } from "./structures";
import { show } from "./tiny-screen";

const DEPTH = 500;
const DESKTOP = { device: "desktop", scheme: "light" } as const;

const now = ({ doc, structure }: TreeEditing) => snapshot(doc, structure);

/** Labels of the drawn questions, parents first, each with the option that contains it. */
function listLabels(one: TreeEditing): readonly string[] {
  return [...walk(now(one))].map(({ branch }) => {
    const node = nodesIn(one.doc).get(branch.id);
    const label = String(node && settingsOf(node).get("label"));
    return branch.slot === "" ? label : `${label}@${branch.slot}`;
  });
}

function idOf(one: TreeEditing, label: string): string {
  const found = [...nodesIn(one.doc)].find(([, node]) => settingsOf(node).get("label") === label);
  return found?.[0] ?? "";
}

const placeIn = (one: TreeEditing, label: string, slot: string, index = 0) => ({
  parent: idOf(one, label),
  slot,
  index,
});

describe("questions in the options of others", () => {
  test("stand in the order of the options, and one is moved from option to option", () => {
    const one = formOf(choice("colour", [text("why", "no"), text("which", "yes")]), text("name"));

    expect(listLabels(one)).toEqual(["colour", "which@yes", "why@no", "name"]);
    expect(move(one, idOf(one, "name"), placeIn(one, "colour", "no", 1))).toBe(true);
    expect(move(one, idOf(one, "which"), placeIn(one, "colour", "no", 0))).toBe(true);
    expect(listLabels(one)).toEqual(["colour", "which@no", "why@no", "name@no"]);
    expect(move(one, idOf(one, "why"), { parent: "form", index: 0 })).toBe(true);
    expect(listLabels(one)).toEqual(["why", "colour", "which@no", "name@no"]);
    expect(nodesIn(one.doc).get(idOf(one, "why"))?.get("at")).toHaveLength(3);
  });

  test("go nowhere but into an option that is there, and never into themselves", () => {
    const one = formOf(choice("colour", [{ ...choice("shade"), slot: "yes" }]), text("name"));
    const [name, colour] = [idOf(one, "name"), idOf(one, "colour")];

    expect(move(one, name, { parent: colour, index: 0 })).toBe(false);
    expect(move(one, name, placeIn(one, "colour", "maybe"))).toBe(false);
    expect(move(one, name, { parent: "form", slot: "yes", index: 0 })).toBe(false);
    expect(insert(one, text("inside"), { parent: name, index: 0 })).toBeUndefined();
    expect(move(one, colour, placeIn(one, "shade", "yes"))).toBe(false);
    expect(listLabels(one)).toEqual(["colour", "shade@yes", "name"]);
  });

  test("go with their option, and come back with it", () => {
    const one = formOf(choice("colour", [text("why", "no"), text("which", "yes")]));
    const store = treeStore(one.doc, one.structure);
    store.listen();

    updateSettings(one, idOf(one, "colour"), { options: { no: null, ...storedItems([{ id: "maybe" }]) } });

    expect(listLabels(one)).toEqual(["colour", "which@yes"]);
    expect(countIn(store.snapshot())).toBe(2);
    one.history.undo();
    expect(listLabels(one)).toEqual(["colour", "which@yes", "why@no"]);
    expect(countIn(store.snapshot())).toBe(3);
  });

  test("of many options stand in the first", () => {
    const options = Array.from({ length: MAX_ITEMS + 1 }, (_, at) => `o${at}`);
    const one = formOf(choice("colour", [text("last", "o200"), text("first", "o199")], options));

    expect(listLabels(one)).toEqual(["colour", "first@o199"]);
  });

  test("are copied with what lies in them, and pasted into another form", () => {
    const one = formOf(
      choice("colour", [text("why", "no"), { ...choice("shade", [text("dark", "no")]), slot: "yes" }]),
    );
    const copy = duplicate(one, idOf(one, "shade"));
    expect(listLabels(one)).toEqual(["colour", "shade@yes", "dark@no", "shade@yes", "dark@no", "why@no"]);
    expect(find(now(one), copy ?? "")?.index).toBe(1);

    const other = formOf(text("name"));
    const [part] = partsIn(copied(one, "fields", [idOf(one, "colour")]) ?? "", "fields", other.structure) ?? [];
    insert(other, part ?? text("none"), { parent: "form", index: 0 });

    expect(listLabels(other)).toEqual([...listLabels(one), "name"]);
    remove(other, idOf(other, "colour"));
    expect(listLabels(other)).toEqual(["name"]);
    other.history.undo();
    expect(listLabels(other)).toEqual([...listLabels(one), "name"]);
  });

  test("are as many as the editor allows", () => {
    const one = emptyForm();
    const few = { ...one, structure: { ...one.structure, limits: { ...one.structure.limits, nodes: 3 } } };

    expect(insert(few, choice("colour", [text("why", "no")]), { parent: "form", index: 0 })).toBeDefined();
    expect(insert(few, choice("size", [text("how", "no")]), { parent: "form", index: 0 })).toBeUndefined();
    expect(duplicate(few, idOf(few, "colour"))).toBeUndefined();
    expect(insert(few, text("name"), { parent: "form", index: 0 })).toBeDefined();
    expect(listLabels(few)).toEqual(["name", "colour", "why@no"]);
  });
});

describe("five hundred questions in each other", () => {
  const deepest = String(DEPTH - 1);

  test("are put in, read, found and taken as a piece; one more doesn't fit", () => {
    const one = formOf(nested(DEPTH));
    const drawn = now(one);

    expect(countIn(drawn)).toBe(DEPTH);
    expect(listLabels(one).at(-1)).toBe(`${deepest}@yes`);
    expect(faultsIn(drawn)).toEqual([]);
    expect(fits(drawn, choice("more"), placeIn(one, deepest, "yes"))).toBe(false);
    expect(fits(drawn, text("more"), placeIn(one, deepest, "yes"))).toBe(true);
    expect(fits(drawn, nested(2), placeIn(one, String(DEPTH - 2), "no"))).toBe(false);
    const top = find(drawn, idOf(one, "0"));
    const again = formOf();
    if (top) insert(again, pieceOf(one.doc, top.branch), { parent: "form", index: 0 });
    expect(listLabels(again)).toEqual(listLabels(one));
  });

  test("have every place in the order in which it is drawn", () => {
    const one = formOf(nested(DEPTH));

    const places = everyPlace(now(one), text("more"));

    expect(places).toHaveLength(2 + DEPTH * 2 + (DEPTH - 1));
    expect(places.slice(0, 2)).toEqual([{ parent: "form", index: 0 }, placeIn(one, "0", "yes", 0)]);
    expect(places.at(-1)).toEqual({ parent: "form", index: 1 });
    // A question with options cannot go into the innermost question, which is at the maximum depth.
    expect(everyPlace(now(one), choice("more"))).toHaveLength(places.length - 2);
  });

  test("are copied as text, and what lies deeper than they may is no part", () => {
    const one = formOf(nested(DEPTH));
    const copy = copied(one, "fields", [idOf(one, "0")]) ?? "";
    const tooDeep = copy.replace(
      /"children":\[\](\}|\])/,
      `"children":[${JSON.stringify({ ...choice("x"), slot: "no" })}]$1`,
    );

    expect(partsIn(copy, "fields", one.structure)?.[0]?.children).toHaveLength(1);
    expect(partsIn(copy.replace('"slot":"yes"', '"slot":"gone"'), "fields", one.structure)).toBeUndefined();
    expect(tooDeep).not.toBe(copy);
    expect(partsIn(tooDeep, "fields", one.structure)).toBeUndefined();
  });

  test("stay the same objects where they say the same, and make one step of undo", () => {
    const one = formOf(nested(DEPTH));
    const store = treeStore(one.doc, one.structure);
    store.listen();
    const before = find(store.snapshot(), idOf(one, deepest))?.branch;

    insert(one, text("last"), { parent: "form", index: 9 });
    expect(find(store.snapshot(), idOf(one, deepest))?.branch).toBe(before);
    remove(one, idOf(one, "0"));
    expect(countIn(store.snapshot())).toBe(1);
    one.history.undo();

    expect(countIn(store.snapshot())).toBe(DEPTH + 1);
  });

  test("are drawn and listed", () => {
    const one = formOf(nested(DEPTH));
    show(
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
    const one = formOf(nested(DEPTH));
    const told = show(one, null, FIELDS);
    const { editor } = told;
    if (!editor) throw new Error("no editor");

    act(() => select(editor, idOf(one, deepest)));
    expect(told.said.at(-1)?.split(", ")).toHaveLength(DEPTH);
    const copy = textOf(editor, [idOf(one, "0")]) ?? "";
    act(() => void pasteText(editor, copy));
    expect(countIn(now(one))).toBe(2 * DEPTH);
    // 1,000 nodes are the maximum.
    act(() => copyOf(editor, [idOf(one, deepest)]));
    expect(countIn(now(one))).toBe(2 * DEPTH);
  });
});

describe("on the screen", () => {
  function shown(one: TreeEditing, comments: ReadonlyMap<string, number> = new Map()) {
    const told = show(
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
    const one = formOf(choice("colour", [text("why", "no"), text("which", "yes"), text("how", "yes")]), text("name"));
    const { told, editor, press } = shown(one);
    act(() => select(editor, idOf(one, "colour")));

    press("ArrowRight", { key: "ArrowDown", ctrlKey: true });
    expect(listLabels(one)).toEqual(["colour", "how@yes", "which@yes", "why@no", "name"]);
    // A shift ends at the last position in an option.
    press({ key: "ArrowDown", ctrlKey: true });
    expect(told.said.at(-1)).toBe("tree.say.notThere");
    // The next position after its own option is the first one in the next option.
    press(" ", "ArrowDown", "Enter");
    expect(listLabels(one)).toEqual(["colour", "how@yes", "which@no", "why@no", "name"]);
    expect(told.said.at(-1)).toBe(
      "tree.say.moved fields.kinds.text.name | fields.levels.choice 1, fields.levels.field 1",
    );
    press({ key: "z", ctrlKey: true }, { key: "z", ctrlKey: true });
    expect(listLabels(one)).toEqual(["colour", "which@yes", "how@yes", "why@no", "name"]);
  });

  test("a new question goes after the one that is worked in, and into an option only where it is pointed at", () => {
    const one = formOf(choice("colour", [text("why", "no")]), text("name"));
    const { editor } = shown(one);

    act(() => select(editor, idOf(one, "colour")));
    act(() => void insertPiece(editor, text("size")));
    act(() => select(editor, idOf(one, "why")));
    act(() => void insertPiece(editor, choice("shade")));

    expect(listLabels(one)).toEqual(["colour", "why@no", "shade@no", "size", "name"]);
    expect(moveTo(editor, [idOf(one, "name")], placeIn(one, "shade", "yes"))).toBe("moved");
    expect(listLabels(one)).toEqual(["colour", "why@no", "shade@no", "name@yes", "size"]);
  });

  test("each stands in its option, has its settings in the panel, and its comments beside it", () => {
    const one = formOf(choice("colour", [text("why", "no"), text("which", "yes")]));
    const { editor } = shown(one, new Map([[idOf(one, "why"), 2]]));
    const option = (id: string) => document.querySelector<HTMLElement>(`[data-option="${id}"]`);

    expect(within(option("yes") ?? document.body).getByText("which")).toBeVisible();
    expect(within(option("no") ?? document.body).getByText("why")).toBeVisible();
    expect(
      within(option("no") ?? document.body).getByRole("button", { name: "tree.commands.comment: 2" }),
    ).toBeVisible();
    act(() => select(editor, idOf(one, "why")));
    const field = screen.getByRole("textbox", { name: "fields.fields.label" });
    fireEvent.change(field, { target: { value: "why not" } });
    expect(listLabels(one)).toEqual(["colour", "which@yes", "why not@no"]);
  });
});

describe("versions", () => {
  test("say what was added, moved and removed, and are restored as one step", () => {
    const one = formOf(choice("colour", [text("why", "no"), text("which", "yes")]));
    const before = new Y.Doc();
    Y.applyUpdate(before, Y.encodeStateAsUpdate(one.doc));
    const was = listLabels(one);
    const { changesBetween, restore } = treeVersions(one.structure);

    move(one, idOf(one, "why"), placeIn(one, "colour", "yes", 0));
    remove(one, idOf(one, "which"));
    insert(one, text("name"), { parent: "form", index: 0 });

    expect(changesBetween(before, one.doc)).toEqual({
      nodes: new Map([
        [idOf(one, "why"), "changed"],
        [idOf(one, "which"), "removed"],
        [idOf(one, "name"), "added"],
      ]),
      isWhole: false,
    });
    const changed = listLabels(one);
    expect(restore(one, before)).toBe(true);
    expect(listLabels(one)).toEqual(was);
    one.history.undo();
    expect(listLabels(one)).toEqual(changed);
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
    const link = new DocumentLink(
      line,
      `document:${id}`,
      new KeptUpdates(id, { prefix: "fi_", teamId: "kopi", userId }),
    );
    link.open();
    const editing = (): TreeEditing => ({ ...link.current(), structure: FIELDS.structure });
    return { line, editing };
  }

  const settle = () => vi.advanceTimersByTimeAsync(4 * MIN_GAP_MS);

  test("come to the same, and each undoes what is their own", async () => {
    const server = new DocumentServer();
    rootsIn(server.doc).set("form", new Y.Map([["order", "a0"]]));
    const [ayu, raka] = [opened(server, "ayu"), opened(server, "raka")];
    await settle();
    insert(ayu.editing(), choice("colour", [text("why", "no")]), { parent: "form", index: 0 });
    insert(ayu.editing(), choice("size"), { parent: "form", index: 1 });
    await settle();
    expect(listLabels(raka.editing())).toEqual(["colour", "why@no", "size"]);

    // Each user moves one question into the other. One deletes the option into which the other inserts a question.
    raka.line.drop();
    move(ayu.editing(), idOf(ayu.editing(), "colour"), placeIn(ayu.editing(), "size", "yes"));
    updateSettings(ayu.editing(), idOf(ayu.editing(), "colour"), { options: { no: null } });
    move(raka.editing(), idOf(raka.editing(), "size"), placeIn(raka.editing(), "colour", "yes"));
    insert(raka.editing(), text("which"), placeIn(raka.editing(), "colour", "no"));
    raka.line.comeBack();
    await settle();

    expect(listLabels(raka.editing())).toEqual(listLabels(ayu.editing()));
    expect(faultsIn(now(ayu.editing()))).toEqual([]);
    expect([...listLabels(ayu.editing())].map((each) => each.replace(/@.*/, "")).sort()).toEqual(["colour", "size"]);
    ayu.editing().history.undo();
    await settle();
    expect(listLabels(raka.editing())).toContain("which@no");
    expect(listLabels(raka.editing())).toContain("why@no");
    raka.editing().history.undo();
    await settle();
    expect(listLabels(ayu.editing())).not.toContain("which@no");
    expect(listLabels(ayu.editing())).toEqual(listLabels(raka.editing()));
  });
});
