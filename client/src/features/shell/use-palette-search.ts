import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import type { PaletteHit, PaletteSource } from "@/lib/palette";
import type { Access } from "./menu";

/** Pause in typing before the search request. */
const DEBOUNCE_MS = 150;
/** Minimum length of a search; shorter ones would match almost everything. */
export const MIN_SEARCH_CHARACTERS = 2;
const RESULT_STALE_MS = 30_000;

export interface SourceResults {
  readonly source: PaletteSource;
  readonly hits: readonly PaletteHit[];
}

export interface PaletteSearch {
  readonly found: readonly SourceResults[];
  readonly isBusy: boolean;
  /** Whether a source failed; the results of the others are shown. */
  readonly hasFailed: boolean;
}

export type LoadSources = () => Promise<readonly PaletteSource[]>;

/** Searches every available source; requests for an older text are aborted. */
export function usePaletteSearch(
  typed: string,
  loadSources: LoadSources,
  { permissions, features }: Pick<Access, "permissions" | "features">,
): PaletteSearch {
  const [words] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const isWanted = typed.trim().length >= MIN_SEARCH_CHARACTERS && words.length >= MIN_SEARCH_CHARACTERS;
  const sources = useQuery({
    queryKey: ["palette"],
    queryFn: loadSources,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
  });
  const open = (sources.data ?? []).filter(
    ({ permission, feature }) =>
      (permission === undefined || permissions.includes(permission)) &&
      (feature === undefined || features.includes(feature)),
  );
  const answers = useQueries({
    queries: open.map((source) => ({
      queryKey: ["palette", source.id, words],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => source.find(words, signal),
      enabled: isWanted,
      staleTime: RESULT_STALE_MS,
      placeholderData: keepPreviousData,
    })),
  });
  if (!isWanted) return { found: [], isBusy: typed.trim().length >= MIN_SEARCH_CHARACTERS, hasFailed: false };
  return {
    found: open.flatMap((source, index) => {
      const hits = answers[index]?.data ?? [];
      return hits.length > 0 ? [{ source, hits }] : [];
    }),
    isBusy: words !== typed.trim() || sources.isPending || answers.some(({ isFetching }) => isFetching),
    hasFailed: sources.isError || answers.some(({ isError }) => isError),
  };
}
