-- Both functions run with the rights of the tables' owner, since the application's own role cannot create or drop tables.
-- `unique_columns` are unique within each partition.
--
-- Rows of the month that arrived before its partition existed are in the default partition. They move to the new one:
-- inserted directly into it, and deleted from the detached default partition. So the triggers of the parent, which have
-- recorded them, do not run again. The lock prevents reads and writes in the meantime.
CREATE FUNCTION core_make_partition(parent text, month date, unique_columns text[] DEFAULT '{}') RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    part text := parent || to_char(month, '_YYYY_MM');
    strays text := parent || '_default';
    first timestamptz := month::timestamp AT TIME ZONE 'UTC';
    until timestamptz := (month + interval '1 month') AT TIME ZONE 'UTC';
    key text;
    stored text;
    has_strays boolean;
BEGIN
    IF to_regclass(quote_ident(part)) IS NULL THEN
        EXECUTE format('LOCK TABLE ONLY %I, ONLY %I IN ACCESS EXCLUSIVE MODE', parent, strays);
    END IF;
    -- Another call may have created it while this one waited for the lock.
    IF to_regclass(quote_ident(part)) IS NULL THEN
        SELECT a.attname INTO key FROM pg_partitioned_table p
        JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0]
        WHERE p.partrelid = to_regclass(quote_ident(parent));
        EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE %I >= $1 AND %I < $2)', strays, key, key)
            INTO has_strays USING first, until;
        IF has_strays THEN
            EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', parent, strays);
        END IF;
        EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)', part, parent, first, until);
        IF has_strays THEN
            SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO stored FROM pg_attribute
            WHERE attrelid = quote_ident(strays)::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
            EXECUTE format(
                'INSERT INTO %I (%s) OVERRIDING SYSTEM VALUE SELECT %s FROM %I WHERE %I >= $1 AND %I < $2',
                part, stored, stored, strays, key, key
            ) USING first, until;
            EXECUTE format('DELETE FROM %I WHERE %I >= $1 AND %I < $2', strays, key, key) USING first, until;
            EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I DEFAULT', parent, strays);
        END IF;
    END IF;
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
