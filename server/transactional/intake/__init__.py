"""How messages get in: what both transports, SMTP and HTTP, submit is validated, checked and stored here.

Modules here use the services of keys, limits, templates and events; services of accepted messages use these modules.
"""
