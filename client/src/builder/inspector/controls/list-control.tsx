import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react";
import { createRandomId } from "@/lib/api/ids";
import { toTextKey } from "@/lib/i18n/translation";
import { IconButton } from "@/ui/components/icon-button";
import { PlainButton } from "@/ui/components/plain-button";
import { generateOrderAt, type Item } from "../../collab/items";
import type { Settings } from "../../collab/values";
import { useInspector } from "../inspector";
import { buildDefaults, visibleFields } from "../schema";
import type { ControlProps } from "./control-props";
import classes from "./list-control.module.css";
import panel from "./panel.module.css";

/** A list of items with settings. A change names only the changed item. */
export function ListControl({ field, label, value, globals, onChange, Any }: ControlProps) {
  const { texts, t } = useInspector();
  const entries = (Array.isArray(value) ? value : []).map((item: Settings): Item => {
    const { id, order } = item;
    return { id: String(id), order: String(order), settings: item };
  });
  const isFull = entries.length >= (field.schema.maxItems ?? 50);
  const move = (entry: Item, index: number) => {
    const others = entries.filter((each) => each !== entry);
    onChange({ [entry.id]: { order: generateOrderAt(others, index) } });
  };
  return (
    <fieldset className={panel.field}>
      <legend>{label}</legend>
      <ol className={classes.entries}>
        {entries.map((entry, at) => (
          <li key={entry.id}>
            <div className={classes.entryHead}>
              <span>{t("inspector.controls.entry", { number: at + 1 })}</span>
              {at > 0 ? (
                <IconButton
                  size="row"
                  label={t("inspector.controls.entryUp", { number: at + 1 })}
                  onClick={() => move(entry, at - 1)}
                >
                  <IconArrowUp size={14} stroke={1.9} aria-hidden="true" />
                </IconButton>
              ) : null}
              {at < entries.length - 1 ? (
                <IconButton
                  size="row"
                  label={t("inspector.controls.entryDown", { number: at + 1 })}
                  onClick={() => move(entry, at + 1)}
                >
                  <IconArrowDown size={14} stroke={1.9} aria-hidden="true" />
                </IconButton>
              ) : null}
              <IconButton
                size="row"
                label={t("inspector.controls.removeEntry", { number: at + 1 })}
                onClick={() => onChange({ [entry.id]: null })}
              >
                <IconTrash size={14} stroke={1.9} aria-hidden="true" />
              </IconButton>
            </div>
            {visibleFields(field.inside, entry.settings).map((inner) => (
              <Any
                key={inner.name}
                field={inner}
                label={t(toTextKey(`${texts}.fields.${inner.name}`))}
                value={entry.settings[inner.name] ?? null}
                globals={globals}
                onChange={(next) => onChange({ [entry.id]: { [inner.name]: next } })}
              />
            ))}
          </li>
        ))}
      </ol>
      {isFull ? null : (
        <PlainButton
          onClick={() =>
            onChange({
              [createRandomId()]: {
                ...buildDefaults(field.schema.items ?? {}),
                order: generateOrderAt(entries, entries.length),
              },
            })
          }
        >
          <IconPlus size={14} stroke={1.9} aria-hidden="true" /> {t("inspector.controls.addEntry")}
        </PlainButton>
      )}
    </fieldset>
  );
}
