"""Django settings. Every value that differs between machines is read here, once and strictly."""

import json
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

from server.env import Environment, InvalidSetting

ROOT = Path(__file__).resolve().parent.parent

env = Environment()

SECRET_KEY = env.secret("DASH_SECRET_KEY")
# Still accepted but never used for new signatures, sealed values or links in email.
SECRET_KEY_FALLBACKS = env.secrets("DASH_PREVIOUS_SECRET_KEYS")
if SECRET_KEY in SECRET_KEY_FALLBACKS:
    raise InvalidSetting("DASH_PREVIOUS_SECRET_KEYS contains the current DASH_SECRET_KEY.")
DEBUG = env.flag("DASH_DEBUG", default=False)

# --- hosts and proxies --------------------------------------------------------------------------------------------
# The app and the pages made by users have separate hosts: a script in a page can't read the app's storage.
APP_ORIGINS = env.words("DASH_APP_ORIGINS", "http://localhost:8000")
PAGES_ORIGIN = env.url("DASH_PAGES_ORIGIN", "http://127.0.0.1:8000", ("http", "https"))
APP_HOSTS = [urlsplit(origin).netloc for origin in APP_ORIGINS]
PAGES_HOST = urlsplit(PAGES_ORIGIN).netloc
ALLOWED_HOSTS = [urlsplit(origin).hostname or "" for origin in [*APP_ORIGINS, PAGES_ORIGIN]]
# Addresses of trusted proxies: their X-Forwarded-For counts. If empty, the peer's own address counts.
TRUSTED_PROXIES = env.networks("DASH_TRUSTED_PROXIES")
if not TRUSTED_PROXIES and any(origin.startswith("https:") for origin in APP_ORIGINS):
    raise InvalidSetting(
        "DASH_TRUSTED_PROXIES is empty, but DASH_APP_ORIGINS uses https. Without it, every client appears to have the"
        " address of the TLS proxy. Enter the addresses of the proxy."
    )

# --- services -----------------------------------------------------------------------------------------------------
DATABASE_URL = env.url("DATABASE_URL", None, ("postgresql", "postgres"))
REDIS_URL = env.url("REDIS_URL", None, ("redis", "rediss"))
# The next hop of every email: a relay that accepts it for delivery (any MTA, or a provider).
SMTP_URL = env.url("SMTP_URL", "smtp://127.0.0.1:1025", ("smtp", "smtps"))

_database = urlsplit(DATABASE_URL)
DATABASES = {
    "default": {
        "ENGINE": "server.core.patches.database",
        "NAME": _database.path.lstrip("/"),
        "USER": unquote(_database.username or ""),
        "PASSWORD": unquote(_database.password or ""),
        "HOST": _database.hostname or "",
        "PORT": str(_database.port or 5432),
        # The web threads are few and long-lived (server/wsgi.py), so each has its own persistent connection.
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            "options": "-c idle_in_transaction_session_timeout=60000",
            # PostgreSQL caches the plans of repeated statements: planning took most of the time of a small read.
            "server_side_binding": True,
            "prepare_threshold": 5,
        },
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

_layers = json.loads((ROOT / "docs" / "layers.json").read_text())
INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.staticfiles",
    "ninja",
    "channels",
    *[f"server.{app}" for row in _layers["apps"] for app in row if (ROOT / "server" / app / "__init__.py").exists()],
]

CHANNEL_LAYERS = {
    "default": {
        # The other Redis layer drops messages silently above its capacity of 100.
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL]},
    }
}
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL},
    "process": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 1_000}},
}

# --- requests ------------------------------------------------------------------------------------------------------
ROOT_URLCONF = "server.urls"
WSGI_APPLICATION = "server.wsgi.application"
# Path prefixes that the specification reserves on the pages host for future apps: 404 on the app hosts.
RESERVED_PAGES_PREFIXES = ("/p/", "/m/", "/f/")
MIDDLEWARE = [
    "server.core.requests.RequestMiddleware",
    "server.core.bodies.BodyMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "server.core.origins.OriginMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": []},
    }
]
APPEND_SLASH = False
CLIENT_DIST = ROOT / "client" / "dist"
# The built client, already compressed. Names with a hash in /assets/ never change.
WHITENOISE_ROOT = CLIENT_DIST if CLIENT_DIST.exists() else None
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/assets/"
WHITENOISE_MAX_AGE = 0
# Ninja provides the pages of the API documents.
WHITENOISE_USE_FINDERS = True
STATIC_URL = "/static/"
# The bearer token that gives access to /metrics from addresses other than loopback.
METRICS_TOKEN = env.secret("DASH_METRICS_TOKEN", "")
# The size of a web process's cache of the columns that segments are evaluated on.
SEGMENT_CACHE_BYTES = env.whole("DASH_SEGMENT_CACHE_MB", 256) * 1024**2
WEB_THREADS = env.whole("DASH_WEB_THREADS", 8, least=1)
# Connections and sockets of a web process, in total and of one network (a /24 or /64).
WEB_CONNECTIONS = env.whole("DASH_WEB_CONNECTIONS", 4_000, least=1)
WEB_CONNECTIONS_PER_NETWORK = env.whole("DASH_WEB_CONNECTIONS_PER_NETWORK", 400, least=1)
WEB_SOCKETS = env.whole("DASH_WEB_SOCKETS", 50_000, least=1)
WEB_SOCKETS_PER_NETWORK = env.whole("DASH_WEB_SOCKETS_PER_NETWORK", 5_000, least=1)
# Bodies that a web process stores while they arrive and are handled: in temporary files, and once complete, in memory
# as well (daphne queues them). The default is eight of the largest, one for each thread.
WEB_BODIES_BYTES = env.whole("DASH_WEB_BODIES_MB", 320, least=80) << 20
# Whether frames bypass daphne when written to its sockets (server/core/patches/websockets).
SOCKET_FAST_PATH = env.flag("DASH_SOCKET_FAST_PATH", default=True)
# Bodies are limited by path (server/core/bodies.py).
DATA_UPLOAD_MAX_MEMORY_SIZE = None
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024  # larger files are streamed to disk
UPLOAD_FOLDER = Path(env.text("DASH_UPLOAD_FOLDER", str(ROOT / ".local" / "uploads")))
# Opens and clicks before they are in the database (server/delivery/wire/ingest.py).
SPOOL_FOLDER = Path(env.text("DASH_SPOOL_FOLDER", str(ROOT / ".local" / "spool")))
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"

# --- the product ---------------------------------------------------------------------------------------------------
APP_NAME = "Dashboard SMTP"  # TRX-02
# TRX-03. The product's name without spaces, for servers that it requests and posts to.
URL_NAME = "MT-SMTP"
# DISP-01. The other version is the one that the test mode of the specification's shell reports.
APP_VERSION = "2.1.1" if env.flag("DASH_TEST_MODE", default=False) else "2.3.12"
# Browsers with an older version reload the page at their next navigation (SHELL-158).
FORCE_UPDATE = env.flag("DASH_FORCE_UPDATE", default=False)
POLICY_VERSION = "2.0.0"  # DISP-02
VENDOR = env.text("DASH_VENDOR", "mt")
# Hosts that show another vendor, `host=vendor`.
VENDOR_HOSTS = env.pairs("DASH_VENDOR_HOSTS")
# The first user of the support console (TEAM-87), and the email domains of internal staff (TEAM-88).
DEVELOPER_EMAIL = env.text("DASH_DEVELOPER_EMAIL", "").strip().lower()
INTERNAL_DOMAINS = frozenset(domain.lower() for domain in env.words("DASH_INTERNAL_DOMAINS"))
# The key of a partner with signed sign-ins (signin-jwt). If empty, the operation does not exist.
SIGNIN_JWT_KEY = env.text("DASH_SIGNIN_JWT_KEY", "")
if SIGNIN_JWT_KEY and not re.fullmatch(r"HS256:.{32,}|EdDSA:[A-Za-z0-9+/]{43}=", SIGNIN_JWT_KEY):
    raise InvalidSetting(
        "DASH_SIGNIN_JWT_KEY takes HS256: followed by a secret of at least 32 characters, "
        "or EdDSA: followed by a public key in Base64."
    )
# Codes of vendors that fill new teams with sample data (TEAM-117).
SAMPLE_DATA_VENDORS = frozenset(env.words("DASH_SAMPLE_DATA_VENDORS"))
# Ids of the companies whose emails do not name the product that sent them (PLAN-75).
HIDE_FOOTER_COMPANIES = frozenset(env.words("DASH_HIDE_FOOTER_COMPANIES"))
# The URL that browsers report interface errors to (ERR-165). If empty, nothing is reported.
ERROR_REPORT_URL = env.optional_url("DASH_ERROR_REPORT_URL", ("http", "https"))
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("id", "Bahasa Indonesia")]
USE_I18N = False  # the client translates; the texts of system emails depend on the user
USE_TZ = True
TIME_ZONE = "UTC"
# Keys of the tokens in tracked links by number. The highest number signs, all are accepted. By default, they are
# derived from the secret key and the previous ones (server/delivery/keys.py).
LINK_KEYS = env.numbered_secrets("DASH_LINK_KEYS")
# Databases that locate recipients by IP address: files in MaxMind's format.
GEO_DATABASES = env.words("DASH_GEO_DATABASE")
SENDER_CONNECTIONS = env.whole("DASH_SENDER_CONNECTIONS", 10, least=1)
# For a process that sends transactional messages.
MESSAGE_CONNECTIONS = env.whole("DASH_MESSAGE_CONNECTIONS", 10, least=1)
# Concurrent messages to one destination (all mail servers of one operator), per sender process.
DESTINATION_CONCURRENCY = env.whole("DASH_DESTINATION_CONCURRENCY", 20, least=1)
# Messages per second to one destination, per sender process and pool; 0: unlimited.
DESTINATION_RATE = env.whole("DASH_DESTINATION_RATE", 0, least=0)
# Where this installation receives bounces and complaints and, with a certificate, email submitted by teams over
# STARTTLS and implicit TLS (server/transactional/wire/smtp.py).
SMTP_BIND = env.words("DASH_SMTP_BIND", "127.0.0.1")
if not SMTP_BIND:
    raise InvalidSetting("DASH_SMTP_BIND is empty. It takes addresses separated by commas, such as 0.0.0.0,::.")
BOUNCE_PORT = env.whole("DASH_BOUNCE_PORT", 10025, least=1)
SUBMISSION_PORT = env.whole("DASH_SUBMISSION_PORT", 10587, least=1)
SUBMISSION_TLS_PORT = env.whole("DASH_SUBMISSION_TLS_PORT", 10465, least=1)
SUBMISSION_CONNECTIONS = env.whole("DASH_SUBMISSION_CONNECTIONS", 200, least=1)
# Per network; an application can use a pool of connections.
SUBMISSION_CONNECTIONS_PER_NETWORK = env.whole("DASH_SUBMISSION_CONNECTIONS_PER_NETWORK", 50, least=1)
# Threads that store incoming messages, each with a database connection.
SUBMISSION_THREADS = env.whole("DASH_SUBMISSION_THREADS", 8, least=1)
# The host name of those ports, as shown to applications.
SUBMISSION_HOST = env.text("DASH_SUBMISSION_HOST", "localhost")
# Below this much free space, new messages are rejected (452): for stored bodies and for the spool of opens.
MIN_FREE_BYTES = env.whole("DASH_MIN_FREE_MEGABYTES", 512) << 20
# Uploads and exports stop earlier, so that no tenant's files can block another tenant's messages.
MIN_FREE_FILES_BYTES = max(MIN_FREE_BYTES, env.whole("DASH_MIN_FREE_FILES_MEGABYTES", 2048) << 20)
# A certificate with its chain, and its key, in PEM. They enable TLS on those ports.
SMTP_CERTIFICATE = env.text("DASH_SMTP_CERTIFICATE", "")
SMTP_KEY = env.text("DASH_SMTP_KEY", "")
if bool(SMTP_CERTIFICATE) != bool(SMTP_KEY):
    raise InvalidSetting("DASH_SMTP_CERTIFICATE and DASH_SMTP_KEY go together: set both or neither.")
SMTP_CONNECTIONS = env.whole("DASH_SMTP_CONNECTIONS", 50, least=1)
# An address with this many soft bounces in this many days gets no more marketing email. 0: never.
SOFT_BOUNCES = env.whole("DASH_SOFT_BOUNCES", 5)
SOFT_BOUNCE_DAYS = env.whole("DASH_SOFT_BOUNCE_DAYS", 30, least=1)
# Messages that one API key can submit per minute and per hour, and that all keys together can submit per minute from
# one network (a /24 or /64).
TRX_MESSAGES_PER_MINUTE = env.whole("DASH_TRX_MESSAGES_PER_MINUTE", 30_000, least=1)
TRX_MESSAGES_PER_HOUR = env.whole("DASH_TRX_MESSAGES_PER_HOUR", 1_000_000, least=1)
TRX_MESSAGES_PER_MINUTE_PER_NETWORK = env.whole("DASH_TRX_MESSAGES_PER_MINUTE_PER_NETWORK", 60_000, least=1)
# The rates at which a team's marketing email is stopped (docs/operations.md gives their sources). A rate of 0: never.
PAUSE_BOUNCE_RATE = env.share("DASH_PAUSE_BOUNCE_PERCENT", "5")
PAUSE_COMPLAINT_RATE = env.share("DASH_PAUSE_COMPLAINT_PERCENT", "0.3")
PAUSE_DAYS = env.whole("DASH_PAUSE_DAYS", 7, least=1)
PAUSE_MIN_SENT = env.whole("DASH_PAUSE_MIN_SENT", 500, least=1)
# Demo mode: simulated time is allowed, and the demo's credentials are printed. Never in production.
DEMO = env.flag("DASH_DEMO", default=False)
# The offset of the process's clock in seconds: shows the demo as it will be in a week.
SIMULATED_AHEAD_SECONDS = env.whole("DASH_SIMULATED_AHEAD_SECONDS", 0, least=0)
if SIMULATED_AHEAD_SECONDS and not DEMO:
    raise InvalidSetting("DASH_SIMULATED_AHEAD_SECONDS is for demo mode only (DASH_DEMO=true).")
# Loopback ports that URLs named by tenants can lead to, for tests and a local start (server/core/egress).
EGRESS_LOOPBACK_PORTS = frozenset(env.ports("DASH_EGRESS_LOOPBACK_PORTS"))
if EGRESS_LOOPBACK_PORTS and not DEMO:
    raise InvalidSetting("DASH_EGRESS_LOOPBACK_PORTS is for demo mode only (DASH_DEMO=true).")
# The folder in which the sink of a local start stores sent emails, for `simulate`. If empty, none are stored.
STORED_EMAIL_FOLDER = env.text("DASH_STORED_EMAIL_FOLDER", "")
# The recipient of contact form messages.
SUPPORT_ADDRESS = env.text("DASH_SUPPORT_ADDRESS", "support@dashboard-smtp.example")
MAIL_FROM = env.text("DASH_MAIL_FROM", "no-reply@dashboard-smtp.example")
# DKIM keys for email from that address, `selector=file` (server/delivery/dkim/own.py). If empty, it is unsigned.
EMAIL_DKIM_KEYS = env.pairs("DASH_EMAIL_DKIM_KEYS")
if not all(re.fullmatch(r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?", selector) for selector in EMAIL_DKIM_KEYS):
    raise InvalidSetting("DASH_EMAIL_DKIM_KEYS has an invalid selector. A selector takes letters, digits and hyphens.")

# --- the DNS ------------------------------------------------------------------------------------------------------
# Resolvers for checks of sender domains. If empty, this machine's.
DNS_SERVERS = env.addresses("DASH_DNS_SERVERS", port=53)
# Host names for the DNS records that teams publish. If empty, the records are not required.
SPF_INCLUDE = env.host("DASH_SPF_INCLUDE")
BOUNCE_HOST = env.host("DASH_BOUNCE_HOST")
TRACKING_HOST = env.host("DASH_TRACKING_HOST")
# Whether the TLS terminator has a certificate for each host that a team points there. Without one, the hosts are
# unused.
TRACKING_CERTIFICATES = env.flag("DASH_TRACKING_CERTIFICATES", default=False)
# Certificates for those hosts (ACME, RFC 8555): the authority's directory URL, its contact address, and the folder that
# the TLS terminator reads. Without a URL and a folder, none is ordered.
ACME_DIRECTORY = env.text("DASH_ACME_DIRECTORY", "")
ACME_EMAIL = env.text("DASH_ACME_EMAIL", "")
CERTIFICATE_FOLDER = Path(folder) if (folder := env.text("DASH_CERTIFICATE_FOLDER", "")) else None
# The IP addresses that email is sent from, for checks of their reverse DNS.
SENDING_ADDRESSES = [address for address, _ in env.addresses("DASH_SENDING_ADDRESSES", port=25)]

# The registrar from which teams can buy domains. If empty, its operations and screens do not exist.
REGISTRAR = env.choice("DASH_REGISTRAR", "", ("", "sandbox"))

PASSWORD_HASHERS = ["server.accounts.hashers.BoundedArgon2Hasher"]

# --- background work -----------------------------------------------------------------------------------------------
CELERY_TASK_ALWAYS_EAGER = False
JOB_LEASE_SECONDS = env.whole("DASH_JOB_LEASE_SECONDS", 60, least=5)
SWEEP_SECONDS = env.whole("DASH_SWEEP_SECONDS", 30, least=1)

LOGGING_CONFIG = None
LOG_FORMAT = env.choice("DASH_LOG_FORMAT", "json", ("json", "console"))
LOG_LEVEL = env.choice("DASH_LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR"))

env.refuse_unknown()
