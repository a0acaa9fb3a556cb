import { use } from "react";
import { type NavigateOptions, UNSAFE_DataRouterContext, useNavigate, useSearchParams } from "react-router";

type Change = (params: URLSearchParams) => URLSearchParams;

/**
 * The parameters of the address, and how to change them. A change begins with the newest address of this page, also
 * while that still loads: the router's own setter begins with the one that is shown, and two changes lose the first.
 */
export function useAddressParams(): readonly [URLSearchParams, (change: Change, options?: NavigateOptions) => void] {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const router = use(UNSAFE_DataRouterContext)?.router;

  function newest(): URLSearchParams {
    if (!router) return params;
    const { location, navigation } = router.state;
    const coming = navigation.location?.pathname === location.pathname ? navigation.location : undefined;
    return new URLSearchParams((coming ?? location).search);
  }

  return [params, (change, options) => void navigate(`?${change(newest())}`, options)];
}
