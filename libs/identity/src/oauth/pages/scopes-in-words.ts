import type { Permission } from '@content-service/domain'

type Resource = Permission extends infer Each
  ? Each extends `${infer Name}:${string}`
    ? Name
    : never
  : never

/** What the resources are called on the consent page, in the order of the page. */
const RESOURCES = {
  articles: 'Articles',
  comments: 'Comments',
  products: 'Products',
  users: 'Your account',
  'api-keys': 'API keys',
  webhooks: 'Webhooks',
  'oauth-clients': 'OAuth clients',
  audit: 'Audit log',
} as const satisfies Readonly<Record<Resource, string>>

/** Every permission as what a person is asked for. */
const IN_WORDS = {
  'articles:read': 'read articles, your drafts too',
  'articles:write': 'write and change articles',
  'articles:publish': 'publish and archive articles',
  'articles:delete': 'delete articles',
  'comments:read': 'read comments',
  'comments:write': 'write and change comments',
  'comments:delete': 'delete comments',
  'users:read': 'see your account and its private details',
  'users:write': 'change your account, follow people and like articles',
  'users:delete': 'delete your account',
  'products:read': 'see products',
  'products:write': 'change products',
  'api-keys:read': 'see your API keys',
  'api-keys:write': 'create and revoke API keys',
  'webhooks:read': 'see webhooks',
  'webhooks:write': 'create and change webhooks',
  'oauth-clients:read': 'see registered OAuth clients',
  'oauth-clients:write': 'register, change and delete OAuth clients',
  'audit:read': 'read the audit log',
} as const satisfies Readonly<Record<Permission, string>>

const inWords = (scope: string): string =>
  Object.hasOwn(IN_WORDS, scope) ? IN_WORDS[scope as Permission] : scope

const isOfResource = (scope: string, resource: string): boolean => scope.startsWith(`${resource}:`)

/** Scopes under the names of their resources. Those that a policy file adds come last, under `Other`. */
export const groupScopes = (scopes: readonly string[]): readonly (readonly [string, readonly string[]])[] => {
  const known = Object.keys(RESOURCES)
  const groups = Object.entries(RESOURCES).map(
    ([resource, name]) => [name, scopes.filter((scope) => isOfResource(scope, resource))] as const,
  )
  const others = scopes.filter((scope) => !known.some((resource) => isOfResource(scope, resource)))
  return [...groups, ['Other', others] as const]
    .filter(([, members]) => members.length > 0)
    .map(([name, members]) => [name, members.map(inWords)] as const)
}
