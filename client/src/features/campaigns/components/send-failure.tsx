import { Link } from "react-router";
import { useCan } from "@/features/session/public";
import type { ApiFailure } from "@/lib/api/failure";
import { describeFailure, listFailedFields } from "@/lib/describe-failure";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { Notice } from "@/ui/components/notice";
import type { CampaignRef } from "../campaigns-data";
import { fixPath, goToSection } from "../composer-paths";
import type { FindingLocation } from "../review-data";

/** Section or page where each error is fixed. */
const LOCATION_BY_CODE: Readonly<Record<string, FindingLocation>> = {
  senderNotChosen: "sender",
  senderNotValidated: "sender",
  senderDomainMisconfigured: "domain",
  emptyRecipient: "recipients",
  recipientLabelEmpty: "recipients",
  recipientLabelNotFound: "recipients",
  lessThanTenContacts: "recipients",
};
const WRITTEN_FIELDS = ["subject", "content"] as const;

interface Reason {
  readonly text: string;
  readonly place: FindingLocation | undefined;
}

interface Props {
  readonly campaign: CampaignRef;
  readonly failure: ApiFailure;
  /** Index of the affected A/B test variant, from 0. */
  readonly variant?: number | undefined;
  /** Closes the dialog before navigating to the error. */
  readonly onLeave: () => void;
}

/** Reasons why a campaign cannot be sent, each with a link to fix it. */
export function SendFailure({ campaign, failure, variant, onLeave }: Props) {
  const { t } = useTranslation();
  const canEdit = useCan()("campaign.edit");
  const failed = listFailedFields(failure).map(({ field }) => field);
  const missing =
    failure.code === "requiredFieldsNotSet" ? WRITTEN_FIELDS.filter((field) => failed.includes(field)) : [];
  const reasons: readonly Reason[] =
    missing.length > 0
      ? missing.map((field) => ({ text: t(`campaigns.writeFirst.${field}`), place: field }))
      : [{ text: describeFailure(failure, t), place: LOCATION_BY_CODE[failure.code ?? ""] }];

  function closeAndGo(place: FindingLocation): void {
    onLeave();
    // If the URL already has this hash, the link does not navigate, so scroll here.
    setTimeout(() => goToSection(place));
  }

  return (
    <Notice kind="bad">
      {reasons.map(({ text, place }) => {
        const to = place && canEdit ? fixPath(campaign, place, variant ?? null) : undefined;
        return (
          <div key={text}>
            {text}{" "}
            {place && to ? (
              <Link to={to} onClick={() => closeAndGo(place)}>
                {t(toTextKey(`campaigns.mend.${place}`))}
              </Link>
            ) : null}
          </div>
        );
      })}
    </Notice>
  );
}
