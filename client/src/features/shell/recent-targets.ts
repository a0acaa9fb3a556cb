import { readStoredJson, writeStored } from "@/lib/storage";

/** A recent palette target: a screen by its name, or a record by its own title. */
export interface RecentTarget {
  readonly path: string;
  readonly label: string;
}

const MAX_TARGETS = 5;

interface StoredTargets {
  readonly teamId: string;
  readonly places: readonly RecentTarget[];
}

function isRecentTarget(value: unknown): value is RecentTarget {
  const place = value as Partial<RecentTarget> | null;
  return typeof place?.path === "string" && typeof place.label === "string";
}

/** The team's recent palette targets, newest first. Signing out deletes them. */
export function readRecentTargets(teamId: string): readonly RecentTarget[] {
  const stored = readStoredJson("recentPlaces") as Partial<StoredTargets> | undefined;
  return stored?.teamId === teamId && Array.isArray(stored.places) ? stored.places.filter(isRecentTarget) : [];
}

export function storeRecentTarget(teamId: string, place: RecentTarget): void {
  const others = readRecentTargets(teamId).filter(({ path }) => path !== place.path);
  const stored: StoredTargets = { teamId, places: [place, ...others].slice(0, MAX_TARGETS) };
  writeStored("recentPlaces", JSON.stringify(stored));
}
