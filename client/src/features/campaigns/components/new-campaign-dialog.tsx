import "@/ui/theme/overlay-styles";
import { Button, Modal, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { Notice } from "@/ui/components/notice";
import { useOpenModal } from "@/ui/open-modals";
import { useKeptDraft } from "@/ui/use-kept-draft";
import { type CampaignRow, campaignPath, editorPath, type NewCampaign, useCreateCampaign } from "../campaigns-data";
import { BeginChoice } from "./begin-choice";
import classes from "./new-campaign-dialog.module.css";

const NAME_LENGTH = 200;

interface Props {
  readonly kind?: CampaignRow["kind"];
  readonly onClose: () => void;
}

/** Asks for the name and what it begins as; makes the draft and goes where it is written. */
export function NewCampaignDialog({ kind = "email", onClose }: Props) {
  const { t } = useTranslation();
  useOpenModal(onClose);
  const navigate = useNavigate();
  const isTest = kind === "abTest";
  const [name, setName] = useState("");
  const [begin, setBegin] = useState<NonNullable<NewCampaign["begin"]>>(isTest ? "plain" : "harvest");
  const [isChecked, setChecked] = useState(false);
  useKeptDraft("campaign:new", { values: name, isDirty: name !== "", restore: setName });
  const create = useCreateCampaign(kind);
  const isMissing = name.trim() === "";

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (isMissing) return;
    create.mutate(
      { name: name.trim(), begin },
      { onSuccess: (made) => void navigate(made.documentId ? editorPath(made) : campaignPath(made)) },
    );
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t(isTest ? "abTests.new" : "campaigns.new")}
      size={640}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        {isFailure(create.error) ? <Notice kind="bad">{describeFailure(create.error, t)}</Notice> : null}
        <TextInput
          label={t("campaigns.name")}
          description={t("campaigns.nameHelp")}
          value={name}
          maxLength={NAME_LENGTH}
          error={isChecked && isMissing ? t("campaigns.nameMissing") : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <BeginChoice chosen={begin} onChoose={setBegin} />
        <div className={classes.actions}>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="filled" loading={create.isPending}>
            {t(isTest ? "abTests.write" : "campaigns.write")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
