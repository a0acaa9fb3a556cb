import { Button } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { IconLabel } from "../components/icon-label";
import type { ListQuery } from "../list-query";

const FilterDialog = lazy(async () => (await import("./load-rules")).loadFilterDialog());

interface Props {
  readonly query: ListQuery;
  readonly onChange: (change: Partial<ListQuery>) => void;
}

/** Opens the conditions of the list. */
export function ListFilter({ query, onChange }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <IconLabel icon={IconFilter}>{t("contactList.filter.open")}</IconLabel>
      </Button>
      <Suspense fallback={null}>
        {isOpen ? <FilterDialog rules={query.rules} onChange={onChange} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  );
}
