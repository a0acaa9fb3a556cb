import { Box } from "@mantine/core";
import { Link } from "react-router";
import { useCan } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { Notice } from "@/ui/components/notice";
import { useHeld } from "../health-data";

/** Notice above the campaigns of a team whose marketing email is paused. */
export function HeldNotice() {
  const { t } = useTranslation();
  const maySee = useCan()("sending.view");
  const { data } = useHeld(maySee);
  if (!data?.paused || !data.reason) return null;
  return (
    <Box mb="md">
      <Notice kind="bad">
        {t(`delivery.paused.${data.reason}`)}. <Link to="/sending-health">{t("delivery.whatToDo")}</Link>
      </Notice>
    </Box>
  );
}
