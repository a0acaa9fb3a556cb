import { Stack } from "@mantine/core";
import { useCan } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { Columns } from "@/ui/components/columns";
import { LoadFailed } from "@/ui/components/load-failed";
import { ContactsFrame } from "../components/contacts-frame";
import { AppearanceCard } from "./appearance-card";
import { PageCard } from "./page-card";
import { useSubscriberSetting } from "./subscribers-data";
import { TopicsCard } from "./topics-card";

/** Topics, subscription page and consent settings of the team. */
export function SubscribersPage() {
  const { t } = useTranslation();
  const canEdit = useCan()("contact.edit");
  const { data: setting, error, refetch } = useSubscriberSetting();
  const failure: unknown = error;
  const retry = () => void refetch();
  return (
    <ContactsFrame state={[t("subscribers.state")]}>
      <Columns count={2} minWidth={340} isUneven>
        <TopicsCard canEdit={canEdit} />
        <Stack gap="md" miw={0}>
          {failure ? <LoadFailed failure={failure} onRetry={retry} /> : null}
          {setting ? <PageCard setting={setting} canEdit={canEdit} /> : null}
          {setting ? <AppearanceCard setting={setting} canEdit={canEdit} /> : null}
        </Stack>
      </Columns>
    </ContactsFrame>
  );
}
