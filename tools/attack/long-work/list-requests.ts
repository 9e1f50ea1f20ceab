import type { LongRequest, RequestKind } from './measured-requests.ts'

const READ_USER = `id username name email pendingEmail role roles permissions profile { bio avatar website location }
  age status settings { locale timezone theme } version createdAt updatedAt changedAt availableActions`
const READ_ARTICLE = `id title excerpt description status published tags commentCount likes views version createdAt
  updatedAt changedAt publishedAt scheduledFor availableActions`
const READ_COMMENT = 'id content version createdAt updatedAt changedAt availableActions'

const DOCUMENTS = {
  'list of long articles': '{ articles(limit: 100) { id content } }',
  'list of long articles, all fields': `{ articles(limit: 100) { ${READ_ARTICLE} content owner { ${READ_USER} } } }`,
  'lists of comments, all fields': `{ articles(limit: 100) { id comments(limit: 98) { ${READ_COMMENT} } } }`,
  'lists of comments, few fields':
    '{ articles(limit: 100) { id comments(limit: 98) { id content createdAt } } }',
  'lists of comments with their authors': `{ articles(limit: 100) { id comments(limit: 19) { id author { ${READ_USER} } } } }`,
  'lists of comments with masked emails':
    '{ articles(limit: 100) { id comments(limit: 49) { id author { id email } } } }',
  'lists of comments with refused fields':
    '{ articles(limit: 100) { id comments(limit: 24) { id author { settings { theme } preferences { newsletter } } } } }',
  'lists of comments with refused lists':
    '{ articles(limit: 100) { id comments(limit: 32) { id author { followers(limit: 1) { id } } } } }',
  'connections in connections':
    '{ articlesConnection(first: 100) { edges { cursor node { id commentsConnection(first: 30) { totalCount { value } edges { cursor node { id createdAt } } } } } } }',
  'list of users, all fields': `{ users(limit: 100) { ${READ_USER} articles(limit: 20) { ${READ_ARTICLE} } } }`,
} as const

const createReads = (role: 'READER' | 'EDITOR'): readonly RequestKind[] =>
  Object.entries(DOCUMENTS).map(([name, query]) => ({
    name: `${name} (${role})`,
    role,
    create: (): LongRequest => ({ path: '/graphql', body: { query } }),
  }))

const ENCODED = { 'accept-encoding': 'br' }

const createGet = (name: string, path: string, headers = {}): RequestKind => ({
  name,
  role: 'READER',
  create: () => ({ path, headers }),
})

/** The largest responses. */
export const LIST_KINDS: readonly RequestKind[] = [
  ...createReads('READER'),
  ...createReads('EDITOR'),
  createGet('GET of articles with owners', '/api/articles?limit=100&include=owner'),
  createGet('GET of comments', '/api/comments?limit=100&include=author'),
  createGet('GET of users', '/api/users?limit=100'),
  createGet(
    'GET with the most parameters',
    `/api/articles?${Array.from({ length: 1_300 }, (_, place) => `views[gte]=${place}`)
      .join('&')
      .slice(0, 15_000)}`,
  ),
  createGet(
    'GET with the longest filter',
    `/api/articles?limit=100&where=${encodeURIComponent(JSON.stringify({ or: Array.from({ length: 14 }, (_, place) => ({ title: { contains: `a${'É'.repeat(20)}${place}` } })) }))}`,
  ),
  createGet('GET with the longest If-None-Match', '/api/articles?limit=100', {
    'if-none-match': Array.from({ length: 2_000 }, (_, place) => `"${place}"`).join(','),
  }),
  createGet('OpenAPI document', '/api/openapi.json', ENCODED),
  createGet('schema', '/graphql/schema.graphql', ENCODED),
  createGet('page of the documentation', '/api/docs'),
  createGet('guide', '/api/guides'),
  createGet('metrics', '/metrics'),
]
