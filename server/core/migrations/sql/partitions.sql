-- Partitions are created and dropped with the rights of the tables' owner: the application's own role has none to
-- create or drop a table. `unique_columns` are unique within each partition.
CREATE FUNCTION core_make_partition(parent text, month date, unique_columns text[] DEFAULT '{}') RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE part text := parent || to_char(month, '_YYYY_MM');
BEGIN
    EXECUTE format(
        'CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)', part, parent,
        month::timestamp AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC'
    );
    IF cardinality(unique_columns) > 0 THEN
        EXECUTE format(
            'CREATE UNIQUE INDEX IF NOT EXISTS %I ON %I (%s)', part || '_once', part,
            (SELECT string_agg(quote_ident(name), ', ' ORDER BY position)
             FROM unnest(unique_columns) WITH ORDINALITY AS listed (name, position))
        );
    END IF;
END $$;

CREATE FUNCTION core_drop_partitions(parents text[], month date) RETURNS SETOF text
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
