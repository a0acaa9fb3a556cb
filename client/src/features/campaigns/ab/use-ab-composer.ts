import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { FieldRules } from "@/lib/autosave/edits";
import type { CampaignEdits } from "../draft";
import { linkedFields, normalizeField } from "../edit-rules";
import { type ComposerHandle, useAutosave } from "../use-composer";
import { type AbTest, createTestSaveActor, toAbStoredRecord } from "./ab-data";
import type { AbDraft } from "./rules";
import { useUnfinishedNumbers } from "./use-unfinished-numbers";
import { type Parts, sumShares, withVariantFields } from "./variants";

const RULES: FieldRules<AbDraft> = { storedForm: normalizeField, linkedFields };

/** Autosaved draft of an A/B test. */
export function useAbComposer(saved: AbTest) {
  const client = useQueryClient();
  const save = useMemo(() => createTestSaveActor(client, saved.id), [client, saved.id]);
  const composer = useAutosave(saved.id, { record: toAbStoredRecord(saved), rules: RULES, save });
  const { draft, edit } = composer;
  const numbers = useUnfinishedNumbers(composer.setUnfinished);

  /** Sends both parts together, because the server validates that all shares add up to 100. */
  const editParts = ({ test, variants }: Parts): void => edit({ test, variants });

  function takeTheirs(field: string): void {
    composer.takeTheirs(field);
    if (field === "test" || field === "variants") numbers.clear();
  }

  return { ...composer, takeTheirs, numbers, editParts, total: sumShares(draft.test, draft.variants) };
}

export type AbComposer = ReturnType<typeof useAbComposer>;

/** Composer of one variant, for the sections that edit the tested fields. */
export function buildVariantComposer(composer: AbComposer, index: number): ComposerHandle {
  const { draft, textError } = composer;
  const { test, variants } = draft;
  const variant = variants[index];
  return {
    ...composer,
    draft: variant ? withVariantFields(draft, variant, test.tested) : draft,
    textError: textError?.variant === index ? textError : undefined,
    // All variants are one field; their shared section shows the conflict.
    conflicts: {},
    focus: () => composer.focus("variants"),
    edit: (edits: CampaignEdits) => {
      const { recipients: _recipients, category: _category, test: _test, variants: _variants, ...own } = edits;
      composer.edit({ variants: variants.map((one, at) => (at === index ? { ...one, ...own } : one)) });
    },
  };
}

/** Composer of the fields that all variants share. */
export function buildCommonComposer(composer: AbComposer): ComposerHandle {
  const { textError } = composer;
  return { ...composer, textError: textError?.variant === undefined ? textError : undefined };
}
