-- The two roles of the product, in the database that this is run in as superuser; safe to run again. The owner has the
-- tables and runs migrations. The application reads and writes rows: it can't create or change tables, disable triggers,
-- or reach files and programs of the server. Names and passwords come as settings of the session: roles.owner,
-- roles.owner_password, roles.app, roles.app_password.
DO $roles$
DECLARE
    owner text := current_setting('roles.owner');
    app text := current_setting('roles.app');
    role record;
    item record;
BEGIN
    FOR role IN VALUES (owner, current_setting('roles.owner_password')), (app, current_setting('roles.app_password')) LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role.column1) THEN
            EXECUTE format('CREATE ROLE %I', role.column1);
        END IF;
        EXECUTE format(
            'ALTER ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD %L',
            role.column1, role.column2
        );
    END LOOP;

    -- Nobody else connects.
    EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
    EXECUTE format('GRANT CONNECT, TEMPORARY ON DATABASE %I TO %I, %I', current_database(), owner, app);
    REVOKE ALL ON SCHEMA public FROM PUBLIC;
    EXECUTE format('GRANT USAGE, CREATE ON SCHEMA public TO %I', owner);
    EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', app);

    -- What a restored dump brought becomes the owner's.
    FOR item IN
        SELECT c.oid::regclass AS name, CASE c.relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END AS kind
        FROM pg_class c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'S')
          -- A sequence of a column goes with its table.
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('a', 'i') AND c.relkind = 'S')
    LOOP
        EXECUTE format('ALTER %s %s OWNER TO %I', item.kind, item.name, owner);
    END LOOP;
    FOR item IN
        SELECT p.oid::regprocedure AS name FROM pg_proc p
        WHERE p.pronamespace = 'public'::regnamespace
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    LOOP
        EXECUTE format('ALTER ROUTINE %s OWNER TO %I', item.name, owner);
    END LOOP;

    -- MAINTAIN: an import has the planner look again at a table that it has filled.
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE, MAINTAIN ON ALL TABLES IN SCHEMA public TO %I', app);
    EXECUTE format('GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO %I', app);
    EXECUTE format(
        'ALTER DEFAULT PRIVILEGES FOR ROLE %I IN SCHEMA public'
        ' GRANT SELECT, INSERT, UPDATE, DELETE, MAINTAIN ON TABLES TO %I',
        owner, app
    );
    EXECUTE format(
        'ALTER DEFAULT PRIVILEGES FOR ROLE %I IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO %I', owner, app
    );
END $roles$;
