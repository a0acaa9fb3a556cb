import { Anchor } from "@mantine/core";
import { useNavigate } from "react-router";
import { useSegments } from "@/features/lookups/public";
import { useCan } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { PlainSelect } from "@/ui/components/plain-select";
import type { ListQuery } from "../list-query";
import { buildListRules } from "../list-rules";

interface Props {
  readonly query: ListQuery;
  readonly onChange: (change: Partial<ListQuery>) => void;
}

/** Filters the list by a segment; hidden where the team has none. */
export function SegmentFilter({ query, onChange }: Props) {
  const { t } = useTranslation();
  const { data: segments = [] } = useSegments();
  if (segments.length === 0 && !query.segment) return null;
  const isKnown = segments.some(({ id }) => String(id) === query.segment);
  return (
    <PlainSelect
      label={t("contacts.segment")}
      value={query.segment ?? ""}
      options={[
        { value: "", label: t("contacts.anySegment") },
        ...(query.segment && !isKnown ? [{ value: query.segment, label: t("contacts.segment") }] : []),
        ...segments.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(segment) => onChange({ segment: segment || undefined })}
    />
  );
}

/** Name of a segment. */
export function SegmentName({ id }: { readonly id: string }) {
  const { data: segments = [] } = useSegments();
  return segments.find((segment) => String(segment.id) === id)?.name ?? id;
}

/** Opens a new segment with the list's filters as its rules. */
export function SaveAsSegment({ query }: Pick<Props, "query">) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const can = useCan();
  const rules = buildListRules(query);
  if (!rules || !can("contact.segment")) return null;
  return (
    <Anchor
      component="button"
      type="button"
      onClick={() => void navigate("/contacts/segments/new", { state: { rules } })}
    >
      {t("contacts.saveAsSegment")}
    </Anchor>
  );
}
