import { isFailure } from "@/lib/api/failure";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { DescriptionList } from "@/ui/components/description-list";
import { SendFailure } from "../../components/send-failure";
import { type AbTest, useSendAbTest } from "../ab-data";
import { TestFacts } from "./test-facts";

interface Props {
  readonly test: AbTest;
  readonly recipients: number;
  readonly onSent: () => void;
  readonly onClose: () => void;
}

/** Confirms the start of a test, with the number of recipients of each variant. */
export function AbSendDialog({ test, recipients, onSent, onClose }: Props) {
  const { t } = useTranslation();
  const send = useSendAbTest();
  return (
    <ConfirmDialog
      title={t("campaigns.sendTitle", { name: test.name })}
      confirmLabel={t("abTests.sendNow")}
      isBusy={send.isPending}
      onCancel={onClose}
      onConfirm={() => send.mutate(test.id, { onSuccess: onSent })}
    >
      <DescriptionList>
        <dt>{t("abTests.testedElement")}</dt>
        <dd>{t(`abTests.testedOf.${test.test.tested}`)}</dd>
        <dt>{t("terms.recipients")}</dt>
        <dd>{t("terms.recipientsCount", { count: recipients, total: formatInteger(recipients) })}</dd>
        <TestFacts test={test} />
      </DescriptionList>
      <p>{t("abTests.sendHelp")}</p>
      {isFailure(send.error) ? <SendFailure campaign={test} failure={send.error} onLeave={onClose} /> : null}
    </ConfirmDialog>
  );
}
