import { FailureNotice } from "@/ui/components/failure-notice";
import "@/ui/theme/overlay-styles";
import { Button, Modal, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { isFailure } from "@/lib/api/failure";
import { fieldFailureOf } from "@/lib/describe-failure";
import { useTranslation } from "@/lib/i18n/translation";
import { useOpenModal } from "@/ui/open-modals";
import type { TemplateBrief } from "../shapes";
import classes from "./templates.module.css";
import { useMakeTemplate, useRenameTemplate } from "./templates-data";

const NAME_LENGTH = 100;
const SLUG_LENGTH = 60;

interface Props {
  /** Renamed; a new one is made where there is none. */
  readonly template?: Pick<TemplateBrief, "id" | "name" | "slug">;
  readonly onDone: (id: string) => void;
  readonly onClose: () => void;
}

/** The name of a template, and the word that programs call it by. */
export function NameDialog({ template, onDone, onClose }: Props) {
  const { t } = useTranslation();
  useOpenModal(onClose);
  const [name, setName] = useState(template?.name ?? "");
  const [slug, setSlug] = useState(template?.slug ?? "");
  const [isChecked, setChecked] = useState(false);
  const make = useMakeTemplate();
  const rename = useRenameTemplate(template?.id ?? "");
  const call = template ? rename : make;
  const failure = isFailure(call.error) ? call.error : undefined;
  const atField = failure && fieldFailureOf(failure, t);
  const isAtSlug = atField?.field === "slug";
  const nameMissing = isChecked && !name.trim() ? t("terms.enterAName2") : undefined;

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (!name.trim()) return;
    if (template) {
      rename.mutate({ name: name.trim(), slug: slug.trim() }, { onSuccess: () => onDone(template.id) });
    } else make.mutate(name.trim(), { onSuccess: ({ id }) => onDone(id) });
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t(template ? "transactional.templates.renameTitle" : "terms.newTemplate")}
      size={440}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        {atField ? null : <FailureNotice error={failure} />}
        <TextInput
          label={t("words.name")}
          value={name}
          maxLength={NAME_LENGTH}
          autoComplete="off"
          error={nameMissing ?? (isAtSlug ? undefined : atField?.text)}
          onChange={(event) => {
            setName(event.currentTarget.value);
            call.reset();
          }}
          data-autofocus
        />
        {template ? (
          <TextInput
            label={t("transactional.templates.slug")}
            description={t("transactional.templates.slugHelp")}
            value={slug}
            maxLength={SLUG_LENGTH}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={isAtSlug ? atField.text : undefined}
            onChange={(event) => {
              setSlug(event.currentTarget.value);
              call.reset();
            }}
          />
        ) : null}
        <div className={classes.formActions}>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="filled" loading={call.isPending}>
            {t(template ? "terms.save" : "transactional.templates.create")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
