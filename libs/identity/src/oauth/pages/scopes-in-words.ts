import type { BuiltInPermission } from '@content-service/domain/internal/access'
import type { Reach } from './scope-reach.ts'

type Resource = BuiltInPermission extends infer Each
  ? Each extends `${infer Name}:${string}`
    ? Name
    : never
  : never

/** The names of the built-in resources on the consent page. A person may have rights on other accounts, too. */
const RESOURCES: Readonly<Record<Resource, string>> = {
  articles: 'Articles',
  comments: 'Comments',
  users: 'Accounts',
  'api-keys': 'API keys',
  webhooks: 'Webhooks',
  'oauth-clients': 'OAuth clients',
  audit: 'Audit log',
}

/** The words for each reach. The words for `some` are true of each reach without words of its own. */
type Words = Readonly<Record<'all' | 'own' | 'some', string> & Partial<Record<Reach, string>>>

/** Makes the words of a permission whose records have no owners. */
const repeatForEachReach = (words: string): Words => ({ all: words, own: words, some: words })

/** Each built-in permission in the words of the consent page, for each reach. */
const IN_WORDS: Readonly<Record<BuiltInPermission, Words>> = {
  'articles:read': {
    all: 'read all articles, the drafts of others too',
    own: 'read your own articles, your drafts too',
    someOwn: 'read some of your own articles',
    ownAndOthers: 'read the articles that you may read, your drafts too',
    some: 'read the articles that you may read',
  },
  'articles:write': {
    all: 'write articles, and change all articles',
    own: 'write articles, and change your own articles',
    someOwn: 'write articles, and change some of your own articles',
    some: 'write articles, and change the articles that you may change',
  },
  'articles:publish': {
    all: 'publish and archive all articles',
    own: 'publish and archive your own articles',
    someOwn: 'publish and archive some of your own articles',
    some: 'publish and archive the articles that you may publish',
  },
  'articles:delete': {
    all: 'delete all articles',
    own: 'delete your own articles',
    someOwn: 'delete some of your own articles',
    some: 'delete the articles that you may delete',
  },
  'comments:read': {
    all: 'read all comments',
    own: 'read your own comments',
    some: 'read the comments that you may read',
  },
  'comments:write': {
    all: 'write comments, and change all comments',
    own: 'write comments, and change your own comments',
    some: 'write comments, and change the comments that you may change',
  },
  'comments:delete': {
    all: 'delete all comments',
    own: 'delete your own comments',
    ownAndOthers: 'delete your own comments, and the others that you may delete',
    some: 'delete the comments that you may delete',
  },
  'users:read': {
    all: 'see all accounts and their private details',
    own: 'see your account and its private details',
    some: 'see the private details of the accounts that you may see',
  },
  'users:write': {
    all: 'change all accounts, follow people and like articles',
    own: 'change your account, follow people and like articles',
    some: 'change the accounts that you may change, follow people and like articles',
  },
  'users:delete': {
    all: 'delete all accounts',
    own: 'delete your account',
    some: 'delete the accounts that you may delete',
  },
  'api-keys:read': {
    all: 'see the API keys of all accounts',
    own: 'see your API keys',
    some: 'see the API keys that you may see',
  },
  'api-keys:write': {
    all: 'create API keys, and revoke those of all accounts',
    own: 'create and revoke your API keys',
    some: 'create API keys, and revoke those that you may revoke',
  },
  'webhooks:read': {
    all: 'see all webhooks',
    own: 'see your own webhooks',
    some: 'see the webhooks that you may see',
  },
  'webhooks:write': {
    all: 'create webhooks, and change all webhooks',
    own: 'create webhooks, and change your own',
    some: 'create webhooks, and change those that you may change',
  },
  'oauth-clients:read': repeatForEachReach('see registered OAuth clients'),
  'oauth-clients:write': repeatForEachReach('register, change and delete OAuth clients'),
  'audit:read': repeatForEachReach('read the audit log'),
}

/** Words for the actions that most declared types have. */
const ACTIONS: Readonly<Record<string, string>> = { read: 'see', write: 'change' }

/** A permission of a declared type, such as `workshops:write`. */
const DECLARED = /^([a-z][a-z0-9-]*):([a-z][A-Za-z0-9]*)$/

const OTHER = 'Other'

const readResource = (scope: string): string => scope.split(':')[0] ?? ''

const isBuiltIn = (resource: string): resource is Resource => Object.hasOwn(RESOURCES, resource)

const nameGroup = (scope: string): string => {
  const resource = readResource(scope)
  if (isBuiltIn(resource)) return RESOURCES[resource]
  return DECLARED.test(scope) ? `${resource.charAt(0).toUpperCase()}${resource.slice(1)}` : OTHER
}

/** For a declared type: `change your own workshops`. */
const describeDeclared = (verb: string, plural: string, reach: Reach): string => {
  if (reach === 'all') return `${verb} all ${plural}`
  if (reach === 'own') return `${verb} your own ${plural}`
  return reach === 'someOwn'
    ? `${verb} some of your own ${plural}`
    : `${verb} the ${plural} that you may ${verb}`
}

const describeScope = (scope: string, reach: Reach): string => {
  if (Object.hasOwn(IN_WORDS, scope)) {
    const words = IN_WORDS[scope as BuiltInPermission]
    return words[reach] ?? words.some
  }
  const [, resource = '', action = ''] = DECLARED.exec(scope) ?? []
  if (isBuiltIn(resource) || action === '') return scope
  return describeDeclared(ACTIONS[action] ?? action, resource, reach)
}

/** The groups of the page: content, with the declared types, before accounts and keys. */
const orderGroups = (scopes: readonly string[]): readonly string[] => {
  const { articles, comments, ...rest } = RESOURCES
  const known = [articles, comments, ...Object.values(rest), OTHER]
  const declared = scopes.map(nameGroup).filter((group) => !known.includes(group))
  return [...new Set([articles, comments, ...declared, ...known])]
}

/**
 * Scopes in words, under the names of their resources; `reachOf` says how far a scope opens the resource for the person. A
 * scope without words appears unchanged.
 */
export const groupScopes = (
  scopes: readonly string[],
  reachOf: (scope: string) => Reach,
): readonly (readonly [string, readonly string[]])[] =>
  orderGroups(scopes)
    .map((group) => {
      const members = scopes.filter((scope) => nameGroup(scope) === group)
      return [group, members.map((scope) => describeScope(scope, reachOf(scope)))] as const
    })
    .filter(([, members]) => members.length > 0)
