import { Button, NativeSelect, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { SideSheet } from "@/ui/components/side-sheet";
import classes from "./events.module.css";
import { EVENT_TYPES, valueUnder, withValue } from "./words";

const FIELDS = ["recipient", "sender", "subject", "domain", "tag", "code", "reply"] as const;
const MOST_CHARACTERS = 200;

interface Props {
  readonly q: string;
  readonly onSearch: (q: string) => void;
  readonly onClose: () => void;
}

/** The search as a form: what is filled in becomes words, and words that a form can't show stay as they are. */
export function FilterSheet({ q, onSearch, onClose }: Props) {
  const { t } = useTranslation();
  const [words, setWords] = useState(q);
  const put = (key: string) => (event: { readonly currentTarget: { readonly value: string } }) => {
    const { value } = event.currentTarget;
    setDraft((before) => ({ ...before, [key]: value }));
    setWords((before) => withValue(before, key, value));
  };
  const [draft, setDraft] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(["type", ...FIELDS].map((key) => [key, valueUnder(q, key) ?? ""])),
  );

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    onSearch(words);
    onClose();
  }

  return (
    <SideSheet title={t("transactional.events.filterTitle")} onClose={onClose}>
      <form className={classes.form} onSubmit={onSubmit}>
        <NativeSelect
          label={t("terms.event")}
          value={draft.type ?? ""}
          data-autofocus
          onChange={put("type")}
          data={[
            { value: "", label: t("transactional.events.anyType") },
            ...EVENT_TYPES.map((type) => ({ value: type, label: t(`transactional.types.${type}`) })),
          ]}
        />
        {FIELDS.map((key) => (
          <TextInput
            key={key}
            label={t(`transactional.events.fields.${key}`)}
            value={draft[key] ?? ""}
            maxLength={MOST_CHARACTERS}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={put(key)}
          />
        ))}
        <p className={classes.words}>
          <span>{t("transactional.events.inWords")}</span>
          <code>{words || t("transactional.events.everything")}</code>
        </p>
        <div className={classes.formActions}>
          <Button
            onClick={() => {
              setWords("");
              setDraft({});
            }}
          >
            {t("terms.clearSearch")}
          </Button>
          <Button type="submit" variant="filled">
            {t("transactional.events.show")}
          </Button>
        </div>
      </form>
    </SideSheet>
  );
}
