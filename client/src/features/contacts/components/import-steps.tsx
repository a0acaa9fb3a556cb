import { useTranslation } from "react-i18next";
import classes from "./import-wizard.module.css";

const STEPS = ["file", "columns", "rows"] as const;
export type ImportStep = (typeof STEPS)[number];

export function ImportSteps({ current }: { readonly current: ImportStep }) {
  const { t } = useTranslation();
  return (
    <ol className={classes.steps} aria-label={t("contacts.importSteps")}>
      {STEPS.map((step, index) => (
        <li key={step} aria-current={step === current ? "step" : undefined}>
          <span aria-hidden="true">{index + 1}</span>
          <span>{t(`contacts.step.${step}`)}</span>
        </li>
      ))}
    </ol>
  );
}
