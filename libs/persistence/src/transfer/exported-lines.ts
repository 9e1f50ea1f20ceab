import {
  isLink,
  USER_ROLES,
  type ContentLine,
  type ContentModel,
  type RecordType,
} from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { snakeCase } from '../rows.ts'

interface Source {
  /** What the lines come from; its rows are named `t`. */
  readonly from: string
  /** The JSON of a line. */
  readonly line: string
  /** Before the first id. */
  readonly start: number | string
  /** Rows read at once. An article may have 2 MB of text: fewer of them. */
  readonly page: number
}

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

const time = (column: string): string =>
  `to_char(t.${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const DATES = `'createdAt', ${time('created_at')}, 'updatedAt', ${time('updated_at')}`
const REF = `'ref', coalesce(t.ref, t.id::text)`
const NO_PROFILE = `'{"bio": null, "avatar": null, "website": null, "location": null}'::jsonb`

/** A user of one built-in role has it as `role`, which earlier versions read as well. */
const IS_BUILT_IN = `(cardinality(t.roles) = 1 and t.roles[1] in (${USER_ROLES.map((role) => `'${role}'`).join(', ')}))`

/** Members at their default are null, and nulls are left out. */
const USERS: Source = {
  from: '(select * from users where id <> 1) t',
  line: `'type', 'user', 'username', t.username, 'name', t.name, 'email', t.email, 'age', t.age,
      'role', case when ${IS_BUILT_IN} then t.roles[1] end, 'roles', case when not ${IS_BUILT_IN} then t.roles end,
      'status', nullif(t.status, 'ACTIVE'), 'deleted', nullif(t.deleted, false), 'permissions', nullif(t.permissions, '{}'),
      'profile', nullif(t.profile, ${NO_PROFILE}), ${DATES}`,
  start: 0,
  page: 500,
}

const ARTICLES_AND_COMMENTS: readonly Source[] = [
  {
    from: 'articles t join users u on u.id = t.owner_id',
    line: `'type', 'article', ${REF}, 'title', t.title, 'content', t.content,
      'excerpt', case when t.excerpt_derived then null else t.excerpt end, 'owner', u.username, 'tags', t.tags,
      'status', t.status, ${DATES}, 'publishedAt', ${time('published_at')}`,
    start: BEFORE_ALL,
    page: 20,
  },
  {
    from: 'comments t join articles a on a.id = t.article_id join users u on u.id = t.author_id',
    line: `'type', 'comment', ${REF}, 'article', coalesce(a.ref, a.id::text), 'author', u.username, 'content', t.content, ${DATES}`,
    start: BEFORE_ALL,
    page: 500,
  },
]

/** What a line calls a record of a declared type, which has the alias. */
const nameSql = ({ uniqueAttribute, isFixed }: RecordType, alias: string): string =>
  isFixed && uniqueAttribute !== null
    ? `${alias}.${snakeCase(uniqueAttribute)}`
    : `coalesce(${alias}.ref, ${alias}.id::text)`

const declaredSource = (model: ContentModel, { word, plural, fields, isFixed }: RecordType): Source => {
  const joins: string[] = []
  const members = Object.entries(fields).map(([name, field]) => {
    if (!isLink(field)) return `'${name}', t.${snakeCase(name)}`
    const alias = `l${joins.length}`
    joins.push(` left join ${field.to.plural} ${alias} on ${alias}.id = t.${snakeCase(name)}_id`)
    return `'${name}', ${nameSql(model.typeNamed(field.to.name), alias)}`
  })
  const versioned = isFixed ? [] : [REF]
  const dates = isFixed ? [] : [DATES]
  return {
    from: `${plural} t${joins.join('')}`,
    line: [`'type', '${word}'`, ...versioned, ...members, ...dates].join(', '),
    start: BEFORE_ALL,
    page: 500,
  }
}

/** A line names only records of its own source or of an earlier source. */
const listSources = (model: ContentModel): readonly Source[] => [
  USERS,
  ...model.linkedFirst.map((type) => declaredSource(model, type)),
  ...ARTICLES_AND_COMMENTS,
]

interface Read {
  readonly id: number | string
  readonly line: ContentLine
}

async function* linesOf(
  em: SqlEntityManager,
  { from, line, start, page }: Source,
): AsyncGenerator<ContentLine> {
  const query = `select t.id, json_strip_nulls(json_build_object(${line})) as line
    from ${from} where t.id > ? order by t.id limit ${page}`
  for (let after = start; ;) {
    const lines = await em.execute<Read[]>(query, [after])
    for (const read of lines) yield read.line
    const last = lines.at(-1)
    if (last === undefined || lines.length < page) return
    after = last.id
  }
}

/** All content but the ghost and secrets, in the order of ids, in memory of a page. */
export async function* exportedLines(em: SqlEntityManager, model: ContentModel): AsyncGenerator<ContentLine> {
  for (const source of listSources(model)) yield* linesOf(em, source)
}

export const countLines = async (em: SqlEntityManager, model: ContentModel): Promise<number> => {
  const counts = listSources(model).map(({ from }) => `(select count(*) from ${from})`)
  const [row] = await em.execute<{ count: number }[]>(`select (${counts.join(' + ')})::int as count`)
  return row?.count ?? 0
}
