import { Box, Stack } from "@mantine/core";
import classes from "../pages/report-page.module.css";

export function ReportSkeleton() {
  return (
    <Stack gap="sm" aria-hidden="true">
      <div className={classes.columns}>
        <Box bdrs="lg" bd="1px solid var(--line)" bg="var(--surface)" style={{ blockSize: 400 }} />
        <div className={classes.side}>
          <Box bdrs="lg" bd="1px solid var(--line)" bg="var(--surface)" style={{ blockSize: 220 }} />
          <Box bdrs="lg" bd="1px solid var(--line)" bg="var(--surface)" style={{ blockSize: 168 }} />
        </div>
      </div>
      <Box bdrs="lg" bd="1px solid var(--line)" bg="var(--surface)" style={{ blockSize: 200 }} />
    </Stack>
  );
}
