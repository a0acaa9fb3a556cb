import { Button } from "@mantine/core";
import { useState } from "react";
import { Link, useLocation, useParams, useSearchParams } from "react-router";
import {
  buildTemplateTree,
  buildTree,
  type Rules,
  SegmentEditor,
  type Segment as StoredSegment,
  useChangeSegment,
  useCreateSegment,
  useSegment,
} from "@/features/segments/public";
import { useCan } from "@/features/session/public";
import { throwIfMissingBeforeFirstData } from "@/lib/api/missing";
import { useTranslation } from "@/lib/i18n/translation";
import { LoadFailed } from "@/ui/components/load-failed";
import { PageHead } from "@/ui/components/page-head";
import { RelativeTime } from "@/ui/components/relative-time";
import { toast } from "@/ui/toasts";
import { campaignToSegmentPath, useCanCreateCampaign } from "../use-can-create-campaign";

const SEGMENTS_PATH = "/contacts/segments";

function useCrumbs() {
  const { t } = useTranslation();
  return [{ label: t("contacts.audience") }, { label: t("words.segments"), to: SEGMENTS_PATH }];
}

/** Rules passed from a filtered list. */
function usePassedRules(): Rules | undefined {
  return (useLocation().state as { readonly rules?: Rules } | null)?.rules;
}

/** Address of the list with the segment's rules as filters, which can be changed there and returned. */
function buildListPath({ id, rules }: Pick<StoredSegment, "id" | "rules">): string {
  return `/contacts?${new URLSearchParams({ rules: JSON.stringify(rules), from: `edit:${id}` }).toString()}`;
}

/**
 * A new segment: blank, from a template, or from a list's filters. The page of the segment opens after the save. Changes
 * made during the save stay here as an edit of the new segment.
 */
export function NewSegmentPage() {
  const { t } = useTranslation();
  const crumbs = useCrumbs();
  const [created, setCreated] = useState<StoredSegment>();
  const [params] = useSearchParams();
  const start = params.get("start");
  const passedRules = usePassedRules();
  const create = useCreateSegment();
  const change = useChangeSegment();
  const save = created ? change : create;
  return (
    <>
      <PageHead
        title={t("segments.new")}
        state={t("segments.newState")}
        crumbs={crumbs}
        actions={
          <Button component={Link} to="/contacts?from=add">
            {t("segments.fromList")}
          </Button>
        }
      />
      <SegmentEditor
        segmentId={created?.id}
        name=""
        root={passedRules ? buildTree(passedRules) : buildTemplateTree(start)}
        failure={save.error}
        isSaving={save.isPending}
        next={created && `${SEGMENTS_PATH}/${created.id}`}
        onSave={(body, saved) => {
          if (created) {
            change.mutate(
              { segmentId: created.id, body },
              {
                onSuccess: (segment) => {
                  saved(segment);
                  toast("success", t("segments.saved"));
                },
              },
            );
            return;
          }
          create.mutate(
            { body: { name: body.name, rules: body.rules } },
            {
              onSuccess: (segment) => {
                saved(segment);
                setCreated(segment);
                toast("success", t("segments.created"));
              },
            },
          );
        }}
      />
    </>
  );
}

/** Details of a segment, with editing. */
export function SegmentPage() {
  const { id } = useParams();
  return <SegmentScreen key={id} segmentId={Number(id)} />;
}

function SegmentScreen({ segmentId }: { readonly segmentId: number }) {
  const { t } = useTranslation();
  const crumbs = useCrumbs();
  const canEdit = useCan()("contact.segment");
  const canCreateCampaign = useCanCreateCampaign();
  const passedRules = usePassedRules();
  const { data: segment, refetch, ...query } = throwIfMissingBeforeFirstData(useSegment(segmentId));
  const error: unknown = query.error;
  const change = useChangeSegment();

  return (
    <>
      <PageHead
        title={segment?.name ?? t("words.segment")}
        crumbs={crumbs}
        state={
          segment
            ? [
                <span key="changed">
                  {t("terms.updated")} <RelativeTime at={segment.updatedAt} />
                </span>,
              ]
            : [t("contacts.loading")]
        }
        actions={
          segment ? (
            <>
              {canEdit ? (
                <Button component={Link} to={buildListPath(segment)}>
                  {t("segments.fromList")}
                </Button>
              ) : null}
              <Button component={Link} to={`/contacts?segment=${segment.id}`}>
                {t("terms.showContacts")}
              </Button>
              {canCreateCampaign ? (
                <Button component={Link} to={campaignToSegmentPath(segment.id)}>
                  {t("terms.sendCampaign")}
                </Button>
              ) : null}
            </>
          ) : null
        }
      />
      {error && !segment ? <LoadFailed failure={error} onRetry={() => void refetch()} /> : null}
      {segment ? (
        <SegmentEditor
          segmentId={segment.id}
          name={segment.name}
          root={buildTree(segment.rules)}
          stored={segment.rules}
          proposed={passedRules && buildTree(passedRules)}
          isReadOnly={!canEdit}
          failure={change.error}
          isSaving={change.isPending}
          onSave={(body, saved) =>
            change.mutate(
              { segmentId: segment.id, body },
              {
                onSuccess: (stored) => {
                  saved(stored);
                  toast("success", t("segments.saved"));
                },
              },
            )
          }
        />
      ) : null}
    </>
  );
}
