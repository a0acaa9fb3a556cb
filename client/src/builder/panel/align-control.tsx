import { IconAlignCenter, IconAlignLeft, IconAlignRight } from "@tabler/icons-react";
import { Segmented } from "@/ui/components/segmented";
import { useEditor } from "../editor";
import type { ControlProps } from "./control-props";
import classes from "./panel.module.css";

const ICONS = { left: IconAlignLeft, center: IconAlignCenter, right: IconAlignRight } as const;
const SIDES = ["left", "center", "right"] as const;

export function AlignControl({ label, value, onChange }: ControlProps) {
  const { t } = useEditor();
  return (
    <div className={classes.field}>
      <span aria-hidden="true">{label}</span>
      <Segmented
        label={label}
        value={String(value)}
        isWide
        onChange={onChange}
        options={SIDES.map((side) => {
          const Icon = ICONS[side];
          const words = t(`builder.panel.align.${side}`);
          return { value: side, label: words, icon: <Icon size={16} stroke={1.7} aria-hidden="true" /> };
        })}
      />
    </div>
  );
}
