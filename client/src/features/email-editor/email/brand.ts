import { createContext } from "react";

/** Brand name in the "Sent with" line of the email's footer; empty for no such line. */
export const BrandContext = createContext("");
