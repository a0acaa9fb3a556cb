import { Segmented } from "@/ui/components/segmented";
import { useInspector } from "../inspector";
import { SIDES } from "../sides";
import type { ControlProps } from "./control-props";
import classes from "./panel.module.css";
import { SIDE_ICONS } from "./side-icons";

export function AlignControl({ label, value, onChange }: ControlProps) {
  const { t } = useInspector();
  return (
    <div className={classes.field}>
      <span aria-hidden="true">{label}</span>
      <Segmented
        label={label}
        value={String(value)}
        isWide
        onChange={onChange}
        options={SIDES.map((side) => {
          const Icon = SIDE_ICONS[side];
          const words = t(`inspector.controls.align.${side}`);
          return { value: side, label: words, icon: <Icon size={16} stroke={1.7} aria-hidden="true" /> };
        })}
      />
    </div>
  );
}
