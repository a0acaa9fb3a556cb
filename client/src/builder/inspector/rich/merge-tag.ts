/** A merge tag in a text: an atomic node, selected and deleted as a whole. */
import { InputRule, mergeAttributes, Node, PasteRule, type Range } from "@tiptap/core";
import type { NodeType } from "@tiptap/pm/model";
import type { Transaction } from "@tiptap/pm/state";
import { readTag, writeTag } from "@/lib/merge-tags/tag";

const TYPED_TAG = /\{\{\s*([^{}]{1,490}?)\s*\}\}$/;
const PASTED_TAG = /\{\{\s*([^{}]{1,490}?)\s*\}\}/g;

interface Options {
  /** Returns the label of a tag for its source, the text between the braces. */
  readonly label: (source: string) => string;
  readonly className: string;
}

export const MergeTag = Node.create<Options>({
  name: "mergeTag",
  group: "inline",
  inline: true,
  atom: true,
  addOptions: () => ({ label: (source) => source, className: "" }),
  addAttributes: () => ({ source: { default: "" } }),
  parseHTML: () => [
    {
      tag: "span[data-source]",
      getAttrs: (element) => {
        const source = element.getAttribute("data-source") ?? "";
        return readTag(source) ? { source } : false;
      },
    },
  ],
  renderHTML({ node, HTMLAttributes }) {
    const source = String(node.attrs.source);
    const own = { class: this.options.className, "data-merge-tag": "", "data-source": source };
    return ["span", mergeAttributes({ ...HTMLAttributes, source: null }, own), this.options.label(source)];
  },
  renderText: ({ node }) => `{{ ${String(node.attrs.source)} }}`,
  addInputRules() {
    return [
      new InputRule({
        find: TYPED_TAG,
        handler: ({ state, range, match }) => insertTag(state.tr, this.type, range, match[1]),
      }),
    ];
  },
  addPasteRules() {
    return [
      new PasteRule({
        find: PASTED_TAG,
        handler: ({ state, range, match }) => insertTag(state.tr, this.type, range, match[1]),
      }),
    ];
  },
});

/** Turns typed text into a merge tag if it is valid. Other text between braces stays. */
function insertTag(transaction: Transaction, type: NodeType, { from, to }: Range, typed = ""): void {
  const tag = readTag(typed);
  if (tag) transaction.replaceWith(from, to, type.create({ source: writeTag(tag) }));
}
