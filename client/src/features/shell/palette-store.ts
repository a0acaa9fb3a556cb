import { createSpotlight } from "@mantine/spotlight";

/** The palette's own store: nothing else opens or closes it. */
export const [paletteStore, paletteSpotlight] = createSpotlight();
