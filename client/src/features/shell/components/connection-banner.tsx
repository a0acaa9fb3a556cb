import { IconPlugConnectedX } from "@tabler/icons-react";
import { useTranslation } from "@/lib/i18n/translation";
import { useLinkState } from "@/lib/socket/link";
import { Strip } from "@/ui/components/strip";

/** Says so when what is on screen may be old: only after three seconds of real loss. */
export function ConnectionBanner() {
  const { t } = useTranslation();
  const isLost = useLinkState() === "lost";
  return (
    <div role="status" aria-live="polite">
      {isLost ? (
        <Strip kind="warn" icon={<IconPlugConnectedX size={16} stroke={1.7} aria-hidden="true" />}>
          {t("shell.linkLost")}
        </Strip>
      ) : null}
    </div>
  );
}
