import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { Awareness } from "y-protocols/awareness";
import * as Y from "yjs";
import { History } from "../../collab/history";
import { getNodes } from "../../collab/maps";
import { type Plain, toPlain, toShared } from "../../collab/values";
import { createRichEditor } from "./rich-editor";

const CLASSES = { text: "text", tag: "tag", caret: "caret", chosen: "chosen" };
beforeAll(() => {
  // jsdom has no clipboard classes.
  vi.stubGlobal("DataTransfer", class {});
  vi.stubGlobal(
    "ClipboardEvent",
    class extends Event {
      readonly clipboardData = { setData: () => undefined, getData: () => "" };
    },
  );
});

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const undo of cleanups.splice(0)) undo();
});

const buildParagraph = (...inside: readonly Plain[]): Plain => ({ name: "paragraph", attributes: {}, inside });
const buildRun = (insert: string, attributes?: Plain): Plain => ({
  text: [attributes ? { insert, attributes } : { insert }],
});
const buildRich = (...blocks: readonly Plain[]): Plain => ({ $rich: blocks });

function createDocument(start: Plain = buildRich(buildParagraph(buildRun("Kopi")))): Y.Doc {
  const doc = new Y.Doc();
  getNodes(doc).set("a", new Y.Map([["settings", new Y.Map([["body", toShared(start)]])]]) as never);
  return doc;
}

function getFragment(doc: Y.Doc): Y.XmlFragment {
  return (
    (getNodes(doc).get("a")?.get("settings") as Y.Map<Y.XmlFragment> | undefined)?.get("body") ?? new Y.XmlFragment()
  );
}

function openEditor(doc: Y.Doc, more: { awareness?: Awareness; history?: History; fragment?: Y.XmlFragment } = {}) {
  const element = document.createElement("div");
  document.body.append(element);
  const history = more.history ?? new History(doc);
  const editor = createRichEditor({
    element,
    fragment: getFragment(doc),
    history,
    label: "Body",
    classes: CLASSES,
    tagLabel: (source) => `[${source}]`,
    ...more,
  });
  cleanups.push(() => {
    editor.destroy();
    element.remove();
    more.awareness?.destroy();
  });
  return { editor, history, element };
}

const readContent = (doc: Y.Doc) => toPlain(getFragment(doc));

function exchange(one: Y.Doc, other: Y.Doc): void {
  Y.applyUpdate(other, Y.encodeStateAsUpdate(one, Y.encodeStateVector(other)), "wire");
  Y.applyUpdate(one, Y.encodeStateAsUpdate(other, Y.encodeStateVector(one)), "wire");
}

function cloneDocument(doc: Y.Doc): Y.Doc {
  const other = new Y.Doc();
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc), "wire");
  return other;
}

test("shows what is there, and opening it writes nothing", () => {
  const doc = createDocument(
    buildRich(
      { name: "heading", attributes: { level: 2 }, inside: [buildRun("Panen")] },
      buildParagraph(
        buildRun("Halo "),
        { name: "mergeTag", attributes: { source: "firstname" }, inside: [] },
        buildRun("!", { bold: {} }),
      ),
      {
        name: "bulletList",
        attributes: {},
        inside: [{ name: "listItem", attributes: {}, inside: [buildParagraph(buildRun("a"))] }],
      },
      { name: "horizontalRule", attributes: {}, inside: [] },
    ),
  );
  const before = readContent(doc);

  const { element } = openEditor(doc);

  expect(element.textContent).toBe("PanenHalo [firstname]!a");
  expect(element.querySelector("h2, strong, ul li p, hr")).not.toBeNull();
  expect(readContent(doc)).toEqual(before);
});

test("an empty text stays empty until somebody writes", () => {
  const doc = createDocument(buildRich());
  const before = Y.encodeStateVector(doc);
  const { editor } = openEditor(doc);
  expect(Y.encodeStateVector(doc)).toEqual(before);

  editor.commands.insertContent("Kopi");

  expect(readContent(doc)).toEqual(buildRich(buildParagraph(buildRun("Kopi"))));
});

test("marks, links and colours are written as the contract says", () => {
  const doc = createDocument();
  const { editor } = openEditor(doc);

  editor.chain().selectAll().setMark("bold").setLink({ href: "https://kopi.example" }).setColor("#aa0000").run();

  expect(readContent(doc)).toEqual(
    buildRich(
      buildParagraph(
        buildRun("Kopi", { bold: {}, link: { href: "https://kopi.example" }, textStyle: { color: "#aa0000" } }),
      ),
    ),
  );
});

test("a side is shown where it is one, kept by the next paragraph, and written nowhere by itself", () => {
  const doc = createDocument(
    buildRich(
      { name: "paragraph", attributes: { textAlign: "right" }, inside: [buildRun("Kopi")] },
      buildParagraph(buildRun("Teh")),
    ),
  );
  const odd = createDocument(
    buildRich({ name: "paragraph", attributes: { textAlign: "left;color:red" }, inside: [buildRun("Kopi")] }),
  );
  const before = readContent(doc);
  const { editor, element } = openEditor(doc);
  expect([...element.querySelectorAll("p")].map(({ style }) => style.textAlign)).toEqual(["right", ""]);
  expect(openEditor(odd).element.querySelector("p")?.getAttribute("style")).toBeNull();
  expect(readContent(doc)).toEqual(before);

  editor.chain().setTextSelection(5).splitBlock().insertContent("Susu").run();

  expect(readContent(doc)).toEqual(
    buildRich(
      { name: "paragraph", attributes: { textAlign: "right" }, inside: [buildRun("Kopi")] },
      { name: "paragraph", attributes: { textAlign: "right" }, inside: [buildRun("Susu")] },
      buildParagraph(buildRun("Teh")),
    ),
  );
});

test("a link that may lead nowhere is not made", () => {
  const doc = createDocument();
  const { editor } = openEditor(doc);

  editor.chain().selectAll().setLink({ href: "javascript:alert(1)" }).run();
  editor.commands.insertContent('<a href="javascript:alert(1)">x</a><a href="{{ view_url }}">y</a>');

  expect(JSON.stringify(readContent(doc))).not.toContain("javascript");
  expect(JSON.stringify(readContent(doc))).toContain("{{ view_url }}");
});

test("a tag that is pasted becomes a chip, and what is none stays words", () => {
  const doc = createDocument(buildRich(buildParagraph()));
  const { editor } = openEditor(doc);

  editor.view.pasteText('Halo {{ firstname | fallback: "kamu" }}, {{ if x }}');

  expect(readContent(doc)).toEqual(
    buildRich(
      buildParagraph(
        buildRun("Halo "),
        { name: "mergeTag", attributes: { source: 'firstname | fallback: "kamu"' }, inside: [] },
        buildRun(", {{ if x }}"),
      ),
    ),
  );
});

test("a tag that is typed becomes a chip with its last brace", () => {
  const doc = createDocument(buildRich(buildParagraph(buildRun("Halo {{ firstname }"))));
  const { editor } = openEditor(doc);
  const end = editor.state.doc.content.size - 1;

  editor.view.someProp("handleTextInput", (take) => take(editor.view, end, end, "}", () => editor.state.tr));

  expect(readContent(doc)).toEqual(
    buildRich(buildParagraph(buildRun("Halo "), { name: "mergeTag", attributes: { source: "firstname" }, inside: [] })),
  );
});

test("two who write in one text end alike, and both see both", () => {
  const one = createDocument();
  const other = cloneDocument(one);
  const [mine, theirs] = [openEditor(one), openEditor(other)];

  mine.editor.commands.insertContentAt(1, "A ");
  theirs.editor.commands.insertContentAt(5, " B");
  exchange(one, other);

  expect(readContent(one)).toEqual(buildRich(buildParagraph(buildRun("A Kopi B"))));
  expect([mine.element.textContent, theirs.element.textContent]).toEqual(Array(2).fill("A Kopi B"));
});

test("undo takes back one's own words, not those of another", () => {
  const one = createDocument();
  const other = cloneDocument(one);
  const [mine, theirs] = [openEditor(one), openEditor(other)];
  mine.editor.commands.insertContentAt(1, "A ");
  theirs.editor.commands.insertContentAt(5, " B");
  exchange(one, other);

  mine.history.undo();
  expect(mine.element.textContent).toBe("Kopi B");
  mine.history.redo();
  expect(mine.element.textContent).toBe("A Kopi B");
});

test("another's caret stands where it is, in their colour, and goes with them", async () => {
  const one = createDocument();
  const other = cloneDocument(one);
  const [mine, theirs] = [new Awareness(one), new Awareness(other)];
  theirs.setLocalStateField("user", { id: "2", name: "Raka" });
  const here = openEditor(one, { awareness: mine });
  const fragment = getFragment(other);
  const at = Y.createRelativePositionFromTypeIndex((fragment.get(0) as Y.XmlElement).get(0) as Y.XmlText, 2);
  mine.states.set(other.clientID, { user: { id: "2", name: "Raka" }, cursor: { anchor: at, head: at } });
  mine.emit("change", [{ added: [other.clientID], updated: [], removed: [] }, "test"]);
  await expect.poll(() => here.element.querySelector(".caret")?.getAttribute("data-name")).toBe("Raka");
  expect(here.element.querySelector(".caret")?.previousSibling?.textContent).toBe("Ko");

  mine.states.delete(other.clientID);
  mine.emit("change", [{ added: [], updated: [], removed: [other.clientID] }, "test"]);
  await expect.poll(() => here.element.querySelector(".caret")).toBeNull();
  theirs.destroy();
});

test("undo and redo bring the caret back to where it was, not to where the text grew", () => {
  const doc = createDocument(buildRich(buildParagraph(buildRun("Kopi susu"))));
  const { editor, history } = openEditor(doc);
  const caret = () => editor.state.selection.head;
  editor.commands.setTextSelection(5);
  editor.commands.insertContent(" tubruk");
  expect([editor.getText(), caret()]).toEqual(["Kopi tubruk susu", 12]);
  editor.commands.setTextSelection(2);

  history.undo();
  expect([editor.getText(), caret()]).toEqual(["Kopi susu", 5]);
  history.redo();
  expect([editor.getText(), caret()]).toEqual(["Kopi tubruk susu", 2]);
  history.undo();
  expect([editor.getText(), caret()]).toEqual(["Kopi susu", 5]);
});

test("undo of what replaced a selection brings the selection back", () => {
  const doc = createDocument(buildRich(buildParagraph(buildRun("Kopi susu"))));
  const { editor, history } = openEditor(doc);
  editor.commands.setTextSelection({ from: 1, to: 5 });
  editor.commands.insertContent("Teh");

  history.undo();

  expect([editor.getText(), editor.state.selection.from, editor.state.selection.to]).toEqual(["Kopi susu", 1, 5]);
});

test("the caret that undo brings back moves with what another wrote before it", () => {
  const doc = createDocument(buildRich(buildParagraph(buildRun("Kopi susu"))));
  const { editor, history } = openEditor(doc);
  editor.commands.setTextSelection(5);
  editor.commands.insertContent("!");
  editor.commands.setTextSelection(2);
  const other = cloneDocument(doc);
  const theirs = openEditor(other);
  theirs.editor.commands.setTextSelection(1);
  theirs.editor.commands.insertContent("Es ");
  exchange(doc, other);
  expect(editor.getText()).toBe("Es Kopi! susu");

  history.undo();

  expect([editor.getText(), editor.state.selection.head]).toEqual(["Es Kopi susu", 8]);
});

test("a change that is appended to what was written does not count as the place before it", () => {
  const doc = createDocument(buildRich(buildParagraph(buildRun("Kopi susu")), buildParagraph(buildRun("Teh"))));
  const { editor, history } = openEditor(doc);
  editor.commands.setTextSelection(5);
  editor.view.pasteText(" {{ firstname }}");
  expect(editor.state.doc.child(0).childCount).toBeGreaterThan(1);

  history.undo();

  expect([editor.getText({ blockSeparator: "/" }), editor.state.selection.head]).toEqual(["Kopi susu/Teh", 5]);
});

test("a step in another text leaves the caret of this one", () => {
  const doc = createDocument(buildRich(buildParagraph(buildRun("Kopi"))));
  const other = toShared(buildRich(buildParagraph(buildRun("Teh tarik")))) as Y.XmlFragment;
  (getNodes(doc).get("a") as unknown as Y.Map<unknown>).set("other", other);
  const { editor: first, history } = openEditor(doc);
  first.commands.setTextSelection(2);
  first.commands.insertContent("!");
  const { editor } = openEditor(doc, { history, fragment: other });
  editor.commands.setTextSelection(4);

  history.undo();

  expect([first.getText(), editor.getText(), editor.state.selection.head]).toEqual(["Kopi", "Teh tarik", 4]);
});

test("a key right after the focus moves the caret to the start; a reset of the browser does not", () => {
  const { editor } = openEditor(createDocument(buildRich(buildParagraph(buildRun("Kopi susu")))));
  const { view } = editor;
  // jsdom measures no ranges.
  view.setProps({ handleScrollToSelection: () => true });
  const caret = () => editor.state.selection.head;
  const moveToStart = () => {
    document.getSelection()?.collapse(view.dom.querySelector("p")?.firstChild ?? null, 0);
    document.dispatchEvent(new Event("selectionchange"));
  };
  editor.commands.setTextSelection(10);
  view.focus();

  moveToStart();
  expect(caret()).toBe(10);

  view.dom.blur();
  view.focus();
  view.dom.dispatchEvent(new KeyboardEvent("keydown", { key: "Home", bubbles: true }));
  moveToStart();
  expect(caret()).toBe(1);
});

test.each([
  ["at the end", 10, "Kopi susuaaabbb", "Kopi susubbbaaa"],
  ["in the middle", 5, "Kopiaaabbb susu", "Kopibbbaaa susu"],
  ["at the start", 1, "aaabbbKopi susu", "bbbaaaKopi susu"],
])("what two authors type at one place %s stays together", (_, place, ...either) => {
  const doc = createDocument(buildRich(buildParagraph(buildRun("Kopi susu"))));
  const other = cloneDocument(doc);
  const [mine, theirs] = [openEditor(doc).editor, openEditor(other).editor];
  for (const editor of [mine, theirs]) editor.commands.setTextSelection(place);

  for (let letter = 0; letter < 3; letter += 1) {
    mine.commands.insertContent("a");
    exchange(doc, other);
    theirs.commands.insertContent("b");
    exchange(doc, other);
  }

  expect(either).toContain(mine.getText());
  expect(theirs.getText()).toBe(mine.getText());
});

test("text of someone else leaves the caret behind the same letter, or where that letter was", () => {
  const doc = createDocument(buildRich(buildParagraph(buildRun("Kopi susu"))));
  const other = cloneDocument(doc);
  const [mine, theirs] = [openEditor(doc).editor, openEditor(other).editor];
  mine.commands.setTextSelection(5);
  theirs.commands.insertContentAt(5, "!");
  exchange(doc, other);
  expect([mine.getText(), mine.state.selection.head]).toEqual(["Kopi! susu", 5]);
  theirs.commands.insertContentAt(1, "Es ");
  exchange(doc, other);
  expect([mine.getText(), mine.state.selection.head]).toEqual(["Es Kopi! susu", 8]);
  theirs.commands.deleteRange({ from: 6, to: 8 });
  exchange(doc, other);
  expect([mine.getText(), mine.state.selection.head]).toEqual(["Es Ko! susu", 6]);
});

test("a caret behind a merge tag and one in an empty paragraph stay there", () => {
  const tag: Plain = { name: "mergeTag", attributes: { source: "city" }, inside: [] };
  const doc = createDocument(buildRich(buildParagraph(buildRun("Halo "), tag), buildParagraph()));
  const other = cloneDocument(doc);
  const [mine, theirs] = [openEditor(doc).editor, openEditor(other).editor];
  mine.commands.setTextSelection(7);
  theirs.commands.insertContentAt(7, "!");
  exchange(doc, other);
  expect(mine.state.selection.head).toBe(7);
  theirs.commands.deleteRange({ from: 6, to: 8 });
  exchange(doc, other);
  expect([mine.getText({ blockSeparator: "/" }), mine.state.selection.head]).toEqual(["Halo /", 6]);
  mine.commands.setTextSelection(8);
  theirs.commands.insertContentAt(1, "Hai. ");
  exchange(doc, other);
  expect(mine.state.selection.head).toBe(13);
});
