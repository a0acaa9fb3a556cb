import { Box, Text, TextInput } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { useMe } from "@/features/session/public";
import { LANGUAGE_NAMES, LANGUAGES } from "@/lib/i18n/i18n";
import { useTranslation } from "@/lib/i18n/translation";
import { isPhone } from "@/lib/phone";
import { Card } from "@/ui/components/card";
import { CardRow } from "@/ui/components/card-row";
import { Columns } from "@/ui/components/columns";
import { FailureNotice } from "@/ui/components/failure-notice";
import { LeaveDialog } from "@/ui/components/leave-dialog";
import { SaveBar } from "@/ui/components/save-bar";
import { Segmented } from "@/ui/components/segmented";
import { toast } from "@/ui/toasts";
import { useForm } from "@/ui/use-form";
import { useLeaveGuard } from "@/ui/use-leave-guard";
import { type Profile, type ProfileChanges, useChangeProfile, useProfile } from "../account-data";
import { PageFrame } from "../components/page-frame";

const MAX_NAME_CHARACTERS = 100;
const MAX_PHONE_CHARACTERS = 32;

const HOUR_FORMATS = [
  { value: "24", label: "account.profile.hours24" },
  { value: "12", label: "account.profile.hours12" },
] as const;

/** The personal fields. Cards that save themselves are above the save bar. */
function PersonForm({ profile, children }: { readonly profile: Profile; readonly children: ReactNode }) {
  const { t } = useTranslation();
  const formId = useId();
  const change = useChangeProfile();
  const form = useForm({
    draftKey: "profile",
    initial: { firstname: profile.firstname, lastname: profile.lastname, phone: profile.phone },
    validate: ({ phone }) => (isPhone(phone) ? {} : { phone: t("account.phoneMalformed") }),
    failure: change.error,
    onValid: ({ changes }) => {
      if (!form.isDirty || change.isPending) return;
      change.mutate(changes, {
        onSuccess: () => {
          form.markSaved(changes);
          toast("success", t("account.profile.saved"));
        },
      });
    },
  });
  const leaving = useLeaveGuard({ isDirty: form.isDirty });
  const text = (field: "firstname" | "lastname" | "phone") => ({
    ...form.text(field),
    label: t(`account.profile.${field}`),
  });
  return (
    <>
      <form id={formId} onSubmit={form.onSubmit} noValidate>
        <Card title={t("account.profile.person")}>
          <Columns count={2} minWidth={260} isUneven>
            {form.failure ? (
              <Box style={{ gridColumn: "1 / -1" }}>
                <FailureNotice error={form.failure} />
              </Box>
            ) : null}
            <TextInput {...text("firstname")} maxLength={MAX_NAME_CHARACTERS} autoComplete="given-name" dir="auto" />
            <TextInput {...text("lastname")} maxLength={MAX_NAME_CHARACTERS} autoComplete="family-name" dir="auto" />
            <TextInput
              {...text("phone")}
              type="tel"
              inputMode="tel"
              maxLength={MAX_PHONE_CHARACTERS}
              autoComplete="tel"
              description={t("account.phoneHelp")}
              inputWrapperOrder={["label", "input", "description", "error"]}
            />
          </Columns>
        </Card>
      </form>
      {children}
      {form.isDirty ? (
        <SaveBar
          formId={formId}
          saveLabel={t("account.profile.save")}
          isSaving={change.isPending}
          onDiscard={form.discard}
        />
      ) : null}
      <LeaveDialog guard={leaving} title={t("terms.leaveWithoutSaving")} confirmLabel={t("words.discardAndLeave")}>
        {t("account.leaveText")}
      </LeaveDialog>
    </>
  );
}

function Preferences({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation();
  const change = useChangeProfile();
  const chosen = change.isPending ? { ...profile, ...change.variables } : profile;
  function write(changes: ProfileChanges): void {
    change.mutate(changes);
  }
  return (
    <Card title={t("account.profile.preferences")} isFlush>
      <FailureNotice error={change.error} />
      <CardRow>
        <Box flex="1 1 280px" miw={0} style={{ overflowWrap: "anywhere" }}>
          <Text component="strong" display="block" fw={500}>
            {t("words.language")}
          </Text>
          <Text size="sm" mt={2} c="var(--text2)">
            {t("account.profile.languageHelp")}
          </Text>
        </Box>
        <Segmented
          label={t("words.language")}
          value={chosen.language}
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          onChange={(value) => write({ language: value === "id" ? "id" : "en" })}
        />
      </CardRow>
      <CardRow>
        <Box flex="1 1 280px" miw={0} style={{ overflowWrap: "anywhere" }}>
          <Text component="strong" display="block" fw={500}>
            {t("account.profile.clock")}
          </Text>
          <Text size="sm" mt={2} c="var(--text2)">
            {t("account.profile.clockHelp")}
          </Text>
        </Box>
        <Segmented
          label={t("account.profile.clock")}
          value={String(chosen.time)}
          options={HOUR_FORMATS.map(({ value, label }) => ({ value, label: t(label) }))}
          onChange={(value) => write({ time: Number(value) })}
        />
      </CardRow>
    </Card>
  );
}

/** The user's personal data, language and formats. */
export function ProfilePage() {
  const { t } = useTranslation();
  const profile = useProfile();
  const email = useMe()?.user.email;
  return (
    <PageFrame title={t("words.userProfile2")} state={email} query={profile}>
      {profile.data ? (
        <PersonForm profile={profile.data}>
          <Preferences profile={profile.data} />
        </PersonForm>
      ) : null}
    </PageFrame>
  );
}
