import type { CampaignDraft, TestSetting, Variant } from "../draft";
import { MAX_VARIANTS, MIN_VARIANTS } from "./rules";

/** Sum of all shares, which must be 100 to save. */
export function sumShares(test: TestSetting, variants: readonly Variant[]): number {
  return test.winnerShare + variants.reduce((sum, { share }) => sum + share, 0);
}

export interface Parts {
  readonly test: TestSetting;
  readonly variants: readonly Variant[];
}

/** Splits `percent` evenly into whole percents between the variants. The winner gets the rest. */
export function withSample({ test, variants }: Parts, percent: number): Parts {
  const sample = Math.min(98, Math.max(variants.length, Math.round(percent)));
  const each = Math.floor(sample / variants.length);
  const left = sample - each * variants.length;
  return {
    test: { ...test, winnerShare: 100 - sample },
    variants: variants.map((variant, index) => ({ ...variant, share: each + (index < left ? 1 : 0) })),
  };
}

/** Adds a copy of the first variant and splits the same sample again. */
export function withAddedVariant(parts: Parts): Parts {
  const [first] = parts.variants;
  if (!first || parts.variants.length >= MAX_VARIANTS) return parts;
  const sample = 100 - parts.test.winnerShare;
  return withSample({ ...parts, variants: [...parts.variants, { ...first, name: "" }] }, sample);
}

/** Removes a variant and splits the same sample again. */
export function withoutVariant(parts: Parts, index: number): Parts {
  if (parts.variants.length <= MIN_VARIANTS) return parts;
  const variants = parts.variants.filter((_, at) => at !== index);
  return withSample({ ...parts, variants }, 100 - parts.test.winnerShare);
}

/** Restores a removed variant at its previous position and splits the same sample again. */
export function withRestoredVariant(parts: Parts, variant: Variant, index: number): Parts {
  if (parts.variants.length >= MAX_VARIANTS) return parts;
  return withSample({ ...parts, variants: parts.variants.toSpliced(index, 0, variant) }, 100 - parts.test.winnerShare);
}

/** Copies the tested fields from another variant. */
export function withTestedPart(
  variants: readonly Variant[],
  index: number,
  { source, tested }: { readonly source: Variant; readonly tested: TestSetting["tested"] },
): readonly Variant[] {
  const { subject, preheader, senderId, content, plainText, delayMinutes } = source;
  const part = {
    subject: { subject, preheader },
    sender: { senderId },
    content: { content, plainText },
    time: { delayMinutes },
  }[tested];
  return variants.map((variant, at) => (at === index ? { ...variant, ...part } : variant));
}

/** Copies the tested fields from the first variant. */
export function withFirstVariantCopied(variants: readonly Variant[], index: number, tested: TestSetting["tested"]) {
  const [first] = variants;
  return first ? withTestedPart(variants, index, { source: first, tested }) : variants;
}

/** The draft with the tested fields of `variant`. */
export function withVariantFields<Whole extends CampaignDraft>(
  draft: Whole,
  variant: Variant,
  tested: TestSetting["tested"],
): Whole {
  const { subject, preheader, senderId, content, plainText } = variant;
  if (tested === "subject") return { ...draft, subject, preheader };
  if (tested === "sender") return { ...draft, senderId };
  if (tested === "content") return { ...draft, content, plainText };
  return draft;
}

/**
 * Whether two variants have equal tested fields, which makes the test pointless. The review checks variants from the
 * editor.
 */
export function hasDuplicateVariants(variants: readonly Variant[], tested: TestSetting["tested"]): boolean {
  if (tested === "content" && variants.some(({ content }) => content.kind === "document")) return false;
  const seen = variants.map(({ subject, preheader, senderId, content, plainText, delayMinutes }) =>
    JSON.stringify(
      { subject: [subject, preheader], sender: senderId, content: [content, plainText], time: delayMinutes }[tested],
    ),
  );
  return new Set(seen).size < seen.length;
}
