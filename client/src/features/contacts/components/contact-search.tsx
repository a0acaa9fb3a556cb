import { IconSearch } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ListQuery, SearchMatch } from "../list-query";
import classes from "./list-toolbar.module.css";

interface Props {
  readonly query: ListQuery;
  readonly onSearch: (search: string, match: SearchMatch) => void;
}

/** Typing pauses this long before the list follows. */
const PAUSE_MS = 200;

/** Finds by the beginnings of words while typing, and anywhere in the text on Enter. */
export function ContactSearch({ query, onSearch }: Props) {
  const { t } = useTranslation();
  /** What is typed; until the field is left it stands over the address, which follows a moment later. */
  const [typed, setTyped] = useState<{ readonly text: string; readonly isSent: boolean }>();

  const send = useEffectEvent((text: string) => {
    onSearch(text.trim(), "prefix");
    setTyped({ text, isSent: true });
  });
  useEffect(() => {
    if (!typed || typed.isSent) return;
    // A space at the end is the next word on its way: nothing else is found by it.
    if (typed.text.endsWith(" ") && typed.text.trim() !== "") return;
    const timer = setTimeout(() => send(typed.text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <search className={classes.search}>
      <IconSearch size={16} stroke={1.7} aria-hidden="true" />
      <input
        type="search"
        data-search
        aria-label={t("contacts.search")}
        placeholder={t("contacts.search")}
        title={t("contacts.searchHelp")}
        value={typed?.text ?? query.search}
        maxLength={200}
        onChange={(event) => setTyped({ text: event.currentTarget.value, isSent: false })}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          const { value } = event.currentTarget;
          setTyped({ text: value, isSent: true });
          onSearch(value.trim(), "contains");
        }}
        onBlur={() => {
          if (typed && !typed.isSent) onSearch(typed.text.trim(), "prefix");
          setTyped(undefined);
        }}
      />
    </search>
  );
}
