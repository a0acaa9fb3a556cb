import { Fragment } from "react";
import { composedKey } from "@/lib/i18n/translation";
import { useEditor } from "../editor";
import type { Settings } from "../model/values";
import type { Contrast } from "../registry";
import type { Field, PanelTab } from "../schema";
import { AnyControl } from "./any-control";
import { changeOf } from "./change";
import { ContrastNote } from "./contrast-note";
import classes from "./panel.module.css";

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
  if (shown.length === 0) return <p className={classes.note}>{t("builder.panel.none")}</p>;
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
