import { type ContentModel, type RecordType } from '@content-service/domain'
import {
  canBeRefused,
  HAS_REFUSING_LINKS,
  isChoice,
  isComposed,
  isGroup,
  isLink,
  listGroupMembers,
  listJoined,
  listWords,
  nameJoins,
  type Collection,
  type Field,
} from '@content-service/domain/internal/model'
import type { BuiltInCollection } from '@content-service/domain/internal/service'
import { MOST_JSON_BYTES, memoize } from '@content-service/domain/internal/rules'
import { sql } from 'kysely'
import { nameJoiningTable, selectIds } from './joining-table.ts'
import { createRefusingLinks } from './refusing-links.ts'
import { findColumnValue, type ColumnValue } from './column-values.ts'
import { readMember } from './group-members.ts'
import { findColumnType } from './record-columns.ts'
import { selectVisible } from './visible-rows.ts'
import { knownSql } from './known-rows.ts'
import { toSnakeCase } from '../statements/rows.ts'
import type { Sql } from '../statements/sql.ts'

/** The SQL of one column, for the table under an alias. */
export type Column = (alias: string) => Sql

/** An attribute of the record to which the attribute `by` links. */
export interface Borrowed {
  readonly of: Collection
  readonly by: string
  readonly attribute: string
}

/** The representation of the records of a collection in the database. */
export interface Layout {
  readonly name: string
  /** The rows that readers see, if the table has others. */
  readonly visible?: Sql
  /** Each attribute of the record whose column is not its name in snake case. */
  readonly derived?: Readonly<Record<string, Column>>
  /** The attributes that belong to a linked record. */
  readonly borrowed?: Readonly<Record<string, Borrowed>>
  /** Attributes that are points in time; JSON contains them as text. */
  readonly dates: readonly string[]
  /** How the values of attributes leave the database; as they are stored if the layout does not say. */
  readonly values?: Readonly<Record<string, ColumnValue>>
  /** The attributes that can be null. */
  readonly nullable?: ReadonlySet<string>
  /** The fields with long values, with their most bytes. */
  readonly long?: Readonly<Record<string, number>>
  /** C15.17: whether the model knows the values of a row. All rows are known without it. */
  readonly known?: Sql | null
}

// `public_users` is right about all users without a doubt (decision 75). PostgreSQL reads the few doubts once for each
// statement. It would compute `exists` for all users at once, which takes a hundred times as long for the first twenty.
const isPublic: Column = (user) => {
  const id = sql.id(user, 'id')
  return sql`case when ${id} in (select user_id from doubted_users) then has_public_content(${id})
    else coalesce((select true from public_users p where p.user_id = ${id}), false) end`
}

const isAdministrator: Column = (user) =>
  sql`'ADMIN' = any(${sql.id(user, 'roles')}) and ${sql.id(user, 'status')} = 'ACTIVE' and not ${sql.id(user, 'deleted')}`

/** C3.4: PostgreSQL looks for others only if the user itself is an active administrator, and ends with the first. */
const isLastAdministrator: Column = (user) => {
  const other = `${user}o`
  return sql`(${isAdministrator(user)} and not exists (select 1 from users ${sql.id(other)}
    where ${isAdministrator(other)} and ${sql.id(other, 'id')} <> ${sql.id(user, 'id')}))`
}

/** The attributes of declared types without a column. */
const DERIVED: Readonly<Record<string, Layout['derived']>> = {
  articles: {
    commentCount: (article) =>
      sql`(select count(*)::int from comments c where c.article_id = ${sql.id(article, 'id')})`,
  },
  users: { isPublic, isLastAdministrator },
}

export const BUILT_IN: Readonly<
  Record<Exclude<BuiltInCollection, 'users' | 'articles' | 'comments'>, Layout>
> = {
  follows: { name: 'follows', dates: ['createdAt'] },
  likes: { name: 'likes', dates: ['createdAt'] },
  recordLikes: { name: 'record_likes', dates: ['createdAt'] },
  recordSlugs: { name: 'record_slugs', dates: ['leftAt'] },
  apiKeys: { name: 'api_keys', dates: ['expiresAt', 'createdAt', 'lastUsedAt'] },
  webhooks: { name: 'webhooks', dates: ['failingSince', 'createdAt', 'updatedAt'] },
  oauthClients: {
    name: 'oauth_clients',
    derived: { isPublic: (client) => sql`(${sql.id(client, 'secret_hash')} is null)` },
    dates: ['createdAt'],
  },
  auditEntries: { name: 'audit_entries', dates: ['at'] },
  events: { name: 'events', dates: ['at'], long: { data: 2_100_000 } },
  handlerRuns: { name: 'handler_runs', dates: ['createdAt'] },
  webhookDeliveries: { name: 'webhook_deliveries', dates: ['nextAttemptAt', 'lastAttemptAt', 'createdAt'] },
}

/** From this number of characters on, the size of a row depends on the text. */
const LONG_TEXT = 1_000
const BYTES_PER_CHARACTER = 4

const countCharacters = (field: Field): number => {
  if (isComposed(field) && !(isGroup(field) && field.isReleased)) return MOST_JSON_BYTES / BYTES_PER_CHARACTER
  return isGroup(field)
    ? Object.values(field.members).reduce((sum, member) => sum + countCharacters(member), 0)
    : (field.schema.maxLength ?? 0)
}

/** The fields with long values, with their most bytes. */
export const listLongFields: (type: RecordType) => Readonly<Record<string, number>> = memoize(
  ({ attributes }) =>
    Object.fromEntries(
      Object.entries(attributes).flatMap(([name, field]) => {
        const most = countCharacters(field)
        return isLink(field) || most < LONG_TEXT ? [] : [[name, most * BYTES_PER_CHARACTER]]
      }),
    ),
)

/** C13.1: the time of the last change, or else of the creation. */
const changedAt: Column = (alias) =>
  sql`coalesce(${sql.id(alias, 'updated_at')}, ${sql.id(alias, 'created_at')})`

const isSized = ({ kind }: Field): boolean => kind === 'tags' || kind === 'list' || kind === 'blocks'

const countItems = (field: Field, column: Sql): Sql =>
  findColumnType(field) === 'jsonb' ? sql`jsonb_array_length(${column})` : sql`cardinality(${column})`

/** The number of values in a list: `tags.size`. */
const deriveSizes = ({ attributes }: RecordType): Readonly<Record<string, Column>> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, field]) =>
      isSized(field)
        ? [[`${name}.size`, (alias: string) => countItems(field, sql`${sql.id(alias, toSnakeCase(name))}`)]]
        : [],
    ),
  )

/** C16.1: the members of groups, by which conditions compare records. */
const deriveMembers = ({ attributes }: RecordType): Readonly<Record<string, Column>> =>
  Object.fromEntries(
    listGroupMembers(attributes).map((member): [string, Column] => [
      member.name,
      (alias) => readMember(member, sql.id(alias, toSnakeCase(member.attribute))),
    ]),
  )

/** C14.2: the ids of links to many records. */
const deriveIds = (type: RecordType): Layout['derived'] =>
  Object.fromEntries(
    type.manyLinks.map((link) => [link.attribute, (alias: string) => selectIds(type, link, alias)]),
  )

/** C15.17: a word that another version of the declaration has stored is null where the schema allows null. */
const findShownValue = (field: Field): ColumnValue => {
  const value = findColumnValue(field)
  const words = isChoice(field) && field.isOptional ? listWords(field) : null
  if (words === null) return value
  const known = sql.join(words.map((word) => sql.lit(word)))
  return { ...value, select: (column) => sql`case when ${column} in (${known}) then ${column} end` }
}

/** The joining tables of a type, by their collections. */
export const listJoiningLayouts = (type: RecordType): readonly (readonly [Collection, Layout])[] =>
  listJoined(type).map((link) => [nameJoins(type, link), { name: nameJoiningTable(type, link), dates: [] }])

export const createLayout = (model: ContentModel, type: RecordType): Layout => ({
  name: type.plural,
  visible: selectVisible(model, type),
  derived: {
    ...DERIVED[type.plural],
    ...(type.isFixed ? {} : { changedAt }),
    ...deriveSizes(type),
    ...deriveMembers(type),
    ...deriveIds(type),
    ...(canBeRefused(model, type) && { [HAS_REFUSING_LINKS]: createRefusingLinks(model, type) }),
  },
  borrowed: {
    ...(type.ownerAttribute !== null && {
      isOwnerDeleted: { of: 'users', by: type.ownerAttribute, attribute: 'deleted' },
    }),
  },
  dates: ['createdAt', 'updatedAt', 'changedAt'],
  values: Object.fromEntries([
    ...Object.entries(type.attributes).map(([name, field]) => [name, findShownValue(field)] as const),
    ...listGroupMembers(type.attributes).map(({ name, field }) => [name, findColumnValue(field)] as const),
  ]),
  nullable: new Set([
    'updatedAt',
    ...listGroupMembers(type.attributes).map(({ name }) => name),
    ...Object.entries(type.attributes).flatMap(([name, { isOptional }]) => (isOptional ? [name] : [])),
  ]),
  long: listLongFields(type),
  known: knownSql(type),
})
