/** Parses test data: a JSON object; undefined if it is not one. */
export function readTestData(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}

export function writeTestData(data: Readonly<Record<string, unknown>>): string {
  return Object.keys(data).length === 0 ? "" : JSON.stringify(data, null, 2);
}
