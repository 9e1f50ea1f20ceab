import type { LongRequest, RequestKind } from './measured-requests.ts'

/** A text that no document before it had, because the service keeps the documents that it has parsed. */
const nameDocument = (sent: number): string => `Sent${sent}`

const toRequest = (query: string, variables: object = {}): LongRequest => ({
  path: '/graphql',
  body: { query, variables },
})

const repeat = (count: number, create: (place: number) => string): string =>
  Array.from({ length: count }, (_, place) => create(place)).join(' ')

const ALIASES = 30
/** Documents have at most 2,000 tokens. */
const TOKENS = 1_980
const BODY_BYTES = 4_190_000
/** Documents have at most so many characters. */
const LONGEST = 1_048_000

const createDocumentKind = (name: string, write: (sent: number) => string): RequestKind => ({
  name,
  role: 'READER',
  create: (sent) => toRequest(write(sent)),
})

const ARTICLE = 'id title status tags likes views createdAt changedAt'

const INTROSPECTION = `types { name description fields(includeDeprecated: true) { name description
  args { name description type { name kind ofType { name kind ofType { name kind ofType { name } } } } }
  type { name kind ofType { name kind ofType { name kind ofType { name } } } } }
  inputFields { name description type { name kind ofType { name kind ofType { name } } } }
  enumValues { name description } possibleTypes { name } interfaces { name } }
  directives { name args { name type { name } } }`

/** Documents that take long to parse, to check, or to answer from the schema. */
export const DOCUMENT_KINDS: readonly RequestKind[] = [
  createDocumentKind(
    'document with the most fields',
    (sent) => `query ${nameDocument(sent)} { articles(limit: 1) { ${repeat(TOKENS / 9, () => ARTICLE)} } }`,
  ),
  createDocumentKind(
    'document with the most aliases of lists',
    (sent) =>
      `query ${nameDocument(sent)} { ${repeat(ALIASES, (place) => `a${place}: articles(limit: 1) { ${ARTICLE} owner { username articles(limit: 1) { ${ARTICLE} comments(limit: 1) { id author { username } } } } }`)} }`,
  ),
  createDocumentKind(
    'document with the most fragments',
    (sent) =>
      `query ${nameDocument(sent)} { articles(limit: 1) { ...F0 } } ${repeat(190, (place) => `fragment F${place} on Article { id ...F${place + 1} }`)} fragment F190 on Article { id }`,
  ),
  createDocumentKind(
    'document whose fragments spread each other often',
    (sent) =>
      `query ${nameDocument(sent)} { articles(limit: 1) { ...F0 } } ${repeat(20, (place) => `fragment F${place} on Article { owner { ${repeat(20, () => `...G${place}`)} } ${repeat(20, () => `...F${place + 1}`)} } fragment G${place} on User { id username }`)} fragment F20 on Article { id }`,
  ),
  createDocumentKind(
    'document with the most variables',
    (sent) =>
      `query ${nameDocument(sent)}(${repeat(320, (place) => `$v${place}: Int = 1`)}) { articles(limit: $v0) { id } }`,
  ),
  createDocumentKind(
    'document with the most unknown fields',
    (sent) =>
      `query ${nameDocument(sent)} { articles { ${repeat(TOKENS - 10, (place) => `unknownField${place}`)} } }`,
  ),
  createDocumentKind(
    'document with an unknown field of 4 MB',
    (sent) => `query ${nameDocument(sent)} { articles { ${'a'.repeat(BODY_BYTES)} } }`,
  ),
  createDocumentKind(
    'document with the longest text',
    (sent) => `query ${nameDocument(sent)} { articles(tag: "${'ä'.repeat(LONGEST)}") { id } }`,
  ),
  createDocumentKind(
    'document with 4 MB of empty lines',
    (sent) => `query ${nameDocument(sent)} { articles { ${'\n'.repeat(BODY_BYTES / 2)} id unknown } }`,
  ),
  createDocumentKind(
    'document with a text of 4 MB of empty lines',
    (sent) =>
      `query ${nameDocument(sent)} { articles(tag: """${'\n'.repeat(BODY_BYTES / 2)}""") { ${repeat(10, (place) => `unknown${place}`)} } }`,
  ),
  createDocumentKind(
    'document with the most lines, and errors behind them',
    (sent) =>
      `query ${nameDocument(sent)} { articles(tag: """${'\n'.repeat(9_900)}""") { ${repeat(10, (place) => `unknown${place}`)} } }`,
  ),
  createDocumentKind(
    'document with the longest text of escapes',
    (sent) => `query ${nameDocument(sent)} { articles(tag: "${'\\u00e4'.repeat(LONGEST / 6 - 20)}") { id } }`,
  ),
  createDocumentKind(
    'document with the longest name',
    (sent) => `query ${nameDocument(sent)} { articles { ${'a'.repeat(262_000)} } }`,
  ),
  createDocumentKind(
    'document with 4 MB of commas',
    (sent) => `query ${nameDocument(sent)} { articles { ${','.repeat(BODY_BYTES)} id } }`,
  ),
  createDocumentKind('introspection', () => `{ __schema { ${INTROSPECTION} } }`),
  createDocumentKind(
    'introspection several times',
    (sent) =>
      `query ${nameDocument(sent)} { ${repeat(4, (place) => `s${place}: __schema { ...S }`)} } fragment S on __Schema { ${INTROSPECTION} }`,
  ),
]

const CONDITIONS = 48

/** Values that take long to check. */
export const VALUE_KINDS: readonly RequestKind[] = [
  {
    name: 'filter with the most conditions',
    role: 'READER',
    create: (sent) =>
      toRequest('query ($where: ArticleWhere) { articles(where: $where, limit: 100) { id } }', {
        where: {
          or: Array.from({ length: CONDITIONS }, (_, place) => ({ title: { eq: `${sent} ${place}` } })),
        },
      }),
  },
  {
    name: 'filter with the longest texts',
    role: 'READER',
    create: (sent) =>
      toRequest('query ($where: ArticleWhere) { articles(where: $where, limit: 100) { id } }', {
        where: {
          title: { in: Array.from({ length: 100 }, (_, place) => `${sent}${place}${'É'.repeat(990)}`) },
        },
      }),
  },
  {
    name: 'variables with the most members',
    role: 'READER',
    create: () =>
      toRequest('query ($where: ArticleWhere) { articles(where: $where) { id } }', {
        where: Object.fromEntries(Array.from({ length: 24_000 }, (_, place) => [`m${place}`, { eq: 1 }])),
      }),
  },
  {
    name: 'variables of the deepest lists',
    role: 'READER',
    create: () => ({
      path: '/graphql',
      body: `{"query":"query ($a: ArticleWhere) { articles(where: $a) { id } }","variables":{"a":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}}`,
    }),
  },
  {
    name: 'variables of the widest list',
    role: 'READER',
    create: () => ({
      path: '/graphql',
      body: `{"query":"query ($a: [ID!]) { articles { id } }","variables":{"a":[${'[],'.repeat(1_300_000)}0]}}`,
    }),
  },
  {
    name: 'variables of the longest list of texts',
    role: 'READER',
    create: () => ({
      path: '/graphql',
      body: `{"query":"query ($a: [ID!]) { articles { id } }","variables":{"a":[${'"a",'.repeat(249_000)}0]}}`,
    }),
  },
  {
    name: 'keyword of 4 MB',
    role: 'READER',
    create: () =>
      toRequest('query ($k: String!) { searchUsers(keyword: $k) { id } }', { k: 'É'.repeat(BODY_BYTES / 2) }),
  },
]
