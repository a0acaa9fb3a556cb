import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import * as Y from "yjs";
import { History } from "../../collab/history";
import { getNodeSettings, getNodes, getRoots } from "../../collab/maps";
import { type Settings, toPlain } from "../../collab/values";
import { Canvas } from "../canvas/canvas";
import { buildRootClipboardText, parseRoot } from "../commands/clipboard";
import { addRoot, copyRoot, removeRoot, renameRoot, updateRoot } from "../commands/roots";
import type { TreeEditing } from "../editing";
import { useEditor, useShownRoot } from "../editor";
import { readSnapshot } from "../model/snapshot";
import { Panel } from "../panel/panel";
import { type EditorRegistry, resolveRoot } from "../registry";
import { buildChoice, createEmptyForm, FIELDS } from "../tests/field-editor";
import { TINY } from "../tests/tiny-editor";
import { board, book, createDocument, renderEditor, shelf } from "../tests/tiny-screen";
import { createTreeStore } from "../tree-store";
import { createTreeVersionModel } from "../versions/tree-versions";

const DESKTOP = { device: "desktop", scheme: "light" } as const;
const POPUP = { kind: "popup", settings: { delay: 9 }, children: [shelf(board(book("offer")))] };

const readNow = ({ doc, structure }: TreeEditing) => readSnapshot(doc, structure);
const resolveVisibleRoot = (one: TreeEditing, id: string, registry: EditorRegistry = TINY) =>
  resolveRoot(registry, readNow(one), id);

function cloneEditing(one: TreeEditing): TreeEditing {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(one.doc));
  return { ...one, doc, history: new History(doc) };
}

function exchange(one: TreeEditing, other: TreeEditing): void {
  const [mine, theirs] = [Y.encodeStateAsUpdate(one.doc), Y.encodeStateAsUpdate(other.doc)];
  Y.applyUpdate(one.doc, theirs);
  Y.applyUpdate(other.doc, mine);
}

describe("a root with a kind", () => {
  test("has the settings of its schema; a root without a kind has none", () => {
    const one = createDocument(shelf());
    const popup = addRoot(one, POPUP) ?? "";

    expect(resolveVisibleRoot(one, popup)).toEqual({
      id: popup,
      kind: "popup",
      settings: { trigger: "load", delay: 9, first: null, width: 200 },
    });
    expect(updateRoot(one, popup, { delay: 70, width: 250 })).toBe(true);
    expect(resolveVisibleRoot(one, popup).settings).toEqual({ trigger: "load", delay: 5, first: null, width: 250 });
    expect(resolveVisibleRoot(one, "body")).toEqual({ id: "body", kind: undefined, settings: {} });
    const unknown = addRoot(one, { kind: "ghost", settings: { delay: 9 }, children: [] }) ?? "";
    expect(resolveVisibleRoot(one, unknown)).toEqual({ id: unknown, kind: undefined, settings: {} });
    expect(updateRoot(one, "body", { delay: 1 })).toBe(false);
    expect(updateRoot({ ...one, isViewed: true }, popup, { delay: 1 })).toBe(false);
    expect(addRoot({ ...one, isViewed: true }, POPUP)).toBeUndefined();
  });

  test("takes different settings from two at once, and each undoes their own", () => {
    const one = createDocument(shelf());
    const popup = addRoot(one, POPUP) ?? "";
    const other = cloneEditing(one);

    updateRoot(one, popup, { width: 250 });
    updateRoot(other, popup, { trigger: "leave" });
    exchange(one, other);

    expect(resolveVisibleRoot(one, popup).settings).toEqual({ trigger: "leave", delay: 9, first: null, width: 250 });
    one.history.undo();
    expect(resolveVisibleRoot(one, popup).settings).toEqual({ trigger: "leave", delay: 9, first: null, width: 200 });
  });

  test("is duplicated, copied as text and pasted with its settings and nodes, without its name", () => {
    const one = createDocument(shelf());
    const popup = addRoot(one, POPUP) ?? "";
    renameRoot(one, popup, "Offer");

    const copy = copyRoot(one, popup) ?? "";
    const other = createDocument(shelf());
    const piece = parseRoot(buildRootClipboardText(one, "tiny", popup) ?? "", "tiny", one.structure);
    const pasted = (piece && addRoot(other, piece)) ?? "";

    for (const [editing, id] of [
      [one, copy],
      [other, pasted],
    ] as const) {
      expect(readNow(editing).rootSettings.get(id)).toEqual({ kind: "popup", settings: { delay: 9 } });
      expect(readNow(editing).tree.get(id)).toHaveLength(1);
      expect(readNow(editing).names.has(id)).toBe(false);
    }
    updateRoot(one, copy, { delay: 1 });
    expect(resolveVisibleRoot(one, popup).settings.delay).toBe(9);
  });

  test.for([
    ["no children", { kind: "popup", settings: {} }],
    ["an invalid kind", { kind: "a b", settings: {}, children: [] }],
    ["settings without a kind", { settings: {}, children: [] }],
    ["a kind without settings", { kind: "popup", children: [] }],
    ["a node that no root holds", { kind: "popup", settings: {}, children: [book("a")] }],
  ])("a copied text with %s is not a root", ([, root]) => {
    const text = buildRootClipboardText(createDocument(shelf()), "tiny", "body")?.replace(/\{.*/s, "") ?? "";

    expect(parseRoot(text + JSON.stringify({ editor: "tiny", root }), "tiny", TINY.structure)).toBeUndefined();
    expect(
      parseRoot(text + JSON.stringify({ editor: "tiny", root: { children: [] } }), "tiny", TINY.structure),
    ).toEqual({
      children: [],
    });
  });

  test("comes back with its settings when a version is restored", () => {
    const one = createDocument(shelf());
    const [kept, removed] = [addRoot(one, POPUP) ?? "", addRoot(one, POPUP) ?? ""];
    const version = cloneEditing(one).doc;
    const { changesBetween, restore } = createTreeVersionModel(one.structure);
    updateRoot(one, kept, { delay: 1, width: 400 });
    removeRoot(one, removed);
    expect(changesBetween(version, one.doc).isWhole).toBe(true);
    const other = cloneEditing(one);

    restore(one, version);
    updateRoot(other, kept, { trigger: "leave" });
    exchange(one, other);

    expect(resolveVisibleRoot(one, kept).settings).toEqual({ trigger: "leave", delay: 9, first: null, width: 200 });
    expect(resolveVisibleRoot(one, removed).settings).toEqual({ trigger: "load", delay: 9, first: null, width: 200 });
    expect(updateRoot(one, removed, { delay: 2 })).toBe(true);
    expect(toPlain(getRoots(one.doc).get(removed)?.get("settings"))).toEqual({ delay: 2 });
  });

  test("in another editor is a page with a label", () => {
    const one = createEmptyForm();
    const page = addRoot(one, { kind: "page", settings: {}, children: [buildChoice("colour")] }) ?? "";
    updateRoot(one, page, { label: "About you" });

    expect(resolveVisibleRoot(one, page, FIELDS)).toEqual({ id: page, kind: "page", settings: { label: "About you" } });
    expect(readNow(one).roots).toEqual(["form", page]);
  });
});

test("the settings of other roots stay the same objects", () => {
  const one = createDocument(shelf());
  const [first, second] = [addRoot(one, POPUP) ?? "", addRoot(one, POPUP) ?? ""];
  const store = createTreeStore(one.doc, one.structure);
  store.listen();
  const before = store.snapshot().rootSettings;

  updateRoot(one, first, { delay: 1 });

  expect(store.snapshot().rootSettings.get(first)).not.toBe(before.get(first));
  expect(store.snapshot().rootSettings.get(second)).toBe(before.get(second));
});

test("the panel shows the settings of the shown root beside those of the document", () => {
  const one = createDocument(shelf());
  const popup = addRoot(one, POPUP) ?? "";
  function Parts() {
    const { actor } = useEditor();
    const root = useShownRoot(useEditor());
    return (
      <>
        <button type="button" onClick={() => actor.send({ type: "show", root: popup })}>
          popup
        </button>
        <Canvas root={root} view={DESKTOP} beside={{ others: [], comments: new Map() }} />
        <Panel />
      </>
    );
  }
  renderEditor(one, <Parts />);
  expect(screen.queryByRole("region")).toBeNull();

  fireEvent.click(screen.getByRole("button", { name: "popup" }));

  expect(document.querySelector("[data-root-kind=popup]")).not.toBeNull();
  const settings = screen.getByRole("region", { name: "tiny.rootKinds.popup" });
  const delay = within(settings).getByRole("spinbutton", { name: /delay/ });
  fireEvent.change(delay, { target: { value: "12" } });
  fireEvent.blur(delay);
  expect(readNow(one).rootSettings.get(popup)?.settings).toEqual({ delay: 12 });
  fireEvent.click(screen.getByRole("tab", { name: "tree.panel.look" }));
  expect(screen.getByRole("region", { name: "tiny.rootKinds.popup" })).toHaveTextContent("tiny.fields.width");
  expect(screen.getByRole("tabpanel")).toHaveTextContent("tiny.fields.wood");
  expect([...getNodes(one.doc).values()].map((node) => toPlain(getNodeSettings(node)) as Settings)).toContainEqual({
    title: "offer",
  });
});
