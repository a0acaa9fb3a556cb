import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type Me, type Plan, planQuery, useMe } from "@/features/session/public";
import { query } from "@/lib/api/data";
import { APP_VERSION } from "@/lib/constants";
import { formatDateTime } from "@/lib/dates";
import { formatFileSize, formatInteger } from "@/lib/filters";
import type { Translate } from "@/lib/i18n/translation";
import { useTranslation } from "@/lib/i18n/translation";
import { type LinkState, useLinkState } from "@/lib/socket/link";
import { Columns } from "@/ui/components/columns";
import { PageHead } from "@/ui/components/page-head";
import { toast } from "@/ui/toasts";
import { summarizeCalls } from "../calls";
import { CallsCard } from "../components/calls-card";
import { SectionCard } from "../components/section-card";
import { measureRoundTrip, type RoundTrip } from "../measure";
import { type DiagnosticsSection, formatReport } from "../report";

const versionQuery = query("get", "/api/version", {}, { staleTime: 0 });
/** The key contains the link state, so that the query runs again when the socket connects. */
const roundTripQuery = (isUp: boolean) =>
  ({ queryKey: ["diagnostics", "way", isUp], queryFn: measureRoundTrip, staleTime: 0, gcTime: 0 }) as const;

type Version = { readonly version: string; readonly forced: boolean; readonly policyVersion: string };

function buildVersionsSection(t: Translate, server: Version | undefined): DiagnosticsSection {
  const unknown = t("diagnostics.unknown");
  return {
    title: t("diagnostics.versions"),
    facts: [
      [t("diagnostics.interface"), APP_VERSION],
      [t("diagnostics.server"), server?.version ?? unknown],
      [t("words.policy"), server?.policyVersion ?? unknown],
      [t("diagnostics.forced"), server ? t(server.forced ? "words.yes" : "words.no") : unknown],
      [t("diagnostics.loaded"), formatDateTime(performance.timeOrigin, true)],
    ],
  };
}

function buildConnectionSection(
  t: Translate,
  state: LinkState,
  way: RoundTrip | undefined,
  isMeasuring: boolean,
): DiagnosticsSection {
  const formatDuration = (milliseconds: number | undefined): string => {
    if (milliseconds !== undefined) return t("diagnostics.milliseconds", { figure: formatInteger(milliseconds) });
    return t(isMeasuring ? "diagnostics.measuring" : "diagnostics.noAnswer");
  };
  return {
    title: t("diagnostics.connection"),
    facts: [
      [t("diagnostics.live"), t(`diagnostics.links.${state}`)],
      [t("diagnostics.apiWay"), formatDuration(way?.api)],
      [t("diagnostics.socketWay"), formatDuration(way?.socket)],
    ],
  };
}

function buildSessionSection(t: Translate, me: Me, plan: Plan | undefined): DiagnosticsSection {
  const none = t("terms.none");
  return {
    title: t("diagnostics.session"),
    facts: [
      [t("terms.user"), me.user.userId],
      [t("words.team"), me.team?.companyId ?? none],
      [t("terms.role"), me.team?.role ?? none],
      [t("terms.vendor"), me.identity.vendor],
      [t("terms.plan"), plan?.plan || none],
      [t("terms.teamTimeZone"), me.team?.timezone || none],
    ],
  };
}

function buildBrowserSection(t: Translate, stored: number): DiagnosticsSection {
  const { availHeight, availWidth } = screen;
  return {
    title: t("terms.browser"),
    facts: [
      [t("diagnostics.agent"), navigator.userAgent],
      [t("diagnostics.window"), `${innerWidth} × ${innerHeight}`],
      [t("diagnostics.screen"), `${availWidth} × ${availHeight}, ${devicePixelRatio}×`],
      [t("diagnostics.languages"), navigator.languages.join(", ")],
      [t("words.timeZone"), Intl.DateTimeFormat().resolvedOptions().timeZone],
      [t("diagnostics.stored"), formatFileSize(stored)],
    ],
  };
}

/** Size of the local storage in bytes, at two bytes a character. */
function measureStorage(): number {
  return Object.entries(localStorage).reduce((sum, [key, value]) => sum + 2 * (key.length + String(value).length), 0);
}

/**
 * Diagnostics for internal users (TEAM-185). Covers the installation, this session and this browser, never other users.
 */
export function DiagnosticsPage() {
  const { t } = useTranslation();
  const me = useMe();
  const plan = useQuery(planQuery).data;
  const server = useQuery(versionQuery).data;
  const link = useLinkState();
  const way = useQuery(roundTripQuery(link === "up"));
  const calls = summarizeCalls(performance.getEntriesByType("resource") as PerformanceResourceTiming[]);
  if (!me) return null;
  const sections = [
    buildVersionsSection(t, server),
    buildConnectionSection(t, link, way.data, way.isFetching),
    buildSessionSection(t, me, plan),
    buildBrowserSection(t, measureStorage()),
  ];
  const callSection: DiagnosticsSection = {
    title: t("diagnostics.calls"),
    facts: calls.map(({ path, count, median, slowest, failed }) => [
      path,
      t("diagnostics.callLine", {
        count,
        median: formatInteger(median),
        slowest: formatInteger(slowest),
        failed: formatInteger(failed),
      }),
    ]),
  };

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(formatReport([...sections, callSection]));
      toast("success", t("ui.copied"));
    } catch {
      toast("warning", t("terms.yourBrowserBlockedCopyingSelectTheTextAnd"));
    }
  }

  return (
    <>
      <PageHead
        title={t("shell.diagnostics")}
        state={t("diagnostics.state")}
        actions={
          <>
            <Button loading={way.isFetching} onClick={() => void way.refetch()}>
              {t("diagnostics.again")}
            </Button>
            <Button variant="filled" onClick={() => void copy()}>
              {t("diagnostics.copy")}
            </Button>
          </>
        }
      />
      <Columns count={2} minWidth={340} isUneven>
        {sections.map((section) => (
          <SectionCard key={section.title} section={section} />
        ))}
      </Columns>
      <CallsCard calls={calls} />
    </>
  );
}
