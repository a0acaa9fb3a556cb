import { useTranslation } from "react-i18next";
import { MailedLink } from "@/features/session/public";
import { $api } from "@/lib/api/hooks";
import { useLinkToken } from "@/lib/link-token";

export function ValidateSenderPage() {
  const { t } = useTranslation();
  const token = useLinkToken();
  const validate = $api.useMutation("post", "/api/senders/validate", { meta: { quiet: true } });
  return (
    <MailedLink
      before={{ title: t("senders.validate"), lead: t("senders.validateIntro"), button: t("senders.validateSubmit") }}
      after={{
        title: t("senders.validateDone"),
        lead: t("senders.validateNext", { email: validate.data?.email }),
        button: t("senders.toSenders"),
        to: "/senders",
      }}
      act={validate}
      onConfirm={() => validate.mutate({ body: { token } })}
    />
  );
}
