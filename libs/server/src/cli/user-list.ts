import { where, type Condition } from '@content-service/authz'
import {
  allOf,
  COUNT_LIMIT,
  GHOST_ID,
  highestRole,
  NEWEST,
  timestamp,
  type ContentPolicy,
  type Row,
  type User,
  type UserRow,
} from '@content-service/domain'
import { Misused, say, type Opened } from './command.ts'

/** Which users to list, and how. */
export interface UserListing {
  readonly role?: string | undefined
  readonly deleted: boolean
  readonly page: number
  readonly limit: number
  readonly json: boolean
}

const MOST = 1_000
const FIELDS = ['id', 'username', 'name', 'email', 'roles', 'status', 'deleted', 'createdAt'] as const
type Listed = Pick<User, (typeof FIELDS)[number]>

/** A plain decimal integer from 1. @throws Misused. */
export const integerOption = (name: string, text: string, most: number): number => {
  if (!/^[1-9]\d{0,8}$/.test(text) || Number(text) > most)
    throw new Misused(`--${name} must be an integer from 1 to ${most}.`)
  return Number(text)
}

export const windowOptions = (values: { readonly page?: string; readonly limit?: string }) => ({
  page: integerOption('page', values.page ?? '1', 999_999_999),
  limit: integerOption('limit', values.limit ?? '100', MOST),
})

const user = where<UserRow>()

const matching = ({ role, deleted }: UserListing): Condition =>
  allOf(user.id.ne(GHOST_ID), user.deleted.eq(deleted), role === undefined ? null : user.roles.contains(role))

const HEADINGS = ['ID', 'USERNAME', 'EMAIL', 'ROLES', 'STATUS', 'CREATED']

const cells = ({ id, username, email, roles, status, createdAt }: Listed): readonly string[] => [
  String(id),
  username,
  email,
  roles.join(','),
  status,
  timestamp(createdAt),
]

const table = (lines: readonly (readonly string[])[]): string => {
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const record = (policy: ContentPolicy, listed: Listed): object => ({
  ...listed,
  id: String(listed.id),
  role: highestRole(policy, listed.roles),
  createdAt: timestamp(listed.createdAt),
})

const endOfTable = ({ page, limit }: UserListing, shown: number, total: number): string => {
  const all = total > COUNT_LIMIT ? `more than ${COUNT_LIMIT}` : String(total)
  const isLast = (page - 1) * limit + shown >= total
  return `${shown} of ${all} users.${isLast ? '' : ` Add --page ${page + 1} to see more.`}`
}

/** The reader returns exactly the fields it was asked for. */
const asListed = (row: Row): Listed => row as unknown as Listed

/** Prints a page of users, newest first: a table, or an array of JSON. */
export const listUsers = async (
  { stores: { reader } }: Opened,
  policy: ContentPolicy,
  listing: UserListing,
): Promise<void> => {
  const { page, limit } = listing
  const condition = matching(listing)
  const window = { limit, offset: (page - 1) * limit }
  const query = {
    from: 'users' as const,
    where: condition,
    orderBy: NEWEST,
    window,
    select: { fields: FIELDS },
  }
  const users = (await reader.find(query)).map(asListed)
  if (listing.json) return say(JSON.stringify(users.map((each) => record(policy, each))))
  const total = await reader.count('users', condition, COUNT_LIMIT + 1)
  say(table([HEADINGS, ...users.map(cells)]))
  say(endOfTable(listing, users.length, total))
}
