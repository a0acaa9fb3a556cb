import { act, fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { getNodeSettings, getNodes, getRoots } from "../../collab/maps";
import type { Finding } from "../../inspector/findings";
import { Canvas } from "../canvas/canvas";
import { insert } from "../commands/insert";
import { remove } from "../commands/remove";
import { addRoot } from "../commands/roots";
import { updateGlobals, updateSettings } from "../commands/settings";
import type { TreeEditing } from "../editing";
import { useEditor, useShownRoot } from "../editor";
import { iterateBranches } from "../model/tree-positions";
import { Outline } from "../outline/outline";
import { Panel } from "../panel/panel";
import { createRegistry, type DocumentView, type EditorRegistry } from "../registry";
import { select } from "../selection";
import { buildChoice, buildText, createForm, FIELDS } from "../tests/field-editor";
import { TINY, TINY_PARTS, TINY_RECORD } from "../tests/tiny-editor";
import { board, book, createDocument, renderEditor, shelf } from "../tests/tiny-screen";
import { createTreeStore } from "../tree-store";
import { listDocumentFindings } from "./document-findings";
import { FindingsProvider, useFindings } from "./findings-context";
import { FindingsBar } from "./findings-parts";

const DESKTOP = { device: "desktop", scheme: "light" } as const;

/** A book needs a title, and wood should not be black. */
function listTestFindings({ snapshot, globals, settings }: DocumentView): readonly Finding[] {
  const untitled = [...iterateBranches(snapshot)]
    .filter(({ branch }) => branch.kind === "book" && settings(branch.id).title === "")
    .map(({ branch }): Finding => ({ node: branch.id, severity: "error", textKey: "tiny.untitled" }));
  const black: Finding = { node: "", severity: "warning", textKey: "tiny.black" };
  return globals.wood === "#000000" ? [black, ...untitled] : untitled;
}

const CHECKED = createRegistry(TINY_RECORD, { ...TINY_PARTS, findings: listTestFindings });

function Parts() {
  const root = useShownRoot(useEditor());
  return (
    <>
      <Canvas root={root} view={DESKTOP} beside={{ others: [], comments: new Map() }} />
      <Outline root={root} />
      <Panel />
      <FindingsBar />
    </>
  );
}

function renderParts(one: TreeEditing, registry: EditorRegistry = CHECKED, fromServer: readonly Finding[] = []) {
  return renderEditor(
    one,
    <FindingsProvider findings={fromServer}>
      <Parts />
    </FindingsProvider>,
    registry,
  );
}

const findId = (one: TreeEditing, title: string) =>
  [...getNodes(one.doc)].find(([, node]) => getNodeSettings(node).get("title") === title)?.[0] ?? "";
const findOnCanvas = (id: string) => document.querySelector<HTMLElement>(`[data-canvas] [data-node="${id}"]`);
const findInOutline = (id: string) => document.querySelector<HTMLElement>(`[data-item="${id}"]`);

test("a finding is on the canvas, in the outline and in the panel until it is fixed", async () => {
  const one = createDocument(shelf(board(book("a"), book("b"))));
  const { editor } = renderParts(one);
  const id = findId(one, "b");
  expect(screen.queryByRole("button", { name: "tree.findings.next" })).toBeNull();

  await act(async () => void updateSettings(one, id, { title: "" }));
  act(() => editor && select(editor, id));

  expect(within(findOnCanvas(id) as HTMLElement).getByRole("img", { name: "tiny.untitled" })).toBeVisible();
  expect(within(findInOutline(id) as HTMLElement).getByRole("img", { name: "tiny.untitled" })).toBeVisible();
  expect(within(screen.getByRole("tabpanel")).getByRole("list", { name: "tree.findings.label" })).toHaveTextContent(
    "tiny.untitled",
  );
  expect(screen.getByText("tree.findings.count 1")).toBeVisible();
  expect(within(findOnCanvas(findId(one, "a")) as HTMLElement).queryByRole("img")).toBeNull();

  await act(async () => void updateSettings(one, id, { title: "c" }));
  expect(screen.queryByRole("img", { name: "tiny.untitled" })).toBeNull();
  expect(screen.queryByRole("list", { name: "tree.findings.label" })).toBeNull();
});

test("next goes through the document, its roots and their nodes, and begins again", async () => {
  const one = createDocument(shelf(board(book("a"), book("b"))));
  getRoots(one.doc).set("popup", new Y.Map([["order", "a1"]]));
  const popup = shelf(board(book("c")));
  insert(one, popup, { parent: "popup", index: 0 });
  const [a, c] = [findId(one, "a"), findId(one, "c")];
  const told = renderParts(one, CHECKED, [
    { node: "popup", severity: "warning", textKey: "tiny.popup", values: { count: 3 } },
    { node: a, severity: "warning", textKey: "tiny.served" },
  ]);
  await act(async () => {
    updateSettings(one, a, { title: "" });
    updateSettings(one, c, { title: "" });
    updateGlobals(one, { wood: "#000000" });
  });
  const count = screen.getByText("tree.findings.count 5");
  expect(count).toBeVisible();
  expect(count.parentElement?.querySelector("[data-severity]")).toHaveAttribute("data-severity", "error");
  const listed = () => screen.getByRole("list", { name: "tree.findings.label" }).textContent;
  const selected = () => told.editor?.actor.getSnapshot().context.selected;
  const next = () => fireEvent.click(screen.getByRole("button", { name: "tree.findings.next" }));
  expect(listed()).toBe("tiny.black");

  next();
  expect([selected(), listed()]).toEqual([a, "tiny.untitledtiny.served"]);
  expect(told.said.at(-1)).toBe("tiny.untitled tiny.served");
  next();
  expect([selected(), listed()]).toEqual([null, "tiny.blacktiny.popup 3"]);
  next();
  expect([selected(), listed()]).toEqual([c, "tiny.untitled"]);
  next();
  expect([selected(), listed()]).toEqual([null, "tiny.blacktiny.popup 3"]);
  next();
  expect(selected()).toBe(a);
});

test("a root whose reference has lost its target has a finding", () => {
  const one = createDocument(shelf(board(book("a"))));
  const a = findId(one, "a");
  const popup = addRoot(one, { kind: "popup", settings: { first: { $node: a } }, children: [] });
  const found = () => listDocumentFindings(TINY, createTreeStore(one.doc, one.structure));
  expect(found()).toEqual([]);

  remove(one, a);

  expect(found()).toEqual([{ node: popup, severity: "warning", textKey: "tree.references.missing" }]);
});

test("a change that no finding depends on does not render what shows them", async () => {
  const one = createDocument(shelf(board(book("a"), book(""))));
  let renders = 0;
  function Count() {
    useFindings();
    renders += 1;
    return null;
  }
  renderEditor(
    one,
    <FindingsProvider>
      <Count />
    </FindingsProvider>,
    CHECKED,
  );
  const before = renders;

  await act(async () => void updateSettings(one, findId(one, "a"), { title: "b" }));
  expect(renders).toBe(before);
  await act(async () => void updateSettings(one, findId(one, "b"), { title: "" }));
  expect(renders).toBeGreaterThan(before);
});

test("an editor of another structure finds questions without options", async () => {
  const withoutOptions: EditorRegistry = {
    ...FIELDS,
    findings: ({ snapshot, settings }) =>
      [...iterateBranches(snapshot)]
        .filter(({ branch }) => branch.kind === "choice" && (settings(branch.id).options as unknown[]).length === 0)
        .map(({ branch }) => ({ node: branch.id, severity: "warning", textKey: "fields.noOptions" })),
  };
  const one = createForm(buildChoice("colour", [buildText("why", "no")], ["no"]));
  renderParts(one, withoutOptions);
  expect(screen.queryByRole("img", { name: "fields.noOptions" })).toBeNull();
  const [id] = [...getNodes(one.doc)].find(([, node]) => node.get("kind") === "choice") ?? [""];

  await act(async () => void updateSettings(one, id, { options: { no: null } }));

  expect(screen.getAllByRole("img", { name: "fields.noOptions" })).toHaveLength(2);
});
