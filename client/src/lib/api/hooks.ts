import createQueryHooks from "openapi-react-query";
import { api } from "./client";

/** `$api.useQuery("get", "/api/me")` and its kin; keys are `[method, path, init]`. */
export const $api = createQueryHooks(api);
