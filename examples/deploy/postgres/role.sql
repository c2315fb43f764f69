-- Makes the role that Footnote connects as. It owns its own tables and may do nothing else: it is no superuser, and creates no
-- databases and no roles. Run this as the administrator in Footnote's database, which holds nothing else, with psql 15 or newer
-- and the role's password in FOOTNOTE_PASSWORD:
--   psql --dbname=footnote --file=role.sql
-- Then DATABASE_URL is postgres://footnote_server:PASSWORD@HOST:5432/footnote.
--
-- If an earlier Footnote has connected as another role, stop all servers first: its tables are given to the new role.
-- Running this again changes the password.
\set ON_ERROR_STOP on
\getenv password FOOTNOTE_PASSWORD
\if :{?password}
\else
  do $$ begin raise exception 'Set FOOTNOTE_PASSWORD to the password of the role.'; end $$;
\endif

begin;

-- A new role has no rights of an administrator.
select 'create role footnote_server' where not exists (select from pg_roles where rolname = 'footnote_server') \gexec
alter role footnote_server with login password :'password';

-- What is asked about one project is done as this role, which row-level security shows the rows of that project only. It cannot
-- log in, and owns nothing.
select 'create role footnote_tenant nologin' where not exists (select from pg_roles where rolname = 'footnote_tenant') \gexec
grant footnote_tenant to footnote_server;

-- Only an administrator may add it.
select 'create extension vector' from pg_available_extensions where name = 'vector' and installed_version is null \gexec

-- No other role may connect to this database or use the schema that all roles search.
revoke all on database :"DBNAME" from public;
grant connect on database :"DBNAME" to footnote_server;
revoke all on schema public from public;
grant usage on schema public to footnote_server;

-- A role searches the schema with its own name first.
create schema if not exists footnote_server authorization footnote_server;

-- The tables and sequences of an earlier installation, except those of extensions.
select format('alter %1$s public.%2$I owner to footnote_server; alter %1$s public.%2$I set schema footnote_server',
    case relkind when 'S' then 'sequence' else 'table' end, relname)
  from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'S') and to_regclass('public.schema_version') is not null
    and not exists (select from pg_depend where objid = pg_class.oid and deptype in ('a', 'e', 'i'))
\gexec

commit;
