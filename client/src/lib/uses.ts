import { isTextKey, type Translate } from "@/lib/i18n/translation";

/** A record that uses another one. A record in use cannot be deleted. */
export interface Use {
  readonly kind: string;
  readonly name?: string;
}

export function describeUse({ kind, name = "" }: Use, t: Translate): string {
  const key = `uses.${kind}`;
  return isTextKey(key) ? t(key, { name }) : name;
}
