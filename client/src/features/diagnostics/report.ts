/** Name and value of one line of the report. */
export type ReportEntry = readonly [name: string, value: string];

export interface DiagnosticsSection {
  readonly title: string;
  readonly facts: readonly ReportEntry[];
}

/** Formats the report as plain text to paste into a support message. */
export function formatReport(sections: readonly DiagnosticsSection[]): string {
  return sections
    .map(({ title, facts }) => [title, ...facts.map(([name, value]) => `  ${name}: ${value}`)].join("\n"))
    .join("\n\n");
}
