import type { ReactNode } from "react";
import { LoadFailed } from "@/ui/components/load-failed";
import classes from "./config.module.css";

interface Props<Data> {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: unknown;
    readonly isLoadingError: boolean;
    readonly refetch: () => unknown;
  };
  readonly label: string;
  readonly children: (data: Data) => ReactNode;
}

/** What is shown of one thing: its bones while it loads, why it failed, or the thing. */
export function PageState<Data>({ query, label, children }: Props<Data>) {
  if (query.isLoadingError) return <LoadFailed failure={query.error} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) {
    return (
      <div className={classes.bones} role="status" aria-label={label}>
        <div />
        <div />
      </div>
    );
  }
  return <>{children(query.data)}</>;
}
