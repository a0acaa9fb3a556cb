import { IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react";
import { composedKey } from "@/lib/i18n/translation";
import { IconButton } from "@/ui/components/icon-button";
import { PlainButton } from "@/ui/components/plain-button";
import type { Plain, Settings } from "../../collab/values";
import { useInspector } from "../inspector";
import { startOf, valuesOf, visibleFields } from "../schema";
import type { ControlProps } from "./control-props";
import classes from "./list-control.module.css";
import panel from "./panel.module.css";

/** Entries that have settings of their own. */
export function ListControl({ field, label, value, globals, onChange, Any }: ControlProps) {
  const { texts, t } = useInspector();
  const schema = field.schema.items ?? {};
  const entries = (Array.isArray(value) ? value : []).map((entry) => ({
    // Such as the id of the entry.
    ...(entry as Settings),
    ...valuesOf(schema, entry as Settings),
  }));
  const isFull = entries.length >= (field.schema.maxItems ?? 50);
  const replaced = (at: number, entry: Settings): Plain => entries.map((old, index) => (index === at ? entry : old));
  return (
    <fieldset className={panel.field}>
      <legend>{label}</legend>
      <ol className={classes.entries}>
        {entries.map((entry, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have nothing but their place
          <li key={at}>
            <div className={classes.entryHead}>
              <span>{t("inspector.controls.entry", { number: at + 1 })}</span>
              {at > 0 ? (
                <IconButton
                  size="row"
                  label={t("inspector.controls.entryUp", { number: at + 1 })}
                  onClick={() => {
                    const next = entries.slice();
                    next.splice(at - 1, 0, ...next.splice(at, 1));
                    onChange(next);
                  }}
                >
                  <IconArrowUp size={14} stroke={1.9} aria-hidden="true" />
                </IconButton>
              ) : null}
              <IconButton
                size="row"
                label={t("inspector.controls.removeEntry", { number: at + 1 })}
                onClick={() => onChange(entries.filter((_, index) => index !== at))}
              >
                <IconTrash size={14} stroke={1.9} aria-hidden="true" />
              </IconButton>
            </div>
            {visibleFields(field.inside, entry).map((inner) => (
              <Any
                key={inner.name}
                field={inner}
                label={t(composedKey(`${texts}.fields.${inner.name}`))}
                value={entry[inner.name] ?? null}
                globals={globals}
                onChange={(next) => onChange(replaced(at, { ...entry, [inner.name]: next }))}
              />
            ))}
          </li>
        ))}
      </ol>
      {isFull ? null : (
        <PlainButton onClick={() => onChange([...entries, startOf(schema)])}>
          <IconPlus size={14} stroke={1.9} aria-hidden="true" /> {t("inspector.controls.addEntry")}
        </PlainButton>
      )}
    </fieldset>
  );
}
