import createDOMPurify, { type Config } from "dompurify";
import { Marked } from "marked";
import { createPolicy } from "./trusted-types";

/** Loaded with the first user text that is shown: `import("@/lib/user-html")`. */

export interface LinkOptions {
  /** Whether links open in the same tab instead of a new one (DISP-23). */
  readonly self?: boolean;
}

// Only the sanitizer uses this policy, so its HTML is always sanitized.
const TRUSTED_TYPES_POLICY = createPolicy("user-html", {
  createHTML: (html) => html,
}) as Config["TRUSTED_TYPES_POLICY"];

const FORBIDDEN = {
  FORBID_TAGS: ["style", "form", "input", "button", "textarea", "select"],
  FORBID_ATTR: ["style", "id"],
};

function createPurifier({ self = false }: LinkOptions) {
  const purify = createDOMPurify(window);
  purify.addHook("afterSanitizeAttributes", (node) => {
    if (node.tagName !== "A") return;
    if (self) node.removeAttribute("target");
    else node.setAttribute("target", "_blank");
    node.setAttribute("rel", "noopener noreferrer nofollow");
  });
  return purify;
}

/** HTML written by a user, without active content: scripts, handlers, forms, styles and other schemes (DISP-24). */
export function sanitizeHtml(html: string, links: LinkOptions = {}): string | TrustedHTML {
  return createPurifier(links).sanitize(html, { ...FORBIDDEN, TRUSTED_TYPES_POLICY, RETURN_TRUSTED_TYPE: true });
}

const markdown = new Marked({ gfm: true, breaks: true, async: false });

/** Markdown as HTML: every line break is preserved (DISP-22), and the result is sanitized. */
export function renderMarkdownLines(text: string, links: LinkOptions = {}): string | TrustedHTML {
  return sanitizeHtml(markdown.parse(text, { async: false }), links);
}

/**
 * HTML of an email, to be shown in a container. It retains its styles but no active content and no links. The page's
 * content policy allows the styles only when they are set one by one.
 */
export function buildEmailFragment(html: string): DocumentFragment {
  const purify = createDOMPurify(window);
  purify.addHook("afterSanitizeAttributes", (node) => {
    for (const name of ["href", "target", "xlink:href"]) node.removeAttribute(name);
  });
  const styles: string[] = [];
  purify.addHook("uponSanitizeAttribute", (node, data) => {
    if (data.attrName !== "style") return;
    data.keepAttr = false;
    node.setAttribute("data-mail-style", String(styles.push(data.attrValue) - 1));
  });
  const clean: DocumentFragment | null = purify.sanitize(html, {
    FORBID_TAGS: ["style", "form", "input", "button", "textarea", "select", "audio", "video", "math", "svg"],
    FORBID_ATTR: ["id", "class", "name"],
    ADD_ATTR: ["data-mail-style"],
    TRUSTED_TYPES_POLICY,
    RETURN_DOM_FRAGMENT: true,
  });
  // A page without a body has nothing to show.
  const fragment = clean ?? document.createDocumentFragment();
  for (const element of fragment.querySelectorAll<HTMLElement>("[data-mail-style]")) {
    element.style.cssText = styles[Number(element.dataset.mailStyle)] ?? "";
    element.removeAttribute("data-mail-style");
  }
  return fragment;
}
