const TAGS = /\{\{-?([^{}]*)\}\}|\{%-?\s*(\w+)[^%]*%\}/g;
const FALLBACK = /\|\s*(?:fallback|default):\s*(?:"([^"]*)"|'([^']*)')/;
const CONDITIONS: ReadonlySet<string> = new Set(["if", "unless", "case"]);
const BRANCHES: ReadonlySet<string> = new Set(["elsif", "else", "when"]);

/** Position in a condition: before its first branch, in it, or after it. */
type BranchPosition = "before" | "first" | "after";

/**
 * A subject without Liquid tags, for lists. A field becomes its fallback or its name in brackets; a condition becomes
 * its first branch.
 */
export function formatPlainSubject(subject: string): string {
  if (!subject.includes("{")) return subject;
  const open: BranchPosition[] = [];
  let words = "";
  let from = 0;
  const add = (text: string): void => {
    if (open.every((part) => part === "first")) words += text;
  };
  for (const tag of subject.matchAll(TAGS)) {
    const [whole, value, name = ""] = tag;
    add(subject.slice(from, tag.index));
    from = tag.index + whole.length;
    if (value !== undefined) add(formatField(value));
    else if (CONDITIONS.has(name)) open.push(name === "case" ? "before" : "first");
    else if (BRANCHES.has(name)) open.push(open.pop() === "before" ? "first" : "after");
    else if (name.startsWith("end")) open.pop();
  }
  add(subject.slice(from));
  return words.replaceAll(/\s+/g, " ").trim() || subject;
}

function formatField(value: string): string {
  const [, double, single] = FALLBACK.exec(value) ?? [];
  const name = value.split("|")[0]?.replace(/-$/, "").trim();
  return double ?? single ?? (name ? `[${name}]` : "");
}
