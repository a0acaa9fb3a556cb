import { Button } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { type FieldStart, useFields } from "../fields-data";
import { listMissingFields } from "../usual-fields";
import classes from "./usual-fields.module.css";

interface Props {
  readonly onChoose: (start: FieldStart) => void;
}

/** Suggests typical fields that the team does not have yet. Choosing one only prefills the dialog. */
export function UsualFields({ onChoose }: Props) {
  const { t } = useTranslation();
  const label = useId();
  const { data: fields } = useFields();
  const missing = fields ? listMissingFields(fields) : [];
  if (missing.length === 0) return null;
  return (
    <div className={classes.usual}>
      <span id={label}>{t("contactFields.usualOnes")}</span>
      <ul aria-labelledby={label}>
        {missing.map(({ id, type }) => {
          const name = t(`contactFields.usual.${id}`);
          return (
            <li key={id}>
              <Button variant="subtle" size="xs" onClick={() => onChoose({ name, type })}>
                {name}
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
