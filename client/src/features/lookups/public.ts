export { LocationInput, type LocationKind } from "./components/location-input";
export { useCountryName } from "./lookups-data";
