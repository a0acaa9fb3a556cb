import { useMediaQuery } from "@mantine/hooks";
import { lazy, Suspense } from "react";
import { NARROW_QUERY } from "@/lib/constants";
import { CardsFallback } from "@/ui/table/cards-fallback";
import { DataTable } from "@/ui/table/data-table";
import { type Contact, useContactPage } from "../contacts-data";
import { ContactList, type ListProps } from "./contact-list";
import classes from "./contact-list.module.css";

// Loaded lazily, because it is shown only with the rows.
const Pager = lazy(async () => ({ default: (await import("@/ui/table/pager")).Pager }));
const ContactCards = lazy(async () => ({ default: (await import("./contact-cards")).ContactCards }));

interface Props extends ListProps {
  readonly onSize: (size: number) => void;
}

/** The contacts in pages: a table, or cards on phones. */
export function PagedContacts({ onSize, ...props }: Props) {
  const { query, onQuery, isWaiting } = props;
  const isPhone = useMediaQuery(NARROW_QUERY, false, { getInitialValueInEffect: false });
  const { data, isPending, error, isPlaceholderData, refetch } = useContactPage(query, !isWaiting);
  const rows = data?.items ?? NONE;
  const total = data?.total ?? 0;
  const totalIsExact = data?.totalIsExact ?? true;
  return (
    <ContactList
      {...props}
      source={{ rows, total, totalIsExact, isPending, error, refetch }}
      table={(table) =>
        isPhone && data ? (
          <Suspense fallback={<CardsFallback count={rows.length} />}>
            <ContactCards
              contacts={rows}
              isStale={isPlaceholderData}
              isSelected={table.selection.isSelected}
              onSelect={table.selection.onSelect}
              isFresh={table.isFresh}
            />
          </Suspense>
        ) : (
          <DataTable<Contact> {...table} rows={rows} isStale={isPlaceholderData} />
        )
      }
      foot={
        data ? (
          <div className={classes.foot}>
            <Suspense fallback={<div className={classes.pagerRoom} />}>
              <Pager
                rows={rows.length}
                page={query.page}
                size={query.size}
                total={total}
                totalIsExact={totalIsExact}
                onPage={(page) => onQuery({ page })}
                onSize={onSize}
              />
            </Suspense>
          </div>
        ) : null
      }
    />
  );
}

const NONE: readonly Contact[] = [];
