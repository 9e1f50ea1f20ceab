import { may } from '../../access/access.ts'
import type { Permission } from '../../access/content-policy.ts'
import { USER_ROLES } from '../../access/role-names.ts'
import { isLink, leadsToUser } from '../../model/fields/field.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import type { Row } from '../../reading/reading.ts'
import { GHOST_ID } from '../../rules/ids.ts'
import type { ModelContext } from '../../visibility/read-context.ts'
import { listLinkedFacts } from '../../visibility/shown-records.ts'

/** The stored records of all types without the ghost, by the plural of their type, and the pairs of `follows`. */
export type ListData = Readonly<Record<string, readonly Row[]>>

/** A record with its type. */
export interface TypedRow {
  readonly type: RecordType
  readonly row: Row
}

/** What a caller sees of the records. */
export interface Sight {
  /** The records that lists show; articles in all states. */
  readonly listed: (type: RecordType) => readonly Row[]
  /** C14.2: the records that lists of links show; articles in all states. */
  readonly members: (type: RecordType) => readonly Row[]
  /** The record behind a link; null if the caller does not see it (C13.3). */
  readonly linked: (type: RecordType, row: Row, link: string) => TypedRow | null
  /** A value as the caller sees it; null for a hidden link. */
  readonly value: (type: RecordType, row: Row, name: string) => unknown
}

const findById = (rows: readonly Row[] | undefined, id: unknown): Row | null =>
  rows?.find((row) => row['id'] === id) ?? null

/** A fact at the end of a path of links; null behind a missing record. */
const readFact = (
  context: Pick<ModelContext, 'model'>,
  data: ListData,
  { type, row }: TypedRow,
  [first = '', ...rest]: readonly string[],
): unknown => {
  if (rest.length === 0) return row[first]
  const field = type.fields[first]
  if (field === undefined || !isLink(field)) throw new Error(`${type.name} has no link ${first}`)
  const target = findById(data[field.to.plural], row[`${first}Id`])
  return (
    target && readFact(context, data, { type: context.model.typeNamed(field.to.name), row: target }, rest)
  )
}

/** The record with the facts of linked records that the policy asks about. */
const withLinked = (context: ModelContext, data: ListData, found: TypedRow, permission: Permission): Row => {
  const facts = listLinkedFacts(context, permission)
  return {
    ...found.row,
    ...Object.fromEntries(facts.map((fact) => [fact, readFact(context, data, found, fact.split('.'))])),
  }
}

/** C7.9: whether somebody has a published article, or a comment on one. */
const hasPublicProfile = (data: ListData, id: unknown): boolean => {
  const published = (data['articles'] ?? []).filter(({ status }) => status === 'PUBLISHED')
  const commented = (data['comments'] ?? []).filter(({ authorId }) => authorId === id)
  return (
    published.some(({ ownerId }) => ownerId === id) ||
    commented.some(({ articleId }) => published.some((article) => article['id'] === articleId))
  )
}

const findHighest = (roles: readonly string[]): string =>
  USER_ROLES.findLast((role) => roles.includes(role)) ?? 'GUEST'

const isReadable = (context: ModelContext, data: ListData, found: TypedRow): boolean => {
  const permission = context.model.readPermission(found.type.plural)
  return permission !== null && may(context, permission, withLinked(context, data, found, permission))
}

const isListed = (context: ModelContext, data: ListData, found: TypedRow): boolean => {
  if (found.type.name !== 'User') return isReadable(context, data, found)
  const { deleted, id } = found.row
  return deleted === false && (hasPublicProfile(data, id) || isReadable(context, data, found))
}

/** C7.9: a user is seen with the record, unless the account is deleted. */
const findShownUser = (data: ListData, id: unknown): Row | null => {
  const user = id === GHOST_ID ? null : findById(data['users'], id)
  return user?.['deleted'] === false ? user : null
}

const DERIVED: Readonly<Record<string, (row: Row) => unknown>> = {
  changedAt: ({ updatedAt, createdAt }) => updatedAt ?? createdAt,
}

/** The sight of a caller. */
export const createSight = (context: ModelContext, data: ListData): Sight => {
  const linked: Sight['linked'] = (type, row, link) => {
    const field = type.fields[link]
    if (field === undefined || !isLink(field)) throw new Error(`${type.name} has no link ${link}`)
    const to = context.model.typeNamed(field.to.name)
    const id = row[`${link}Id`]
    if (leadsToUser(field)) {
      const user = findShownUser(data, id)
      return user && { type: to, row: user }
    }
    const target = findById(data[to.plural], id)
    return target && isReadable(context, data, { type: to, row: target }) ? { type: to, row: target } : null
  }
  const listed: Sight['listed'] = (type) =>
    (data[type.plural] ?? []).filter((row) => isListed(context, data, { type, row }))
  return {
    linked,
    listed,
    members: (type) =>
      type.name === 'User' ? (data['users'] ?? []).filter(({ deleted }) => deleted === false) : listed(type),
    value: (type, row, name) => {
      const link = Object.keys(type.fields).find((each) => `${each}Id` === name)
      if (link !== undefined) return linked(type, row, link)?.row['id'] ?? null
      if (type.name === 'User' && name === 'role') return findHighest(row['roles'] as string[])
      return DERIVED[name]?.(row) ?? row[name] ?? null
    },
  }
}
