export { PlaceInput, type PlaceKind } from "./components/place-input";
export { useCountryName } from "./lookups-data";
