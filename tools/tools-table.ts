/** The tables of the content types Tool and Workshop in `@content-service/domain/testing`, as the migration of a team would make them. */
export const CREATE_TOOLS = `
  create table tools (
    id uuid primary key, serial_number text not null, manual text, weight double precision, copies integer not null,
    shelf_id uuid not null constraint tools_shelf_id_fkey references categories,
    created_at timestamptz(3) not null, updated_at timestamptz(3), ref text, version integer not null
  );
  create unique index tools_serial_number_key on tools (lower(serial_number));
  create table workshops (
    id uuid primary key, title text not null, starts_at timestamptz(3) not null, ends_at timestamptz(3), contact text,
    reason text, topics text[] not null, progress text not null,
    subject_id uuid not null constraint workshops_subject_id_fkey references categories,
    host_id integer not null default 1 constraint workshops_host_id_fkey references users on delete set default,
    created_at timestamptz(3) not null, updated_at timestamptz(3), ref text, version integer not null
  );
  create trigger search_workshops after insert or update of title, topics on workshops
    for each row execute function search_record('WORKSHOP', '{title}', '{topics}', '{}');
  create trigger forget_workshops after delete on workshops
    for each row execute function forget_record('WORKSHOP');
`
