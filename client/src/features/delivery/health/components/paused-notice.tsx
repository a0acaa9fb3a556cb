import { Box } from "@mantine/core";
import { Link } from "react-router";
import { useCan } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { Notice } from "@/ui/components/notice";
import { usePauseState } from "../health-data";

/** Notice above the campaigns of a team with paused marketing email. */
export function PausedNotice() {
  const { t } = useTranslation();
  const canView = useCan()("sending.view");
  const { data } = usePauseState(canView);
  if (!data?.paused || !data.reason) return null;
  return (
    <Box mb="md">
      <Notice kind="bad">
        {t(`delivery.paused.${data.reason}`)}. <Link to="/sending-health">{t("delivery.whatToDo")}</Link>
      </Notice>
    </Box>
  );
}
