import type { BuiltInPermission } from '@content-service/domain'

type Resource = BuiltInPermission extends infer Each
  ? Each extends `${infer Name}:${string}`
    ? Name
    : never
  : never

/** The names of the built-in resources on the consent page. */
const RESOURCES: Readonly<Record<Resource, string>> = {
  articles: 'Articles',
  comments: 'Comments',
  users: 'Your account',
  'api-keys': 'API keys',
  webhooks: 'Webhooks',
  'oauth-clients': 'OAuth clients',
  audit: 'Audit log',
}

/** Each built-in permission in the words of the consent page. */
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
  'api-keys:read': 'see your API keys',
  'api-keys:write': 'create and revoke API keys',
  'webhooks:read': 'see webhooks',
  'webhooks:write': 'create and change webhooks',
  'oauth-clients:read': 'see registered OAuth clients',
  'oauth-clients:write': 'register, change and delete OAuth clients',
  'audit:read': 'read the audit log',
} as const satisfies Readonly<Record<BuiltInPermission, string>>

/** Words for the actions that most declared types have. */
const ACTIONS: Readonly<Record<string, string>> = { read: 'see', write: 'change' }

/** A permission of a declared type, such as `workshops:write`. */
const DECLARED = /^([a-z][a-z0-9]*):([a-z][A-Za-z0-9]*)$/

const OTHER = 'Other'

const readResource = (scope: string): string => scope.split(':')[0] ?? ''

const isBuiltIn = (resource: string): resource is Resource => Object.hasOwn(RESOURCES, resource)

const nameGroup = (scope: string): string => {
  const resource = readResource(scope)
  if (isBuiltIn(resource)) return RESOURCES[resource]
  return DECLARED.test(scope) ? `${resource.charAt(0).toUpperCase()}${resource.slice(1)}` : OTHER
}

const describeScope = (scope: string): string => {
  if (Object.hasOwn(IN_WORDS, scope)) return IN_WORDS[scope as BuiltInPermission]
  const [, resource = '', action = ''] = DECLARED.exec(scope) ?? []
  return isBuiltIn(resource) || action === '' ? scope : `${ACTIONS[action] ?? action} ${resource}`
}

/** The groups of the page: content, with the declared types, before accounts and keys. */
const orderGroups = (scopes: readonly string[]): readonly string[] => {
  const { articles, comments, ...rest } = RESOURCES
  const known = [articles, comments, ...Object.values(rest), OTHER]
  const declared = scopes.map(nameGroup).filter((group) => !known.includes(group))
  return [...new Set([articles, comments, ...declared, ...known])]
}

/** Scopes in words, under the names of their resources. A scope without words appears unchanged. */
export const groupScopes = (scopes: readonly string[]): readonly (readonly [string, readonly string[]])[] =>
  orderGroups(scopes)
    .map((group) => [group, scopes.filter((scope) => nameGroup(scope) === group).map(describeScope)] as const)
    .filter(([, members]) => members.length > 0)
