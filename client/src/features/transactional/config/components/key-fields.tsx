import { Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { findFieldFailure } from "@/lib/describe-failure";
import { useTranslation } from "@/lib/i18n/translation";
import type { KeyInput } from "../keys-data";
import { SCOPES, type Scope } from "../shapes";
import { Choices } from "./choices";

const MAX_NAME_LENGTH = 60;

interface Fields {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** As typed, one per line. */
  readonly networks: string;
}

export interface KeyForm {
  readonly fields: Fields;
  readonly change: (change: Partial<Fields>) => void;
  /** Validation errors. */
  readonly problems: { readonly name: string | undefined; readonly scopes: string | undefined };
  readonly input: KeyInput;
}

/** Form state of a key and the API input it represents. */
export function useKeyForm(initial?: KeyInput): KeyForm {
  const { t } = useTranslation();
  const [fields, setFields] = useState<Fields>({
    name: initial?.name ?? "",
    scopes: initial?.scopes ?? ["send"],
    networks: initial?.networks.join("\n") ?? "",
  });
  return {
    fields,
    change: (change) => setFields((before) => ({ ...before, ...change })),
    problems: {
      name: fields.name.trim() ? undefined : t("transactional.config.apikey.nameMissing"),
      scopes: fields.scopes.length > 0 ? undefined : t("transactional.config.apikey.scopesMissing"),
    },
    input: {
      name: fields.name.trim(),
      scopes: fields.scopes,
      networks: fields.networks.split(/[\s,]+/).filter((network) => network !== ""),
    },
  };
}

interface Props {
  readonly form: KeyForm;
  readonly isChecked: boolean;
  readonly failure: unknown;
}

/** Name, scopes and allowed networks. */
export function KeyFields({ form: { fields, change, problems }, isChecked, failure }: Props) {
  const { t } = useTranslation();
  const atField = findFieldFailure(failure, t);
  const refused = (field: string): string | undefined => (atField?.field === field ? atField.text : undefined);
  return (
    <>
      <TextInput
        label={t("words.name")}
        description={t("transactional.config.apikey.nameHelp")}
        value={fields.name}
        maxLength={MAX_NAME_LENGTH}
        error={(isChecked ? problems.name : undefined) ?? refused("name")}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <Choices
        label={t("transactional.config.apikey.scopes")}
        error={(isChecked ? problems.scopes : undefined) ?? refused("scopes")}
        options={SCOPES.map((value) => ({
          value,
          label: t(`transactional.config.apikey.scopeNames.${value}`),
          help: t(`transactional.config.apikey.scopeHelp.${value}`),
        }))}
        chosen={fields.scopes}
        onChange={(scopes) => change({ scopes })}
      />
      <Textarea
        label={t("transactional.config.apikey.networks")}
        description={t("transactional.config.apikey.networksHelp")}
        placeholder={"203.0.113.7\n198.51.100.0/24"}
        rows={3}
        autoComplete="off"
        spellCheck={false}
        value={fields.networks}
        error={refused("networks")}
        onChange={({ currentTarget }) => change({ networks: currentTarget.value })}
      />
    </>
  );
}
