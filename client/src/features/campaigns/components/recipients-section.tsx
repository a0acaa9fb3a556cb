import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { integer } from "@/lib/filters";
import { LoadFailed } from "@/ui/components/load-failed";
import { type RecipientCount, useLabels } from "../composer-data";
import type { ComposerHandle } from "../use-composer";
import parts from "./composer-parts.module.css";
import classes from "./recipients-section.module.css";
import { Section } from "./section";

interface Props {
  readonly composer: ComposerHandle;
  readonly count: RecipientCount | undefined;
}

/** Who gets the mail, with how many people that is. */
export function RecipientsSection({ composer, count }: Props) {
  const { t } = useTranslation();
  const { recipients } = composer.draft;
  const labels = useLabels();
  const chosen = new Set(recipients.labelIds);
  const isNobody = !recipients.all && chosen.size === 0;

  function toggle(id: number): void {
    const labelIds = chosen.has(id) ? recipients.labelIds.filter((one) => one !== id) : [...recipients.labelIds, id];
    composer.edit({ recipients: { all: false, labelIds } });
  }

  return (
    <Section
      id="composer-recipients"
      title={t("campaigns.recipients")}
      aside={
        <p className={parts.count} role="status" aria-live="polite">
          {isNobody ? (
            t("campaigns.nobodyYet")
          ) : count ? (
            <>
              <b>{t("campaigns.people", { count: count.count, total: integer(count.count) })}</b>
              {count.suppressed > 0 ? `, ${t("campaigns.leftOut", { total: integer(count.suppressed) })}` : null}
            </>
          ) : (
            t("campaigns.counting")
          )}
        </p>
      }
    >
      <fieldset className={classes.ways}>
        <legend>{t("campaigns.whoGets")}</legend>
        <label>
          <input
            type="radio"
            name="recipients"
            checked={recipients.all}
            onChange={() => composer.edit({ recipients: { ...recipients, all: true } })}
          />
          <span>{t("campaigns.everyone")}</span>
        </label>
        <label>
          <input
            type="radio"
            name="recipients"
            checked={!recipients.all}
            onChange={() => composer.edit({ recipients: { ...recipients, all: false } })}
          />
          <span>{t("campaigns.byLabel")}</span>
        </label>
      </fieldset>
      {recipients.all ? null : labels.isLoadingError ? (
        <LoadFailed failure={labels.error} onRetry={() => void labels.refetch()} />
      ) : labels.data?.length === 0 ? (
        <p className={parts.help}>
          {t("campaigns.noLabels")} <Link to="/contacts/labels">{t("campaigns.toLabels")}</Link>
        </p>
      ) : (
        <fieldset className={classes.labels}>
          <legend className={classes.said}>{t("campaigns.labels")}</legend>
          {(labels.data ?? []).map((label) => (
            <label key={label.id} className={classes.label} data-chosen={chosen.has(label.id) || undefined}>
              <input type="checkbox" checked={chosen.has(label.id)} onChange={() => toggle(label.id)} />
              <span>{label.name}</span>
              <small>{integer(label.count)}</small>
            </label>
          ))}
        </fieldset>
      )}
    </Section>
  );
}
