import type { ContentModel, RecordType } from '@content-service/domain'
import { listCascades, listChanging, type IncomingLink } from '@content-service/domain/internal/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { execute, findRow, type Sql } from '../../statements/sql.ts'
import { listWalked, selectNext, walkCascades } from '../../tables/cascade.ts'
import { addMarked, belongsTo, type DeletedRecord, type Marked } from './removed-records.ts'

/** A mark is a short row, so that more of them than changes of records can be in one transaction. */
const MARKED_AT_ONCE = 10_000

/** Whether others link to the records with this link, so that they have to be known before one of them is deleted. */
const isBranching =
  (model: ContentModel) =>
  ({ type }: IncomingLink): boolean =>
    listChanging(model, type).length > 0

const isUnknown = (root: DeletedRecord): Sql =>
  sql`not exists (select from removed_records r
    where r.type = linking.type and r.id = linking.id and ${belongsTo(root)})`

const listMarked = (model: ContentModel, type: RecordType): Sql | null =>
  selectNext(listWalked(model, type), (to) => listCascades(model, to).filter(isBranching(model)))

/** Marks the next records that are deleted with marked ones. */
const markNext = (em: SqlEntityManager, root: DeletedRecord, next: Sql): Promise<Marked> => {
  const start = sql`select r.type, r.id from removed_records r where ${belongsTo(root)} and r.is_open`
  const walk = walkCascades({ start, next, among: isUnknown(root) })
  return addMarked(
    em,
    root,
    sql`select found.type, found.id from (${walk}) found
      where not exists (select from removed_records r where r.type = found.type and r.id = found.id and ${belongsTo(root)})
      limit ${MARKED_AT_ONCE}`,
  )
}

/** Closes the marked records behind which all records are marked. */
const closeMarked = (em: SqlEntityManager, root: DeletedRecord, next: Sql | null): Promise<number> => {
  const isDone =
    next === null ? sql`true` : sql`not exists (select from ${next} linking where ${isUnknown(root)})`
  return execute(
    em,
    sql`update removed_records reached set is_open = false
      where is_open and coalesce(root, place) = ${root.place} and ${isDone}`,
  )
}

/** Whether some records of a deletion can have others behind them that are not marked. */
const isOpen = async (em: SqlEntityManager, root: DeletedRecord): Promise<boolean> =>
  (await findRow(em, sql`select from removed_records r where ${belongsTo(root)} and r.is_open limit 1`)) !==
  null

/**
 * C15.15: marks the records that are deleted with a deleted one, at any distance and with circles, up to `MARKED_AT_ONCE`.
 * The last links are not followed. Returns whether it had something to do.
 */
export const markCascade = async (
  em: SqlEntityManager,
  model: ContentModel,
  root: DeletedRecord,
): Promise<boolean> => {
  if (!(await isOpen(em, root))) return false
  const next = listMarked(model, model.typeNamed(root.type))
  const marked = next === null ? null : await markNext(em, root, next)
  // Behind the records that came from another deletion, some may not be marked: the next batch starts from these, too.
  if (!marked?.joined) await closeMarked(em, root, (marked?.found ?? 0) < MARKED_AT_ONCE ? null : next)
  return true
}
