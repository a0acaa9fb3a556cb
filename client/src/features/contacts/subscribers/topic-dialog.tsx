import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { useTranslation } from "@/lib/i18n/translation";
import { SwitchRow } from "@/ui/components/switch-row";
import { Dialog } from "../components/dialog";
import dialog from "../components/dialog.module.css";
import classes from "./subscribers.module.css";
import { type Topic, useCreateTopic, useUpdateTopic } from "./subscribers-data";

const LENGTHS = { name: 60, description: 200 } as const;
const NEW = { name: "", description: "", isDefault: true };

interface Props {
  /** The one that is changed; a new one where there is none. */
  readonly topic: Topic | undefined;
  readonly onClose: () => void;
}

/** A topic: what it is called, and who takes it unasked. */
export function TopicDialog({ topic, onClose }: Props) {
  const { t } = useTranslation();
  const [values, setValues] = useState(
    topic ? { name: topic.name, description: topic.description, isDefault: topic.isDefault } : NEW,
  );
  const [isChecked, setChecked] = useState(false);
  const create = useCreateTopic();
  const update = useUpdateTopic();
  const saving = topic ? update : create;
  const isMissing = values.name.trim() === "";
  const failure = isFailure(saving.error) ? describeFailure(saving.error, t) : undefined;

  function set(change: Partial<typeof NEW>): void {
    setValues({ ...values, ...change });
    saving.reset();
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (isMissing) return;
    if (topic) {
      update.mutate({ params: { path: { topic_id: topic.id } }, body: values }, { onSuccess: onClose });
    } else {
      create.mutate({ body: values }, { onSuccess: onClose });
    }
  }

  return (
    <Dialog
      title={topic ? t("subscribers.changeTopic", { name: topic.name }) : t("subscribers.addTopic")}
      onClose={onClose}
    >
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        <TextInput
          label={t("words.name")}
          description={t("subscribers.topicNameHelp")}
          value={values.name}
          maxLength={LENGTHS.name}
          error={isChecked && isMissing ? t("subscribers.nameMissing") : failure}
          onChange={(event) => set({ name: event.currentTarget.value })}
          data-autofocus
        />
        <TextInput
          label={t("terms.description")}
          description={t("subscribers.topicDescriptionHelp")}
          value={values.description}
          maxLength={LENGTHS.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
        <div className={classes.boxed}>
          <SwitchRow
            label={t("subscribers.isDefault")}
            isOn={values.isDefault}
            onChange={(isDefault) => set({ isDefault })}
          >
            {t("subscribers.isDefaultHelp")}
          </SwitchRow>
        </div>
        <div className={dialog.actions}>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="filled" loading={saving.isPending}>
            {topic ? t("subscribers.saveTopic") : t("subscribers.addTopic")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
