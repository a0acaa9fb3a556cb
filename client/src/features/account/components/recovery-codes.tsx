import { Box, Button, Group, Stack } from "@mantine/core";
import { FormActions } from "@/ui/components/form-actions";
import "./print-codes.css";
import { IconDownload, IconPrinter } from "@tabler/icons-react";
import { useMe } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { saveFile } from "@/lib/save-file";
import own from "./authenticator.module.css";
import { CopyButton } from "./copy-button";

interface Props {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** Shows the recovery codes, only this once, to be copied, downloaded or printed. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const { t } = useTranslation();
  const me = useMe();
  const heading = t("account.security.codesOf", { product: me?.identity.name ?? "", email: me?.user.email ?? "" });
  const text = [heading, "", ...codes, ""].join("\n");
  return (
    <Stack gap="md">
      <Box component="p" m={0} c="var(--text2)">
        {t("account.security.codesLead")}
      </Box>
      <div data-print="codes">
        <ul className={own.codes} aria-label={heading}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <Group gap="xs">
        <CopyButton text={text} label={t("terms.copy")} />
        <Button onClick={() => saveFile(new Blob([text], { type: "text/plain" }), "recovery-codes.txt")}>
          <Group component="span" gap={6} wrap="nowrap" display="inline-flex">
            <IconDownload size={16} stroke={1.7} aria-hidden="true" />
            {t("terms.download")}
          </Group>
        </Button>
        <Button onClick={() => window.print()}>
          <Group component="span" gap={6} wrap="nowrap" display="inline-flex">
            <IconPrinter size={16} stroke={1.7} aria-hidden="true" />
            {t("terms.print")}
          </Group>
        </Button>
      </Group>
      <FormActions>
        <Button variant="filled" onClick={onDone}>
          {t("account.security.codesKept")}
        </Button>
      </FormActions>
    </Stack>
  );
}
