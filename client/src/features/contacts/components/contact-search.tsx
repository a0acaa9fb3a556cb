import { IconSearch } from "@tabler/icons-react";
import { useTranslation } from "@/lib/i18n/translation";
import { useTypedSearch } from "@/ui/table/use-typed-search";
import type { ListQuery, SearchMatch } from "../list-query";
import classes from "./list-toolbar.module.css";

interface Props {
  readonly query: ListQuery;
  readonly onSearch: (search: string, match: SearchMatch) => void;
}

/** Matches prefixes of words while typing, and any part of the text on Enter. */
export function ContactSearch({ query, onSearch }: Props) {
  const { t } = useTranslation();
  const { text, type, keep, leave } = useTypedSearch(query.search, (search) => onSearch(search, "prefix"));

  return (
    <search className={classes.search}>
      <IconSearch size={16} stroke={1.7} aria-hidden="true" />
      <input
        type="search"
        data-search
        aria-label={t("contacts.search")}
        placeholder={t("contacts.search")}
        title={t("contacts.searchHelp")}
        value={text}
        maxLength={200}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          keep(text);
          onSearch(text.trim(), "contains");
        }}
        onBlur={leave}
      />
    </search>
  );
}
