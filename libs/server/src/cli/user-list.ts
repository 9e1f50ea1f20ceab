import { where, type Condition } from '@content-service/authz'
import { allOf, COUNT_LIMIT, type User } from '@content-service/domain'
import { GHOST_ID, timestamp } from '@content-service/domain/internal/rules'
import { findHighestRole, type UserRow } from '@content-service/domain/internal/users'
import { NEWEST } from '@content-service/domain/internal/reading'
import type { ContentPolicy } from '@content-service/domain/internal/access'
import { alignColumns, type OpenCommand } from './command.ts'
import { Misused, say } from './misused.ts'

export interface UserListing {
  readonly role?: string | undefined
  readonly deleted: boolean
  readonly page: number
  readonly limit: number
  readonly json: boolean
}

export const MOST_USERS = 1_000
const FIELDS = ['id', 'username', 'name', 'email', 'roles', 'status', 'deleted', 'createdAt'] as const
type Listed = Pick<User, (typeof FIELDS)[number]>

/** A plain decimal integer from 1. @throws Misused. */
const parseInteger = (name: string, text: string, most: number): number => {
  if (!/^[1-9]\d{0,8}$/.test(text) || Number(text) > most)
    throw new Misused(`--${name} must be an integer from 1 to ${most}.`)
  return Number(text)
}

export const parseWindow = (values: { readonly page?: string; readonly limit?: string }) => ({
  page: parseInteger('page', values.page ?? '1', 999_999_999),
  limit: parseInteger('limit', values.limit ?? '100', MOST_USERS),
})

const user = where<UserRow>()

/** Whether a user, deleted or not, holds the role. */
export const isHeld = async ({ stores: { reader } }: OpenCommand, role: string): Promise<boolean> =>
  (await reader.count('users', user.roles.contains(role), 1)) > 0

const createCondition = ({ role, deleted }: UserListing): Condition =>
  allOf(user.id.ne(GHOST_ID), user.deleted.eq(deleted), role === undefined ? null : user.roles.contains(role))

const HEADINGS = ['ID', 'USERNAME', 'EMAIL', 'ROLES', 'STATUS', 'CREATED']

const toCells = ({ id, username, email, roles, status, createdAt }: Listed): readonly string[] => [
  String(id),
  username,
  email,
  roles.join(','),
  status,
  timestamp(createdAt),
]

const toJson = (policy: ContentPolicy, listed: Listed): object => ({
  ...listed,
  id: String(listed.id),
  role: findHighestRole(policy, listed.roles),
  createdAt: timestamp(listed.createdAt),
})

const describeEnd = ({ page, limit }: UserListing, shown: number, total: number): string => {
  const all = total > COUNT_LIMIT ? `more than ${COUNT_LIMIT}` : String(total)
  const isLast = (page - 1) * limit + shown >= total
  return `${shown} of ${all} users.${isLast ? '' : ` Add --page ${page + 1} to see more.`}`
}

/** Prints a page of users, newest first: a table, or an array of JSON. */
export const listUsers = async (
  { stores: { reader } }: OpenCommand,
  policy: ContentPolicy,
  listing: UserListing,
): Promise<void> => {
  const { page, limit } = listing
  const condition = createCondition(listing)
  const rows = await reader.find({
    from: 'users',
    where: condition,
    orderBy: NEWEST,
    window: { limit, offset: (page - 1) * limit },
    select: { fields: FIELDS },
  })
  // The reader returns exactly the selected fields.
  const users = rows as unknown as readonly Listed[]
  if (listing.json) return say(JSON.stringify(users.map((each) => toJson(policy, each))))
  const total = await reader.count('users', condition, COUNT_LIMIT + 1)
  say(alignColumns([HEADINGS, ...users.map(toCells)]).join('\n'))
  say(describeEnd(listing, users.length, total))
}
