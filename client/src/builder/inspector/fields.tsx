import { Fragment } from "react";
import { composedKey } from "@/lib/i18n/translation";
import type { Settings } from "../collab/values";
import { useEditor } from "../tree/editor";
import { changeOf } from "../tree/panel/change";
import type { Contrast } from "../tree/registry";
import { ContrastNote } from "./contrast-note";
import { AnyControl } from "./controls/any-control";
import classes from "./controls/panel.module.css";
import type { Field, PanelTab } from "./schema";

interface Props {
  /** Null for the whole. */
  readonly id: string | null;
  readonly fields: readonly Field[];
  readonly tab: PanelTab;
  readonly settings: Settings;
  readonly globals: Settings;
  readonly contrast?: Contrast | undefined;
}

/** The settings of one tab, under their headings. */
export function Fields({ id, fields, tab, settings, globals, contrast }: Props) {
  const editor = useEditor();
  const { registry, t } = editor;
  const shown = fields.filter((field) => field.tab === tab);
  const lastColour = shown.findLast(({ control, schema }) => control === "colour" && schema.part === undefined);
  const change = changeOf(editor, id);
  if (shown.length === 0) return <p className={classes.note}>{t("inspector.controls.none")}</p>;
  return shown.map((field, at) => {
    const { part } = field.schema;
    return (
      <Fragment key={field.name}>
        {part !== undefined && part !== shown[at - 1]?.schema.part ? (
          <h3 className={classes.part}>{t(composedKey(`${registry.texts}.parts.${part}`))}</h3>
        ) : null}
        <AnyControl
          field={field}
          label={t(composedKey(`${registry.texts}.fields.${field.name}`))}
          value={settings[field.name] ?? null}
          globals={globals}
          onChange={(value) => change(field.name, value)}
        />
        {contrast && field === lastColour ? <ContrastNote colours={contrast} /> : null}
      </Fragment>
    );
  });
}
