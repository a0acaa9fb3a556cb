import { useEffect, useEffectEvent, useState } from "react";
import { useLocation } from "react-router";

/** Typing pauses this long before the list follows. */
const PAUSE_MS = 200;

interface Typed {
  readonly text: string;
  /** What the address said when the text was searched for; undefined before that. */
  readonly sentOver: string | undefined;
  /** The entry of the history at which the field was left; undefined while someone types in it. */
  readonly leftEntry?: string;
}

function isAlike(one: string, other: string): boolean {
  return one.trim().replace(/\s+/g, " ") === other.trim().replace(/\s+/g, " ");
}

/**
 * The text of a search field. What is typed stays in it as it was typed while someone is in the field: the address, which
 * has it without spaces around it, follows a moment later. After the field is left, the text stays until the address has
 * followed, or shows another entry. `value` is what the address says; another search that comes with it replaces the
 * text.
 */
export function useTypedSearch(value: string, onSearch: (search: string) => void) {
  const { key: entry } = useLocation();
  const [typed, setTyped] = useState<Typed>();
  const isSent = typed?.sentOver !== undefined && value !== typed.sentOver;
  const hasArrived = isSent && isAlike(value, typed.text);
  const isLeft = typed?.leftEntry !== undefined;
  // Another navigation can cancel the one that takes a search to the address.
  const isCancelled = isLeft && typed.leftEntry !== entry;
  const isOver = (isSent && !hasArrived) || (isLeft && hasArrived) || isCancelled;
  if (isOver) setTyped(undefined);
  else if (hasArrived) setTyped({ ...typed, sentOver: value });

  function search(text: string): void {
    setTyped({ text, sentOver: value });
    onSearch(text.trim());
  }
  const searchAfterPause = useEffectEvent(search);
  useEffect(() => {
    if (!typed || typed.sentOver !== undefined) return;
    // A space at the end is the next word on its way: nothing else is found by it.
    if (typed.text.endsWith(" ") && typed.text.trim() !== "") return;
    const timer = setTimeout(() => searchAfterPause(typed.text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return {
    text: typed && !isOver ? typed.text : value,
    type: (text: string) => setTyped({ text, sentOver: undefined }),
    /** For a search that its owner starts otherwise. */
    keep: (text: string) => setTyped({ text, sentOver: value }),
    search,
    /** Searches without the pause: a later search would cancel the navigation that took the focus out of the field. */
    leave: () => {
      if (!typed) return;
      const { text, sentOver = value } = typed;
      setTyped(isAlike(value, text) ? undefined : { text, sentOver, leftEntry: entry });
      if (typed.sentOver === undefined) onSearch(text.trim());
    },
  };
}
