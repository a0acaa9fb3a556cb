"""Reverts everything that a test has committed.

Django truncates every table after such a test and then seeds them again. That takes a quarter of a second for a handful
of rows, since each truncated table and index is a new file. Here rows are deleted instead, only in tables that have
any, and the rows from before the first test are restored.
"""

from typing import Final

from django.db import connection
from django.test import TransactionTestCase

# Above this size, new files are cheaper than dead rows.
MAX_BYTES: Final = 32 * 1024**2

# Rows created by migrations. Django's own tables record the migrations, and no test writes to them.
REMEMBER = """
CREATE SCHEMA at_rest;

CREATE FUNCTION at_rest.tables() RETURNS SETOF pg_class LANGUAGE sql AS $$
    SELECT * FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname NOT LIKE 'django\\_%'
$$;

CREATE FUNCTION at_rest.tidy() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    told text;
BEGIN
    -- Neither triggers nor foreign keys: all of it goes.
    SET LOCAL session_replication_role = replica;
    -- Waits for those who still write, or have locked rows to do so, as TRUNCATE would.
    SELECT string_agg(oid::regclass::text, ', ') INTO told FROM at_rest.tables();
    EXECUTE format('LOCK TABLE %s IN EXCLUSIVE MODE', told);
    FOR told IN SELECT relname FROM at_rest.tables() WHERE pg_relation_size(oid) > 0 LOOP
        EXECUTE format('DELETE FROM public.%I', told);
        IF to_regclass(format('at_rest.%I', told)) IS NOT NULL THEN
            EXECUTE format('INSERT INTO public.%1$I SELECT * FROM at_rest.%1$I', told);
        END IF;
    END LOOP;
END
$$;

DO $$
DECLARE
    told text;
BEGIN
    FOR told IN SELECT relname FROM at_rest.tables() WHERE pg_relation_size(oid) > 0 LOOP
        EXECUTE format('CREATE TABLE at_rest.%1$I AS TABLE public.%1$I', told);
    END LOOP;
END
$$;
"""

_truncate = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]


def remember() -> None:
    """Remembers the contents of a new database. Without the permissions for it, Django's own method stays."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        if cursor.fetchone() != (True,):
            return
        cursor.execute("SELECT to_regnamespace('at_rest') IS NULL")
        if cursor.fetchone() == (True,):
            cursor.execute(REMEMBER)
    TransactionTestCase._fixture_teardown = _tidy  # type: ignore[attr-defined]


def _tidy(case: TransactionTestCase) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT sum(pg_relation_size(oid)) <= %s FROM at_rest.tables()", [MAX_BYTES])
        if cursor.fetchone() == (True,):
            cursor.execute("SELECT at_rest.tidy()")
            return
    _truncate(case)
