import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { LoadFailed } from "@/ui/components/load-failed";
import { PageHead } from "@/ui/components/page-head";

interface Props {
  readonly title: string;
  readonly state?: ReactNode;
  /** Limits the width to a narrow column, for a short form. */
  readonly isNarrow?: boolean;
  /** The query of the page's data, which controls the loading and error states. */
  readonly query?: {
    readonly data: unknown;
    readonly error: unknown;
    readonly isLoadingError: boolean;
    readonly refetch: () => unknown;
  };
  readonly children: ReactNode;
}

/** A settings page: its head, and its content once the data has loaded. */
export function PageFrame({ title, state, isNarrow = false, query, children }: Props) {
  const { t } = useTranslation();
  const isReady = query === undefined || query.data !== undefined;
  return (
    <>
      <PageHead
        title={title}
        crumbs={[{ label: t("words.settings") }, { label: title }]}
        state={isReady ? state : query.isLoadingError ? undefined : t("words.loading")}
      />
      {query?.isLoadingError ? <LoadFailed failure={query.error} onRetry={() => void query.refetch()} /> : null}
      {isReady ? (
        <Stack gap="md" maw={isNarrow ? 480 : 720}>
          {children}
        </Stack>
      ) : null}
    </>
  );
}
