import { type ContentModel, type RecordType, type UserId } from '@content-service/domain'
import { isHideable, type Collection, type Fields } from '@content-service/domain/internal/model'
import { sql } from 'kysely'
import { findColumnValue, type ColumnValue } from '../tables/column-values.ts'
import { nameJoiningTable } from '../tables/joining-table.ts'
import { toSnakeCase } from '../statements/rows.ts'
import type { Sql } from '../statements/sql.ts'

/**
 * One kind of record: the rows of a table that belong to a person, in the order of their key, and their members in
 * exports.
 */
export interface Section {
  readonly type: string
  readonly from: string
  /** C15.23: the type to which the records belong, if a model can leave it out. */
  readonly partOf?: string
  readonly isOf: (user: UserId) => Sql
  /** A unique column. */
  readonly key: string
  readonly columns: readonly string[]
  /** The attributes among the columns that are null if the person may not read the linked record (C14.2). */
  readonly links?: Readonly<Record<string, Collection>>
  /** The attributes among the columns with the ids of links to many records, and their joining tables. */
  readonly lists?: Readonly<Record<string, { readonly table: string; readonly to: Collection }>>
  /** C16.1: the columns whose parts have links, and the joining tables of these by the types to which they lead. */
  readonly parts?: {
    readonly attributes: Fields
    readonly lists: NonNullable<Section['lists']>
  }
  /** How values of the columns leave the database; as they are stored if the section does not say. */
  readonly values?: Readonly<Record<string, ColumnValue>>
  /** Columns of points in time. */
  readonly times?: readonly string[]
  /** Whether one record can take half a megabyte (C4.1). */
  readonly isLong?: true
}

const filterByColumn =
  (column: string): Section['isOf'] =>
  (user) =>
    sql`${sql.ref(column)} = ${user}`

/** Texts of this length make records of which only a few fit into one part of an export. */
const LONG_TEXT = 100_000

/** The account of the person, and the records of a declared type whose owner the person is. */
const createSection = (record: RecordType): Section | null => {
  const { word, plural, attributes, links, manyLinks, partLinks, isNumbered, ownerAttribute } = record
  const owner = isNumbered ? 'id' : ownerAttribute
  if (owner === null) return null
  const names = Object.keys(attributes).filter((name) => name !== owner)
  const values = Object.fromEntries(
    Object.entries(attributes).map(([name, field]) => [name, findColumnValue(field)]),
  )
  const isMoment = (name: string): boolean => values[name]?.isDate === true
  return {
    type: word,
    from: plural,
    isOf: filterByColumn(toSnakeCase(owner)),
    key: 'id',
    columns: [
      'id',
      ...names.filter((name) => !isMoment(name)),
      ...manyLinks.map(({ attribute }) => attribute),
      'version',
    ],
    lists: Object.fromEntries(
      manyLinks.map((link) => [
        link.attribute,
        { table: nameJoiningTable(record, link), to: link.field.toMany.plural },
      ]),
    ),
    parts: {
      attributes,
      lists: Object.fromEntries(
        partLinks.map((link) => [
          link.field.toMany.name,
          { table: nameJoiningTable(record, link), to: link.field.toMany.plural },
        ]),
      ),
    },
    links: Object.fromEntries(
      links
        .filter(({ field }) => isHideable(field))
        .map(({ attribute, field }) => [attribute, field.to.plural]),
    ),
    values,
    times: ['createdAt', 'updatedAt', ...names.filter(isMoment)],
    ...(names.some((name) => (attributes[name]?.schema.maxLength ?? 0) > LONG_TEXT) && { isLong: true }),
  }
}

/** The sections of a model. */
export const listSections = ({ types }: ContentModel): readonly Section[] => [
  ...types.flatMap((type) => createSection(type) ?? []),
  ...BUILT_IN_SECTIONS.filter(
    ({ partOf }) => partOf === undefined || types.some(({ name }) => name === partOf),
  ),
]

/**
 * All stored data about a person (GDPR, Art. 15 and 20), without secrets and their digests. Of the actions of others,
 * it contains only that they concerned the person.
 */
const BUILT_IN_SECTIONS: readonly Section[] = [
  {
    type: 'revision',
    from: 'revisions',
    partOf: 'Article',
    isOf: (user) =>
      sql`(editor_id = ${user} or article_id in (select id from articles where owner_id = ${user}))`,
    key: 'id',
    columns: ['id', 'articleId', 'title', 'content', 'excerpt', 'status', 'tags'],
    times: ['createdAt'],
    isLong: true,
  },
  {
    type: 'like',
    from: 'likes',
    partOf: 'Article',
    isOf: filterByColumn('user_id'),
    key: 'article_id',
    columns: ['articleId'],
    times: ['createdAt'],
  },
  {
    type: 'following',
    from: 'follows',
    isOf: filterByColumn('follower_id'),
    key: 'followed_id',
    columns: ['followedId'],
    times: ['createdAt'],
  },
  {
    type: 'follower',
    from: 'follows',
    isOf: filterByColumn('followed_id'),
    key: 'follower_id',
    columns: ['followerId'],
    times: ['createdAt'],
  },
  {
    type: 'apiKey',
    from: 'api_keys',
    isOf: filterByColumn('owner_id'),
    key: 'id',
    columns: ['id', 'name', 'scopes'],
    times: ['createdAt', 'expiresAt', 'lastUsedAt'],
  },
  {
    type: 'session',
    from: 'oauth_sessions',
    isOf: filterByColumn('user_id'),
    key: 'id',
    columns: ['id', 'clientId', 'scopes'],
    times: ['issuedAt', 'lastUsedAt', 'expiresAt', 'endedAt'],
  },
  {
    type: 'consent',
    from: 'oauth_consents',
    isOf: filterByColumn('user_id'),
    key: 'client_id',
    columns: ['clientId', 'scopes'],
    times: ['agreedAt'],
  },
  // The hash of a secret is the key, only for the order.
  {
    type: 'browserSession',
    from: 'browser_sessions',
    isOf: filterByColumn('user_id'),
    key: 'hash',
    columns: [],
    times: ['issuedAt', 'expiresAt'],
  },
  {
    type: 'secondFactor',
    from: 'second_factors',
    isOf: filterByColumn('user_id'),
    key: 'user_id',
    columns: [],
    times: ['enabledAt'],
  },
  {
    type: 'webhook',
    from: 'webhooks',
    isOf: filterByColumn('owner_id'),
    key: 'id',
    columns: ['id', 'url', 'events', 'enabled'],
    times: ['createdAt', 'updatedAt'],
  },
  {
    type: 'doneByYou',
    from: 'audit_entries',
    isOf: filterByColumn('actor_id'),
    key: 'id',
    columns: ['id', 'action', 'resource', 'resourceId', 'decision', 'credential', 'address', 'requestId'],
    times: ['at'],
  },
  {
    type: 'doneToYou',
    from: 'audit_entries',
    isOf: (user) => sql`resource in ('users', 'second-factors') and resource_id = ${String(user)}
      and actor_id is distinct from ${user}`,
    key: 'id',
    columns: ['id', 'action', 'resource', 'decision'],
    times: ['at'],
  },
]
