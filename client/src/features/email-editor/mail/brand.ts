import { createContext } from "react";

/** With whose name the email's footer says that it was sent; empty where it says none. */
export const BrandContext = createContext("");
