import { createQueryClient } from "@/lib/api/query-client";
import { reactTo } from "./reactions";

/** The only cache of server data. */
export const queryClient = createQueryClient(reactTo);
