import {
  and,
  attrs,
  definePolicy,
  type Condition,
  type KindsByName,
  type PermissionOf,
  type Subject,
} from '@content-service/authz'
import type { Branded, UserId } from '../rules/ids.ts'
import type { ArticleFacts, CommentFacts, OwnedFacts, UserFacts } from './built-in-facts.ts'
import type { ModelRole } from './model-role.ts'
import type { DeclaredResource } from './rights.ts'
import { TIME } from './time-reference.ts'

/** The facts about the caller by which the policy can decide. An anonymous caller (`id` null) owns nothing. */
export interface Caller extends Subject {
  readonly id: UserId | null
  /** The OAuth client that calls on its own behalf, without a user (C7.5). */
  readonly client?: string
  /** The time of the request, or of the event of a stream or webhook (C15.24); absent for the clock of the machine. */
  readonly now?: Date
}

const mapResources = <Value>(
  declared: readonly DeclaredResource[],
  read: (resource: DeclaredResource) => Value,
): Readonly<Record<string, Value>> => Object.fromEntries(declared.map((each) => [each.name, read(each)]))

/** The part of a rule builder that declared resources need. Their permissions are known when the program runs. */
interface DeclaredRules {
  allow(permission: string, when?: When): void
}
type When = (record: Facts, caller: Facts) => Condition
type Facts = Readonly<Record<string, { eq(value: unknown): Condition }>>

interface DeclaredRule {
  readonly permission: string
  readonly when: When | undefined
}

/** The kinds of the facts of a resource that have an order of their own (C16.1). */
export type KindsOf = (resource: string) => KindsByName

/** The rules that declarations give a role, in their order. */
const listDeclared = (declared: readonly DeclaredResource[], role: string): readonly DeclaredRule[] =>
  declared.flatMap(({ name, rights, owner }) =>
    Object.entries(rights).flatMap(([action, shares]): DeclaredRule[] => {
      // The model has checked the names of roles: they are in capitals.
      const [share, permission] = [shares[role as Uppercase<string>], `${name}:${action}`]
      if (share === 'all') return [{ permission, when: undefined }]
      if (typeof share === 'function')
        return [{ permission, when: (record, caller) => share(record, caller, TIME) }]
      if (share !== 'own' || owner === null) return []
      return [{ permission, when: (record, caller) => (record[owner] as Facts[string]).eq(caller.id) }]
    }),
  )

const allowDeclared = (rules: unknown, declared: readonly DeclaredResource[], role: string): void => {
  const { allow } = rules as DeclaredRules
  for (const { permission, when } of listDeclared(declared, role)) allow(permission, when)
}

/** C15.22: the roles of a model, which have the rights that declarations give them, and the roles that they inherit. */
const writeRoles = (roles: readonly ModelRole[], declared: readonly DeclaredResource[]) =>
  Object.fromEntries(
    roles.map(({ name, inherits }) => [
      name,
      { inherits, rules: (rules: unknown) => allowDeclared(rules, declared, name) },
    ]),
  )

/** C15.22: ADMIN inherits EDITOR and the roles of a model, without those that it inherits through others. */
const listAdminParents = (roles: readonly ModelRole[]) => {
  const inherited = new Set(roles.flatMap(({ inherits }) => inherits))
  const parents = ['EDITOR', ...roles.map(({ name }) => name)].filter((name) => !inherited.has(name))
  // The type of a policy names the roles of the service only.
  return parents as 'EDITOR'[]
}

/** C15.23: the resources of the service that a model does not have, by name. */
export type AbsentResources = ReadonlySet<string>
const NONE_ABSENT: AbsentResources = new Set()

const isAbout =
  (absent: AbsentResources) =>
  (permission: string): boolean =>
    absent.has(permission.slice(0, permission.indexOf(':')))

/** The members, without those of absent resources. */
const leaveOut = <const Members extends object>(absent: AbsentResources, members: Members): Members =>
  // A policy asks only for what its model has.
  Object.fromEntries(Object.entries(members).filter(([name]) => !absent.has(name))) as Members

/** The rule builder, which skips the permissions of absent resources. */
const skipAbsent = <Rules extends object>(absent: AbsentResources, rules: Rules): Rules => {
  if (absent.size === 0) return rules
  const allow = (permissions: string | readonly string[], when?: When): void => {
    const kept = [permissions].flat().filter((permission) => !isAbout(absent)(permission))
    // The rest has the type of the whole.
    for (const permission of kept) (rules as unknown as DeclaredRules).allow(permission, when)
  }
  return { ...rules, allow }
}

/**
 * The default policy of a model, C7.7, as sentences. "Own" is the condition that the row's owner is the caller. ADMIN
 * inherits the roles of the model (C15.22).
 */
export const createPolicy = (
  declared: readonly DeclaredResource[],
  roles: readonly ModelRole[] = [],
  kindsOf: KindsOf = () => ({}),
  absent: AbsentResources = NONE_ABSENT,
) =>
  definePolicy<Caller>()({
    resources: leaveOut(absent, {
      articles: ['read', 'write', 'publish', 'delete'],
      comments: ['read', 'write', 'delete'],
      users: ['read', 'write', 'delete'],
      ...(mapResources(declared, ({ actions }) => actions) as object),
      'api-keys': ['read', 'write'],
      webhooks: ['read', 'write'],
      'oauth-clients': ['read', 'write'],
      audit: ['read'],
    }),
    attributes: leaveOut(absent, {
      articles: attrs<ArticleFacts>(),
      comments: attrs<CommentFacts>(),
      users: attrs<UserFacts>(),
      'api-keys': attrs<OwnedFacts>(),
      webhooks: attrs<OwnedFacts>(),
      'oauth-clients': attrs<object>(),
      audit: attrs<object>(),
      // The compiler knows the permissions of the service only.
      ...(mapResources(declared, ({ name }) => attrs(kindsOf(name))) as object),
    }),
    roles: {
      GUEST: {
        rules: (all) => {
          const b = skipAbsent(absent, all)
          b.allow('articles:read', (article) => article.status.eq('PUBLISHED'))
          b.allow('comments:read', (comment) => comment.article.may('articles:read'))
          // A user with this role may at least read and delete their own account.
          b.allow(['users:read', 'users:delete'], (user, caller) => user.id.eq(caller.id))
          allowDeclared(b, declared, 'GUEST')
        },
      },
      READER: {
        inherits: ['GUEST'],
        rules: (all) => {
          const b = skipAbsent(absent, all)
          b.allow(['comments:write', 'comments:delete'], (comment, caller) => comment.authorId.eq(caller.id))
          b.allow('users:write', (user, caller) => user.id.eq(caller.id))
          b.allow(['api-keys:read', 'api-keys:write'], (key, caller) => key.ownerId.eq(caller.id))
          allowDeclared(b, declared, 'READER')
        },
      },
      AUTHOR: {
        inherits: ['READER'],
        rules: (all) => {
          const b = skipAbsent(absent, all)
          b.allow('articles:read', (article, caller) => article.ownerId.eq(caller.id))
          b.allow('articles:write', (article, caller) =>
            and(article.ownerId.eq(caller.id), article.status.ne('DELETED')),
          )
          b.allow('articles:delete', (article, caller) =>
            and(article.ownerId.eq(caller.id), article.status.ne('PUBLISHED')),
          )
          b.allow('comments:delete', (comment, caller) => comment.article.ownerId.eq(caller.id))
          allowDeclared(b, declared, 'AUTHOR')
        },
      },
      EDITOR: {
        inherits: ['AUTHOR'],
        rules: (all) => {
          const b = skipAbsent(absent, all)
          b.allow(['articles:read', 'articles:write', 'articles:publish', 'articles:delete'])
          b.allow(['comments:read', 'comments:delete'])
          b.allow('users:read')
          allowDeclared(b, declared, 'EDITOR')
        },
      },
      // The type of a policy names the roles of the service only.
      ...(writeRoles(roles, declared) as object),
      ADMIN: {
        inherits: listAdminParents(roles),
        rules: (all) => {
          const b = skipAbsent(absent, all)
          b.allow('comments:write')
          b.allow(['users:write', 'users:delete'])
          b.allow(['api-keys:read', 'api-keys:write'])
          b.allow(['webhooks:read', 'webhooks:write'])
          b.allow(['oauth-clients:read', 'oauth-clients:write'])
          b.allow('audit:read')
          allowDeclared(b, declared, 'ADMIN')
        },
      },
    },
    // C3.7: a holder of users:read sees the private fields, even if all rules of a policy restrict them.
    grantsShowAllFields: ['users:read'],
  })

export type ContentPolicy = ReturnType<typeof createPolicy>
export type BuiltInPermission = PermissionOf<ContentPolicy>
/** A permission of a declared type, such as `workshops:write`. */
export type DeclaredPermission = Branded<string, 'Permission'>
export type Permission = BuiltInPermission | DeclaredPermission

const RULE = /^roles\.(\w+)\.rules\[(\d+)\]$/

/** The permission and the role of a rule at this path of the policy, whose declared rules stand behind its own. */
export const nameRule = (
  declared: readonly DeclaredResource[],
  path: string,
  absent: AbsentResources = NONE_ABSENT,
): string => {
  const [, role = '', place = ''] = RULE.exec(path) ?? []
  const { document } = createPolicy([], [], undefined, absent)
  const own: Readonly<Record<string, { readonly rules: readonly unknown[] }>> = document.roles
  const rule = listDeclared(declared, role)[Number(place) - (own[role]?.rules.length ?? 0)]
  return rule === undefined ? path : `${rule.permission} for ${role}`
}
