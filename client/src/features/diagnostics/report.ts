/** A named value of a report. */
export type Fact = readonly [name: string, value: string];

export interface Section {
  readonly title: string;
  readonly facts: readonly Fact[];
}

/** The report as plain text, to be pasted into a message to support. */
export function asText(sections: readonly Section[]): string {
  return sections
    .map(({ title, facts }) => [title, ...facts.map(([name, value]) => `  ${name}: ${value}`)].join("\n"))
    .join("\n\n");
}
