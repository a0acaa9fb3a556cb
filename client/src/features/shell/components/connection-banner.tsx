import { IconPlugConnectedX } from "@tabler/icons-react";
import { useTranslation } from "@/lib/i18n/translation";
import { useLinkState } from "@/lib/socket/link";
import { Strip } from "@/ui/components/strip";

/** Warns that the screen may be outdated, after three seconds without a connection. */
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
