import { Button, NativeSelect, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import { useSegments } from "@/features/lookups/public";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { toast } from "@/ui/toasts";
import { useForm } from "@/ui/use-form";
import { type ChangeTarget, useAddToSegment } from "../changes-data";

interface Props {
  readonly target: ChangeTarget;
  readonly count: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Adds contacts to a segment manually. */
export function AddToSegmentDialog({ target, count, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const { data: segments } = useSegments();
  const add = useAddToSegment();
  const form = useForm({
    initial: { segmentId: "" },
    validate: ({ segmentId }) => (segmentId === "" ? { segmentId: t("terms.chooseASegment") } : {}),
    failure: add.error,
    onValid: ({ values }) =>
      add.mutate(
        { target, segmentId: Number(values.segmentId) },
        {
          onSuccess: ({ count: added, queued }) => {
            const total = formatInteger(added);
            const done = t("contactList.added", { count: added, total });
            toast("success", queued ? t("contactList.addQueued", { total }) : done);
            onDone();
          },
        },
      ),
  });

  return (
    <Dialog title={t("contactList.addTitle", { total: count })} onClose={onClose}>
      {segments?.length === 0 ? (
        <Stack gap="sm" align="flex-start">
          <Text>{t("contactList.segmentsNone")}</Text>
          <Button component={Link} to="/contacts/segments/new">
            {t("terms.createSegment")}
          </Button>
        </Stack>
      ) : (
        <form noValidate onSubmit={form.onSubmit}>
          <Stack gap="sm">
            <NativeSelect
              label={t("words.segment")}
              description={t("contactList.addHelp")}
              data={[
                { value: "", label: t("terms.chooseASegment") },
                ...(segments ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              {...form.text("segmentId")}
              data-autofocus
            />
            <FailureNotice error={form.failure} />
            <FormActions submitLabel={t("contactList.addToSegment")} isBusy={add.isPending} onCancel={onClose} />
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
