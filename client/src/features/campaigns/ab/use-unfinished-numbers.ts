import { useState } from "react";

/** Number fields of a test and the draft field that stores each. */
const STORED_IN = { sample: "test", wait: "test", delay: "variants" } as const;
export type NumberName = keyof typeof STORED_IN;
type StoringField = (typeof STORED_IN)[NumberName];

/** Tracks number fields with unsaveable text. Several of them can belong to one draft field. */
export function useUnfinishedNumbers(setUnfinished: (field: StoringField, isUnfinished: boolean) => void) {
  const [names, setNames] = useState<readonly NumberName[]>([]);

  function mark(name: NumberName, isUnfinished: boolean): void {
    const others = names.filter((each) => each !== name);
    const marked = isUnfinished ? [...others, name] : others;
    const field = STORED_IN[name];
    setNames(marked);
    setUnfinished(
      field,
      marked.some((each) => STORED_IN[each] === field),
    );
  }

  function clear(): void {
    setNames([]);
    for (const name of names) setUnfinished(STORED_IN[name], false);
  }

  return { has: (name: NumberName) => names.includes(name), mark, clear };
}

export type UnfinishedNumbers = ReturnType<typeof useUnfinishedNumbers>;
