/** Problems of a document that users should fix. */
export type Severity = "error" | "warning";

export interface Finding {
  /** Id of the node or root; empty for the whole document. */
  readonly node: string;
  readonly severity: Severity;
  /** Key of its sentence. */
  readonly textKey: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** The worse severity of the findings; undefined without any. */
export function findWorstSeverity(findings: readonly Finding[]): Severity | undefined {
  if (findings.some(({ severity }) => severity === "error")) return "error";
  return findings.length > 0 ? "warning" : undefined;
}
