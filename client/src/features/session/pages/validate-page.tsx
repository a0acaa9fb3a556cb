import { useMutation } from "@tanstack/react-query";
import { mutation } from "@/lib/api/data";
import { useTranslation } from "@/lib/i18n/translation";
import { useLinkToken } from "@/lib/link-token";
import { PlainButton } from "@/ui/components/plain-button";
import { EmailLinkPage } from "../components/email-link";

/** Page that sends another link, after a sign-in if necessary. */
const RESEND_PATH = "/email-validate-check/analytics?from=/dashboard";

export function ValidatePage() {
  const { t } = useTranslation();
  const token = useLinkToken();
  const validate = useMutation(mutation("post", "/api/users/validate"));
  return (
    <EmailLinkPage
      before={{ title: t("steps.validate"), lead: t("steps.validateIntro"), button: t("steps.validateSubmit") }}
      after={{
        title: t("steps.validated"),
        lead: t("steps.validatedNext"),
        button: t("steps.toDashboard"),
        to: "/dashboard",
      }}
      act={validate}
      otherwise={
        <PlainButton isWide to={RESEND_PATH}>
          {t("steps.validateAgain")}
        </PlainButton>
      }
      onConfirm={() => validate.mutate({ body: { token } })}
    />
  );
}
