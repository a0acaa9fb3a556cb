import { FailureNotice } from "@/ui/components/failure-notice";
import "@/ui/theme/overlay-styles";
import { Button, Flex, Modal, NativeSelect, Stack, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { useOpenModal } from "@/ui/open-modals";
import { SecretOnce } from "../secret-once";

const HOURS = [0, 1, 24, 72, 168] as const;

interface Props {
  readonly title: string;
  readonly confirmLabel: string;
  readonly help: string;
  readonly secretLabel: string;
  readonly rotate: {
    readonly isPending: boolean;
    readonly error: unknown;
    readonly data: { readonly secret: string } | undefined;
    readonly mutate: (overlapHours: number) => void;
  };
  readonly onClose: () => void;
}

/** Makes a new secret while the former one goes on for a while, and shows it once. */
export function OverlapDialog({ title, confirmLabel, help, secretLabel, rotate, onClose }: Props) {
  const { t } = useTranslation();
  useOpenModal(onClose);
  const [hours, setHours] = useState("24");
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    rotate.mutate(Number(hours));
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={480}
      // What is shown once goes by the one button that says that it is stored.
      closeOnClickOutside={!rotate.data}
      closeOnEscape={!rotate.data}
      withCloseButton={!rotate.data}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      {rotate.data ? (
        <Stack gap={20} maw={640}>
          <SecretOnce label={secretLabel} secret={rotate.data.secret} />
          <Flex gap="xs" justify="flex-end" wrap="wrap" mt={4}>
            <Button variant="filled" onClick={onClose}>
              {t("transactional.config.stored")}
            </Button>
          </Flex>
        </Stack>
      ) : (
        <form onSubmit={onSubmit}>
          <Stack gap={20} maw={640}>
            <Text size="sm" lh="md" c="var(--text2)">
              {help}
            </Text>
            <FailureNotice error={rotate.error} />
            <NativeSelect
              inputWrapperOrder={["label", "input", "description"]}
              label={t("transactional.config.overlap")}
              description={t("transactional.config.overlapHelp")}
              value={hours}
              onChange={({ currentTarget }) => setHours(currentTarget.value)}
              data={HOURS.map((each) => ({
                value: String(each),
                label:
                  each === 0 ? t("transactional.config.overlapNone") : t("transactional.config.hours", { count: each }),
              }))}
              data-autofocus
            />
            <Flex gap="xs" justify="flex-end" wrap="wrap" mt={4}>
              <Button onClick={onClose}>{t("ui.cancel")}</Button>
              <Button type="submit" variant="filled" loading={rotate.isPending}>
                {confirmLabel}
              </Button>
            </Flex>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
