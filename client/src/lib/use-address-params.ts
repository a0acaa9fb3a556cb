import { use } from "react";
import { type NavigateOptions, UNSAFE_DataRouterContext, useNavigate, useSearchParams } from "react-router";

type Change = (params: URLSearchParams) => URLSearchParams;

/**
 * The address parameters and their setter. A change builds on the newest address, even while that still loads. The
 * router's own setter builds on the displayed one, and of two quick changes loses the first.
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
