import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { useInspector } from "../inspector";
import { isFourSides } from "../schema";
import type { ControlProps } from "./control-props";
import { NumberBox } from "./number-controls";
import classes from "./panel.module.css";

const SIDES = [0, 1, 2, 3] as const;

/** Pixels of each side, or of all sides together. */
export function SidesControl({ field, label, value, onChange }: ControlProps) {
  const { t } = useInspector();
  const sides = isFourSides(value) ? value : ([0, 0, 0, 0] as const);
  const [together, setTogether] = useState(sides.every((side) => side === sides[0]));
  const bounds = field.schema.items ?? { minimum: 0, maximum: 120 };
  return (
    <fieldset className={classes.field}>
      <legend>{label}</legend>
      <div className={classes.sides} data-together={together || undefined}>
        {(together ? [0 as const] : SIDES).map((side) => (
          <div key={side}>
            <span aria-hidden="true">
              {together ? t("inspector.controls.together") : t(`inspector.controls.sides.${side}`)}
            </span>
            <NumberBox
              label={`${label}: ${together ? t("inspector.controls.together") : t(`inspector.controls.sides.${side}`)}`}
              value={sides[side]}
              schema={bounds}
              unit={t("inspector.controls.units.px")}
              onChange={(pixels) =>
                onChange(
                  together ? [pixels, pixels, pixels, pixels] : sides.map((old, at) => (at === side ? pixels : old)),
                )
              }
            />
          </div>
        ))}
      </div>
      <Checkbox
        classNames={{ label: classes.tick ?? "" }}
        label={t("inspector.controls.together")}
        checked={together}
        onChange={({ currentTarget }) => {
          setTogether(currentTarget.checked);
          if (currentTarget.checked && sides.some((side) => side !== sides[0])) {
            onChange([sides[0], sides[0], sides[0], sides[0]]);
          }
        }}
      />
    </fieldset>
  );
}
