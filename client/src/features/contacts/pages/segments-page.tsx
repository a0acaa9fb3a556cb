import { ActionIcon, Button, Text } from "@mantine/core";
import { IconCopy, IconPencil, IconPlus, IconSend, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { useSegments } from "@/features/lookups/public";
import {
  SEGMENT_TEMPLATES,
  type Segment,
  SegmentSentence,
  SegmentSize,
  useCreateSegment,
} from "@/features/segments/public";
import { useCan } from "@/features/session/public";
import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { EmptyState } from "@/ui/components/empty-state";
import { LoadFailed } from "@/ui/components/load-failed";
import { RelativeTime } from "@/ui/components/relative-time";
import { RecordTable } from "@/ui/table/record-table";
import { toast } from "@/ui/toasts";
import { ContactsFrame } from "../components/contacts-frame";
import { ContactsIllustration } from "../components/contacts-illustration";
import { DeleteSegmentDialog } from "../components/delete-segment-dialog";
import { IconLabel } from "../components/icon-label";
import { campaignToSegmentPath, useCanCreateCampaign } from "../use-can-create-campaign";
import own from "./segments-page.module.css";

const NEW_SEGMENT_PATH = "/contacts/segments/new";
const MAX_NAME_CHARACTERS = 100;

/** The team's segments with their rules, sizes and uses. */
export function SegmentsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const canEdit = useCan()("contact.segment");
  const canCreateCampaign = useCanCreateCampaign();
  const { data: segments, refetch, ...query } = useSegments();
  const error: unknown = query.error;
  const create = useCreateSegment();
  const [removed, setRemoved] = useState<Segment>();

  function duplicate({ name, rules }: Segment): void {
    const body = { name: findFreeName(t("segments.copyName", { name }), segments ?? []), rules };
    create.mutate(
      { body },
      {
        onSuccess: (copy) => {
          toast("success", t("segments.copied", { name: copy.name }));
          void navigate(`/contacts/segments/${copy.id}`);
        },
        onError: (failure) => {
          if (isFailure(failure)) toast("error", describeFailure(failure, t));
        },
      },
    );
  }

  const newButton = canEdit ? (
    <Button component={Link} to={NEW_SEGMENT_PATH} variant="filled">
      <IconLabel icon={IconPlus}>{t("segments.new")}</IconLabel>
    </Button>
  ) : undefined;
  return (
    <ContactsFrame
      area="segments"
      state={segments && [t("segments.total", { count: segments.length, total: formatInteger(segments.length) })]}
      isFailed={error !== null}
      actions={segments?.length === 0 ? undefined : newButton}
    >
      {error && !segments ? <LoadFailed failure={error} onRetry={() => void refetch()} /> : null}
      {segments?.length === 0 ? (
        <EmptyState
          drawing={<ContactsIllustration />}
          title={t("segments.emptyTitle")}
          text={t("segments.emptyText")}
          action={newButton}
          after={
            canEdit ? (
              <ul className={own.starts} aria-label={t("segments.starts")}>
                {SEGMENT_TEMPLATES.map((start) => (
                  <li key={start}>
                    <Link to={`${NEW_SEGMENT_PATH}?start=${start}`}>
                      <b>{t(`segments.start.${start}`)}</b>
                      <span>{t(`segments.startHelp.${start}`)}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            ) : undefined
          }
        />
      ) : null}
      {(segments ? segments.length > 0 : !error) ? (
        <RecordTable
          label={t("words.segments")}
          heads={[
            { label: t("words.name") },
            { label: t("segments.rules") },
            { label: t("words.contacts"), isNumber: true },
            { label: t("segments.usedBy") },
            { label: t("terms.updated"), isSpare: true },
          ]}
          hasActions={canEdit || canCreateCampaign}
        >
          {segments?.map((segment) => (
            <tr key={segment.id}>
              <th scope="row">
                <Link to={`/contacts/segments/${segment.id}`}>
                  <bdi>{segment.name}</bdi>
                </Link>
                {segment.followed ? (
                  <Text component="small" size="xs" ms="xs" c="var(--text2)">
                    {t("segments.followed")}
                  </Text>
                ) : null}
              </th>
              <td className={own.rules} data-label={t("segments.rules")}>
                <SegmentSentence rules={segment.rules} />
              </td>
              <td data-align="end" data-label={t("words.contacts")}>
                <Link to={`/contacts?segment=${segment.id}`} title={t("terms.showContacts")}>
                  <SegmentSize rules={segment.rules} />
                </Link>
              </td>
              <td className={own.used} data-quiet data-label={t("segments.usedBy")}>
                {segment.usedBy.join(", ") || t("terms.notUsedYet")}
              </td>
              <td data-quiet data-spare data-label={t("terms.updated")}>
                <RelativeTime at={segment.updatedAt} />
              </td>
              {canEdit || canCreateCampaign ? (
                <td data-actions>
                  {canCreateCampaign ? (
                    <ActionIcon
                      size="xs"
                      component={Link}
                      to={campaignToSegmentPath(segment.id)}
                      aria-label={t("segments.sendCampaignNamed", { name: segment.name })}
                    >
                      <IconSend size={16} stroke={1.7} />
                    </ActionIcon>
                  ) : null}
                  {canEdit ? <SegmentActions segment={segment} onDuplicate={duplicate} onRemove={setRemoved} /> : null}
                </td>
              ) : null}
            </tr>
          ))}
        </RecordTable>
      ) : null}
      {removed ? <DeleteSegmentDialog segment={removed} onClose={() => setRemoved(undefined)} /> : null}
    </ContactsFrame>
  );
}

interface SegmentActionsProps {
  readonly segment: Segment;
  readonly onDuplicate: (segment: Segment) => void;
  readonly onRemove: (segment: Segment) => void;
}

/** Actions on a segment for users who can edit segments. */
function SegmentActions({ segment, onDuplicate, onRemove }: SegmentActionsProps) {
  const { t } = useTranslation();
  const { id, name } = segment;
  return (
    <>
      <ActionIcon size="xs" component={Link} to={`/contacts/segments/${id}`} aria-label={t("terms.editName", { name })}>
        <IconPencil size={16} stroke={1.7} />
      </ActionIcon>
      <ActionIcon size="xs" aria-label={`${t("terms.duplicate")}: ${name}`} onClick={() => onDuplicate(segment)}>
        <IconCopy size={16} stroke={1.7} />
      </ActionIcon>
      <ActionIcon size="xs" aria-label={t("segments.deleteNamed", { name })} onClick={() => onRemove(segment)}>
        <IconTrash size={16} stroke={1.7} />
      </ActionIcon>
    </>
  );
}

/** A free name within the maximum length: the wanted one, numbered where it is taken. */
function findFreeName(wanted: string, segments: readonly Segment[]): string {
  const takenNames = new Set(segments.map(({ name }) => name.toLowerCase()));
  for (let at = 1; ; at += 1) {
    const ending = at === 1 ? "" : ` ${at}`;
    const name = wanted.slice(0, MAX_NAME_CHARACTERS - ending.length) + ending;
    if (!takenNames.has(name.toLowerCase())) return name;
  }
}
