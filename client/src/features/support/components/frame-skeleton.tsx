import { Box } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";

const WIDTHS = [62, 48, 70, 54, 40];

/** Skeleton of a page while its head loads. */
export function FrameSkeleton() {
  const { t } = useTranslation();
  return (
    <Card isFlush>
      <div aria-busy="true" aria-label={t("words.loading")} role="status">
        {WIDTHS.map((width) => (
          <Box my={14} mx="md" bdrs={4} h={12} bg="var(--line)" key={width} style={{ inlineSize: `${width}%` }} />
        ))}
      </div>
    </Card>
  );
}
