export { PlaceInput, type PlaceKind } from "./components/place-input";
