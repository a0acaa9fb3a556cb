import { FailureNotice } from "@/ui/components/failure-notice";
import "@/ui/theme/overlay-styles";
import { Button, Modal, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { isFailure } from "@/lib/api/failure";
import { describeFailure, fieldFailureOf } from "@/lib/describe-failure";
import { useTranslation } from "@/lib/i18n/translation";
import { useOpenModal } from "@/ui/open-modals";
import { useKeptDraft } from "@/ui/use-kept-draft";
import { type DomainDetail, useAddDomain } from "../domains-data";
import classes from "./sender-dialog.module.css";

interface Props {
  readonly onDone: (domain: DomainDetail) => void;
  readonly onClose: () => void;
}

const NAME_LENGTH = 253;
/** As much of the server's rule as can be told while typing; the server decides. */
const DOMAIN = /^[^\s@/:.]+(\.[^\s@/:.]+)+\.?$/;
/** Refusals that are about the name. */
const ABOUT_NAME = new Set(["senderFreeDomain", "senderOtherDomain", "senderDomainUnsupported", "senderDomainExists"]);

export function AddDomainDialog({ onDone, onClose }: Props) {
  const { t } = useTranslation();
  useOpenModal(onClose);
  const [name, setName] = useState("");
  const [isChecked, setChecked] = useState(false);
  useKeptDraft("sender-domain:new", { values: { name }, isDirty: name !== "", restore: (kept) => setName(kept.name) });
  const add = useAddDomain();
  const failure = isFailure(add.error) ? add.error : undefined;
  const atName =
    failure && (ABOUT_NAME.has(failure.code ?? "") ? describeFailure(failure, t) : fieldFailureOf(failure, t)?.text);
  const problem = DOMAIN.test(name.trim()) ? undefined : t("senders.domains.nameMalformed");

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (!problem) add.mutate(name.trim(), { onSuccess: onDone });
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t("terms.addDomain")}
      size={440}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        {atName ? null : <FailureNotice error={failure} />}
        <TextInput
          label={t("words.domain")}
          description={t("senders.domains.nameHelp")}
          placeholder="example.com"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={name}
          maxLength={NAME_LENGTH}
          error={(isChecked ? problem : undefined) ?? atName}
          onChange={(event) => {
            setName(event.currentTarget.value);
            add.reset();
          }}
          data-autofocus
        />
        <div className={classes.actions}>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="filled" loading={add.isPending}>
            {t("terms.addDomain")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
