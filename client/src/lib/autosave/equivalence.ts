/** Whether two values differ at most in extra spaces of one line, or in the order of ids or keys. */
export function isEquivalent(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, canonicalize) === JSON.stringify(other, canonicalize);
}

function canonicalize(_key: string, value: unknown): unknown {
  if (typeof value === "string") {
    // Line breaks of a multi-line text are significant.
    return value.includes("\n") ? value.replaceAll("\r\n", "\n") : value.trim().replace(/\s+/g, " ");
  }
  if (Array.isArray(value))
    return value.every((each) => typeof each === "number") ? value.toSorted((a, b) => a - b) : value;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
