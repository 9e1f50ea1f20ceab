import { type ContentModel, type RecordType } from '@content-service/domain'
import {
  findLikes,
  isHideable,
  listDraftTypes,
  listRevisionTypes,
  SCHEDULED_BY,
} from '@content-service/domain/internal/model'
import { sql } from 'kysely'
import { findColumnValue } from '../tables/column-values.ts'
import { nameJoiningTable } from '../tables/joining-table.ts'
import { toSnakeCase } from '../statements/rows.ts'
import { createDraftSection } from './draft-section.ts'
import { createRevisionSection } from './revision-section.ts'
import { LONG_TEXT, type Section } from './section.ts'

const filterByColumn =
  (column: string): Section['isOf'] =>
  (user) =>
    sql`${sql.ref(column)} = ${user}`

/** The account of the person, and the records of a declared type whose owner the person is. */
const createSection = (record: RecordType): Section | null => {
  const { word, plural, attributes, links, manyLinks, partLinks, isNumbered, ownerAttribute } = record
  const owner = isNumbered ? 'id' : ownerAttribute
  if (owner === null) return null
  // Who has set a schedule is about somebody else.
  const names = Object.keys(attributes).filter((name) => name !== owner && name !== SCHEDULED_BY)
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
        { joins: sql.table(nameJoiningTable(record, link)), to: link.field.toMany.plural },
      ]),
    ),
    parts: {
      attributes,
      lists: Object.fromEntries(
        partLinks.map((link) => [
          link.field.toMany.name,
          { joins: sql.table(nameJoiningTable(record, link)), to: link.field.toMany.plural },
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

/** The likes of the person. */
const createLikeSection = (type: RecordType): Section => {
  const { collection, attribute } = findLikes(type)
  const isShared = type.custom === null
  return {
    type: isShared ? `${type.word}Like` : 'like',
    from: toSnakeCase(collection),
    isOf: (user) => sql`user_id = ${user}${isShared ? sql` and type = ${sql.lit(type.name)}` : sql``}`,
    key: toSnakeCase(attribute),
    columns: [attribute],
    times: ['createdAt'],
  }
}

/** The sections of a model. */
export const listSections = ({ types }: ContentModel): readonly Section[] => [
  ...types.flatMap((type) => createSection(type) ?? []),
  ...listRevisionTypes(types).map(createRevisionSection),
  ...listDraftTypes(types).map(createDraftSection),
  ...types.filter(({ takesLikes }) => takesLikes).map(createLikeSection),
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
