/** The table of the content type Tool in `@content-service/domain/testing`, as the migration of a team would make it. */
export const CREATE_TOOLS = `
  create table tools (
    id uuid primary key, serial_number text not null, manual text, weight double precision, copies integer not null,
    shelf_id uuid not null constraint tools_shelf_id_fkey references categories,
    created_at timestamptz(3) not null, updated_at timestamptz(3), ref text, version integer not null
  );
  create unique index tools_serial_number_key on tools (lower(serial_number));
`
