import type { RecordId, RecordType } from '@content-service/domain'
import {
  beginSlug,
  findSlug,
  type AnyRecord,
  type SlugAttribute,
} from '@content-service/domain/internal/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import type { StoreSession } from '../session/store-session.ts'
import { toSnakeCase } from '../statements/rows.ts'
import { findRows, execute, type Sql } from '../statements/sql.ts'
import { writeColumns } from '../tables/update-rows.ts'
import { giveSlug } from './give-slugs.ts'
import { claimEach } from './stored-slugs.ts'

type Row = AnyRecord & Readonly<Record<string, unknown>>

/** The unique index finds the records without a slug. */
const lockWithout = (type: RecordType, { name, field }: SlugAttribute, atMost: number): Sql<Row> =>
  sql<Row>`select id, ${sql.ref(toSnakeCase(field.from))} as ${sql.id(field.from)} from ${sql.table(type.plural)}
    where lower(${sql.ref(toSnakeCase(name))}) is null limit ${atMost} for update skip locked`

/** The records with their derived slugs; null in the place of a slug that another record has. */
const claimAll = async (
  em: SqlEntityManager,
  type: RecordType,
  { name }: SlugAttribute,
  rows: readonly Row[],
): Promise<readonly Row[]> => {
  const named: readonly Row[] = rows.map((row) => ({ ...row, ...beginSlug(type, row) }))
  const claimed = await claimEach(
    em,
    type,
    named.map((row) => ({ id: row.id, slug: String(row[name]) })),
  )
  const given: Row[] = []
  for (const row of named) {
    const before = { ...row, [name]: null }
    given.push(claimed.has(row.id) ? row : await giveSlug(em, type, { before, after: row }))
  }
  return given
}

const fill = async (
  em: SqlEntityManager,
  type: RecordType,
  slug: SlugAttribute,
  atMost: number,
): Promise<readonly RecordId[]> => {
  const rows = await findRows(em, lockWithout(type, slug, atMost))
  if (rows.length === 0) return []
  await execute(em, writeColumns(type, [slug.name] as never, await claimAll(em, type, slug, rows)))
  return rows.map(({ id }) => id)
}

/** C17.7: gives slugs to records that have none, in one transaction. Their versions and times stay. */
export const fillSlugs = async (session: StoreSession, type: RecordType, atMost: number): Promise<number> => {
  const slug = findSlug(type)
  if (slug === undefined) return 0
  const filled = await session.write(
    type.plural,
    (em) => fill(em, type, slug, atMost),
    () => [],
  )
  return filled.length
}
