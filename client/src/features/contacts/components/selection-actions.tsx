import { IconTag, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { SelectionAction } from "@/ui/table/selection-action";
import { SelectionBar } from "@/ui/table/selection-bar";
import { useMay } from "../use-may";

interface Props {
  readonly count: number;
  readonly totalMatching: string | undefined;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
  readonly onLabel: () => void;
  readonly onDelete: () => void;
}

export function SelectionActions({ count, totalMatching, onSelectAll, onClear, onLabel, onDelete }: Props) {
  const { t } = useTranslation();
  const may = useMay();
  return (
    <SelectionBar count={count} totalMatching={totalMatching} onSelectAllMatching={onSelectAll} onClear={onClear}>
      {may("edit") ? <SelectionAction icon={IconTag} label={t("contacts.label")} onClick={onLabel} /> : null}
      {may("delete") ? <SelectionAction icon={IconTrash} label={t("contacts.delete")} onClick={onDelete} /> : null}
    </SelectionBar>
  );
}
