import {
  IconDownload,
  IconMail,
  IconMailOff,
  IconStairs,
  IconTag,
  IconTrash,
  IconUsersGroup,
} from "@tabler/icons-react";
import { useCan } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { SelectionAction } from "@/ui/table/selection-action";
import { SelectionBar } from "@/ui/table/selection-bar";

interface Props {
  readonly count: number;
  readonly totalMatching: string | undefined;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
  readonly onLabel: () => void;
  readonly onStage: () => void;
  readonly onSegment: () => void;
  readonly onSubscribe: () => void;
  readonly onUnsubscribe: () => void;
  readonly onExport: () => void;
  readonly onDelete: () => void;
}

/** Actions on the selected contacts. */
export function SelectionActions({ count, totalMatching, onSelectAll, onClear, ...acts }: Props) {
  const { t } = useTranslation();
  const can = useCan();
  return (
    <SelectionBar count={count} totalMatching={totalMatching} onSelectAllMatching={onSelectAll} onClear={onClear}>
      {can("contact.edit") ? (
        <SelectionAction icon={IconTag} label={t("contacts.label")} onClick={acts.onLabel} />
      ) : null}
      {can("contact.edit") ? (
        <SelectionAction icon={IconStairs} label={t("contacts.moveToStage")} onClick={acts.onStage} />
      ) : null}
      {can("contact.edit") && can("contact.segment") ? (
        <SelectionAction icon={IconUsersGroup} label={t("contactList.addToSegment")} onClick={acts.onSegment} />
      ) : null}
      {can("contact.edit") ? (
        <>
          <SelectionAction icon={IconMail} label={t("terms.subscribe")} onClick={acts.onSubscribe} />
          <SelectionAction icon={IconMailOff} label={t("terms.unsubscribe")} onClick={acts.onUnsubscribe} />
        </>
      ) : null}
      {can("contact.export") ? (
        <SelectionAction icon={IconDownload} label={t("contacts.export")} onClick={acts.onExport} />
      ) : null}
      {can("contact.delete") ? (
        <SelectionAction icon={IconTrash} label={t("contacts.delete")} onClick={acts.onDelete} />
      ) : null}
    </SelectionBar>
  );
}
