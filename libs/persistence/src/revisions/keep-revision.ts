import type { RecordType, UserId } from '@content-service/domain'
import {
  createRevision,
  hasDifferentValues,
  measureValues,
  MOST_REVISION_BYTES,
  type Keeping,
  type RecordRevision,
} from '@content-service/domain/internal/model'
import type { AuditContext } from '@content-service/domain/internal/audit'
import { GHOST_ID, memoize, type RevisionId } from '@content-service/domain/internal/rules'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { appendRecorded } from '../recording/recorded-rows.ts'
import { execute, insertInto, type Sql } from '../statements/sql.ts'
import { listLongFields } from '../tables/layouts.ts'
import { findRevisionTable, isOfType } from '../tables/revision-table.ts'
import { createRevisionRow } from './revision-rows.ts'

type Values = Readonly<Record<string, unknown>>

/** The other values of a record, in bytes. */
const REST_OF_RECORD = 100_000

/** 64 MB are at least this many versions of a record. */
const countLargeHistory: (type: RecordType) => number = memoize((type) => {
  const longest = Object.values(listLongFields(type)).reduce((sum, most) => sum + most, REST_OF_RECORD)
  return Math.floor(MOST_REVISION_BYTES / longest)
})

/** With a parameter for each value, which takes less time than `insertRevisions` for a few rows. */
const createInsert = (type: RecordType, revisions: readonly RecordRevision[]): Sql => {
  const rows = revisions.map((revision) => {
    const { contents, longContents, ...row } = createRevisionRow(type, revision)
    const [short, long] = [contents, longContents].map((each) => each && JSON.stringify(each))
    return { ...row, contents: short, longContents: long }
  })
  return insertInto(findRevisionTable(type).name, ...rows)
}

const createTrim = (type: RecordType, { recordId, values }: RecordRevision, most: number): Sql => {
  const table = findRevisionTable(type)
  const of = sql`${sql.id(table.record)} = ${recordId} and ${isOfType(table, type)}`
  return sql`delete from ${sql.table(table.name)} where id in (
    select id from (
      select id, row_number() over newest as place, sum(${table.bytes}) over newest as bytes
      from ${sql.table(table.name)} where ${of}
      window newest as (order by created_at desc, id desc)
    ) kept where place >= ${most} or bytes + ${measureValues(values)}::bigint > ${MOST_REVISION_BYTES}
  )`
}

/** The versions of a record in a change. */
interface Versions {
  readonly before: Version
  readonly after: Version
}
interface Version {
  readonly id: string | number
  readonly version?: number
}

/** C15.1. The statement counts the new revision, which comes after it. */
const trim = async (
  em: SqlEntityManager,
  { type, auditContext }: Kept,
  revision: RecordRevision,
  { most, version }: { readonly most: number; readonly version: number },
): Promise<void> => {
  // Each revision has made a version, and the shortest history of the most bytes has this number of versions.
  if (version <= Math.min(most, countLargeHistory(type))) return
  if ((await execute(em, createTrim(type, revision, most))) === 0) return
  const { plural: resource } = type
  const entry = { action: 'trim-revisions', resource, resourceId: revision.recordId } as const
  await appendRecorded(em, auditContext, { entries: [{ ...entry, decision: 'ALLOW' }] })
}

/** The type of a record, and who changes the record. */
export interface Kept {
  readonly type: RecordType
  readonly auditContext: AuditContext
}

/** The revision of the version before a change; null if what a revision has does not differ. */
const findRevision = (
  type: RecordType,
  { before, after }: Versions,
  keeping: Keeping,
): RecordRevision | null =>
  type.keepsRevisions && hasDifferentValues(type, before, after)
    ? createRevision(type, before, uuidv7() as RevisionId, keeping)
    : null

/** C17.3: keeps the version before each change as a revision, if a value of it differs. */
export const keepRevisions = async <V extends Versions>(
  em: SqlEntityManager,
  kept: Kept,
  changes: readonly V[],
  keepingOf: (before: V['before']) => Keeping,
): Promise<void> => {
  const revisions: RecordRevision[] = []
  for (const versions of changes) {
    const keeping = keepingOf(versions.before)
    const revision = findRevision(kept.type, versions, keeping)
    if (revision === null) continue
    revisions.push(revision)
    const { most } = keeping
    if (most !== undefined) await trim(em, kept, revision, { most, version: versions.after.version ?? 0 })
  }
  if (revisions.length > 0) await execute(em, createInsert(kept.type, revisions))
}

/** `keepRevisions` for an import: it trims no history, and the owner of the record is the editor. */
export const keepImported = async (
  em: SqlEntityManager,
  type: RecordType,
  versions: Versions,
  at: Date,
): Promise<void> => {
  const owner = type.ownerAttribute && (versions.after as unknown as Values)[type.ownerAttribute]
  const revision = findRevision(type, versions, { editorId: (owner ?? GHOST_ID) as UserId, at })
  if (revision !== null) await execute(em, createInsert(type, [revision]))
}
