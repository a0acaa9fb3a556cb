import { useTranslation } from "react-i18next";
import { $api } from "@/lib/api/hooks";
import { useLinkToken } from "@/lib/link-token";
import { MailedLink } from "../components/mailed-link";

export function ValidatePage() {
  const { t } = useTranslation();
  const token = useLinkToken();
  const validate = $api.useMutation("post", "/api/users/validate", { meta: { quiet: true } });
  return (
    <MailedLink
      before={{ title: t("steps.validate"), lead: t("steps.validateIntro"), button: t("steps.validateSubmit") }}
      after={{
        title: t("steps.validated"),
        lead: t("steps.validatedNext"),
        button: t("steps.toDashboard"),
        to: "/dashboard",
      }}
      act={validate}
      onConfirm={() => validate.mutate({ body: { token } })}
    />
  );
}
