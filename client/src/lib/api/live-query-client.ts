import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";

/**
 * Fetches again what was invalidated while it was being fetched, or would have been changed before its first data came.
 *
 * `invalidateQueries` of the library relies on the fetch under way where the query has no data yet, and with
 * `cancelRefetch: false`. The server may have read before the change that an event tells of. The end of that fetch also
 * clears the mark of the invalidation, so the change would not be seen until the next event. `setQueryData` with a
 * function has no data to change then.
 */
export class LiveQueryClient extends QueryClient {
  readonly #outdated = new WeakSet<Query>();

  constructor(...options: ConstructorParameters<typeof QueryClient>) {
    super(...options);
    const set: (queryKey: QueryKey, ...change: never[]) => unknown = this.setQueryData.bind(this);
    // Assigned, because an overriding method would have to repeat the library's internal types. `setQueriesData` calls it.
    this.setQueryData = ((queryKey: QueryKey, ...change: never[]) => {
      const written = set(queryKey, ...change);
      if (written === undefined) {
        const query = this.getQueryCache().find({ queryKey, exact: true, fetchStatus: "fetching" });
        if (query !== undefined && query.state.data === undefined) this.#invalidateAfterFetch(query);
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
      if (!isRestarted && filters.refetchType !== "none") this.#invalidateAfterFetch(query);
    }
    return super.invalidateQueries(filters, options);
  }

  /** Once for all invalidations during one fetch. A fetch that fails or is cancelled has left nothing outdated. */
  #invalidateAfterFetch(query: Query): void {
    if (this.#outdated.has(query)) return;
    this.#outdated.add(query);
    query.promise?.then(
      () => {
        this.#outdated.delete(query);
        void super.invalidateQueries({ predicate: (each) => each === query });
      },
      () => this.#outdated.delete(query),
    );
  }
}
