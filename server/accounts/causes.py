"""Causes of rejected passwords."""

from server.core.causes import define

PASSWORD_LENGTH = define("passwordLength", "Enter {min} to {max} characters.")
PASSWORD_IS_EMAIL = define("passwordIsEmail", "Enter a password that is not your email address.")
PASSWORD_COMMON = define("passwordCommon", "Enter another password. This one is on a list of common passwords.")
