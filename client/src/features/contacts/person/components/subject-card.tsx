import { Box, Button, Flex } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useCan } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { FailureNotice } from "@/ui/components/failure-notice";
import { toast } from "@/ui/toasts";
import type { Contact } from "../../contacts-data";
import { useExportContactData } from "../../export/export-data";
import classes from "./person.module.css";

const EraseDialog = lazy(async () => ({ default: (await import("./erase-dialog")).EraseDialog }));

interface Props {
  readonly contact: Contact;
  readonly onErased: () => void;
}

/** Data subject rights: export and erasure of a person's data. */
export function SubjectCard({ contact, onErased }: Props) {
  const { t } = useTranslation();
  const can = useCan();
  const [isErasing, setErasing] = useState(false);
  const { contactId } = contact;
  const data = useExportContactData();
  const ask = () => data.mutate(contactId, { onSuccess: () => toast("success", t("person.downloadQueued")) });
  if (!can("contact.export") && !can("contact.delete")) return null;
  return (
    <Card title={t("person.subject")}>
      <div className={classes.subscription}>
        <Box component="p" m={0} c="var(--text2)">
          {t("person.subjectHelp")}
        </Box>
        <FailureNotice error={data.error} />
        <Flex gap="xs" wrap="wrap">
          {can("contact.export") ? (
            <Button size="xs" variant="default" loading={data.isPending} onClick={ask}>
              {t("person.download")}
            </Button>
          ) : null}
          {can("contact.delete") ? (
            <Button size="xs" variant="default" color="bad" onClick={() => setErasing(true)}>
              {t("person.erase")}
            </Button>
          ) : null}
        </Flex>
      </div>
      <Suspense fallback={null}>
        {isErasing ? <EraseDialog contact={contact} onErased={onErased} onClose={() => setErasing(false)} /> : null}
      </Suspense>
    </Card>
  );
}
