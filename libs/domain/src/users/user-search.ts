import { where } from '@content-service/authz'
import type { ModelContext } from '../visibility/read-context.ts'
import { accept } from '../rules/accept.ts'
import { authorizeOnAll, mayOnAll } from '../access/access.ts'
import type { Context } from '../context/context.ts'
import { MAX_LIMIT } from '../reading/page.ts'
import { PRICES } from '../context/quota.ts'
import { allOf, NEWEST, type Row, type Selection } from '../reading/reading.ts'
import { readVisible } from '../visibility/visibility.ts'
import { createWordsRule } from '../rules/text.ts'
import { filterListed } from '../visibility/visible-rows.ts'
import type { UserRole } from '../access/role-names.ts'
import type { UserRow } from './user.ts'
import { matchRole } from '../access/held-roles.ts'

const user = where<UserRow>()

/** The filters of a search. All fields but the role are private (C3.7). */
export interface UserFilter {
  readonly minAge?: number | undefined
  readonly maxAge?: number | undefined
  /** ACTIVE and not deleted (C3.2). */
  readonly isActive?: boolean | undefined
  readonly role?: UserRole | undefined
}

const PRIVATE_FILTERS = ['minAge', 'maxAge', 'isActive'] as const

const keywordRules = { keyword: createWordsRule(200) }

const filterUsers = (context: ModelContext, { minAge, maxAge, isActive, role }: UserFilter) =>
  allOf(
    filterListed(context, 'users'),
    role !== undefined && matchRole(context.policy, role),
    minAge !== undefined && user.age.gte(minAge),
    maxAge !== undefined && user.age.lte(maxAge),
    isActive === true && user.status.eq('ACTIVE'),
    isActive === false && user.status.ne('ACTIVE'),
  )

/** `searchUsers` (C5.3): the keyword anywhere in username or name, newest first, at most 100. */
export const searchUsers = async (
  context: Context,
  given: { readonly keyword: string; readonly filter: UserFilter },
  select: Selection,
): Promise<readonly Row[]> => {
  const { filter } = given
  if (PRIVATE_FILTERS.some((name) => filter[name] !== undefined)) authorizeOnAll(context, 'users:read')
  const { keyword } = accept(keywordRules, { keyword: given.keyword })
  await context.quota.charge(PRICES.search)
  const search = {
    keyword,
    byEmail: mayOnAll(context, 'users:read'),
    where: filterUsers(context, filter),
    atMost: MAX_LIMIT,
  }
  const found = await context.inShare(() => context.stores.search.users(search))
  const window = { limit: MAX_LIMIT, offset: 0 }
  return readVisible(context, { from: 'users', where: user.id.in(found), orderBy: NEWEST, window, select })
}
