import { useState } from "react";

/** The number fields of a test, with the field of the draft that stores each. */
const STORED_IN = { sample: "test", wait: "test", delay: "variants" } as const;
export type NumberName = keyof typeof STORED_IN;
type StoringField = (typeof STORED_IN)[NumberName];

/** Which number fields have a text that can't be saved. Several of them are one field of the draft. */
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
