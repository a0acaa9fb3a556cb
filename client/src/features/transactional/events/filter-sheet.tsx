import { Box, Button, NativeSelect, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { FormActions } from "@/ui/components/form-actions";
import { SideSheet } from "@/ui/components/side-sheet";
import { EVENT_TYPES, findValue, replaceValue } from "./search-terms";

const FIELDS = ["recipient", "sender", "subject", "domain", "tag", "code", "reply"] as const;
const MAX_CHARACTERS = 200;

interface Props {
  readonly q: string;
  readonly onSearch: (q: string) => void;
  readonly onClose: () => void;
}

/** The search as a form. Search terms without a field stay unchanged. */
export function FilterSheet({ q, onSearch, onClose }: Props) {
  const { t } = useTranslation();
  const [words, setWords] = useState(q);
  const setField = (key: string) => (event: { readonly currentTarget: { readonly value: string } }) => {
    const { value } = event.currentTarget;
    setDraft((before) => ({ ...before, [key]: value }));
    setWords((before) => replaceValue(before, key, value));
  };
  const [draft, setDraft] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(["type", ...FIELDS].map((key) => [key, findValue(q, key) ?? ""])),
  );

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    onSearch(words);
    onClose();
  }

  return (
    <SideSheet title={t("transactional.events.filterTitle")} onClose={onClose}>
      <form onSubmit={onSubmit}>
        <Stack gap={14}>
          <NativeSelect
            label={t("terms.event")}
            value={draft.type ?? ""}
            data-autofocus
            onChange={setField("type")}
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
              maxLength={MAX_CHARACTERS}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={setField(key)}
            />
          ))}
          <Stack component="p" gap={4} fz="xs" m={0} c="var(--text2)">
            <span>{t("transactional.events.inWords")}</span>
            <Box
              component="code"
              display="block"
              fz="xs"
              py={6}
              px="xs"
              ff="monospace"
              bdrs="sm"
              bg="var(--sunken)"
              c="var(--text)"
              style={{ overflowWrap: "anywhere" }}
            >
              {words || t("transactional.events.everything")}
            </Box>
          </Stack>
          <FormActions submitLabel={t("transactional.events.show")}>
            <Button
              onClick={() => {
                setWords("");
                setDraft({});
              }}
            >
              {t("terms.clearSearch")}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </SideSheet>
  );
}
