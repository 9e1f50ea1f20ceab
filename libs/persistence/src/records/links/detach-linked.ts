import type { ContentModel, RecordType } from '@content-service/domain'
import { hasToBeFound, listIncoming, type AnyRecord, type IncomingLink } from '@content-service/domain/model'
import { listLinkedFacts } from '@content-service/domain/visibility'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import type { StoreSession } from '../../session/store-session.ts'
import { execute, findRows, type Sql } from '../../sql.ts'
import { leadsToAny } from './joining-table.ts'
import { changeLinked } from './linked-records.ts'
import { LinkedRows, type Id } from './linked-rows.ts'

/** C14.2: the most linking records that one transaction of a purge changes. */
const AT_ONCE = 1_000

/** The records that a purge deletes. */
export interface Purged {
  readonly type: RecordType
  readonly ids: readonly Id[]
}

/** The ids of some records that link to the purged ones, after an id. */
const selectLinking = (link: IncomingLink, ids: readonly Id[], after: Id | null = null): Sql<{ id: Id }> =>
  sql<{ id: Id }>`select id from ${sql.table(link.type.plural)} t0
    where ${leadsToAny(link, 't0', ids)}${after === null ? sql`` : sql` and id > ${after}`}
    order by id limit ${AT_ONCE}`

/** The ids of the records that link to the purged ones, in parts. */
async function* listLinking(
  find: (statement: Sql<{ id: Id }>) => Promise<readonly { readonly id: Id }[]>,
  link: IncomingLink,
  ids: readonly Id[],
): AsyncGenerator<readonly Id[]> {
  let after: Id | null = null
  let count = AT_ONCE
  while (count === AT_ONCE) {
    const rows = await find(selectLinking(link, ids, after))
    count = rows.length
    after = rows.at(-1)?.id ?? null
    if (count > 0) yield rows.map(({ id }) => id)
  }
}

/** The database deletes the comments of an article, whose deletion makes no events. */
const isDeletedByDatabase = ({ type, onDelete }: IncomingLink): boolean =>
  onDelete === 'cascade' && type.custom !== null

/** The links that a purge clears, and those whose records it deletes. */
const listLinks = (model: ContentModel, type: RecordType) => ({
  cleared: listIncoming(model, type, 'clear'),
  cascading: listIncoming(model, type, 'cascade').filter(({ type: from }) => hasToBeFound(model, from)),
})

/** The number of records that a deletion changes, at any distance; it stops counting above `AT_ONCE`. */
const countLinked = async (
  em: SqlEntityManager,
  model: ContentModel,
  { type, ids }: Purged,
): Promise<number> => {
  const { cleared, cascading } = listLinks(model, type)
  let found = 0
  for (const link of [...cleared, ...cascading])
    for await (const linking of listLinking((statement) => findRows(em, statement), link, ids)) {
      if (!isDeletedByDatabase(link)) found += linking.length
      if (found <= AT_ONCE && link.onDelete === 'cascade')
        found += await countLinked(em, model, { type: link.type, ids: linking })
      if (found > AT_ONCE) return found
    }
  return found
}

/** Whether a deletion changes more records, at any distance, than one transaction does. */
export const hasManyLinked = async (
  em: SqlEntityManager,
  model: ContentModel,
  purged: Purged,
): Promise<boolean> => (await countLinked(em, model, purged)) > AT_ONCE

/** Clears one link of some records in a transaction, and returns their number. */
const clearSome = async (session: StoreSession, link: IncomingLink, ids: readonly Id[]): Promise<number> => {
  const changes = await session.change<AnyRecord>(link.type.plural, async (em) => {
    const rows = await findRows(em, sql<{ id: Id }>`${selectLinking(link, ids)} for update`)
    const linking = rows.map(({ id }) => id)
    return linking.length === 0
      ? []
      : new LinkedRows(em, session).clearRows(link.type, [{ link, gone: ids }], linking)
  })
  return changes.length
}

/** Deletes some locked rows of a type, with all that a deletion does to linking records, and returns their number. */
export const purgeRows = async (
  session: StoreSession,
  type: RecordType,
  select: (rows: Sql) => Sql<AnyRecord>,
): Promise<number> => {
  const { model } = session.tables
  // The events of the deletions have the facts by which the declared policy decides who reads them.
  const facts = listLinkedFacts({ model, policy: model.policy }, type.permissions.read)
  const changes = await session.change<AnyRecord>(type.plural, async (em) => {
    const rows = await findRows(em, select(session.rowsOf(type).selectWith(facts)))
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return []
    await changeLinked(em, session, { type, ids, isPurge: true })
    await execute(em, sql`delete from ${sql.table(type.plural)} where id = any(${ids})`)
    return rows.map((before) => ({ before, after: null }))
  })
  return changes.length
}

/** Changes the records that link to the purged ones, at most 1,000 in each transaction. */
const detach = async (session: StoreSession, { type, ids }: Purged): Promise<void> => {
  const { cleared, cascading } = listLinks(session.tables.model, type)
  for (const link of cleared) while ((await clearSome(session, link, ids)) === AT_ONCE);
  for (const link of cascading)
    for await (const linking of listLinking((statement) => session.findRows(statement), link, ids))
      await detachCascading(session, link, linking)
}

/** Deletes some linking records, after those that link to them. */
const detachCascading = async (
  session: StoreSession,
  link: IncomingLink,
  ids: readonly Id[],
): Promise<void> => {
  const { type } = link
  if (isDeletedByDatabase(link)) return detach(session, { type, ids })
  await detachLinked(session, { type, ids })
  await purgeRows(session, type, (rows) => sql`${rows} where id = any(${ids}) order by id for update`)
}

/**
 * C14.2: changes the records that link to those that a purge deletes next, at most 1,000 in each transaction. A purge that
 * ends in between begins again. Does nothing while one transaction can change all.
 */
export const detachLinked = async (session: StoreSession, purged: Purged): Promise<void> => {
  const { model } = session.tables
  if (await session.run((em) => hasManyLinked(em, model, purged))) await detach(session, purged)
}

/** C14.2: removes a record that readers no longer see, after it has changed what links to it. */
export const finishRemoval = async (session: StoreSession, type: RecordType, id: Id): Promise<void> => {
  const removed = { type, ids: [id] }
  await detachLinked(session, removed)
  await session.transaction(async (em) => {
    await changeLinked(em, session, removed)
    await execute(em, sql`delete from ${sql.table(type.plural)} where id = ${id}`)
  })
}
