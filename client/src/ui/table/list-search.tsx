import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import classes from "./list-search.module.css";

/** Typing pauses this long before the list follows. */
const PAUSE_MS = 200;
const MOST_CHARACTERS = 200;

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (search: string) => void;
  /** Filters beside the field. */
  readonly children?: ReactNode;
  /** At the end of the line: how many match, list options. */
  readonly after?: ReactNode;
}

/** The line above a list: words to search for, filters, options. */
export function ListSearch({ label, value, onSearch, children, after }: Props) {
  /** What is typed and not yet searched for; else the field shows what the address says. */
  const [typed, setTyped] = useState<string>();

  function search(text: string): void {
    onSearch(text.trim());
    setTyped(undefined);
  }
  const searchAfterPause = useEffectEvent(search);
  useEffect(() => {
    if (typed === undefined) return;
    // A space at the end is the next word on its way: nothing else is found by it.
    if (typed.endsWith(" ") && typed.trim() !== "") return;
    const timer = setTimeout(() => searchAfterPause(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <div className={classes.toolbar}>
      <search className={classes.search}>
        <TextInput
          size="sm"
          type="search"
          data-search
          aria-label={label}
          placeholder={label}
          leftSection={<IconSearch size={16} stroke={1.7} aria-hidden="true" />}
          value={typed ?? value}
          maxLength={MOST_CHARACTERS}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") search(typed ?? value);
          }}
          // Later it would call off the screen that somebody has gone to from the list.
          onBlur={() => {
            if (typed !== undefined) search(typed);
          }}
        />
      </search>
      {children}
      {after ? <div className={classes.after}>{after}</div> : null}
    </div>
  );
}
