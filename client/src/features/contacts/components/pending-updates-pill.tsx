import { Box } from "@mantine/core";
import { IconArrowUp } from "@tabler/icons-react";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import type { PendingUpdates } from "../pending-updates";
import classes from "./pending-updates-pill.module.css";

interface Props {
  readonly news: PendingUpdates | undefined;
  readonly onShow: () => void;
}

/** Announces changes by others to a list in use, so that its rows do not move under the user. */
export function PendingUpdatesPill({ news, onShow }: Props) {
  const { t } = useTranslation();
  const { added = 0, changed = 0, removed = 0 } = news ?? {};
  const count = added + changed + removed;
  const details = [
    added > 0 ? t("contacts.newsAdded", { total: formatInteger(added) }) : "",
    changed > 0 ? t("contacts.newsChanged", { total: formatInteger(changed) }) : "",
    removed > 0 ? t("contacts.newsRemoved", { total: formatInteger(removed) }) : "",
  ].filter(Boolean);
  return (
    <Box pos="relative" h={0} ta="center" style={{ zIndex: 3 }} role="status">
      {count > 0 ? (
        <button type="button" className={classes.pill} onClick={onShow} title={details.join(", ")}>
          <IconArrowUp size={14} stroke={1.9} aria-hidden="true" />
          {t("contacts.newsShow", { count, total: formatInteger(count) })}
        </button>
      ) : null}
    </Box>
  );
}
