/** Renders rich text like the server (documents/kinds/rich_text.py), without TipTap, while the user does not write in it. */
import { type CSSProperties, createElement, Fragment, type ReactNode } from "react";
import type { Plain } from "../../collab/values";
import { parseSide } from "../sides";
import { cleanLinkUrl } from "./link-urls";
import { MergeTagLabel } from "./merge-tag-label";

export interface RichStyle {
  /** Whether it is one line: its blocks are separated by breaks. */
  readonly isLine?: boolean;
  readonly linkColour?: string;
}

type Node = Readonly<Record<string, Plain>>;

/** Maximum nesting that is rendered. */
const MAX_DEPTH = 24;
const HEADINGS: Readonly<Record<number, readonly ["h2" | "h3", number]>> = {
  1: ["h2", 150],
  2: ["h2", 150],
  3: ["h3", 120],
  4: ["h3", 120],
  5: ["h3", 100],
  6: ["h3", 100],
};
const MARKS = { bold: "strong", italic: "em", underline: "u", strike: "s" } as const;
const COLOUR = /^#(?:[0-9a-f]{3}){1,2}$/i;

/** The rendered text; null if it is empty. */
export function renderRichText(value: Plain, { isLine = false, linkColour }: RichStyle = {}): ReactNode {
  const blocks = toList(isNode(value) ? value.$rich : undefined);
  if (!blocks.some((block) => hasText(block))) return null;
  const pen = new RichTextRenderer(linkColour);
  if (isLine) return blocks.map((block, index) => withKey(index, index > 0 ? <br /> : null, pen.words(block)));
  return blocks.map((block, index) => withKey(index, pen.block(block, index === blocks.length - 1)));
}

/** Whether a rich text has visible content. */
export function hasText(node: Plain, depth = 0): boolean {
  if (!isNode(node) || depth > MAX_DEPTH) return false;
  if (listRuns(node).some(({ insert }) => typeof insert === "string" && insert.trim() !== "")) return true;
  if (node.name === "mergeTag" || node.name === "horizontalRule") return true;
  return toList(node.inside ?? node.$rich).some((child) => hasText(child, depth + 1));
}

/** Renders with one look. */
class RichTextRenderer {
  readonly #linkColour: string | undefined;

  constructor(linkColour: string | undefined) {
    this.#linkColour = linkColour;
  }

  block(node: Plain, isLast: boolean, depth = 0): ReactNode {
    if (!isNode(node) || depth > MAX_DEPTH) return null;
    const look: CSSProperties = { margin: isLast ? "0" : "0 0 1em" };
    switch (node.name) {
      case "heading":
        return this.#heading(node, look, depth);
      case "bulletList":
      case "orderedList":
        return this.#list(node, depth === 0 ? look : { margin: 0 }, depth);
      case "blockquote":
        return (
          <blockquote style={{ ...look, padding: "2px 0 2px 16px", borderLeft: "3px solid #d4d4d8" }}>
            {this.#inside(node, depth)}
          </blockquote>
        );
      case "horizontalRule":
        return <hr style={{ ...look, border: 0, borderTop: "1px solid #dcdce0" }} />;
      case "paragraph":
      case undefined:
        return (
          <p style={{ ...look, ...buildAlignmentStyle(node) }}>
            {hasChildren(node) ? this.words(node, depth) : "\u00a0"}
          </p>
        );
      default:
        return this.#inside(node, depth);
    }
  }

  /** Inline content: text, merge tags and line breaks. Of other elements, the content. */
  words(node: Plain, depth = 0): ReactNode {
    if (!isNode(node) || depth > MAX_DEPTH) return null;
    if ("text" in node) return listRuns(node).map((run, index) => withKey(index, this.#run(run)));
    if (node.name === "hardBreak") return <br />;
    if (node.name === "mergeTag") {
      const { source } = getAttributes(node);
      return typeof source === "string" ? <MergeTagLabel source={source} /> : null;
    }
    return toList(node.inside).map((child, index) => withKey(index, this.words(child, depth + 1)));
  }

  #heading(node: Node, look: CSSProperties, depth: number): ReactNode {
    const { level } = getAttributes(node);
    const [Tag, percent] = HEADINGS[typeof level === "number" ? level : 2] ?? ["h2", 150];
    // The em of a heading is larger, but its margin is relative to the text.
    const margin = look.margin === "0" ? "0" : `0 0 ${(100 / percent).toFixed(3)}em`;
    return (
      <Tag
        style={{
          margin,
          fontSize: `${percent / 100}em`,
          lineHeight: 1.3,
          fontWeight: 700,
          ...buildAlignmentStyle(node),
        }}
      >
        {this.words(node, depth)}
      </Tag>
    );
  }

  #list(node: Node, look: CSSProperties, depth: number): ReactNode {
    const style = { ...look, padding: "0 0 0 24px" };
    const items = toList(node.inside).map((item, index) => withKey(index, this.#item(item, depth + 1)));
    if (node.name !== "orderedList") return <ul style={style}>{items}</ul>;
    const { start } = getAttributes(node);
    const begins = typeof start === "number" && start > 1 && start < 10_000 ? { start } : {};
    return (
      <ol style={style} {...begins}>
        {items}
      </ol>
    );
  }

  #item(item: Plain, depth: number): ReactNode {
    const children = toList(isNode(item) ? item.inside : undefined);
    return (
      <li style={{ margin: "0 0 0.333em", ...buildAlignmentStyle(children[0]) }}>
        {children.map((child, index) => {
          const isWords = !isNode(child) || child.name === undefined || child.name === "paragraph";
          if (!isWords) return withKey(index, this.block(child, true, depth));
          return withKey(index, index > 0 ? <br /> : null, this.words(child, depth));
        })}
      </li>
    );
  }

  #inside(node: Node, depth: number): ReactNode {
    const children = toList(node.inside);
    return children.map((child, index) => withKey(index, this.block(child, index === children.length - 1, depth + 1)));
  }

  #run({ insert, attributes }: Node): ReactNode {
    if (typeof insert !== "string") return null;
    // A mark that can occur twice on one text is stored as `name--hash`.
    const named = new Map(
      Object.entries(isNode(attributes) ? attributes : {}).map(([name, value]) => [name.split("--")[0], value]),
    );
    let rendered: ReactNode = insert.split("\n").map((line, index) => withKey(index, index > 0 ? <br /> : null, line));
    for (const [name, Tag] of Object.entries(MARKS)) {
      if (named.has(name) && named.get(name) !== null && named.get(name) !== false) rendered = <Tag>{rendered}</Tag>;
    }
    const colour = getColour(named.get("textStyle"));
    if (colour) rendered = <span style={{ color: colour }}>{rendered}</span>;
    const href = getValue(named.get("link"), "href");
    const address = typeof href === "string" ? cleanLinkUrl(href) : undefined;
    if (address === undefined) return rendered;
    // The link cannot be followed: on the canvas, a click selects.
    const color = colour ?? this.#linkColour;
    return (
      <span title={address} data-link="" style={{ textDecoration: "underline", ...(color ? { color } : {}) }}>
        {rendered}
      </span>
    );
  }
}

/** Blocks and runs have no ids; their index is the key. */
function withKey(index: number, ...children: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, { key: index }, ...children);
}

function isNode(value: Plain | undefined): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function toList(value: Plain | undefined): readonly Plain[] {
  return Array.isArray(value) ? value : [];
}

function listRuns(node: Node): readonly Node[] {
  return toList(node.text).filter(isNode);
}

function hasChildren(node: Node): boolean {
  return toList(node.inside).some((child) => isNode(child) && (child.name !== undefined || listRuns(child).length > 0));
}

function getAttributes(node: Node): Node {
  return isNode(node.attributes) ? node.attributes : {};
}

/** The alignment of a paragraph or heading. */
function buildAlignmentStyle(node: Plain | undefined): CSSProperties {
  const side = isNode(node) ? parseSide(getAttributes(node).textAlign) : undefined;
  return side === undefined ? {} : { textAlign: side };
}

function getValue(value: Plain | undefined, name: string): Plain | undefined {
  return isNode(value) ? value[name] : undefined;
}

function getColour(value: Plain | undefined): string | undefined {
  const colour = getValue(value, "color");
  return typeof colour === "string" && COLOUR.test(colour) ? colour.toLowerCase() : undefined;
}
