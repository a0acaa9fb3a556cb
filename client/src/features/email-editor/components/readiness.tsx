import { Group } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconUsers } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { type Campaign, useChecks, useRecipientCount } from "@/features/campaigns/public";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import classes from "./readiness.module.css";

const LazyEmailChecks = lazy(async () => ({ default: (await import("./email-checks")).EmailChecks }));

const ICONS = { mend: IconCircleX, look: IconAlertTriangle, fine: IconCircleCheck } as const;

interface Props {
  readonly campaign: Campaign;
  /** Document revision after the user stops editing. */
  readonly revision: number;
}

/** Recipient count and whether the email can be sent in its current state: EDIT-36 to 40 and EDIT-52. */
export function Readiness({ campaign, revision }: Props) {
  const { t } = useTranslation();
  const count = useRecipientCount(campaign).data;
  // Both revisions only increase, so their sum identifies the newer document: old results never show for it.
  const checks = useChecks({ ...campaign, revision: campaign.revision + revision }).data;
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const blocking = checks?.items.filter(({ level }) => level === "blocking") ?? [];
  const warnings = checks?.items.filter(({ level }) => level === "warning") ?? [];
  const state = blocking.length > 0 ? "mend" : warnings.length > 0 ? "look" : "fine";
  const Icon = ICONS[state];
  const trigger = (
    <button
      type="button"
      className={classes.state}
      data-state={state}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => {
        setWasOpened(true);
        setOpen(!isOpen);
      }}
    >
      <Icon size={15} stroke={1.8} aria-hidden="true" />
      {t(`editor.ready.${state}`, { count: blocking.length || warnings.length })}
    </button>
  );
  return (
    <Group gap="sm" wrap="nowrap" fz="xs" flex="none">
      {count ? (
        <Group
          component="span"
          gap={5}
          wrap="nowrap"
          c="var(--text2)"
          className="figures"
          style={{ whiteSpace: "nowrap" }}
          title={t("terms.recipientsCount", { count: count.count, total: formatInteger(count.count) })}
        >
          <IconUsers size={15} stroke={1.8} aria-hidden="true" />
          {formatInteger(count.count)}
          <span className="said"> {t("terms.recipients2")}</span>
        </Group>
      ) : null}
      {!checks ? null : wasOpened ? (
        <Suspense fallback={trigger}>
          <LazyEmailChecks
            trigger={trigger}
            campaign={campaign}
            findings={[...blocking, ...warnings]}
            isOpen={isOpen}
            onOpenChange={setOpen}
          />
        </Suspense>
      ) : (
        trigger
      )}
    </Group>
  );
}
