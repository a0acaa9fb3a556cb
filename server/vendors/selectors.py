"""The vendor of a request."""

from django.conf import settings

from server.vendors.catalogue import BY_CODE, Vendor, get_vendor


def find_vendor_of_host(host: str, *, asked: str = "") -> Vendor:
    """The vendor of a host, with or without its port; by default the installation's own.

    `asked` is the code of `?vendor=`. It only applies in demo mode, so that users always see the brand of the address
    they opened.
    """
    if settings.DEMO and asked in BY_CODE:
        return BY_CODE[asked]
    hosts = settings.VENDOR_HOSTS
    code = hosts.get(host.lower()) or hosts.get(host.lower().partition(":")[0])
    return BY_CODE.get(code or "") or get_vendor(settings.VENDOR)
