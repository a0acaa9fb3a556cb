import { useTranslation } from "@/lib/i18n/translation";
import { WaitingCampaign } from "../../components/waiting-campaign";
import type { AbTest } from "../ab-data";
import { TestFacts } from "./test-facts";

/** A scheduled test, or one that failed to start. */
export function WaitingTest({ test }: { readonly test: AbTest }) {
  const { t } = useTranslation();
  return (
    <WaitingCampaign campaign={test} variantId={test.variants[0]?.variantId}>
      <dt>{t("abTests.testedElement")}</dt>
      <dd>{t(`abTests.testedOf.${test.test.tested}`)}</dd>
      <TestFacts test={test} />
    </WaitingCampaign>
  );
}
