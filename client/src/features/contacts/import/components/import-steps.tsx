import { IconCheck } from "@tabler/icons-react";
import { useTranslation } from "@/lib/i18n/translation";
import classes from "./import-wizard.module.css";

const STEPS = ["file", "columns", "rows"] as const;
export type ImportStep = (typeof STEPS)[number];

export function ImportSteps({ current }: { readonly current: ImportStep }) {
  const { t } = useTranslation();
  const at = STEPS.indexOf(current);
  return (
    <ol className={classes.steps} aria-label={t("contacts.importSteps")}>
      {STEPS.map((step, index) => (
        <li key={step} aria-current={step === current ? "step" : undefined} data-done={index < at || undefined}>
          <span aria-hidden="true">{index < at ? <IconCheck size={12} stroke={2.2} /> : index + 1}</span>
          <span>
            {t(`contacts.step.${step}`)}
            {index < at ? <span className="said">{t("words.done")}</span> : null}
          </span>
        </li>
      ))}
    </ol>
  );
}
