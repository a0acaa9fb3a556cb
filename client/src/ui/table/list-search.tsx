import { Group, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./list-search.module.css";
import { useTypedSearch } from "./use-typed-search";

const MAX_SEARCH_CHARACTERS = 200;

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (search: string) => void;
  /** Filters beside the field. */
  readonly children?: ReactNode;
  /** Content at the end of the line: number of matches, list options. */
  readonly after?: ReactNode;
}

/** The bar above a list: search, filters and options. */
export function ListSearch({ label, value, onSearch, children, after }: Props) {
  const { text, type, search, leave } = useTypedSearch(value, onSearch);
  return (
    <div className={classes.toolbar} data-filter-bar>
      <search className={classes.search}>
        <TextInput
          size="sm"
          type="search"
          data-search
          aria-label={label}
          placeholder={label}
          leftSection={<IconSearch size={16} stroke={1.7} aria-hidden="true" />}
          value={text}
          maxLength={MAX_SEARCH_CHARACTERS}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") search(text);
          }}
          onBlur={leave}
        />
      </search>
      {children}
      {after ? (
        <Group gap="xs" wrap="nowrap" fz="sm" ms="auto" c="var(--text2)" className="figures">
          {after}
        </Group>
      ) : null}
    </div>
  );
}
