-- The text of a reply without what differs between emails: leading codes, addresses, and every word with a digit.
CREATE FUNCTION delivery_words(reply text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT left(btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(reply,
        '^\s*(\d{3}[ -])?\s*(\d\.\d{1,3}\.\d{1,3}\s)?\s*', ''),
        '<[^>]*>|[^][\s<>"''(),;:]+@[^][\s<>"''(),;:]+', '…', 'g'),
        '[^][\s<>"''(),;:/?&=]*\d[^][\s<>"''(),;:/?&=]*', '…', 'g'),
        '\s+', ' ', 'g')), 160)
$$;
