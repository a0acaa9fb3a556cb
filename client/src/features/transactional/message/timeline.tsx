import { Box, Text } from "@mantine/core";
import { Link } from "react-router";
import { formatDate, formatDateTime, getTimePattern } from "@/lib/dates";
import { useTranslation } from "@/lib/i18n/translation";
import classes from "./message.module.css";
import type { TimelineStep } from "./timeline-steps";

/** Timeline of a message, oldest first, with the responses of the receiving servers. */
export function Timeline({
  steps,
  isOfSeveral,
}: {
  readonly steps: readonly TimelineStep[];
  readonly isOfSeveral: boolean;
}) {
  const { t } = useTranslation();
  const clock = getTimePattern(undefined, true).replace("ss", "ss.SSS");
  return (
    <ol className={classes.timeline}>
      {steps.map((step, index) => {
        const day = formatDate(step.at, "YYYY-MM-DD");
        const before = steps[index - 1];
        const isNewDay = before !== undefined && formatDate(before.at, "YYYY-MM-DD") !== day;
        const title = t(step.title, step.words);
        return (
          <li key={step.id} data-kind={step.dot}>
            <time dateTime={step.at} title={formatDateTime(step.at, true)}>
              {isNewDay ? <small>{formatDate(step.at, "D MMM")}</small> : null}
              {formatDate(step.at, clock)}
            </time>
            <div>
              <b>{step.to ? <Link to={step.to}>{title}</Link> : title}</b>
              {isOfSeveral && step.recipient ? (
                <Box component="bdi" ms={8} fz="xs" c="var(--text2)" style={{ overflowWrap: "anywhere" }}>
                  {step.recipient}
                </Box>
              ) : null}
              {step.notes.length > 0 ? (
                <Text size="xs" lh="md" c="var(--text2)" style={{ overflowWrap: "anywhere" }}>
                  {step.notes.map((note) => (typeof note === "string" ? note : t(note.key, note.words))).join(" · ")}
                </Text>
              ) : null}
              {step.reply ? <pre>{step.reply}</pre> : null}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
