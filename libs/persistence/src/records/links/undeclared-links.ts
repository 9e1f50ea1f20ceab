import type { ContentModel, RecordType } from '@content-service/domain'
import { linkedByOtherVersion, listJoined } from '@content-service/domain/internal/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { toSnakeCase } from '../../statements/rows.ts'
import { execute, findRow, findRows, type Sql } from '../../statements/sql.ts'
import { nameJoiningTable } from '../../tables/joining-table.ts'

/** A foreign key of a declared type that no link of the type has. */
interface UndeclaredLink {
  readonly table: string
  readonly column: string
  readonly to: string
  readonly isNullable: boolean
}

/** A deletion that has collected all records that it removes, by their types. */
interface Deleting {
  readonly type: RecordType
  readonly deleted: DeletedIds
  /** The service deletes the records in any case. */
  readonly isPurge?: true
}

type DeletedIds = ReadonlyMap<RecordType, ReadonlySet<string | number>>

/** The foreign keys that the links of a model have. */
const listLinkKeys = ({ types }: ContentModel): readonly string[] =>
  types.flatMap((type) => [
    ...type.links.map(({ attribute }) => `${type.plural}_${toSnakeCase(attribute)}_fkey`),
    ...listJoined(type).map((link) => `${nameJoiningTable(type, link)}_linked_id_fkey`),
  ])

/** Whether a link of the model has the foreign key. */
export const isDeclaredLink = (model: ContentModel, constraint: string): boolean =>
  listLinkKeys(model).includes(constraint)

/** Keys that clear a column, or leave a record to the ghost, change nothing that this version shows. */
const selectUndeclared = (model: ContentModel, deleted: DeletedIds): Sql<UndeclaredLink> => {
  const from = model.types.filter(({ custom }) => custom === null).map(({ plural }) => plural)
  const to = [...deleted.keys()].map(({ plural }) => plural)
  return sql<UndeclaredLink>`select r.relname as "table", a.attname as "column", t.relname as "to",
      not a.attnotnull as "isNullable"
    from pg_constraint c
      join pg_class r on r.oid = c.conrelid and r.relname = any(${from})
      join pg_namespace n on n.oid = r.relnamespace and n.nspname = current_schema()
      join pg_class t on t.oid = c.confrelid and t.relname = any(${to})
      join pg_attribute a on a.attrelid = r.oid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confdeltype not in ('n', 'd') and c.conname <> all(${listLinkKeys(model)})`
}

const listIds = (deleted: DeletedIds, plural: string): readonly (string | number)[] =>
  [...deleted].flatMap(([type, ids]) => (type.plural === plural ? [...ids] : []))

/** Whether a record that stays has the link to a deleted one. */
const isLinking = ({ table, column, to }: UndeclaredLink, deleted: DeletedIds): Sql =>
  sql`exists (select from ${sql.table(table)} where ${sql.ref(column)} = any(${listIds(deleted, to)})
    and id <> all(${listIds(deleted, table)}))`

/** @throws CONFLICT. */
const refuse = async (
  em: SqlEntityManager,
  links: readonly UndeclaredLink[],
  { type, deleted }: Deleting,
): Promise<void> => {
  const linking = sql.join(
    links.map((link) => isLinking(link, deleted)),
    sql` or `,
  )
  const row = await findRow(em, sql<{ isLinking: boolean }>`select (${linking}) as "isLinking"`)
  if (row?.isLinking) throw linkedByOtherVersion(type)
}

/** Clears a link that this version does not show, so that the database neither refuses the deletion nor deletes the record. */
const clear = ({ table, column, to }: UndeclaredLink, deleted: DeletedIds): Sql =>
  sql`update ${sql.table(table)} set ${sql.ref(column)} = null where ${sql.ref(column)} = any(${listIds(deleted, to)})`

/**
 * C15.17: refuses a deletion that the database would refuse, or for which it would delete records without their events,
 * because of a link that this version does not declare. Deletions that the service makes in any case clear the link.
 * @throws CONFLICT.
 */
export const settleUndeclared = async (
  em: SqlEntityManager,
  model: ContentModel,
  deleting: Deleting,
): Promise<void> => {
  const links = await findRows(em, selectUndeclared(model, deleting.deleted))
  if (links.length === 0) return
  if (deleting.type.custom === null && !deleting.isPurge) return refuse(em, links, deleting)
  for (const link of links) if (link.isNullable) await execute(em, clear(link, deleting.deleted))
}
