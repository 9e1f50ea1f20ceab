import { describe, expect, test } from 'vitest'
import { Product } from '../products/product.ts'
import { contentPolicy } from '../service/content-types.ts'
import type { UserId } from '../rules/ids.ts'
import { ANYBODY, may as mayDo, mayOnAll } from './access.ts'
import { ARTICLE_STATUSES } from './built-in-facts.ts'
import type { Caller, Permission } from './content-policy.ts'
import { toArticleFacts } from '../articles/article-facts.ts'
import { USER_ROLES, type UserRole } from './role-names.ts'

const ME = 7 as UserId
const OTHER = 8 as UserId

const callerAs = (role: UserRole): Caller => ({ id: ME, roles: [role], permissions: [] })
type CallerName = 'nobody' | UserRole
const CALLERS: Readonly<Record<CallerName, Caller>> = {
  nobody: ANYBODY,
  GUEST: callerAs('GUEST'),
  READER: callerAs('READER'),
  AUTHOR: callerAs('AUTHOR'),
  EDITOR: callerAs('EDITOR'),
  ADMIN: callerAs('ADMIN'),
}
const ALL: readonly CallerName[] = ['nobody', ...USER_ROLES]
const MEMBERS = ALL.slice(1)
const READERS = ALL.slice(2)
const AUTHORS = ALL.slice(3)
const EDITORS = ALL.slice(4)
const ADMINS: readonly CallerName[] = ['ADMIN']

/** The cells of C7.7: for each permission, the rows by a sentence, and the roles that have the permission on them. */
interface Cell {
  readonly permission: Permission
  readonly to: string
  readonly record: object
  readonly may: readonly CallerName[]
}

const articleCells = (own: boolean): readonly Cell[] =>
  ARTICLE_STATUSES.flatMap((status) => {
    const record = { ownerId: own ? ME : OTHER, status }
    const to = `${own ? 'own' : "another's"} ${status}`
    const owners = own ? AUTHORS : EDITORS
    return [
      { permission: 'articles:read', to, record, may: status === 'PUBLISHED' ? ALL : owners },
      { permission: 'articles:write', to, record, may: status === 'DELETED' ? EDITORS : owners },
      { permission: 'articles:publish', to, record, may: EDITORS },
      { permission: 'articles:delete', to, record, may: status === 'PUBLISHED' ? EDITORS : owners },
    ]
  })

const commentCell = (mine: boolean, myArticle: boolean, articleStatus: string): readonly Cell[] => {
  const article = { id: 'a', ownerId: myArticle ? ME : OTHER, status: articleStatus }
  const record = { authorId: mine ? ME : OTHER, ...toArticleFacts(article as never) }
  const to = `${mine ? 'own' : "another's"} on ${myArticle ? 'own' : "another's"} ${articleStatus} article`
  const owners = myArticle ? AUTHORS : EDITORS
  return [
    { permission: 'comments:read', to, record, may: articleStatus === 'PUBLISHED' ? ALL : owners },
    { permission: 'comments:write', to, record, may: mine ? READERS : ADMINS },
    { permission: 'comments:delete', to, record, may: mine ? READERS : owners },
  ]
}

const commentCells = [true, false].flatMap((mine) =>
  [true, false].flatMap((myArticle) =>
    ARTICLE_STATUSES.flatMap((status) => commentCell(mine, myArticle, status)),
  ),
)

const simple = (permission: Permission, record: object, own: readonly CallerName[], to = 'own'): Cell => ({
  permission,
  to,
  record,
  may: own,
})

const self = { id: ME }
const other = { id: OTHER }
const own = { ownerId: ME }
const foreign = { ownerId: OTHER }
const otherCells: readonly Cell[] = [
  simple('users:read', self, MEMBERS, 'self'),
  simple('users:read', other, EDITORS, 'others'),
  simple('users:write', self, READERS, 'self'),
  simple('users:write', other, ADMINS, 'others'),
  simple('users:delete', self, MEMBERS, 'self'),
  simple('users:delete', other, ADMINS, 'others'),
  simple(Product.permissions.read, {}, ALL, 'any'),
  simple(Product.permissions.write, {}, EDITORS, 'any'),
  simple('api-keys:read', own, READERS),
  simple('api-keys:write', own, READERS),
  simple('api-keys:read', foreign, ADMINS, 'others'),
  simple('api-keys:write', foreign, ADMINS, 'others'),
  simple('webhooks:read', own, ADMINS),
  simple('webhooks:write', own, ADMINS),
  simple('webhooks:read', foreign, ADMINS, 'others'),
  simple('webhooks:write', foreign, ADMINS, 'others'),
  simple('oauth-clients:read', {}, ADMINS, 'any'),
  simple('oauth-clients:write', {}, ADMINS, 'any'),
  simple('audit:read', {}, ADMINS, 'any'),
]

const cells = [...articleCells(true), ...articleCells(false), ...commentCells, ...otherCells]

describe('C7.7 roles and permissions', () => {
  test.each(cells)('$permission, $to: $may', ({ permission, record, may }) => {
    const allowed = ALL.filter((name) =>
      mayDo({ caller: CALLERS[name], policy: contentPolicy }, permission, record),
    )
    expect(allowed).toEqual(may)
  })

  test('the cells name every permission of the policy', () =>
    expect([...new Set(cells.map(({ permission }) => permission))].toSorted()).toEqual(
      [
        ...['read', 'write', 'publish', 'delete'].map((action) => `articles:${action}`),
        ...['read', 'write', 'delete'].flatMap((action) => [`comments:${action}`, `users:${action}`]),
        ...['read', 'write'].flatMap((action) =>
          ['products', 'api-keys', 'webhooks', 'oauth-clients'].map((resource) => `${resource}:${action}`),
        ),
        'audit:read',
      ].toSorted(),
    ))

  test.each(['articles:write', 'articles:publish', 'articles:delete', 'comments:delete'] as const)(
    'an anonymous caller owns nothing: %s on a record without an owner',
    (permission) => {
      const article = { ownerId: null, status: 'DRAFT' }
      const ownerless = { ...article, authorId: null, article }
      expect(contentPolicy.can(ANYBODY, permission, ownerless as never)).toBe(false)
    },
  )

  test('an extra permission is a grant without a condition, by its exact name', () => {
    const reader = { ...callerAs('READER'), permissions: ['users:read', 'articles:write ', 'audit:*'] }
    const context = { caller: reader, policy: contentPolicy }
    expect(mayOnAll(context, 'users:read')).toBe(true)
    expect(mayOnAll(context, 'users:write')).toBe(false)
    expect(mayOnAll(context, 'articles:write')).toBe(false)
    expect(mayOnAll(context, 'audit:read')).toBe(false)
  })

  test.each(['constructor', '__proto__', 'admin', 'SUPERUSER', ''])(
    'a role called %j has no permissions',
    (role) => {
      const caller = { id: ME, roles: [role], permissions: [] }
      expect(contentPolicy.can(caller, 'articles:write', { ownerId: ME, status: 'DRAFT' } as never)).toBe(
        false,
      )
    },
  )
})
