import { Migration } from '@mikro-orm/migrations'

/** Finding users by any part of their names (C5.3). */
export class UserSearch extends Migration {
  override name = '2026-11-22-user-search'

  override up(): void {
    // `unaccent` depends on a dictionary that could change, so that it is not immutable. A call by its full name is.
    this.addSql(`create function folded(text) returns text language sql immutable parallel safe strict
      as $$ select lower(public.unaccent('public.unaccent'::regdictionary, $1)) $$`)
    for (const column of ['username', 'name', 'email'])
      this.addSql(`create index users_${column}_folded on users using gin (folded(${column}) gin_trgm_ops)`)
  }
}
