import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";

const FOLLOW_MS = 3_000;

/**
 * Fetches again what was invalidated or changed while it was being fetched.
 *
 * The server may have read before the change that an event tells of. `invalidateQueries` of the library relies on the
 * fetch under way where the query has no data yet, and with `cancelRefetch: false`. Without data `setQueryData` with a
 * function changes nothing; what it changes otherwise is lost when the fetch ends. The end of a fetch also clears the
 * mark of an invalidation, so the change would not be seen until the next event. So does `setQueryData`, though the
 * rest of the data is as old as before: here the mark stays.
 *
 * After a change of data the next fetch waits FOLLOW_MS: progress comes several times a second, and each fetch during
 * which it comes is followed by another one.
 */
export class LiveQueryClient extends QueryClient {
  /** Queries to fetch again, and whether at once. */
  readonly #outdated = new Map<Query, boolean>();
  readonly #waiting = new Set<Query>();

  constructor(...options: ConstructorParameters<typeof QueryClient>) {
    super(...options);
    const set: (queryKey: QueryKey, ...change: never[]) => unknown = this.setQueryData.bind(this);
    // Assigned, because an overriding method would have to repeat the library's internal types. `setQueriesData` calls it.
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

  /** Once for all changes during one fetch. */
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
        // Cancelling a fetch takes the query back to before it, without the mark.
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
    }, FOLLOW_MS);
  }

  /** Where a page shows it and it was not fetched meanwhile. */
  #refetch(query: Query): void {
    const predicate = (each: Query) => each === query && query.state.isInvalidated;
    void this.refetchQueries({ predicate, type: "active" }, { cancelRefetch: false });
  }
}
