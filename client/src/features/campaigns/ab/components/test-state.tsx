import { formatDateTime } from "@/lib/dates";
import { useTranslation } from "@/lib/i18n/translation";
import { StateBadge } from "@/ui/components/state-badge";
import { getLetter, type Phase, type TestProgress } from "../rules";

interface Props {
  readonly test: TestProgress;
  readonly phase: Phase | undefined;
}

/** One line on the test's progress: its end time, a pending choice, or the winner and how it was chosen. */
export function useTestStatusText({ test, phase }: Props): string | undefined {
  const { t } = useTranslation();
  if (phase === undefined) return undefined;
  if (phase === "decided") {
    const letter = getLetter(test.winner ?? 0);
    if (test.winnerBy === "tie") return t("abTests.tieWent", { letter });
    if (test.winnerBy === "hand") return t("abTests.chosenBy", { letter, name: test.decidedName });
    return t("abTests.wonByRule", { letter });
  }
  if (phase === "stopped") return t("abTests.stoppedEarly");
  if (phase === "choosing") return t(test.chooses === "hand" ? "abTests.waitsForYou" : "abTests.deciding");
  return t("abTests.testingUntil", { at: formatDateTime(test.testingUntil ?? "") });
}

/** Badge of the phase, beside the campaign status. */
export function PhaseBadge({ phase }: { readonly phase: Phase | undefined }) {
  const { t } = useTranslation();
  if (phase === undefined || phase === "decided") return null;
  const kind = phase === "choosing" ? "warn" : phase === "stopped" ? "plain" : "info";
  return <StateBadge kind={kind}>{t(`abTests.phases.${phase}`)}</StateBadge>;
}
