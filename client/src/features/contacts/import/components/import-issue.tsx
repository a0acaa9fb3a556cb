import { Box, Flex } from "@mantine/core";
import type { ReactNode } from "react";
import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { useTranslation } from "@/lib/i18n/translation";
import { Notice } from "@/ui/components/notice";
import { findFileIssue, fixTextKeys, formatIssueParams, issueTextKey } from "../import-issues";

interface Props {
  readonly failure: unknown;
  /** Actions that can fix it. */
  readonly actions?: ReactNode;
}

/** Why a file was rejected and how to fix it. */
export function ImportIssue({ failure, actions }: Props) {
  const { t } = useTranslation();
  if (!isFailure(failure)) return null;
  const fault = findFileIssue(failure);
  const params = formatIssueParams(failure.payload);
  return (
    <Notice kind="bad">
      <Box component="strong" display="block" fw={500}>
        {fault ? t(issueTextKey(fault, params), params) : describeFailure(failure, t)}
      </Box>
      {fault ? <span>{t(fixTextKeys(fault, params), params)}</span> : null}
      {actions ? (
        <Flex gap="xs" wrap="wrap" mt="xs">
          {actions}
        </Flex>
      ) : null}
    </Notice>
  );
}
