import { useCallback, useState } from "react";
import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { LeaveDialog } from "@/ui/components/leave-dialog";
import { Notice } from "@/ui/components/notice";
import { PlainButton } from "@/ui/components/plain-button";
import { useLeaveGuard } from "@/ui/use-leave-guard";
import { LabelPicker } from "../../components/label-picker";
import { LabelTags } from "../../components/label-tags";
import type { Contact } from "../../contacts-data";
import { useFields } from "../../fields-data";
import { useMay } from "../../use-may";
import { customFieldsOf, OWN_FIELDS } from "../fields";
import { useEditContact } from "../person-data";
import { EditableField } from "./editable-field";
import classes from "./person.module.css";

interface Props {
  readonly contact: Contact;
}

/** What is known of a contact, each field written in its place. */
export function DetailsCard({ contact }: Props) {
  const { t } = useTranslation();
  const may = useMay();
  const { data: custom = [] } = useFields();
  const [dirty, setDirty] = useState<ReadonlySet<string>>(new Set());
  const onDirty = useCallback((name: string, isDirty: boolean) => {
    setDirty((old) => {
      if (old.has(name) === isDirty) return old;
      const next = new Set(old);
      if (isDirty) next.add(name);
      else next.delete(name);
      return next;
    });
  }, []);
  const leaving = useLeaveGuard({ isDirty: dirty.size > 0 });
  const labels = useEditContact(contact.contactId);
  const isReadOnly = !may("edit");
  const [showsAll, setShowsAll] = useState(false);

  return (
    <Card title={t("person.details")}>
      <div className={classes.details} data-all={showsAll || undefined}>
        {OWN_FIELDS.map((field) => (
          <EditableField key={field.name} contact={contact} field={field} isReadOnly={isReadOnly} onDirty={onDirty} />
        ))}
        <div className={classes.labels}>
          <span className={classes.quiet}>{t("contacts.labels")}</span>
          <div>
            {contact.labels.length === 0 ? <span className={classes.quiet}>{t("contacts.noLabels")}</span> : null}
            <LabelTags labels={contact.labels} />
            {isReadOnly ? null : (
              <LabelPicker
                label={t("contacts.chooseLabels")}
                chosen={new Set(contact.labels.map(({ id }) => id))}
                onChange={(chosen) => labels.mutate({ labelIds: [...chosen] })}
                canCreate={may("label")}
              />
            )}
          </div>
        </div>
        {isFailure(labels.error) ? <Notice kind="bad">{describeFailure(labels.error, t)}</Notice> : null}
        {custom.length > 0 ? <h3>{t("contacts.customFields")}</h3> : null}
        {customFieldsOf(custom).map((field) => (
          <EditableField key={field.name} contact={contact} field={field} isReadOnly={isReadOnly} onDirty={onDirty} />
        ))}
        {showsAll ? null : (
          <div className={classes.all}>
            <PlainButton onClick={() => setShowsAll(true)}>{t("person.showAll")}</PlainButton>
          </div>
        )}
      </div>
      <LeaveDialog guard={leaving} title={t("contacts.leaveTitle")} confirmLabel={t("contacts.leaveConfirm")}>
        {t("contacts.leaveText")}
      </LeaveDialog>
    </Card>
  );
}
