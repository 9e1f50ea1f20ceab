import type { RecordType } from '@content-service/domain'
import { BEFORE, CHANGED } from '@content-service/domain/internal/events'
import { listRenamedMembers, listRenamedPlaces, nameTypeWord } from '@content-service/domain/internal/model'
import { sql } from 'kysely'
import { toSnakeCase } from '../../statements/rows.ts'
import { compileStatement, type Sql } from '../../statements/sql.ts'
import { findRevisionTable, isOfType } from '../../tables/revision-table.ts'
import { planMembers, planValue, type RenamePlan } from './rename-plan.ts'

/** A text of a table that has the name of a type in one of its forms. */
interface NamedColumn {
  readonly table: string
  readonly column: string
}

const place = (table: string, column: string): NamedColumn => ({ table, column })

/** Where the name of a type stands alone. */
const NAMES = ['record_revisions', 'record_drafts', 'record_likes', 'record_slugs', 'removed_records'].map(
  (table) => place(table, 'type'),
)

/** Where searches have the name of a type in capitals. */
const SEARCH_WORDS = [
  'search_documents',
  'search_titles',
  'search_waiting',
  'search_waiting_words',
  'search_words',
  'search_readable',
].map((table) => place(table, 'type'))

/** Where the collection of a record begins the name of its stream. */
const STREAMS = [place('webhook_deliveries', 'stream'), place('handler_runs', 'stream')]

/** Where the names of events are, each alone. */
const EVENTS = [
  place('events', 'type'),
  place('webhook_deliveries', 'type'),
  place('handler_runs', 'type'),
  place('handler_subscriptions', 'event'),
]

/** Where the names of events or of permissions are in lists. */
const EVENT_LISTS = [place('webhooks', 'events')]
const PERMISSION_LISTS = [
  place('users', 'permissions'),
  place('api_keys', 'scopes'),
  place('oauth_clients', 'scopes'),
  place('oauth_sessions', 'scopes'),
  place('oauth_codes', 'scopes'),
  place('oauth_consents', 'scopes'),
]

const replaceName = ({ table, column }: NamedColumn, from: string, to: string): Sql =>
  sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.lit(to)} where ${sql.ref(column)} = ${sql.lit(from)}`

/** The words behind the first one stay: `book.created` is `novel.created`. */
const replaceStart = ({ table, column }: NamedColumn, from: string, to: string): Sql =>
  sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.lit(to)} || substr(${sql.ref(column)}, ${sql.lit(from.length + 1)}) where starts_with(${sql.ref(column)}, ${sql.lit(from)})`

const replaceInList = ({ table, column }: NamedColumn, from: string, to: string): Sql => {
  const [list, start] = [sql.ref(column), sql.lit(from)]
  return sql`update ${sql.table(table)} set ${list} = array(
      select case when starts_with(word, ${start}) then ${sql.lit(to)} || substr(word, ${sql.lit(from.length + 1)}) else word end
      from unnest(${list}) with ordinality words (word, place) order by place
    ) where exists (select from unnest(${list}) word where starts_with(word, ${start}))`
}

/** The rows that name a type. The audit log and stored responses tell what happened under the names of then. */
const renameType = (type: RecordType): readonly Sql[] => {
  const { earlier, name, word, plural, names, resource } = type
  if (earlier === null) return []
  const changeName = (from: string, to: string, write: (from: string, to: string) => readonly Sql[]) =>
    from === to ? [] : write(from, to)
  return [
    ...changeName(earlier.name, name, (from, to) => NAMES.map((each) => replaceName(each, from, to))),
    ...changeName(nameTypeWord(earlier), nameTypeWord(type), (from, to) =>
      SEARCH_WORDS.map((each) => replaceName(each, from, to)),
    ),
    ...changeName(earlier.table, plural, (from, to) => [
      replaceName(place('events', 'resource'), from, to),
      ...STREAMS.map((each) => replaceStart(each, `${from} `, `${to} `)),
    ]),
    ...changeName(`${earlier.word}.`, `${word}.`, (from, to) => [
      ...EVENTS.map((each) => replaceStart(each, from, to)),
      ...EVENT_LISTS.map((each) => replaceInList(each, from, to)),
    ]),
    // A type that uses the permissions of another one has none of its own.
    ...changeName(
      `${earlier.resource}:`,
      `${resource === null ? earlier.resource : names.resource}:`,
      (from, to) => PERMISSION_LISTS.map((each) => replaceInList(each, from, to)),
    ),
  ]
}

const updateValues = (table: string, column: string, plan: RenamePlan, of?: Sql): Sql => {
  const given = sql.ref(column)
  const value = sql`rename_members(${given}, ${sql.lit(JSON.stringify(plan))})`
  return sql`update ${sql.table(table)} set ${given} = ${value} where ${of ? sql`${of} and ` : sql``}${given} is distinct from ${value}`
}

/** An event has values and facts in groups, the facts before it, and the names of changed values with their links before. */
const renameEvents = (type: RecordType): readonly Sql[] => {
  const plan = planMembers(type.fields)
  if (plan === null) return []
  const facts = { ...plan, names: { ...plan.names, ...Object.fromEntries(listRenamedMembers(type)) } }
  const changed = { values: { links: plan, names: { texts: plan.names ?? {} } } }
  const data = { ...facts, values: { ...plan.values, [BEFORE]: facts, [CHANGED]: changed } }
  return [updateValues('events', 'data', data, sql`resource = ${sql.lit(type.plural)}`)]
}

const renameRevisions = (type: RecordType): readonly Sql[] => {
  const plan = planMembers(type.fields)
  if (plan === null) return []
  const table = findRevisionTable(type)
  return ['contents', 'long_contents'].map((column) =>
    updateValues(table.name, column, plan, isOfType(table, type)),
  )
}

/** C17.6: the digests have the names of fields, too. */
const renameDrafts = (type: RecordType): readonly Sql[] => {
  const plan = planMembers(type.fields)
  if (plan === null) return []
  const { names } = plan
  const ofType = sql`type = ${sql.lit(type.name)}`
  return [
    updateValues('record_drafts', 'contents', plan, ofType),
    ...(names ? [updateValues('record_drafts', 'digests', { names }, ofType)] : []),
  ]
}

/** The members of parts are in the columns of their fields. */
const renameParts = ({ plural, attributes }: RecordType): readonly Sql[] =>
  Object.entries(attributes).flatMap(([attribute, field]) => {
    const plan = planValue(field)
    return plan === null ? [] : [updateValues(plural, toSnakeCase(attribute), plan)]
  })

/** The renames of a type: the names of now, each with the name before. */
export const listPlaces = ({ name, earlier, fields }: RecordType): readonly (readonly [string, string])[] => [
  ...(earlier === null ? [] : [[name, `${earlier.name} ${earlier.table}`] as const]),
  ...listRenamedPlaces(fields).map(([path, before]) => [`${name}.${path}`, before] as const),
]

/** The place of a name before. A rename that led to it is over, so that the name can come back. */
const findEarlierPlace = (path: string, before: string): string =>
  path.includes('.') ? `${path.slice(0, path.lastIndexOf('.'))}.${before}` : (before.split(' ')[0] ?? before)

/** Notes the renames, which the catalog of PostgreSQL does not tell. */
const noteRenames = (type: RecordType): readonly Sql[] =>
  listPlaces(type).flatMap(([path, before]) => {
    const earlier = findEarlierPlace(path, before)
    return [
      sql`delete from declared_renames where place = ${sql.lit(earlier)} or starts_with(place, ${sql.lit(`${earlier}.`)})`,
      sql`insert into declared_renames (place, earlier) values (${sql.lit(path)}, ${sql.lit(before)})
      on conflict (place) do update set earlier = excluded.earlier`,
    ]
  })

/** The statements that give the rows of all tables the names of now. */
export const renameRows = (type: RecordType): readonly string[] =>
  [
    ...renameType(type),
    ...renameRevisions(type),
    ...renameDrafts(type),
    ...renameEvents(type),
    ...renameParts(type),
    ...noteRenames(type),
  ].map((statement) => compileStatement(statement).text)
