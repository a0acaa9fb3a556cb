import { useState } from "react";

/** Number fields of a test and the draft field that stores each. */
const DRAFT_FIELD_BY_NUMBER = { sample: "test", wait: "test", delay: "variants" } as const;
export type NumberName = keyof typeof DRAFT_FIELD_BY_NUMBER;
type DraftField = (typeof DRAFT_FIELD_BY_NUMBER)[NumberName];

/** Tracks number fields with unsaveable text. Several of them can belong to one draft field. */
export function useUnfinishedNumbers(setUnfinished: (field: DraftField, isUnfinished: boolean) => void) {
  const [names, setNames] = useState<readonly NumberName[]>([]);

  function mark(name: NumberName, isUnfinished: boolean): void {
    const others = names.filter((each) => each !== name);
    const marked = isUnfinished ? [...others, name] : others;
    const field = DRAFT_FIELD_BY_NUMBER[name];
    setNames(marked);
    setUnfinished(
      field,
      marked.some((each) => DRAFT_FIELD_BY_NUMBER[each] === field),
    );
  }

  function clear(): void {
    setNames([]);
    for (const name of names) setUnfinished(DRAFT_FIELD_BY_NUMBER[name], false);
  }

  return { has: (name: NumberName) => names.includes(name), mark, clear };
}

export type UnfinishedNumbers = ReturnType<typeof useUnfinishedNumbers>;
