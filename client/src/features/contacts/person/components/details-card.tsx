import { Box, Button } from "@mantine/core";
import { useCallback, useState } from "react";
import { useCan } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { LeaveDialog } from "@/ui/components/leave-dialog";
import { useLeaveGuard } from "@/ui/use-leave-guard";
import { LabelPicker } from "../../components/label-picker";
import { LabelTags } from "../../components/label-tags";
import type { Contact } from "../../contacts-data";
import { useFields } from "../../fields-data";
import { STANDARD_FIELDS, toContactFields } from "../fields";
import { useChangeLabels } from "../person-data";
import { EditableField, type UnsavedState } from "./editable-field";
import classes from "./person.module.css";

interface Props {
  readonly contact: Contact;
}

/** Fields of a contact, edited in place. */
export function DetailsCard({ contact }: Props) {
  const { t } = useTranslation();
  const can = useCan();
  const { data: custom = [] } = useFields();
  const [unsaved, setUnsaved] = useState<ReadonlyMap<string, UnsavedState>>(new Map());
  const onUnsaved = useCallback((name: string, state: UnsavedState | undefined) => {
    setUnsaved((old) => {
      if (old.get(name) === state) return old;
      const next = new Map(old);
      if (state) next.set(name, state);
      else next.delete(name);
      return next;
    });
  }, []);
  // Leaving waits for a running save, and asks about typed text, such as that of a failed save.
  const leaveGuard = useLeaveGuard({ isDirty: unsaved.size > 0 });
  const leaving = { ...leaveGuard, isAsking: leaveGuard.isAsking && [...unsaved.values()].includes("typed") };
  const labels = useChangeLabels(contact.contactId);
  const chosen = new Set(contact.labels.map(({ id }) => id));
  const isReadOnly = !can("contact.edit");
  const [showsAll, setShowsAll] = useState(false);

  return (
    <Card title={t("person.details")}>
      <div className={classes.details} data-all={showsAll || undefined}>
        {STANDARD_FIELDS.map((field) => (
          <EditableField
            key={field.name}
            contact={contact}
            field={field}
            isReadOnly={isReadOnly}
            onUnsaved={onUnsaved}
          />
        ))}
        <div className={classes.labels}>
          <Box component="span" c="var(--text2)">
            {t("contacts.labels")}
          </Box>
          <div>
            {contact.labels.length === 0 ? (
              <Box component="span" c="var(--text2)">
                {t("contacts.noLabels")}
              </Box>
            ) : null}
            <LabelTags labels={contact.labels} />
            {isReadOnly ? null : (
              <LabelPicker
                label={t("contacts.chooseLabels")}
                chosen={chosen}
                onChange={(next) =>
                  labels.mutate({
                    add: [...next].filter((id) => !chosen.has(id)),
                    remove: [...chosen].filter((id) => !next.has(id)),
                  })
                }
                canCreate={can("contact.label")}
              />
            )}
          </div>
        </div>
        {custom.length > 0 ? <h3>{t("contacts.customFields")}</h3> : null}
        {toContactFields(custom).map((field) => (
          <EditableField
            key={field.name}
            contact={contact}
            field={field}
            isReadOnly={isReadOnly}
            onUnsaved={onUnsaved}
          />
        ))}
        {showsAll ? null : (
          <div className={classes.all}>
            <Button onClick={() => setShowsAll(true)}>{t("person.showAll")}</Button>
          </div>
        )}
      </div>
      <LeaveDialog guard={leaving} title={t("contacts.leaveTitle")} confirmLabel={t("contacts.leaveConfirm")}>
        {t("contacts.leaveText")}
      </LeaveDialog>
    </Card>
  );
}
