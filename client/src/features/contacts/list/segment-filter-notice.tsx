import { IconUsersGroup } from "@tabler/icons-react";
import { Link, useNavigate } from "react-router";
import { useSegments } from "@/features/lookups/public";
import { useTranslation } from "@/lib/i18n/translation";
import { Strip } from "@/ui/components/strip";
import type { ListQuery } from "../list-query";
import { buildListRules } from "../list-rules";
import classes from "./list.module.css";

const SEGMENTS_PATH = "/contacts/segments";

/** Shown over a list opened from a segment: returns its filters to the segment. */
export function SegmentFilterNotice({ query }: { readonly query: ListQuery & { readonly from: string } }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: segments = [] } = useSegments();
  const id = query.from.startsWith("edit:") ? query.from.slice("edit:".length) : undefined;
  const name = segments.find((segment) => String(segment.id) === id)?.name ?? t("contacts.segment");
  const page = id ? `${SEGMENTS_PATH}/${id}` : `${SEGMENTS_PATH}/new`;
  const rules = buildListRules(query);
  return (
    <div className={classes.from}>
      <Strip
        kind="info"
        isInset
        icon={<IconUsersGroup size={16} stroke={1.7} aria-hidden="true" />}
        actions={
          <>
            <Link to={page}>{t("contactList.from.back")}</Link>
            <button
              type="button"
              aria-disabled={rules ? undefined : true}
              onClick={() => rules && void navigate(page, { state: { rules } })}
            >
              {t("contactList.from.use")}
            </button>
          </>
        }
      >
        {t(id ? "contactList.from.edit" : "contactList.from.add", { name })}
      </Strip>
    </div>
  );
}
