import { useTranslation } from "react-i18next";
import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { integer } from "@/lib/filters";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { Notice } from "@/ui/components/notice";
import classes from "../../components/send-dialog.module.css";
import type { RecipientCount } from "../../composer-data";
import { type AbDraft, letterOf, useAdvice, useSendAbTest } from "../ab-data";

interface Props {
  readonly id: string;
  readonly draft: AbDraft;
  readonly count: RecipientCount;
  /** What is on screen is what would be sent. */
  readonly isSaved: boolean;
  readonly onSent: () => void;
  readonly onClose: () => void;
}

/** Asks before it is too late, with who gets what in numbers. */
export function AbSendDialog({ id, draft, count, isSaved, onSent, onClose }: Props) {
  const { t } = useTranslation();
  const send = useSendAbTest();
  const advice = useAdvice(id).data;
  const { test, variants } = draft;
  const total = integer(count.count);
  return (
    <ConfirmDialog
      title={t("campaigns.sendTitle", { name: draft.name })}
      confirmLabel={t("abTests.sendNow")}
      isBusy={send.isPending || !isSaved}
      onCancel={onClose}
      onConfirm={() => send.mutate(id, { onSuccess: onSent })}
    >
      <dl className={classes.facts}>
        <dt>{t("abTests.tested")}</dt>
        <dd>{t(`abTests.testedOf.${test.tested}`)}</dd>
        <dt>{t("campaigns.recipients")}</dt>
        <dd>{t("campaigns.people", { count: count.count, total })}</dd>
        {variants.map((variant, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a variant is its place
          <div key={number} style={{ display: "contents" }}>
            <dt>{t("abTests.variant", { letter: letterOf(number) })}</dt>
            <dd>{`${variant.share} %${advice ? `, ${integer(advice.variants[number] ?? 0)}` : ""}`}</dd>
          </div>
        ))}
        <dt>{t("abTests.winner")}</dt>
        <dd>{`${test.winnerShare} %${advice ? `, ${integer(advice.rest)}` : ""}`}</dd>
        <dt>{t("abTests.chooses")}</dt>
        <dd>{t(`abTests.afterHours.${test.chooses}`, { count: test.waitHours })}</dd>
      </dl>
      <p>{t("abTests.sendHelp")}</p>
      {isFailure(send.error) ? <Notice kind="bad">{describeFailure(send.error, t)}</Notice> : null}
    </ConfirmDialog>
  );
}
