import type { ComponentType } from "react";
import { useRouteError } from "react-router";
import { isMissing } from "@/lib/api/missing";
import { useTranslation } from "@/lib/i18n/translation";
import type { RouteRecord } from "@/lib/routing";
import { MissingPage } from "./missing-page";

/** Error boundary for a screen without its record. Rethrows any other failure to the boundary above. */
export function createRecordBoundary({ missing, list }: RouteRecord, isWhole: boolean): ComponentType {
  return function RecordBoundary() {
    const { t } = useTranslation();
    const error = useRouteError();
    if (!isMissing(error)) throw error;
    return (
      <MissingPage
        title={t(missing.title)}
        text={t("app.missingText")}
        back={{ label: t(missing.back), to: list }}
        isFramed={!isWhole}
      />
    );
  };
}
