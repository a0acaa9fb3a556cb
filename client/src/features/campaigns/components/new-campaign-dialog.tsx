import { Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useSegments } from "@/features/lookups/public";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { Notice } from "@/ui/components/notice";
import { toastFailure } from "@/ui/toast-failure";
import { useForm } from "@/ui/use-form";
import {
  type Campaign,
  type CampaignRow,
  campaignPath,
  editorPath,
  type NewCampaign,
  useCreateCampaign,
} from "../campaigns-data";
import { formatWallTime } from "../schedule-clock";
import { useRescheduleCampaign } from "../schedule-data";
import { StartChoice } from "./start-choice";

const MAX_NAME_CHARACTERS = 200;

interface Props {
  readonly kind?: CampaignRow["kind"];
  readonly category?: string | undefined;
  /** The segment of recipients. */
  readonly segmentId?: number | undefined;
  /** Planned local time in the team's time zone; the draft is planned for then. */
  readonly planned?: string | undefined;
  readonly onClose: () => void;
}

/** Notice with the recipient segment. */
function Audience({ segmentId }: { readonly segmentId: number }) {
  const { t } = useTranslation();
  const { data } = useSegments();
  const segment = data?.find(({ id }) => id === segmentId);
  if (!data) return null;
  if (!segment) return <Notice kind="bad">{t("campaigns.given.segmentMissing")}</Notice>;
  return (
    <Text size="sm" c="var(--text2)">
      {t("campaigns.given.segment", { name: segment.name })}
    </Text>
  );
}

/** Asks for a name and a starting point, creates the draft and opens its editor or composer. */
export function NewCampaignDialog({ kind = "email", category, segmentId, planned, onClose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isTest = kind === "abTest";
  const [begin, setBegin] = useState<NonNullable<NewCampaign["startFrom"]>>(isTest ? "plain" : "harvest");
  const create = useCreateCampaign(kind);
  const plan = useRescheduleCampaign();
  const form = useForm({
    draftKey: "campaign:new",
    initial: { name: "" },
    validate: ({ name }) => (name.trim() === "" ? { name: t("terms.enterAName") } : {}),
    failure: create.error,
    onValid: ({ values }) =>
      create.mutate(
        { name: values.name.trim(), startFrom: begin, category, segmentId },
        { onSuccess: (newCampaign) => void planAndOpen(newCampaign) },
      ),
  });

  async function planAndOpen(made: Campaign): Promise<void> {
    if (planned) {
      const schedule = { scheduleAt: planned, zone: "team" as const, perHour: null };
      // The draft exists despite the failure, and the composer can plan it.
      await plan.mutateAsync({ id: made.id, kind, schedule }).catch((thrown: unknown) => toastFailure(thrown, t));
    }
    await navigate(made.documentId ? editorPath(made) : campaignPath(made));
  }

  return (
    <Dialog title={t(isTest ? "campaigns.newTest" : "words.newCampaign")} size={640} onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <FailureNotice error={form.failure} />
          {segmentId ? <Audience segmentId={segmentId} /> : null}
          {category ? (
            <Text size="sm" c="var(--text2)">
              {t("campaigns.given.category", { name: category })}
            </Text>
          ) : null}
          {planned ? (
            <Text size="sm" c="var(--text2)">
              {t("campaigns.given.planned", { at: formatWallTime(planned) })}
            </Text>
          ) : null}
          <TextInput
            {...form.text("name")}
            label={t("words.name")}
            description={t("terms.onlyYourTeamSeesIt")}
            maxLength={MAX_NAME_CHARACTERS}
            data-autofocus
          />
          <StartChoice chosen={begin} onChoose={setBegin} />
          <FormActions
            submitLabel={t(isTest ? "campaigns.writeTest" : "campaigns.write")}
            isBusy={create.isPending || plan.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
