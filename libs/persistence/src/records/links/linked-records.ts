import type { ContentModel, RecordType } from '@content-service/domain'
import {
  isComposed,
  listIncoming,
  type Field,
  type IncomingLink,
} from '@content-service/domain/internal/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import type { StoreSession } from '../../session/store-session.ts'
import { toSnakeCase } from '../../statements/rows.ts'
import { deleteRecords } from '../removals/delete-records.ts'
import { findRow, findRows } from '../../statements/sql.ts'
import { leadsToAny } from '../../tables/joining-table.ts'
import { LinkedRows } from './linked-rows.ts'
import type { Id } from '../../tables/record-id.ts'
import type { Cascade, Locked } from './lock-cascade.ts'

/** The links to clear, by types and records. */
export type Cleared = ReadonlyMap<RecordType, ReadonlyMap<Id, readonly IncomingLink[]>>

type Deleted = Cascade['deleted']

/** The deleted records to which a link can lead. */
const listTargets = (model: ContentModel, deleted: Deleted, { to }: IncomingLink): readonly Id[] => [
  ...(deleted.get(model.typeNamed(to.name)) ?? []),
]

/** Locks at most `most` records with a link to deleted ones that are not deleted themselves. */
const lockLinking = async (
  em: SqlEntityManager,
  deleted: Deleted,
  [link, targets]: readonly [IncomingLink, readonly Id[]],
  most: number,
): Promise<readonly Id[]> => {
  const gone = [...(deleted.get(link.type) ?? [])]
  const rows = await findRows(
    em,
    sql<{ id: Id }>`select id from ${sql.table(link.type.plural)} t0
      where ${leadsToAny(link, 't0', targets)} and id <> all(${gone}) order by id limit ${most} for update`,
  )
  return rows.map(({ id }) => id)
}

/** A request writes parts of at most so many compressed bytes in its transaction. One record can have 1 MiB of parts. */
const MOST_PART_BYTES = 1_048_576

/** The bytes of the parts of some records, as the database has them. */
const countPartBytes = async (
  em: SqlEntityManager,
  { type: { plural, attributes }, isPart }: IncomingLink,
  ids: readonly Id[],
): Promise<number> => {
  if (!isPart || ids.length === 0) return 0
  const names = Object.keys(attributes).filter((name) => isComposed(attributes[name] as Field))
  const sizes = names.map((name) => sql`coalesce(pg_column_size(${sql.ref(toSnakeCase(name))}), 0)`)
  const row = await findRow(
    em,
    sql<{ bytes: number }>`select coalesce(sum(${sql.join(sizes, sql` + `)}), 0)::float8 as bytes
      from ${sql.table(plural)} where id = any(${ids})`,
  )
  return row?.bytes ?? 0
}

/**
 * C14.2: finds and locks the records whose links a deletion clears; null if these are more than `most`, or if their parts are
 * too large for the time of a request.
 */
export const findCleared = async (
  em: SqlEntityManager,
  model: ContentModel,
  deleted: Deleted,
  most: number,
): Promise<Cleared | null> => {
  const cleared = new Map<RecordType, Map<Id, readonly IncomingLink[]>>()
  let [count, bytes] = [0, 0]
  for (const link of [...deleted.keys()].flatMap((to) => listIncoming(model, to, 'clear'))) {
    const links = cleared.get(link.type) ?? new Map<Id, readonly IncomingLink[]>()
    cleared.set(link.type, links)
    const found = await lockLinking(em, deleted, [link, listTargets(model, deleted, link)], most + 1)
    bytes += await countPartBytes(em, link, found)
    for (const id of found) {
      if (!links.has(id)) count += 1
      links.set(id, [...(links.get(id) ?? []), link])
    }
    if (count > most || bytes > MOST_PART_BYTES) return null
  }
  return cleared
}

/** Clears links. A record with several links to deleted records gets one new version. */
export const clearLinks = async (
  em: SqlEntityManager,
  session: StoreSession,
  deleted: Deleted,
  found: Cleared,
): Promise<void> => {
  const { model } = session.tables
  for (const [type, links] of found) {
    const byLinks = Map.groupBy(links, ([, cleared]) => cleared.map(({ attribute }) => attribute).join())
    for (const records of byLinks.values()) {
      const cleared = (records[0]?.[1] ?? []).map((link) => ({
        link,
        gone: listTargets(model, deleted, link),
      }))
      const ids = records.map(([id]) => id)
      await new LinkedRows(em, session).clear(type, cleared, ids)
    }
  }
}

/** Deletes the linking records before the records to which they link, the first ones last. */
export const deleteCascade = async (
  em: SqlEntityManager,
  session: StoreSession,
  deleted: Deleted,
  first: Locked,
): Promise<void> => {
  const rows = new LinkedRows(em, session)
  for (const type of session.tables.model.linkedFirst.toReversed()) {
    const ids = new Set(deleted.get(type))
    if (type === first.type) for (const id of first.ids) ids.delete(id)
    // The database deletes the comments of an article, whose deletion makes no events.
    if (ids.size > 0 && type.custom === null) await rows.delete(type, [...ids])
  }
  await deleteRecords(em, first.type, first.ids)
}
