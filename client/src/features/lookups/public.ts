export { LocationInput, type LocationKind } from "./components/location-input";
export type { Country } from "./countries";
export { useCountryName, useCountryQuery, useTimezoneQuery } from "./lookups-data";
export { labelsQuery, useLabels, useSegments, useTopics } from "./sets-data";
