import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { CONTACT_STATES } from "../contacts-data";
import type { ListQuery } from "../list-query";
import { ContactSearch } from "./contact-search";
import { LabelPicker } from "./label-picker";
import classes from "./list-toolbar.module.css";

interface Props {
  readonly query: ListQuery;
  readonly onChange: (change: Partial<ListQuery>) => void;
  /** How many match, in words. */
  readonly matching: string | undefined;
  readonly options: ReactNode;
}

/** What narrows the list: words, labels, state. */
export function ListToolbar({ query, onChange, matching, options }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.toolbar}>
      <ContactSearch query={query} onSearch={(search, match) => onChange({ search, match })} />
      <LabelPicker
        chosen={new Set(query.labels.map(Number))}
        onChange={(chosen) => onChange({ labels: [...chosen].map(String) })}
      />
      <select
        className={classes.select}
        aria-label={t("contacts.state")}
        value={query.state ?? ""}
        onChange={(event) => onChange({ state: event.currentTarget.value || undefined })}
      >
        <option value="">{t("contacts.anyState")}</option>
        {CONTACT_STATES.map((state) => (
          <option key={state} value={state}>
            {t(`contacts.states.${state}`)}
          </option>
        ))}
      </select>
      <span className={classes.matching} role="status">
        {matching}
      </span>
      {options}
    </div>
  );
}
