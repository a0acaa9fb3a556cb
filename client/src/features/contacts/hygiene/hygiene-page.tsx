import { Stack } from "@mantine/core";
import { useCan } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { LoadFailed } from "@/ui/components/load-failed";
import { ContactsFrame } from "../components/contacts-frame";
import { CapCard } from "./cap-card";
import classes from "./hygiene.module.css";
import { useHygiene } from "./hygiene-data";
import { RunsCard } from "./runs-card";
import { SunsetCard } from "./sunset-card";

/** List hygiene: the frequency cap and the sunset policy for contacts who never read. */
export function HygienePage() {
  const { t } = useTranslation();
  const canEdit = useCan()("contact.edit");
  const { data, error, refetch } = useHygiene();
  const retry = () => void refetch();
  return (
    <ContactsFrame state={[t("hygiene.intro")]}>
      {error && !data ? <LoadFailed failure={error} onRetry={retry} /> : null}
      {data ? (
        <Stack gap="md">
          <div className={classes.rules}>
            <CapCard cap={data.cap} canEdit={canEdit} />
            <SunsetCard rule={data.sunset} canEdit={canEdit} />
          </div>
          <RunsCard runs={data.runs} canEdit={canEdit} />
        </Stack>
      ) : null}
    </ContactsFrame>
  );
}
