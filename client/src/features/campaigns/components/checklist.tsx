import { IconAlertCircle, IconCheck, IconCircleDashed, IconLoader2 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { integer } from "@/lib/filters";
import type { RecipientCount } from "../composer-data";
import { type Draft, isAnybodyChosen } from "../draft";
import { CHECKS, type Check, isReady, type Verdict } from "../readiness";
import classes from "./checklist.module.css";

interface Props {
  readonly id: string;
  readonly checks: Readonly<Record<Check, Verdict>>;
  readonly draft: Draft;
  readonly count: RecipientCount | undefined;
  /** -1 where the plan has no limit; undefined while it loads. */
  readonly emailsLeft: number | undefined;
}

const ICONS = { done: IconCheck, missing: IconCircleDashed, waiting: IconLoader2 } as const;

/** What is missing before the campaign can be sent; each line leads to where it is mended. */
export function Checklist({ id, checks, draft, count, emailsLeft }: Props) {
  const { t } = useTranslation();
  const missing = CHECKS.filter((check) => checks[check] === "missing").length;
  const isOver = checks.quota === "missing";

  function words(check: Check): string {
    const state = checks[check] === "done" ? "done" : "missing";
    if (check === "recipients") {
      if (state === "done") {
        return t("campaigns.people", { count: count?.count ?? 0, total: integer(count?.count ?? 0) });
      }
      const isChosen = isAnybodyChosen(draft.recipients);
      return t(isChosen ? "campaigns.check.recipientsEmpty" : "campaigns.check.recipientsMissing");
    }
    if (check === "sender" && state === "missing" && draft.senderId !== null) {
      return t("campaigns.check.senderWaiting");
    }
    const text = check === "subject" ? draft.subject : check === "content" ? draft.content.body : "";
    if (state === "missing" && text.trim() !== "") return t("campaigns.check.faulty");
    if (check === "quota") {
      const left = emailsLeft === undefined || emailsLeft < 0 ? "∞" : integer(emailsLeft);
      return state === "done" && left === "∞"
        ? t("campaigns.check.quotaUnlimited")
        : t(state === "done" ? "campaigns.check.quotaDone" : "campaigns.check.quotaMissing", { left });
    }
    return t(`campaigns.check.${check}${state === "done" ? "Done" : "Missing"}`);
  }

  return (
    <section id={id} className={classes.card} tabIndex={-1} aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>{t("campaigns.beforeSending")}</h2>
        <span role="status">
          {isReady(checks) ? t("campaigns.allReady") : t("campaigns.missing", { count: missing })}
        </span>
      </header>
      <ul>
        {CHECKS.map((check) => {
          const verdict = checks[check];
          const Icon = check === "quota" && isOver ? IconAlertCircle : ICONS[verdict];
          return (
            <li key={check} data-verdict={verdict} data-over={(check === "quota" && isOver) || undefined}>
              <Icon size={16} stroke={1.9} aria-hidden="true" />
              {verdict === "missing" && check !== "quota" ? (
                <button type="button" onClick={() => goTo(check)}>
                  {words(check)}
                </button>
              ) : (
                <span>{verdict === "waiting" ? t("campaigns.check.waiting") : words(check)}</span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Brings the part into sight and puts the focus on its first control. */
function goTo(check: Check): void {
  const part = document.getElementById(`composer-${check}`);
  part?.scrollIntoView({ block: "start", behavior: "smooth" });
  const control = part?.querySelector<HTMLElement>("[class*=body] :is(input, select, textarea)");
  control?.focus({ preventScroll: true });
}
