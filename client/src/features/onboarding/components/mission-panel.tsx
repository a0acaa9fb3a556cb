import { Flex } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { FloatingPanel } from "@/ui/components/floating-panel";
import type { Mission } from "../mission-data";
import { MissionFooter, MissionTrack } from "./mission-parts";
import { MissionSteps } from "./mission-steps";

interface Props {
  readonly mission: Mission;
  readonly onClose: () => void;
}

/** The onboarding steps in a panel over the screen. */
export function MissionPanel({ mission, onClose }: Props) {
  const { t } = useTranslation();
  const { done, percentage, total } = mission;

  return (
    <FloatingPanel
      title={t(percentage === 100 ? "onboarding.doneTitle" : "onboarding.title")}
      note={t("onboarding.progress", { done, total, percentage })}
      onClose={onClose}
    >
      <Flex pt={4} px="md" flex="none">
        <MissionTrack percentage={percentage} />
      </Flex>
      <MissionSteps mission={mission} onFollow={onClose} />
      <MissionFooter />
    </FloatingPanel>
  );
}
