import { Button, Flex } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useCan } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { FailureNotice } from "@/ui/components/failure-notice";
import { Notice } from "@/ui/components/notice";
import { useCreateStartKey } from "./quick-start-data";
import type { StartKind } from "./start-keys";

interface Props {
  readonly kind: StartKind;
  /** Whether the team already has a key. */
  readonly isAnother: boolean;
}

/** Creates a key for the code samples of the quick start, or refers the user to an admin. */
export function CreateKey({ kind, isAnother }: Props) {
  const { t } = useTranslation();
  const canCreate = useCan()("transactional.keys");
  const make = useCreateStartKey(kind);
  const words = kind === "sandbox" ? "transactional.start.sandbox" : "transactional.start";
  if (!canCreate) return <Notice kind="info">{t("transactional.start.askAdmin")}</Notice>;
  return (
    <>
      <Flex gap="xs" wrap="wrap">
        <Button
          variant={isAnother ? "default" : "filled"}
          leftSection={<IconKey size={16} stroke={1.7} aria-hidden="true" />}
          loading={make.isPending}
          onClick={() => make.mutate({ name: t(`${words}.keyName`) })}
        >
          {t(`${words}.${isAnother ? "another" : "make"}`)}
        </Button>
      </Flex>
      <FailureNotice error={make.error} />
    </>
  );
}
