import { listChanging, type IncomingLink } from '@content-service/domain/internal/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { toSnakeCase } from '../../statements/rows.ts'
import type { StoreSession } from '../../session/store-session.ts'
import { deleteRecords } from './delete-records.ts'
import { execute, findRows } from '../../statements/sql.ts'
import { leadsToAny } from '../../tables/joining-table.ts'
import { LinkedRows } from '../links/linked-rows.ts'
import { settleUndeclared } from '../links/undeclared-links.ts'
import type { Id } from '../../tables/record-id.ts'
import type { Locked } from '../links/lock-cascade.ts'
import { addMarked, belongsTo, dropMarks, findNextPart, type DeletedRecord } from './removed-records.ts'

/** C15.15: the most records that one transaction of the worker changes or deletes. */
const AT_ONCE = 1_000
/** C16.1: a record with a link in a part can have 1 MiB of parts. */
const LONG_AT_ONCE = 20

/**
 * Some records that link to a part and do not go with it: those that a deletion clears, the last ones, new ones, and those of
 * other deletions.
 */
const findLinking = async (
  em: SqlEntityManager,
  root: DeletedRecord,
  { type, ...link }: IncomingLink,
  { ids }: Locked,
): Promise<readonly Id[]> => {
  const rows = await findRows(
    em,
    sql<{ id: Id }>`select id from ${sql.table(type.plural)} t0
      where ${leadsToAny({ type, ...link }, 't0', ids)} and not exists (
        select from removed_records r where r.type = ${type.name} and r.id = t0.id::text and ${belongsTo(root)})
      limit ${link.isPart ? LONG_AT_ONCE : AT_ONCE} for update`,
  )
  return rows.map(({ id }) => id)
}

/** Does to linking records what the deletion of a part does to them. */
const changeLinking = async (
  em: SqlEntityManager,
  session: StoreSession,
  root: DeletedRecord,
  {
    link,
    part,
    linking,
  }: { readonly link: IncomingLink; readonly part: Locked; readonly linking: readonly Id[] },
): Promise<void> => {
  const { type, onDelete } = link
  const rows = new LinkedRows(em, session)
  if (onDelete === 'clear') return rows.clear(type, [{ link, gone: part.ids }], linking)
  if (listChanging(session.tables.model, type).length > 0)
    return void (await addMarked(
      em,
      root,
      sql`select ${type.name}::text as type, unnest(${linking.map(String)}::text[]) as id`,
    ))
  return rows.delete(type, linking)
}

/**
 * Empties the links of other marked records to a part, as in a circle: they would go with the part, without events, and
 * PostgreSQL would go along a chain of links one by one.
 */
const cutLinks = async (
  em: SqlEntityManager,
  session: StoreSession,
  { type, ids }: Locked,
): Promise<void> => {
  for (const link of listChanging(session.tables.model, type)) {
    if (link.isMany || !link.isOptional) continue
    const column = sql.ref(toSnakeCase(link.attribute))
    const stays = link.type === type ? sql`id <> all(${ids})` : sql`true`
    await execute(
      em,
      sql`update ${sql.table(link.type.plural)} set ${column} = null where ${column} = any(${ids}) and ${stays}`,
    )
  }
}

/** The events of the first record were sent when it was deleted. The deletion of a comment with its article makes none. */
const deletePart = async (
  em: SqlEntityManager,
  session: StoreSession,
  root: DeletedRecord,
  part: Locked,
): Promise<void> => {
  const { type, ids } = part
  const isSilent = type.custom !== null || (type.name === root.type && String(ids[0]) === root.id)
  if (isSilent) await deleteRecords(em, type, ids)
  else await new LinkedRows(em, session).delete(type, ids)
  await dropMarks(em, part)
}

/**
 * C15.15: goes on with a deletion whose records are marked: changes up to `AT_ONCE` records that link to the next part, or,
 * if there are no more, deletes the part.
 */
export const removePart = async (
  em: SqlEntityManager,
  session: StoreSession,
  root: DeletedRecord,
): Promise<void> => {
  const { model } = session.tables
  const part = await findNextPart(em, model, root, AT_ONCE)
  // No new link leads to a locked record: the check of a foreign key waits.
  await execute(em, sql`select from ${sql.table(part.type.plural)} where id = any(${part.ids}) for update`)
  for (const link of listChanging(model, part.type)) {
    const linking = await findLinking(em, root, link, part)
    if (linking.length > 0) return changeLinking(em, session, root, { link, part, linking })
  }
  await cutLinks(em, session, part)
  const deleted = new Map([[part.type, new Set(part.ids)]])
  await settleUndeclared(em, model, { type: part.type, deleted, isPurge: true })
  await deletePart(em, session, root, part)
}
