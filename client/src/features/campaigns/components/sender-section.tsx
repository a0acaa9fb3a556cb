import { Anchor, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { SenderDialog, useAllSenders } from "@/features/senders/public";
import { useCan } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { Notice } from "@/ui/components/notice";
import type { ComposerHandle } from "../use-composer";
import { EditedField } from "./edited-field";
import { Section } from "./section";

/** Choice of a verified sender. Users with permission can add one here. */
export function SenderSection({ composer }: { readonly composer: ComposerHandle }) {
  const { t } = useTranslation();
  const { draft, edit } = composer;
  const canAdd = useCan()("sender.edit");
  const senders = useAllSenders().data?.items ?? [];
  const [isAdding, setAdding] = useState(false);
  const chosen = senders.find(({ senderId }) => senderId === draft.senderId);
  const usable = senders.filter(({ validated, senderId }) => validated || senderId === draft.senderId);
  return (
    <Section
      id="composer-sender"
      title={t("terms.from")}
      aside={
        canAdd ? (
          <Anchor component="button" type="button" fz="sm" py={4} onClick={() => setAdding(true)}>
            {t("terms.addSender")}
          </Anchor>
        ) : undefined
      }
    >
      <EditedField composer={composer} field="senderId">
        <NativeSelect
          size="md"
          aria-label={t("terms.from")}
          value={draft.senderId ?? ""}
          onChange={(event) => edit({ senderId: event.currentTarget.value || null })}
          data={[
            ...(draft.senderId === null ? [{ value: "", label: t("campaigns.mend.sender") }] : []),
            ...usable.map(({ senderId, name, email }) => ({ value: senderId, label: `${name} <${email}>` })),
          ]}
        />
        {chosen && !chosen.validated ? (
          <Notice kind="info">{t("campaigns.senderWaiting", { email: chosen.email })}</Notice>
        ) : null}
        {isAdding ? (
          <SenderDialog onDone={({ senderId }) => edit({ senderId })} onClose={() => setAdding(false)} />
        ) : null}
      </EditedField>
    </Section>
  );
}
