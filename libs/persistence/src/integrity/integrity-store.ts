import { type ContentModel } from '@content-service/domain'
import {
  CHECK_NAMES,
  type IntegrityCheck,
  type IntegrityReport,
  type IntegrityStore,
} from '@content-service/domain/internal/integrity'
import { GHOST } from '@content-service/domain/internal/users'
import {
  listDraftTypes,
  listJoined,
  listRevisionTypes,
  SCHEDULED_BY,
  type SearchedType,
} from '@content-service/domain/internal/model'
import { sql } from 'kysely'
import { nameJoiningTable } from '../tables/joining-table.ts'
import { countLostLikes, countMiscounted } from '../counters/likes.ts'
import { findRevisionTable, isOfType } from '../tables/revision-table.ts'
import { toSnakeCase } from '../statements/rows.ts'
import { columns, insertInto, type Sql } from '../statements/sql.ts'
import { countScheduledOtherwise } from '../records/schedule/schedules.ts'
import { SqlStore } from '../session/sql-store.ts'
import { locateDocuments } from '../documents/located-documents.ts'

const addCounts = (counts: readonly Sql[]): Sql => sql`select ${sql.join(counts, sql` + `)} as count`

/**
 * Counts rows of a table whose column refers to a missing row of another table. Foreign keys prevent such rows, except
 * after a restore.
 */
const countLost = (table: string, column: string, other: string): Sql =>
  sql`(select count(*) from ${sql.table(table)} t where ${sql.ref(column)} is not null
    and not exists (select from ${sql.table(other)} o where o.id = t.${sql.ref(column)}))`

/** The condition of records that do not wait for their document (decision 69). */
const isIndexed = ({ type }: SearchedType, id: Sql): Sql =>
  sql`not exists (select from search_waiting w where w.type = ${sql.lit(type)} and w.id = ${id}::text)`

/** Counts records without their search document. */
const countUnindexed = (model: ContentModel, searched: SearchedType): Sql => {
  const { isOfType, id } = locateDocuments(searched)
  const ghostId = model.typeNamed(searched.name).custom?.ghostId
  const except = ghostId === undefined ? sql`true` : sql`t.id <> ${ghostId}`
  return sql`(select count(*) from ${sql.table(searched.from)} t where ${except} and ${isIndexed(searched, sql`t.id`)}
    and not exists (select from search_documents d where ${isOfType} and ${id} = t.id))`
}

/** Counts documents whose records do not exist. */
const countLostDocuments = (searched: SearchedType): Sql => {
  const { isOfType, id } = locateDocuments(searched)
  return sql`(select count(*) from search_documents d where ${isOfType} and ${isIndexed(searched, id)}
    and not exists (select from ${sql.table(searched.from)} t where t.id = ${id}))`
}

const countShared = (column: string): Sql =>
  sql`(select count(*) from (select from users group by lower(${sql.ref(column)}) having count(*) > 1) alike)`

/** The links of the declared types. */
const countLostLinks = ({ types }: ContentModel): readonly Sql[] =>
  types.flatMap((type) => [
    ...type.links.map(({ attribute, field }) =>
      countLost(type.plural, toSnakeCase(attribute), field.to.plural),
    ),
    ...listJoined(type).flatMap((link) => [
      countLost(nameJoiningTable(type, link), 'record_id', type.plural),
      countLost(nameJoiningTable(type, link), 'linked_id', link.field.toMany.plural),
    ]),
  ])

const countLostSchedulers = ({ types }: ContentModel): readonly Sql[] =>
  types
    .filter(({ schedule }) => schedule !== null)
    .map(({ plural }) => countLost(plural, toSnakeCase(SCHEDULED_BY), 'users'))
/** C17.3: no foreign key leads to the records of all types. */
const countLostRevisions = ({ types }: ContentModel): readonly Sql[] => [
  ...listRevisionTypes(types).map(({ keptOf }) => {
    const table = findRevisionTable(keptOf)
    return sql`(select count(*) from ${sql.table(table.name)} t where ${isOfType(table, keptOf)}
      and not exists (select from ${sql.table(keptOf.plural)} o where o.id = t.${sql.id(table.record)}))`
  }),
  ...['revisions', 'record_revisions'].map((table) => countLost(table, 'editor_id', 'users')),
]

/** C17.6: the drafts of a record go with it. */
const countLostDrafts = ({ types }: ContentModel): readonly Sql[] => [
  ...listDraftTypes(types).map(
    ({ keptOf: { name, plural } }) =>
      sql`(select count(*) from record_drafts t where t.type = ${sql.lit(name)}
      and not exists (select from ${sql.table(plural)} o where o.id = t.record_id))`,
  ),
  countLost('record_drafts', 'user_id', 'users'),
]

/** Each statement counts inconsistent rows. */
const createCounts = (model: ContentModel, now: Date): Readonly<Record<IntegrityCheck, Sql>> => ({
  'no-ghost': sql`select count(*) from (select ${GHOST.id}::integer as id) ghost
    where not exists (select from users u where u.id = ghost.id)`,
  'no-administrator': sql`select case when exists (
      select from users where 'ADMIN' = any(roles) and status = 'ACTIVE' and not deleted
    ) then 0 else 1 end as count`,
  orphans: addCounts([
    ...countLostRevisions(model),
    ...countLostDrafts(model),
    ...countLostLikes(model),
    ...['likes', 'record_likes'].map((table) => countLost(table, 'user_id', 'users')),
    countLost('follows', 'follower_id', 'users'),
    countLost('follows', 'followed_id', 'users'),
    ...countLostLinks(model),
    ...countLostSchedulers(model),
    ...model.searches.map(countLostDocuments),
  ]),
  'users-alike': addCounts([countShared('username'), countShared('email')]),
  'published-without-time': sql`select count(*) from articles where status = 'PUBLISHED' and published_at is null`,
  'scheduled-otherwise': addCounts([sql`0`, ...countScheduledOtherwise(model)]),
  'likes-miscounted': addCounts([sql`0`, ...countMiscounted(model)]),
  'users-miscounted': sql`select abs((select count(*) from users where not deleted and id <> ${GHOST.id})
    - (select coalesce(sum(users), 0) from user_counts)) as count`,
  'public-users-wrong': sql`select count(*) from users u where u.id not in (select user_id from doubted_users)
    and has_public_content(u.id) <> exists (select from public_users p where p.user_id = u.id)`,
  'not-searchable': addCounts(model.searches.map((searched) => countUnindexed(model, searched))),
  'broken-indexes': sql`select count(*) from pg_index i join pg_class c on c.oid = i.indexrelid
    where not i.indisvalid and c.relnamespace = 'public'::regnamespace`,
  'not-forgotten': sql`select count(*) from erasures where at < ${now}::timestamptz - interval '1 day'`,
})

export class SqlIntegrityStore extends SqlStore implements IntegrityStore {
  async count(check: IntegrityCheck, now: Date): Promise<number> {
    const statement = createCounts(this.session.tables.model, now)[check]
    return Number((await this.session.findRow(sql<{ count: string }>`${statement}`))?.count ?? 0)
  }

  async keep({ checkedAt, findings }: IntegrityReport): Promise<void> {
    const report = insertInto('integrity_reports', { checkedAt, findings: JSON.stringify(findings) })
    await this.session.execute(sql`${report}
      on conflict (is_latest) do update set checked_at = excluded.checked_at, findings = excluded.findings`)
  }

  async latest(): Promise<IntegrityReport | null> {
    const row = await this.session.findRow(
      sql<IntegrityReport>`select ${columns('checkedAt', 'findings')} from integrity_reports`,
    )
    if (row === null) return null
    // The report of another release may contain checks that this release does not have.
    const findings = row.findings.filter(({ check }) => CHECK_NAMES.includes(check))
    return { ...row, findings }
  }
}
