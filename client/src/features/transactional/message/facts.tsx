import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatDateTime } from "@/lib/dates";
import { formatFileSize } from "@/lib/filters";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { DescriptionList } from "@/ui/components/description-list";
import { CopyText } from "../components/copy-text";
import type { Message } from "../shapes";

/** The properties of a message. Its events are in the timeline. */
export function MessageFacts({ message }: { readonly message: Message }) {
  const { t } = useTranslation();
  const tracked = [
    message.trackOpens ? t("transactional.message.opens") : "",
    message.trackClicks ? t("transactional.message.clicks") : "",
  ].filter(Boolean);
  const facts: readonly (readonly [string, ReactNode])[] = [
    ["id", <CopyText key="id" label={t("transactional.message.facts.id")} text={message.id} isCut />],
    ["acceptedAt", formatDateTime(message.acceptedAt, true)],
    ["via", t(`transactional.message.doors.${message.via}`)],
    ["domain", message.domain],
    [
      "key",
      message.keyId ? (
        <Link key="key" to={`/apikey/${message.keyId}`}>
          {message.keyName}
        </Link>
      ) : (
        ""
      ),
    ],
    [
      "subaccount",
      message.subaccountId ? (
        <Link key="subaccount" to={`/subaccount/${message.subaccountId}`}>
          {message.subaccountName}
        </Link>
      ) : (
        ""
      ),
    ],
    ["tag", message.tag],
    [
      "template",
      message.templateId ? (
        <Link key="template" to={`/trx-templates/${message.templateId}`}>
          {message.templateName}
          {message.templateVersion ? ` v${message.templateVersion}` : ""}
        </Link>
      ) : (
        ""
      ),
    ],
    [
      "batch",
      message.batchId ? (
        <Link key="batch" to={`/batch-status/${message.batchId}`}>
          {t("transactional.message.seeBatch")}
        </Link>
      ) : (
        ""
      ),
    ],
    ["size", formatFileSize(message.size)],
    ["tracking", tracked.length > 0 ? tracked.join(", ") : t("transactional.message.untracked")],
    ["scheduledAt", message.scheduledAt ? formatDateTime(message.scheduledAt) : ""],
    ...Object.entries(message.metadata).map(([key, value]) => [`metadata.${key}`, String(value)] as const),
  ];
  return (
    <DescriptionList layout="tiles" minWidth={200}>
      {facts
        .filter(([, value]) => value !== "")
        .map(([name, value]) => (
          <div key={name}>
            <dt>
              {name.startsWith("metadata.") ? (
                <code>{name.slice(9)}</code>
              ) : (
                t(toTextKey(`transactional.message.facts.${name}`))
              )}
            </dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
    </DescriptionList>
  );
}
