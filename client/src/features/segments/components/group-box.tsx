import { Button, Flex, NativeSelect, Stack, Text } from "@mantine/core";
import { IconBracketsOff, IconPlus } from "@tabler/icons-react";
import { useTranslation } from "@/lib/i18n/translation";
import { IconButton } from "@/ui/components/icon-button";
import type { BuilderContext } from "../kinds/kind";
import { getJoin, JOINS, type Join } from "../rule-texts";
import type { GroupNode } from "../tree";
import classes from "./builder.module.css";
import { RuleActions } from "./rule-actions";
import { type RuleError, RuleRow } from "./rule-row";
import type { BuilderActions } from "./use-builder";

interface Props {
  readonly group: GroupNode;
  /** The root group starts the sentence and cannot be removed. */
  readonly isRoot?: boolean;
  readonly known: BuilderContext;
  readonly faults: ReadonlyMap<string, RuleError>;
  readonly acts: BuilderActions;
}

/** A group: how it combines its rules, the rules themselves, and buttons to add more. */
export function GroupBox({ group, isRoot = false, known, faults, acts }: Props) {
  const { t } = useTranslation();
  const join = getJoin(group);
  const fault = faults.get(group.key);
  const name = t(`segments.joins.${join}`);
  const dissolves = !isRoot && !group.negated;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't stand in the line
    <div
      className={isRoot ? classes.root : classes.group}
      data-rule={group.key}
      data-negated={group.negated || undefined}
      role="group"
      aria-label={t(isRoot ? "segments.rootNamed" : "segments.groupNamed", { join: name })}
    >
      <div className={classes.head}>
        <div className={classes.parts}>
          <span>{t(isRoot ? "segments.everyoneWho" : "segments.who")}</span>
          <NativeSelect
            size="xs"
            fw={500}
            data-part="join"
            aria-label={t("segments.join")}
            value={join}
            onChange={({ currentTarget }) => acts.setJoin(group.key, currentTarget.value as Join)}
          >
            {JOINS.map((choice) => (
              <option key={choice} value={choice}>
                {t(`segments.joins.${choice}`)}
              </option>
            ))}
          </NativeSelect>
        </div>
        {isRoot ? null : (
          <Flex>
            {dissolves ? (
              <IconButton
                size="row"
                label={t("segments.unwrap")}
                data-part="unwrap"
                onClick={() => acts.unwrap(group.key)}
              >
                <IconBracketsOff size={16} stroke={1.7} aria-hidden="true" />
              </IconButton>
            ) : null}
            <RuleActions nodeKey={group.key} name={name} acts={acts} />
          </Flex>
        )}
      </div>
      {fault ? (
        <Text size="xs" c="var(--bad)" style={{ gridColumn: "1 / -1" }}>
          {fault.words}
        </Text>
      ) : null}
      <Stack component="ul" gap={4}>
        {group.rules.map((node, index) => (
          <Stack component="li" gap={4} miw={0} key={node.key}>
            {index > 0 ? (
              <Text span size="xs" ms={10} c="dimmed" aria-hidden="true">
                {t(`segments.joint.${group.match}`)}
              </Text>
            ) : null}
            {node.kind === "group" ? (
              <GroupBox group={node} known={known} faults={faults} acts={acts} />
            ) : (
              <RuleRow node={node} known={known} fault={faults.get(node.key)} acts={acts} />
            )}
          </Stack>
        ))}
      </Stack>
      <Flex gap={4} wrap="wrap">
        <AddButton part="add" isAvailable={acts.canAddRule(group.key)} onClick={() => acts.addRule(group.key)}>
          {t("segments.addRule")}
        </AddButton>
        <AddButton part="addGroup" isAvailable={acts.canAddGroup(group.key)} onClick={() => acts.addGroup(group.key)}>
          {t("segments.addGroup")}
        </AddButton>
      </Flex>
    </div>
  );
}

interface AddProps {
  readonly part: string;
  readonly isAvailable: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

function AddButton({ part, isAvailable, onClick, children }: AddProps) {
  const { t } = useTranslation();
  return (
    <Button
      variant="subtle"
      size="xs"
      data-part={part}
      leftSection={<IconPlus size={14} stroke={1.9} aria-hidden="true" />}
      aria-disabled={isAvailable ? undefined : true}
      title={isAvailable ? undefined : t("segments.noRoom")}
      onClick={() => isAvailable && onClick()}
    >
      {children}
    </Button>
  );
}
