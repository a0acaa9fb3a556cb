import { FailureNotice } from "@/ui/components/failure-notice";
import "@/ui/theme/overlay-styles";
import { Button, Modal, NativeSelect, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { Notice } from "@/ui/components/notice";
import { SwitchRow } from "@/ui/components/switch-row";
import { useOpenModal } from "@/ui/open-modals";
import classes from "../config/parts/config.module.css";
import { type Settings, useSaveSettings } from "./settings-data";

/** What the server takes as a bound. */
const MOST_ABOVE = 1_000_000;
const WHOLE = /^\d{1,7}$/;
const DAYS = [0, 1, 3, 7, 14, 30] as const;

interface Props {
  readonly settings: Settings;
  readonly onClose: () => void;
}

/** Changes what the team has chosen for its messages; what would be lost by it is said before. */
export function SettingsDialog({ settings: { bodyDays, holdAll, holdAbove }, onClose }: Props) {
  const { t } = useTranslation();
  useOpenModal(onClose);
  const [days, setDays] = useState(bodyDays);
  const [isHeld, setHeld] = useState(holdAll);
  const [above, setAbove] = useState(holdAbove?.toString() ?? "");
  const [isChecked, setChecked] = useState(false);
  const save = useSaveSettings();
  const bound = above.trim();
  const isMalformed = bound !== "" && !(WHOLE.test(bound) && Number(bound) >= 1 && Number(bound) <= MOST_ABOVE);
  const offered = [...new Set([...DAYS, bodyDays])].sort((a, b) => a - b);

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (isMalformed) return;
    save.mutate(
      { bodyDays: days, holdAll: isHeld, holdAbove: bound === "" ? null : Number(bound) },
      { onSuccess: onClose },
    );
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t("transactional.settings.title")}
      size={480}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        <FailureNotice error={save.error} />
        <NativeSelect
          inputWrapperOrder={["label", "input", "description"]}
          label={t("transactional.settings.days")}
          description={t("transactional.settings.daysHelp")}
          value={String(days)}
          onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
          data={offered.map((count) => ({ value: String(count), label: t("transactional.settings.day", { count }) }))}
          data-autofocus
        />
        {days < bodyDays ? <Notice kind="info">{t("transactional.settings.fewer")}</Notice> : null}
        <div className={classes.switch}>
          <SwitchRow label={t("transactional.settings.hold")} isOn={isHeld} onChange={setHeld}>
            {t("transactional.settings.holdHelp")}
          </SwitchRow>
        </div>
        <TextInput
          inputWrapperOrder={["label", "input", "description", "error"]}
          label={t("transactional.settings.above")}
          description={t("transactional.settings.aboveHelp")}
          inputMode="numeric"
          autoComplete="off"
          value={above}
          error={isChecked && isMalformed ? t("transactional.settings.aboveMalformed") : undefined}
          onChange={({ currentTarget }) => setAbove(currentTarget.value)}
        />
        <div className={classes.dialogActions}>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="filled" loading={save.isPending}>
            {t("terms.save")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
