"""Sealed fields of the product's own emails, and upkeep of partitions by a role that owns no table."""

from django.db import migrations, models

# Both run with the rights of the owner of the tables: the application's own role has none to create or drop one.
FORWARDS = r"""
ALTER FUNCTION delivery_make_partition(text, date) SECURITY DEFINER;
ALTER FUNCTION delivery_make_partition(text, date) SET search_path = public, pg_temp;

CREATE FUNCTION delivery_drop_partitions(parents text[], month date) RETURNS SETOF text
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    name text;
BEGIN
    FOR name IN
        SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
        WHERE p.relname = ANY(parents) AND p.relnamespace = 'public'::regnamespace
          AND c.relname ~ '_[0-9]{4}_[0-9]{2}$' AND right(c.relname, 7) < to_char(month, 'YYYY_MM')
        ORDER BY c.relname
    LOOP
        EXECUTE format('DROP TABLE public.%I', name);
        RETURN NEXT name;
    END LOOP;
END $$;
"""
BACKWARDS = """
DROP FUNCTION delivery_drop_partitions(text[], date);
ALTER FUNCTION delivery_make_partition(text, date) RESET search_path;
ALTER FUNCTION delivery_make_partition(text, date) SECURITY INVOKER;
"""


class Migration(migrations.Migration):
    dependencies = [("delivery", "0020_slowed")]

    operations = [
        migrations.AddField("recipient", "sealed_fields", models.BinaryField(null=True)),
        migrations.RunSQL(FORWARDS, BACKWARDS),
    ]
