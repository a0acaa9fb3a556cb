import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { isFailure } from "@/lib/api/failure";
import { describeFailure, fieldFailureOf } from "@/lib/describe-failure";
import { useTranslation } from "@/lib/i18n/translation";
import { useKeptDraft } from "@/ui/use-kept-draft";
import { Dialog } from "../components/dialog";
import classes from "../components/dialog.module.css";
import { useRenameStage } from "./funnel-data";
import type { Stage } from "./stages";

interface Props {
  readonly stage: Stage;
  /** What the team calls it; empty for its usual name. */
  readonly name: string;
  readonly onClose: () => void;
}

const NAME_LENGTH = 40;

/** Calls a stage otherwise. Left empty, it takes its usual name back. */
export function RenameDialog({ stage, name: stored, onClose }: Props) {
  const { t } = useTranslation();
  const [name, setName] = useState(stored);
  useKeptDraft(`stage:${stage}`, { values: name, isDirty: name !== stored, restore: setName });
  const rename = useRenameStage();
  const usual = t(`funnel.stages.${stage}`);

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    const kept = name.trim() === usual ? "" : name.trim();
    rename.mutate({ body: { stage, name: kept } }, { onSuccess: onClose });
  }

  const failure = rename.error;
  const isTaken = fieldFailureOf(failure, t)?.field === "name";
  return (
    <Dialog title={t("words.renameName", { name: stored || usual })} onClose={onClose}>
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        <TextInput
          label={t("funnel.name")}
          description={t("funnel.nameHelp", { name: usual })}
          placeholder={usual}
          size="md"
          maxLength={NAME_LENGTH}
          value={name}
          error={isTaken ? t("funnel.nameTaken") : isFailure(failure) ? describeFailure(failure, t) : undefined}
          onChange={(event) => {
            setName(event.currentTarget.value);
            rename.reset();
          }}
          data-autofocus
        />
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            {t("ui.cancel")}
          </Button>
          <Button type="submit" variant="filled" loading={rename.isPending}>
            {t("terms.rename")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
