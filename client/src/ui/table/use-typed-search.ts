import { useEffect, useEffectEvent, useState } from "react";
import { useLocation } from "react-router";

/** Pause in typing before the list is searched. */
const DEBOUNCE_MS = 200;

interface TypedSearch {
  readonly text: string;
  /** The search in the address when this text was sent; undefined before that. */
  readonly sentOver: string | undefined;
  /** The history entry at which the field lost the focus; undefined while it is focused. */
  readonly leftEntry?: string;
}

function isAlike(one: string, other: string): boolean {
  return one.trim().replace(/\s+/g, " ") === other.trim().replace(/\s+/g, " ");
}

/**
 * The text of a search field.
 *
 * While the field has the focus, the text stays as typed; the address follows after a pause, with the text trimmed.
 * After the field loses the focus, the text stays until the address has followed or shows another entry.
 *
 * `value` is the search in the address. A different search that arrives with it replaces the text.
 */
export function useTypedSearch(value: string, onSearch: (search: string) => void) {
  const { key: entry } = useLocation();
  const [typed, setTyped] = useState<TypedSearch>();
  const isSent = typed?.sentOver !== undefined && value !== typed.sentOver;
  const hasArrived = isSent && isAlike(value, typed.text);
  const isLeft = typed?.leftEntry !== undefined;
  // Another navigation can cancel the one that writes the search into the address.
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
    // A trailing space means that another word follows; it would not change the result.
    if (typed.text.endsWith(" ") && typed.text.trim() !== "") return;
    const timer = setTimeout(() => searchAfterPause(typed.text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return {
    text: typed && !isOver ? typed.text : value,
    type: (text: string) => setTyped({ text, sentOver: undefined }),
    /** For a search that the caller starts in another way. */
    keep: (text: string) => setTyped({ text, sentOver: value }),
    search,
    /**
     * Searches without the pause, because a later search would cancel the navigation that took the focus out of the
     * field.
     */
    leave: () => {
      if (!typed) return;
      const { text, sentOver = value } = typed;
      setTyped(isAlike(value, text) ? undefined : { text, sentOver, leftEntry: entry });
      if (typed.sentOver === undefined) onSearch(text.trim());
    },
  };
}
