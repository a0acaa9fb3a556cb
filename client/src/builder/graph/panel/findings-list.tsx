import { Flex, Stack, Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useSnapshot } from "../../collab/store/use-store";
import { showNode } from "../actions";
import { getNodeName, useGraphEditor } from "../editor";
import { listFindings } from "../model/findings";
import { describeFinding } from "./finding-text";
import classes from "./lists.module.css";

/** The findings of the graph, each with a link to its node. */
export function FindingsList() {
  const editor = useGraphEditor();
  const { store, t } = editor;
  const now = useSnapshot(store);
  const findings = listFindings(now);
  if (now.nodes.size === 0) return null;
  return (
    <section className={classes.section} aria-label={t("graph.findings.label")}>
      <Text component="h3" size="sm" fw={600}>
        {t("graph.findings.label")}
      </Text>
      {findings.length === 0 ? (
        <Flex component="p" gap={6} align="center" m={0} c="var(--ok)">
          <IconCircleCheck size={16} stroke={1.7} aria-hidden="true" />
          {t("graph.findings.none")}
        </Flex>
      ) : null}
      <Stack component="ul" className={classes.findings ?? ""} gap={4}>
        {findings.map((finding) => (
          <li key={`${finding.node} ${finding.textKey} ${finding.port}`}>
            <button type="button" onClick={() => showNode(editor, finding.node)}>
              <Text component="strong" inherit fw={500}>
                {getNodeName(editor, finding.node)}
              </Text>
              <Text span size="xs" c="var(--text2)">
                {describeFinding(editor, finding)}
              </Text>
            </button>
          </li>
        ))}
      </Stack>
    </section>
  );
}
