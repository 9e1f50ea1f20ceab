import {
  CHECK_NAMES,
  GHOST,
  perModel,
  type ContentModel,
  type IntegrityCheck,
  type IntegrityReport,
  type IntegrityStore,
} from '@content-service/domain'
import { snakeCase } from '../rows.ts'
import type { StoreSession } from '../store-session.ts'

/** Rows of a table that name, by a column, what is not in another one. Foreign keys keep them away, but not from a restore. */
const lost = (table: string, column: string, other: string): string =>
  `(select count(*) from ${table} t where ${column} is not null and not exists (select from ${other} o where o.id = t.${column}))`

/** Rows without their row in search. */
const unfound = (table: string, column: string, except = 'true'): string =>
  `(select count(*) from ${table} t where ${except} and not exists (select from search_documents d where d.${column} = t.id))`

const shared = (column: string): string =>
  `(select count(*) from (select from users group by lower(${column}) having count(*) > 1) alike)`

/** The links of the declared types. */
const lostLinks = ({ types }: ContentModel): readonly string[] =>
  types.flatMap(({ plural, links }) =>
    links.map(({ attribute, field }) => lost(plural, snakeCase(attribute), field.to.plural)),
  )

/** Each statement counts inconsistent rows; `?` is the time. */
const writeCounts = perModel((model): Readonly<Record<IntegrityCheck, string>> => ({
  'no-ghost': `select count(*) from (select ${GHOST.id} as id) ghost where not exists (select from users u where u.id = ghost.id)`,
  'no-administrator': `select case when exists (
      select from users where 'ADMIN' = any(roles) and status = 'ACTIVE' and not deleted
    ) then 0 else 1 end as count`,
  orphans: `select ${[
    lost('articles', 'owner_id', 'users'),
    lost('revisions', 'article_id', 'articles'),
    lost('revisions', 'editor_id', 'users'),
    lost('comments', 'article_id', 'articles'),
    lost('comments', 'author_id', 'users'),
    lost('likes', 'article_id', 'articles'),
    lost('likes', 'user_id', 'users'),
    lost('follows', 'follower_id', 'users'),
    lost('follows', 'followed_id', 'users'),
    ...lostLinks(model),
    lost('search_documents', 'user_id', 'users'),
    lost('search_documents', 'article_id', 'articles'),
    lost('search_documents', 'comment_id', 'comments'),
    lost('search_documents', 'product_id', 'products'),
  ].join(' + ')} as count`,
  'users-alike': `select ${shared('username')} + ${shared('email')} as count`,
  'published-without-time': `select count(*) from articles where status = 'PUBLISHED' and published_at is null`,
  'scheduled-otherwise': `select count(*) from articles
    where scheduled_for is not null and status not in ('DRAFT', 'REVIEW')`,
  'likes-miscounted': `select count(*) from articles a
    left join (select article_id, count(*) as count from likes group by article_id) l on l.article_id = a.id
    where a.likes <> coalesce(l.count, 0)`,
  'not-searchable': `select ${[
    unfound('users', 'user_id', `t.id <> ${GHOST.id}`),
    unfound('articles', 'article_id'),
    unfound('comments', 'comment_id'),
    unfound('products', 'product_id'),
  ].join(' + ')} as count`,
  'broken-indexes': `select count(*) from pg_index i join pg_class c on c.oid = i.indexrelid
    where not i.indisvalid and c.relnamespace = 'public'::regnamespace`,
  'not-forgotten': `select count(*) from erasures where at < ?::timestamptz - interval '1 day'`,
}))

const KEEP = `insert into integrity_reports (checked_at, findings) values (?, ?)
  on conflict (is_latest) do update set checked_at = excluded.checked_at, findings = excluded.findings`
const LATEST = 'select checked_at as "checkedAt", findings from integrity_reports'

interface Row {
  readonly checkedAt: string | Date
  readonly findings: IntegrityReport['findings']
}

export class SqlIntegrityStore implements IntegrityStore {
  readonly #session: StoreSession

  constructor(session: StoreSession) {
    this.#session = session
  }

  async count(check: IntegrityCheck, now: Date): Promise<number> {
    const statement = writeCounts(this.#session.tables.model)[check]
    const values = statement.includes('?') ? [now] : []
    const [row] = await this.#session.run((em) => em.execute<{ count: string }[]>(statement, values))
    return Number(row?.count ?? 0)
  }

  async keep({ checkedAt, findings }: IntegrityReport): Promise<void> {
    await this.#session.run((em) => em.execute(KEEP, [checkedAt, JSON.stringify(findings)], 'run'))
  }

  async latest(): Promise<IntegrityReport | null> {
    const [row] = await this.#session.run((em) => em.execute<Row[]>(LATEST))
    if (row === undefined) return null
    // An earlier version may have known checks that this one does not.
    const findings = row.findings.filter(({ check }) => CHECK_NAMES.includes(check))
    return { checkedAt: new Date(row.checkedAt), findings }
  }
}
