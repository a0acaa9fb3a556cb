import { FailureNotice } from "@/ui/components/failure-notice";
import "@/ui/theme/overlay-styles";
import { Button, Modal, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { isFailure } from "@/lib/api/failure";
import { fieldFailureOf } from "@/lib/describe-failure";
import { useTranslation } from "@/lib/i18n/translation";
import { useOpenModal } from "@/ui/open-modals";
import { type DomainDetail, useChangeSlug } from "../domains-data";
import classes from "./sender-dialog.module.css";

const LABEL_LENGTH = 63;

/** What links of a domain's mails begin with. */
export function SlugDialog({ domain, onClose }: { readonly domain: DomainDetail; readonly onClose: () => void }) {
  const { t } = useTranslation();
  useOpenModal(onClose);
  const [slug, setSlug] = useState(domain.slug);
  const change = useChangeSlug(domain.domainId);
  const failure = isFailure(change.error) ? change.error : undefined;
  const atField = failure ? fieldFailureOf(failure, t)?.text : undefined;

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    change.mutate(slug, { onSuccess: onClose });
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t("senders.domains.changeSlug")}
      size={440}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        {atField ? null : <FailureNotice error={failure} />}
        <TextInput
          label={t("senders.domains.slug")}
          description={t("senders.domains.slugHelp", { host: `${slug || "…"}.${domain.name}` })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={slug}
          maxLength={LABEL_LENGTH}
          error={atField}
          onChange={(event) => {
            setSlug(event.currentTarget.value);
            change.reset();
          }}
          data-autofocus
        />
        <div className={classes.actions}>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="filled" loading={change.isPending}>
            {t("senders.domains.saveSlug")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
