import type { RecordId, RecordType } from '@content-service/domain'
import { MOST_OLD_SLUGS } from '@content-service/domain/internal/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { execute, findRow, findRows, type Sql } from '../statements/sql.ts'

type Named = Pick<RecordType, 'name'>

/** The place of a slug among those of all types. */
interface SlugOf {
  readonly type: Named
  readonly id: RecordId
}

/**
 * Gives the record the first of the slugs that no other record has or had. A slug that another transaction takes meanwhile is
 * waited for, and gives no row.
 */
const claimFirst = ({ type, id }: SlugOf, slugs: readonly string[]): Sql<{ slug: string }> =>
  sql<{ slug: string }>`insert into record_slugs (type, slug, record_id)
    select ${type.name}, candidate, ${id}::uuid
    from unnest(${slugs}::text[]) with ordinality as candidates (candidate, place)
    where not exists (
      select from record_slugs taken
      where taken.type = ${type.name} and taken.slug = candidate and taken.record_id <> ${id}::uuid
    )
    order by place limit 1
    on conflict (type, slug) do update set left_at = null where record_slugs.record_id = excluded.record_id
    returning slug`

/** Returns the slug that the record got; null if others have all of them. */
export const claimSlug = async (
  em: SqlEntityManager,
  of: SlugOf,
  slugs: readonly string[],
): Promise<string | null> => (await findRow(em, claimFirst(of, slugs)))?.slug ?? null

/** A record and the slug that it wants. */
interface Wanted {
  readonly id: RecordId
  readonly slug: string
}

/** Gives several records their slugs, as far as these are free, in one order for all transactions. Returns the records that got theirs. */
export const claimEach = async (
  em: SqlEntityManager,
  { name }: Named,
  wanted: readonly Wanted[],
): Promise<ReadonlySet<RecordId>> => {
  const statement = sql<{ id: RecordId }>`insert into record_slugs (type, slug, record_id)
    select ${name}, slug, id from json_to_recordset(${JSON.stringify(wanted)}::json) as wanted (id uuid, slug text)
    order by slug collate "C", id
    on conflict (type, slug) do nothing returning record_id as id`
  return new Set((await findRows(em, statement)).map(({ id }) => id))
}

/** Keeps an old slug, which leads to its record, and forgets the oldest ones beyond the most that a record has (C17.7). */
export const keepOldSlug = async (
  em: SqlEntityManager,
  { type, id }: SlugOf,
  { slug, at }: { readonly slug: string; readonly at: Date },
): Promise<void> => {
  const own = sql`type = ${type.name} and record_id = ${id}`
  await execute(em, sql`update record_slugs set left_at = ${at} where ${own} and slug = ${slug}`)
  await execute(
    em,
    sql`delete from record_slugs where ${own} and slug in (
      select slug from record_slugs where ${own} and left_at is not null
      order by left_at desc, slug offset ${MOST_OLD_SLUGS}
    )`,
  )
}

/** Forgets the slug of a record whose address nobody knows. */
export const dropSlug = async (em: SqlEntityManager, { type, id }: SlugOf, slug: string): Promise<void> => {
  await execute(
    em,
    sql`delete from record_slugs where type = ${type.name} and slug = ${slug} and record_id = ${id}`,
  )
}

/** Deletes the slugs of deleted records. */
export const deleteSlugs = async (
  em: SqlEntityManager,
  { name, isNumbered }: RecordType,
  ids: readonly (string | number)[],
): Promise<void> => {
  if (isNumbered) return
  await execute(em, sql`delete from record_slugs where type = ${name} and record_id = any(${ids})`)
}
