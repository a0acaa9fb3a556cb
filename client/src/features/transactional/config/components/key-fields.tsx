import { Textarea, TextInput } from "@mantine/core";
import { type Translate, useTranslation } from "@/lib/i18n/translation";
import type { FormErrors } from "@/ui/use-form";
import type { KeyInput } from "../keys-data";
import { SCOPES, type Scope } from "../shapes";
import { Choices } from "./choices";

const MAX_NAME_LENGTH = 60;

export interface KeyValues {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** As typed, one per line. */
  readonly networks: string;
}

/** The values of a form for this key; those of a new key without it. */
export function buildKeyValues(apiKey?: KeyInput): KeyValues {
  return {
    name: apiKey?.name ?? "",
    scopes: apiKey?.scopes ?? ["send"],
    networks: apiKey?.networks.join("\n") ?? "",
  };
}

export function validateKeyValues({ name, scopes }: KeyValues, t: Translate): FormErrors<KeyValues> {
  return {
    name: name.trim() ? undefined : t("transactional.config.apikey.nameMissing"),
    scopes: scopes.length > 0 ? undefined : t("transactional.config.apikey.scopesMissing"),
  };
}

export function buildKeyInput({ name, scopes, networks }: KeyValues): KeyInput {
  return { name: name.trim(), scopes, networks: networks.split(/[\s,]+/).filter((network) => network !== "") };
}

interface TextProps {
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void;
}

interface Props {
  readonly name: TextProps;
  readonly scopes: {
    readonly value: readonly Scope[];
    readonly error: string | undefined;
    readonly onChange: (scopes: readonly Scope[]) => void;
  };
  readonly networks: TextProps;
}

/** Name, scopes and allowed networks. */
export function KeyFields({ name, scopes, networks }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        {...name}
        label={t("words.name")}
        description={t("transactional.config.apikey.nameHelp")}
        maxLength={MAX_NAME_LENGTH}
      />
      <Choices
        label={t("transactional.config.apikey.scopes")}
        error={scopes.error}
        options={SCOPES.map((value) => ({
          value,
          label: t(`transactional.config.apikey.scopeNames.${value}`),
          help: t(`transactional.config.apikey.scopeHelp.${value}`),
        }))}
        chosen={scopes.value}
        onChange={scopes.onChange}
      />
      <Textarea
        {...networks}
        label={t("transactional.config.apikey.networks")}
        description={t("transactional.config.apikey.networksHelp")}
        placeholder={"203.0.113.7\n198.51.100.0/24"}
        rows={3}
        autoComplete="off"
        spellCheck={false}
      />
    </>
  );
}
