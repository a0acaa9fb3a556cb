-- Adds histograms element by element. NULL counts as nothing.
CREATE FUNCTION transactional_added(integer[], integer[]) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN $1 IS NULL THEN $2 WHEN $2 IS NULL THEN $1
        ELSE (SELECT array_agg(a + b ORDER BY place) FROM unnest($1, $2) WITH ORDINALITY AS u(a, b, place)) END
$$;
CREATE AGGREGATE transactional_sum(integer[]) (
    SFUNC = transactional_added, STYPE = integer[], COMBINEFUNC = transactional_added, PARALLEL = SAFE
);
