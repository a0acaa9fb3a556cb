import { toTextKey } from "@/lib/i18n/translation";
import type { Settings } from "../../collab/values";
import { useInspector } from "../inspector";
import { visibleFields } from "../schema";
import type { ControlProps } from "./control-props";
import panel from "./panel.module.css";

/** A group of settings. A change names only the changed part. */
export function GroupControl({ field, label, value, globals, onChange, Any }: ControlProps) {
  const { texts, t } = useInspector();
  const settings = value as Settings;
  return (
    <fieldset className={panel.field}>
      <legend>{label}</legend>
      {visibleFields(field.inside, settings).map((inner) => (
        <Any
          key={inner.name}
          field={inner}
          label={t(toTextKey(`${texts}.fields.${inner.name}`))}
          value={settings[inner.name] ?? null}
          globals={globals}
          onChange={(next) => onChange({ [inner.name]: next })}
        />
      ))}
    </fieldset>
  );
}
