import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";

const REFETCH_DELAY_MS = 3_000;

/**
 * Refetches queries that were invalidated or changed during a fetch, because the server can have read before that
 * change.
 *
 * The library loses such changes in three cases:
 * - `invalidateQueries` relies on the running fetch where the query has no data yet, and with `cancelRefetch: false`.
 * - `setQueryData` with a function has no effect without data; with data, the end of the fetch overwrites it.
 * - The end of a fetch clears the invalidation, so the query stays outdated until the next event.
 *
 * `setQueryData` also clears the invalidation in the library, although the rest of the data is still old. Here it
 * remains.
 *
 * After a change of data the next fetch waits REFETCH_DELAY_MS. Progress events arrive several times a second, and each
 * fetch during which one arrives causes another.
 */
export class LiveQueryClient extends QueryClient {
  /** Queries to refetch, and whether to do so without a delay. */
  readonly #outdated = new Map<Query, boolean>();
  readonly #waiting = new Set<Query>();

  constructor(...options: ConstructorParameters<typeof QueryClient>) {
    super(...options);
    const set: (queryKey: QueryKey, ...change: never[]) => unknown = this.setQueryData.bind(this);
    // Assigned, because an override would have to repeat the library's internal types. `setQueriesData` calls it.
    this.setQueryData = ((queryKey: QueryKey, ...change: never[]) => {
      const query = this.getQueryCache().find({ queryKey, exact: true });
      if (query === undefined) return set(queryKey, ...change);
      const { data: before, isInvalidated } = query.state;
      const written = set(queryKey, ...change);
      if (query.state.fetchStatus !== "fetching") {
        if (isInvalidated) query.invalidate();
      } else if (before === undefined || query.state.data !== before) {
        this.#invalidateAfterFetch(query, before === undefined);
      }
      return written;
    }) as QueryClient["setQueryData"];
  }

  override invalidateQueries<Key extends readonly unknown[]>(
    filters: InvalidateQueryFilters<Key> = {},
    options: InvalidateOptions = {},
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: "fetching" })) {
      const isRestarted = query.state.data !== undefined && options.cancelRefetch !== false;
      if (!isRestarted && filters.refetchType !== "none") this.#invalidateAfterFetch(query, true);
    }
    return super.invalidateQueries(filters, options);
  }

  /** Refetches once for all changes during one fetch. */
  #invalidateAfterFetch(query: Query, atOnce: boolean): void {
    const isKnown = this.#outdated.has(query);
    this.#outdated.set(query, atOnce || this.#outdated.get(query) === true);
    if (isKnown) return;
    query.promise?.then(
      () => {
        const isUrgent = this.#outdated.get(query) === true;
        this.#outdated.delete(query);
        query.invalidate();
        if (isUrgent) this.#refetch(query);
        else this.#refetchLater(query);
      },
      () => {
        this.#outdated.delete(query);
        // Cancelling a fetch restores the query's state before it, without the invalidation.
        if (query.state.fetchStatus === "idle") query.invalidate();
      },
    );
  }

  #refetchLater(query: Query): void {
    if (this.#waiting.has(query)) return;
    this.#waiting.add(query);
    setTimeout(() => {
      this.#waiting.delete(query);
      this.#refetch(query);
    }, REFETCH_DELAY_MS);
  }

  /** Refetches the query if a page shows it and no other fetch has updated it. */
  #refetch(query: Query): void {
    const predicate = (each: Query) => each === query && query.state.isInvalidated;
    void this.refetchQueries({ predicate, type: "active" }, { cancelRefetch: false });
  }
}
