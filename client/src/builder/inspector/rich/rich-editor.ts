/** TipTap on one rich text of a document. Changes go into Yjs, and undo is the document's. */
import { Editor, Extension, type Extensions } from "@tiptap/core";
import { Blockquote } from "@tiptap/extension-blockquote";
import { Bold } from "@tiptap/extension-bold";
import { Document } from "@tiptap/extension-document";
import { HardBreak } from "@tiptap/extension-hard-break";
import { Heading } from "@tiptap/extension-heading";
import { HorizontalRule } from "@tiptap/extension-horizontal-rule";
import { Italic } from "@tiptap/extension-italic";
import { Link } from "@tiptap/extension-link";
import { BulletList, ListItem, ListKeymap, OrderedList } from "@tiptap/extension-list";
import { Paragraph } from "@tiptap/extension-paragraph";
import { Strike } from "@tiptap/extension-strike";
import { Text } from "@tiptap/extension-text";
import { Color, TextStyle } from "@tiptap/extension-text-style";
import { Underline } from "@tiptap/extension-underline";
import { yCursorPlugin, ySyncPlugin, ySyncPluginKey } from "y-prosemirror";
import type { Awareness } from "y-protocols/awareness";
import type * as Y from "yjs";
import type { History } from "../../collab/history";
import { getUserColour } from "../../collab/presence/colours";
import { BlockAlignment } from "./block-alignment";
import { createCaretHistoryPlugin } from "./caret-history";
import { createCaretNeighbourPlugin } from "./caret-neighbour";
import { createEarlyKeysPlugin } from "./early-keys";
import { cleanLinkUrl } from "./link-urls";
import { MergeTag } from "./merge-tag";

const MAX_NAME_LENGTH = 40;

export interface RichEditorOptions {
  readonly element: HTMLElement;
  readonly fragment: Y.XmlFragment;
  readonly history: History;
  readonly awareness?: Awareness | undefined;
  /** Name of the text, for screen readers. */
  readonly label: string;
  readonly describedBy?: string;
  /** Whether it is one paragraph, in which Enter inserts a line break. */
  readonly isLine?: boolean;
  readonly classes: RichClasses;
  readonly tagLabel: (source: string) => string;
  readonly onDone?: () => void;
  /** Called on Alt+F10, which moves the focus to the toolbar. */
  readonly onTools?: () => void;
}

export interface RichClasses {
  readonly text: string;
  readonly tag: string;
  readonly caret: string;
  readonly chosen: string;
}

/** An editor that shows and writes the fragment until it is destroyed. */
export function createRichEditor(parts: RichEditorOptions): Editor {
  // The user can undo changes made here.
  parts.history.own(ySyncPluginKey);
  return new Editor({
    element: parts.element,
    extensions: buildExtensions(parts),
    injectCSS: false,
    // As nodes: Tiptap would parse a text as HTML, even an empty one, which Trusted Types forbid.
    content: { type: "doc", content: [{ type: "paragraph" }] },
    enableInputRules: parts.isLine ? ["mergeTag", "bold", "italic", "strike"] : true,
    editorProps: {
      attributes: {
        class: parts.classes.text,
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": parts.label,
        ...(parts.describedBy ? { "aria-describedby": parts.describedBy } : {}),
      },
    },
  });
}

function buildExtensions(parts: RichEditorOptions): Extensions {
  return [
    Document,
    Paragraph,
    Text,
    HardBreak,
    Heading,
    BulletList,
    OrderedList,
    ListItem,
    ListKeymap,
    Blockquote,
    HorizontalRule,
    Bold,
    Italic,
    Underline,
    Strike,
    TextStyle,
    Color,
    // A line has one paragraph, aligned by its setting.
    ...(parts.isLine ? [] : [BlockAlignment]),
    EmailLink,
    MergeTag.configure({ label: parts.tagLabel, className: parts.classes.tag }),
    buildCollaboration(parts),
  ];
}

/** A link is only a URL: the recipient's client decides how it opens. */
const EmailLink = Link.extend({
  addAttributes: () => ({
    href: { default: null, parseHTML: (element: HTMLElement) => element.getAttribute("href") },
  }),
}).configure({
  openOnClick: false,
  defaultProtocol: "https",
  HTMLAttributes: {},
  isAllowedUri: (address) => cleanLinkUrl(address) !== undefined,
});

/** Binds the fragment, the carets of the others, and the keys for undo. */
function buildCollaboration({
  fragment,
  history,
  awareness,
  classes,
  isLine,
  onDone,
  onTools,
}: RichEditorOptions): Extension {
  return Extension.create({
    name: "together",
    priority: 1000,
    addProseMirrorPlugins: () => [
      ySyncPlugin(fragment),
      createCaretHistoryPlugin(fragment, history),
      createCaretNeighbourPlugin(fragment),
      createEarlyKeysPlugin(),
      ...(awareness ? [createCaretsPlugin(awareness, classes)] : []),
    ],
    addKeyboardShortcuts() {
      return {
        "Mod-z": handleKey(() => history.undo()),
        "Mod-y": handleKey(() => history.redo()),
        "Shift-Mod-z": handleKey(() => history.redo()),
        Escape: handleKey(() => onDone?.()),
        ...(isLine ? { Enter: () => this.editor.commands.setHardBreak() } : {}),
        "Alt-F10": handleKey(() => onTools?.()),
      };
    },
  });
}

/** Handles a key, and stops other handlers. */
function handleKey(act: () => void): () => true {
  return () => {
    act();
    return true;
  };
}

function createCaretsPlugin(awareness: Awareness, classes: RichClasses) {
  const named = (user: unknown) => {
    const name = (user as { name?: unknown } | undefined)?.name;
    return typeof name === "string" ? name.slice(0, MAX_NAME_LENGTH) : "";
  };
  return yCursorPlugin(awareness, {
    cursorBuilder: (user: unknown) => {
      const caret = document.createElement("span");
      caret.className = classes.caret;
      caret.style.setProperty("--person", getUserColour(named(user)));
      caret.dataset.name = named(user);
      // Word joiners separate the caret from the text without taking space.
      caret.append("\u2060", "\u2060");
      return caret;
    },
    selectionBuilder: (user: unknown) => ({
      class: classes.chosen,
      style: `--person: ${getUserColour(named(user))}`,
    }),
  });
}
