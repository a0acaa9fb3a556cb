"""Which vendor a request is for."""

from django.conf import settings

from server.vendors.catalogue import BY_CODE, Vendor, vendor


def vendor_of_host(host: str, *, asked: str = "") -> Vendor:
    """The vendor that is set for a host, with or without its port; the installation's own where none is.

    `asked` is the code of `?vendor=`; it counts in demo mode only, so that nobody is shown another brand than the
    one whose address they opened.
    """
    if settings.DEMO and asked in BY_CODE:
        return BY_CODE[asked]
    hosts = settings.VENDOR_HOSTS
    code = hosts.get(host.lower()) or hosts.get(host.lower().partition(":")[0])
    return BY_CODE.get(code or "") or vendor(settings.VENDOR)
