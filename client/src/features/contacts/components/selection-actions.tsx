import {
  IconDownload,
  IconMail,
  IconMailOff,
  IconStairs,
  IconTag,
  IconTrash,
  IconUsersGroup,
} from "@tabler/icons-react";
import { useTranslation } from "@/lib/i18n/translation";
import { SelectionAction } from "@/ui/table/selection-action";
import { SelectionBar } from "@/ui/table/selection-bar";
import { useMay } from "../use-may";

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

/** What can be done with the contacts that are selected. */
export function SelectionActions({ count, totalMatching, onSelectAll, onClear, ...acts }: Props) {
  const { t } = useTranslation();
  const may = useMay();
  return (
    <SelectionBar count={count} totalMatching={totalMatching} onSelectAllMatching={onSelectAll} onClear={onClear}>
      {may("edit") ? <SelectionAction icon={IconTag} label={t("contacts.label")} onClick={acts.onLabel} /> : null}
      {may("edit") ? (
        <SelectionAction icon={IconStairs} label={t("contacts.moveToStage")} onClick={acts.onStage} />
      ) : null}
      {may("edit") && may("segment") ? (
        <SelectionAction icon={IconUsersGroup} label={t("contactList.addToSegment")} onClick={acts.onSegment} />
      ) : null}
      {may("edit") ? (
        <>
          <SelectionAction icon={IconMail} label={t("terms.subscribe")} onClick={acts.onSubscribe} />
          <SelectionAction icon={IconMailOff} label={t("terms.unsubscribe")} onClick={acts.onUnsubscribe} />
        </>
      ) : null}
      {may("export") ? (
        <SelectionAction icon={IconDownload} label={t("contacts.export")} onClick={acts.onExport} />
      ) : null}
      {may("delete") ? <SelectionAction icon={IconTrash} label={t("contacts.delete")} onClick={acts.onDelete} /> : null}
    </SelectionBar>
  );
}
