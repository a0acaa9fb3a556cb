import { Fragment } from "react";
import { toTextKey } from "@/lib/i18n/translation";
import type { Plain, Settings } from "../collab/values";
import type { Contrast } from "./contrast";
import { ContrastNote } from "./contrast-note";
import { FieldControl } from "./controls/field-control";
import classes from "./controls/panel.module.css";
import { SharedSetting } from "./controls/shared-setting";
import { useInspector } from "./inspector";
import { type Field, visibleFields } from "./schema";

interface Props {
  readonly fields: readonly Field[];
  readonly tab: string;
  readonly settings: Settings;
  readonly globals: Settings;
  readonly contrast?: Contrast | undefined;
  /** For several nodes: the names of settings whose value differs between them. */
  readonly mixed?: ReadonlySet<string> | undefined;
  readonly onChange: (name: string, value: Plain) => void;
}

/** The settings of one tab, under their headings. */
export function Fields({ fields, tab, settings, globals, contrast, mixed, onChange }: Props) {
  const { texts, t } = useInspector();
  const shown = visibleFields(fields, settings).filter((field) => field.tab === tab);
  const lastColour = shown.findLast(({ control, schema }) => control === "colour" && schema.part === undefined);
  if (shown.length === 0) return <p className={classes.note}>{t("inspector.controls.none")}</p>;
  return shown.map((field, at) => {
    const { part } = field.schema;
    const label = t(toTextKey(`${texts}.fields.${field.name}`));
    const control = (
      <FieldControl
        field={field}
        label={label}
        value={settings[field.name] ?? null}
        globals={globals}
        onChange={(value) => onChange(field.name, value)}
      />
    );
    return (
      <Fragment key={field.name}>
        {part !== undefined && part !== shown[at - 1]?.schema.part ? (
          <h3 className={classes.part}>{t(toTextKey(`${texts}.parts.${part}`))}</h3>
        ) : null}
        {mixed ? (
          <SharedSetting label={label} isMixed={mixed.has(field.name)}>
            {control}
          </SharedSetting>
        ) : (
          control
        )}
        {contrast && field === lastColour ? <ContrastNote colours={contrast} /> : null}
      </Fragment>
    );
  });
}
