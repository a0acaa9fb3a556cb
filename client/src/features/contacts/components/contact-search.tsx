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
  /** What is typed and not yet searched for; else the field shows what the address says. */
  const [typed, setTyped] = useState<string>();

  const search = useEffectEvent((text: string) => {
    onSearch(text.trim(), "prefix");
    setTyped(undefined);
  });
  useEffect(() => {
    if (typed === undefined) return;
    // A space at the end is the next word on its way: nothing else is found by it.
    if (typed.endsWith(" ") && typed.trim() !== "") return;
    const timer = setTimeout(() => search(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <div className={classes.search} role="search">
      <IconSearch size={16} stroke={1.7} aria-hidden="true" />
      <input
        type="search"
        data-search
        aria-label={t("contacts.search")}
        placeholder={t("contacts.search")}
        title={t("contacts.searchHelp")}
        value={typed ?? query.search}
        maxLength={200}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          onSearch((typed ?? query.search).trim(), "contains");
          setTyped(undefined);
        }}
      />
    </div>
  );
}
