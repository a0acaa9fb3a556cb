import type { ComponentType, PropsWithChildren } from "react";
import { useLoaderData } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import { MissingPage } from "./missing-page";

/** The frame that the route's loader fetched for a signed-in user; null for other visitors. */
export type NotFoundData = { readonly Frame: ComponentType<PropsWithChildren> } | null;

/** Shown for an unknown address (SHELL-104, 105), within the frame for a signed-in user. */
export function NotFoundPage() {
  const { t } = useTranslation();
  const data = useLoaderData<NotFoundData>();
  const page = (
    <MissingPage
      title={t("app.notFound")}
      text={t("app.notFoundHelp")}
      back={{ label: t("app.backHome"), to: "/" }}
      pageTitle={t("app.notFoundTitle")}
      isFramed={data !== null}
    />
  );
  return data ? <data.Frame>{page}</data.Frame> : page;
}
