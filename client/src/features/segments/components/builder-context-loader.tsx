import { type ReactNode, useMemo } from "react";
import { useCountryName, useLabels, useSegments } from "@/features/lookups/public";
import { useTranslation } from "@/lib/i18n/translation";
import { LoadFailed } from "@/ui/components/load-failed";
import type { BuilderContext } from "../kinds/kind";
import { useGrammar } from "../segments-data";
import classes from "./builder-context-loader.module.css";

interface Props {
  /** Id of the edited segment, if it exists. */
  readonly ownId?: number | undefined;
  readonly children: (known: BuilderContext) => ReactNode;
}

/** Loads the data that rule editors need; shows a skeleton or an error until then. */
export function BuilderContextLoader({ ownId, children }: Props) {
  const { t } = useTranslation();
  const queries = [useGrammar(), useLabels(), useSegments()] as const;
  const [{ data: grammar }, { data: labels }, { data: segments }] = queries;
  const countryName = useCountryName();
  const known = useMemo<BuilderContext | undefined>(
    () => (grammar && labels && segments ? { grammar, labels, segments, ownId, countryName } : undefined),
    [grammar, labels, segments, ownId, countryName],
  );
  if (known) return children(known);
  const failed = queries.filter(({ data, error }) => !data && error);
  if (failed[0]) {
    return (
      <LoadFailed failure={failed[0].error} onRetry={() => void Promise.all(failed.map((one) => one.refetch()))} />
    );
  }
  return (
    <div className={classes.bones} role="status" aria-label={t("segments.loading")}>
      <span />
      <span />
      <span />
    </div>
  );
}
