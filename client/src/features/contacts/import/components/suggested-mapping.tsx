import { Box, Button } from "@mantine/core";
import { IconTable } from "@tabler/icons-react";
import { useState } from "react";
import { formatDate } from "@/lib/dates";
import { useTranslation } from "@/lib/i18n/translation";
import type { Mapping } from "../import-machine";
import type { PreparedImport } from "../imports-data";
import { MappingsDialog } from "./mappings-dialog";
import classes from "./suggested-mapping.module.css";

interface Props {
  readonly prepared: PreparedImport;
  readonly mapping: Mapping;
  readonly onUse: (mapping: Mapping) => void;
}

/** Source of the suggested mapping, with access to the team's other mappings. */
export function SuggestedMapping({ prepared, mapping, onUse }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const origin = prepared.mappingFrom;
  return (
    <div className={classes.line}>
      {origin ? (
        <Box component="span" style={{ overflowWrap: "anywhere" }}>
          {t(origin.name ? "contacts.mappings.fromNamed" : "contacts.mappings.from", {
            name: origin.name,
            file: origin.file,
            person: origin.fullname,
            day: formatDate(origin.usedAt),
          })}
        </Box>
      ) : null}
      <Button
        size="xs"
        leftSection={<IconTable size={14} stroke={1.9} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t("contacts.mappings.title")}
      </Button>
      {isOpen ? (
        <MappingsDialog importId={prepared.importId} mapping={mapping} onUse={onUse} onClose={() => setOpen(false)} />
      ) : null}
    </div>
  );
}
