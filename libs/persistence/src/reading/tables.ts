import type { Collection, Records } from '@content-service/domain'

/** The SQL of one column, for the table under an alias. */
type Column = (alias: string) => string

interface Table {
  readonly name: string
  /** Every attribute of the record that is not simply the column of its name in snake case. */
  readonly derived: Readonly<Record<string, Column>>
  /** Attributes whose values are points in time; JSON gives them as text. */
  readonly dates: readonly string[]
}

// A subquery with a limit is looked up row by row, and only for the rows of the page: `exists` would be answered for
// all users at once, which costs a hundred times as much for the first twenty.
const isPublic: Column = (user) =>
  `coalesce(
    (select true from articles a where a.owner_id = ${user}.id and a.status = 'PUBLISHED' limit 1),
    (select true from comments c join articles a on a.id = c.article_id where c.author_id = ${user}.id and a.status = 'PUBLISHED' limit 1),
    false)`

const ofArticle =
  (column: string): Column =>
  (comment) =>
    `(select a.${column} from articles a where a.id = ${comment}.article_id)`

/** How the domain's records lie in the database. */
const TABLES: { readonly [C in Collection]: Table } = {
  users: {
    name: 'users',
    derived: { isPublic },
    dates: ['tokensValidFrom', 'emailConfirmedAt', 'createdAt', 'updatedAt'],
  },
  articles: {
    name: 'articles',
    derived: {
      commentCount: (article) => `(select count(*)::int from comments c where c.article_id = ${article}.id)`,
      isOwnerDeleted: (article) => `(select u.deleted from users u where u.id = ${article}.owner_id)`,
    },
    dates: ['createdAt', 'updatedAt', 'publishedAt', 'scheduledFor'],
  },
  revisions: { name: 'revisions', derived: {}, dates: ['createdAt'] },
  comments: {
    name: 'comments',
    derived: { articleOwnerId: ofArticle('owner_id'), articleStatus: ofArticle('status') },
    dates: ['createdAt', 'updatedAt'],
  },
  products: { name: 'products', derived: {}, dates: ['createdAt', 'updatedAt'] },
  categories: { name: 'categories', derived: {}, dates: ['createdAt'] },
  follows: { name: 'follows', derived: {}, dates: ['createdAt'] },
  apiKeys: { name: 'api_keys', derived: {}, dates: ['expiresAt', 'createdAt', 'lastUsedAt'] },
  webhooks: { name: 'webhooks', derived: {}, dates: ['failingSince', 'createdAt', 'updatedAt'] },
  oauthClients: {
    name: 'oauth_clients',
    derived: { isPublic: (client) => `(${client}.secret_hash is null)` },
    dates: ['createdAt'],
  },
  auditEntries: { name: 'audit_entries', derived: {}, dates: ['at'] },
  events: { name: 'events', derived: {}, dates: ['at'] },
  webhookDeliveries: {
    name: 'webhook_deliveries',
    derived: {},
    dates: ['nextAttemptAt', 'lastAttemptAt', 'createdAt'],
  },
} satisfies Record<keyof Records, Table>

/** PostgreSQL sorts null as the greatest; a descending list is to end with it. Elsewhere an index must stay usable. */
const NULLABLE = new Set(['updatedAt', 'publishedAt', 'scheduledFor'])

export const isNullable = (attribute: string): boolean => NULLABLE.has(attribute)

const IDENTIFIER = /^[a-z][A-Za-z0-9]*$/

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const tableName = (of: Collection): string => TABLES[of].name

export const isDate = (of: Collection, attribute: string): boolean => TABLES[of].dates.includes(attribute)

/** The SQL of an attribute. Names come from code of ours, never from a request; the check keeps it so. */
export const column = (of: Collection, alias: string, attribute: string): string => {
  if (!IDENTIFIER.test(attribute)) throw new Error(`${of} has no attribute ${attribute}`)
  const { derived } = TABLES[of]
  return Object.hasOwn(derived, attribute)
    ? (derived[attribute] as Column)(alias)
    : `${alias}.${snakeCase(attribute)}`
}

export const ordering = (
  of: Collection,
  alias: string,
  attribute: string,
  direction: 'ASC' | 'DESC',
): string => `${column(of, alias, attribute)} ${direction}${isNullable(attribute) ? ' nulls last' : ''}`
