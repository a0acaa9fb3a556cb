import { IconTag } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { PlainButton } from "@/ui/components/plain-button";
import { PlainSelect } from "@/ui/components/plain-select";
import { CONTACT_STATES } from "../contacts-data";
import type { ListQuery } from "../list-query";
import { ContactSearch } from "./contact-search";
import { IconLabel } from "./icon-label";
import classes from "./list-toolbar.module.css";

const LabelPicker = lazy(async () => ({ default: (await import("./label-picker")).LabelPicker }));
const StageFilter = lazy(async () => (await import("../parts")).loadStageFilter());
const SegmentFilter = lazy(async () => ({ default: (await import("./segment-filter")).SegmentFilter }));

const ListFilter = lazy(async () => (await import("../parts")).loadListFilter());

interface Props {
  /** The selection of a saved view. */
  readonly views: ReactNode;
  readonly query: ListQuery;
  readonly onChange: (change: Partial<ListQuery>) => void;
  /** Text with the number of matches. */
  readonly matching: string | undefined;
  readonly options: ReactNode;
}

/** Filters of the list: search, labels, state, stage and segment. */
export function ListToolbar({ views, query, onChange, matching, options }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.toolbar} data-filter-bar>
      <div className={classes.views}>{views}</div>
      <ContactSearch query={query} onSearch={(search, match) => onChange({ search, match })} />
      <Suspense
        fallback={
          // The same size as the control that replaces it.
          <PlainButton isDisabled>
            <IconLabel icon={IconTag}>{t("contacts.labels")}</IconLabel>
          </PlainButton>
        }
      >
        <LabelPicker
          chosen={new Set(query.labels.map(Number))}
          onChange={(chosen) => onChange({ labels: [...chosen].map(String) })}
        />
      </Suspense>
      <PlainSelect
        label={t("contacts.state")}
        value={query.state ?? ""}
        options={[
          { value: "", label: t("contacts.anyState") },
          ...CONTACT_STATES.map((state) => ({ value: state, label: t(`contacts.states.${state}`) })),
        ]}
        onChange={(state) => onChange({ state: state || undefined })}
      />
      <div className={classes.late}>
        <Suspense fallback={null}>
          <StageFilter query={query} onChange={onChange} />
          <SegmentFilter query={query} onChange={onChange} />
          <ListFilter query={query} onChange={onChange} />
        </Suspense>
      </div>
      <span className={classes.matching} role="status">
        {matching}
      </span>
      {options}
    </div>
  );
}
