import createDOMPurify from "dompurify";
import { Marked } from "marked";

/** Loaded with the first text of a user that is shown: `import("@/lib/user-html")`. */

export interface LinkChoice {
  /** Links open in the same tab; else in a new one (DISP-23). */
  readonly self?: boolean;
}

const NEVER = { FORBID_TAGS: ["style", "form", "input", "button", "textarea", "select"], FORBID_ATTR: ["style", "id"] };

function purifier({ self = false }: LinkChoice) {
  const purify = createDOMPurify(window);
  purify.addHook("afterSanitizeAttributes", (node) => {
    if (node.tagName !== "A") return;
    if (self) node.removeAttribute("target");
    else node.setAttribute("target", "_blank");
    node.setAttribute("rel", "noopener noreferrer nofollow");
  });
  return purify;
}

/** HTML that a user wrote, without what could act: scripts, handlers, forms, styles, other schemes (DISP-24). */
export function sanitized(html: string, links: LinkChoice = {}): string {
  return purifier(links).sanitize(html, NEVER);
}

const markdown = new Marked({ gfm: true, breaks: true, async: false });

/** Markdown lines as HTML: each line break is kept (DISP-22), and nothing in them can act. */
export function markdownLines(text: string, links: LinkChoice = {}): string {
  return sanitized(markdown.parse(text, { async: false }), links);
}
