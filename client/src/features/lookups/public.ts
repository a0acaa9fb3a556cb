export { LocationInput, type LocationKind } from "./components/location-input";
export { useCountries, useCountryName, useTimezones } from "./lookups-data";
export { labelsQuery, useLabels, useSegments, useTopics } from "./sets-data";
