import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { type AbTest, useTestAdvice } from "../ab-data";
import { getLetter } from "../rules";

/** Recipients of each variant and the winner rule, as entries of a description list. */
export function TestFacts({ test: { id, test, variants } }: { readonly test: AbTest }) {
  const { t } = useTranslation();
  const advice = useTestAdvice(id).data;
  return (
    <>
      {variants.map(({ number, share, name, subject }) => (
        <div key={number} style={{ display: "contents" }}>
          <dt>{t("abTests.variant", { letter: getLetter(number) })}</dt>
          <dd>
            {`${share}%${advice ? `, ${formatInteger(advice.variants[number] ?? 0)}` : ""}`}
            {name ? ` (${name})` : null}
            {test.tested === "subject" ? <div dir="auto">{subject || t("campaigns.see.noSubject")}</div> : null}
          </dd>
        </div>
      ))}
      <dt>{t("abTests.winner")}</dt>
      <dd>{`${test.winnerShare}%${advice ? `, ${formatInteger(advice.rest)}` : ""}`}</dd>
      <dt>{t("abTests.chooses")}</dt>
      <dd>{t(`abTests.afterHours.${test.chooses}`, { count: test.waitHours })}</dd>
    </>
  );
}
