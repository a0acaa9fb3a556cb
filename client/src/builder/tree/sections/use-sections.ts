import { useInfiniteQuery } from "@tanstack/react-query";
import type { SectionSource } from "./section-source";

/** The sections of an editor whose names contain `search`, page by page. */
export function useSections(editorName: string, source: SectionSource, search: string) {
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ["sections", editorName, search],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam: cursor, signal }) => source.load({ search, cursor, signal }),
    getNextPageParam: ({ next }) => next,
  });
  return {
    sections: data?.pages.flatMap(({ sections }) => sections),
    hasFailed: error !== null,
    isFetching,
    again: () => void (data ? fetchNextPage() : refetch()),
    more: hasNextPage ? () => void fetchNextPage() : undefined,
  };
}
