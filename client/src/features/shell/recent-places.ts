import { readStoredJson, writeStored } from "@/lib/storage";

/** A recent palette target: a screen by its name, or a record by its own title. */
export interface RecentPlace {
  readonly path: string;
  readonly label: string;
}

const MAX_PLACES = 5;

interface StoredPlaces {
  readonly teamId: string;
  readonly places: readonly RecentPlace[];
}

function isPlace(value: unknown): value is RecentPlace {
  const place = value as Partial<RecentPlace> | null;
  return typeof place?.path === "string" && typeof place.label === "string";
}

/** The team's recent palette targets, newest first. Signing out deletes them. */
export function recentPlaces(teamId: string): readonly RecentPlace[] {
  const stored = readStoredJson("recentPlaces") as Partial<StoredPlaces> | undefined;
  return stored?.teamId === teamId && Array.isArray(stored.places) ? stored.places.filter(isPlace) : [];
}

export function rememberPlace(teamId: string, place: RecentPlace): void {
  const others = recentPlaces(teamId).filter(({ path }) => path !== place.path);
  const stored: StoredPlaces = { teamId, places: [place, ...others].slice(0, MAX_PLACES) };
  writeStored("recentPlaces", JSON.stringify(stored));
}
