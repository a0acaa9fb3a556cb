import { useMutation, useQuery } from "@tanstack/react-query";
import { EmailLinkPage } from "@/features/session/public";
import { mutation, query } from "@/lib/api/data";
import { isFailure } from "@/lib/api/failure";
import { useTranslation } from "@/lib/i18n/translation";
import { useLinkToken } from "@/lib/link-token";

/** Asks the owner of an address to confirm that a team can send from it. */
export function ValidateSenderPage() {
  const { t } = useTranslation();
  const body = { token: useLinkToken() };
  const requested = useQuery(
    query("post", "/api/senders/validate/check", { body }, { retry: false, staleTime: Number.POSITIVE_INFINITY }),
  );
  const validate = useMutation(mutation("post", "/api/senders/validate"));
  const isKnown = requested.data !== undefined;
  const failure: unknown = requested.error;
  const isOver = isFailure(failure) && failure.code === "tokenExpired";
  return (
    <EmailLinkPage
      before={{
        title: t("senders.validate"),
        lead: requested.data
          ? t("senders.validateIntro", requested.data)
          : requested.isPending
            ? t("senders.validateReading")
            : isOver && t("senders.validateOver"),
        button: isOver ? undefined : t(isKnown || requested.isPending ? "senders.validateSubmit" : "ui.retry"),
      }}
      after={{
        title: t("senders.validateDone"),
        lead: t("senders.validateNext", { email: validate.data?.email }),
        button: t("senders.toSenders"),
        to: "/senders",
      }}
      act={{
        isSuccess: validate.isSuccess,
        isPending: validate.isPending || requested.isFetching,
        error: validate.error ?? requested.error,
      }}
      onConfirm={() => (isKnown ? validate.mutate({ body }) : void requested.refetch())}
    />
  );
}
