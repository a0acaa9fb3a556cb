import i18next, { type i18n } from "i18next";
// biome-ignore lint/style/noRestrictedImports: the one place that gives it types
import { useTranslation as useI18next } from "react-i18next";

/**
 * The English text file of each folder; app/text-files.ts fills it in. i18next's own key types take three minutes to
 * check with this many texts, so keys are listed here (docs/decisions).
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by declaration merging
export interface TextFiles {}

type Leaf<Texts> = {
  [Name in keyof Texts & string]: Texts[Name] extends string ? Name : `${Name}.${Leaf<Texts[Name]>}`;
}[keyof Texts & string];

type WithoutPlural<Key extends string> = Key extends `${infer Text}_${"one" | "other"}` ? Text : Key;

/** Key of a text, without the plural suffix. */
export type TextKey = WithoutPlural<{ [Folder in keyof TextFiles]: Leaf<TextFiles[Folder]> }[keyof TextFiles]>;

/** Values for the placeholders of a text; `count` also selects the plural form. */
export type TextValues = Readonly<Record<string, unknown>> & { readonly count?: number };

/** Returns the text of a key in the current language. Of several keys it uses the first that has a text. */
export type Translate = (key: TextKey | readonly TextKey[], values?: TextValues) => string;

export interface Translation {
  readonly t: Translate;
  readonly i18n: i18n;
}

/** Texts in the current language; the component renders again when the language changes. */
export function useTranslation(): Translation {
  const { t, i18n } = useI18next();
  return { t: t as unknown as Translate, i18n };
}

/** Returns a text outside of components; it does not follow a later change of language. */
export const translate: Translate = (key, values) => i18next.t(key as string, { ...values });

/** Whether a text exists for a key composed from data, such as the code of an error. */
export function isTextKey(key: string): key is TextKey {
  return i18next.exists(key);
}

/**
 * A key composed from values that no type lists, such as those of a registry. A missing text is reported when shown.
 */
export function toTextKey(key: string): TextKey {
  return key as TextKey;
}
