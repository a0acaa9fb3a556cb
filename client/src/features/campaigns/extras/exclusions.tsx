import { Stack } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import { useLabels, useSegments } from "@/features/lookups/public";
import { useTranslation } from "@/lib/i18n/translation";
import type { ComposerHandle } from "../use-composer";
import classes from "./extras.module.css";
import { SetChoices } from "./set-choices";

/** Labels and segments to exclude. Hidden if the team has none. */
export function Exclusions({ composer }: { readonly composer: ComposerHandle }) {
  const { t } = useTranslation();
  const { recipients } = composer.draft;
  const labels = useLabels().data;
  const segments = useSegments().data;
  const chosen = recipients.excludeLabelIds.length + recipients.excludeSegmentIds.length;
  const [isOpen, setOpen] = useState(chosen > 0);
  if (chosen === 0 && !labels?.length && !segments?.length) return null;

  function toggle(kind: "excludeLabelIds" | "excludeSegmentIds", id: number): void {
    const before = recipients[kind];
    const ids = before.includes(id) ? before.filter((one) => one !== id) : [...before, id];
    composer.edit({ recipients: { ...recipients, [kind]: ids } });
  }

  return (
    <details className={classes.fold} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <IconChevronRight size={14} stroke={1.9} aria-hidden="true" />
        {t("campaignExtras.exclude")}
        {chosen > 0 ? <small>{t("campaignExtras.excludeChosen", { count: chosen })}</small> : null}
      </summary>
      <Stack gap="sm" pt="xs">
        <SetChoices
          title={t("campaignExtras.withoutLabels")}
          rows={labels}
          chosen={recipients.excludeLabelIds}
          onToggle={(id) => toggle("excludeLabelIds", id)}
        />
        <SetChoices
          title={t("campaignExtras.withoutSegments")}
          rows={segments}
          chosen={recipients.excludeSegmentIds}
          onToggle={(id) => toggle("excludeSegmentIds", id)}
        />
      </Stack>
    </details>
  );
}
