import { get, postJson, type BenchRequest } from './requests.ts'
import type { Question, WorkloadName } from './workloads.ts'

/** How a contestant is asked the question of each workload. */
export type Dialect = Readonly<Record<WorkloadName, (question: Question) => BenchRequest>>

const graphql = (query: string, variables: object = {}): BenchRequest =>
  postJson('/graphql', { query, variables })

const OWNER = 'owner { id username }'
const COMMENT = 'id content createdAt author { id username }'

/** The service, whose users are read over REST. */
export const SERVICE_DIALECT: Dialect = {
  W1: ({ article }) =>
    graphql(`query ($id: ID!) { article(id: $id) { id title status createdAt ${OWNER} } }`, { id: article }),
  W2: () =>
    graphql(
      `{ articles(pagination: { limit: 20 }) { id title status createdAt ${OWNER} comments(limit: 10) { ${COMMENT} } } }`,
    ),
  W3a: ({ user }) => get(`/api/users/${user}`),
  W3b: () => get('/api/users?limit=20'),
  W4: ({ word }) =>
    graphql(
      'query ($query: String!) { searchAll(query: $query, types: [ARTICLE], first: 20) { edges { node { ... on Article { id title } } } } }',
      { query: word },
    ),
  W5: ({ article, comment }) =>
    graphql(
      `mutation ($id: ID!, $content: String!) { createComment(articleId: $id, content: $content) { ${COMMENT} } }`,
      { id: article, content: comment },
    ),
  W6: () =>
    graphql(
      '{ articles(pagination: { limit: 100 }) { id title excerpt status tags likes views createdAt } }',
    ),
}

/** A GraphQL server with the schema of the service and without REST. */
export const GRAPHQL_DIALECT: Dialect = {
  ...SERVICE_DIALECT,
  W3a: ({ user }) => graphql('query ($id: ID!) { user(id: $id) { id name email age } }', { id: user }),
  W3b: () => graphql('{ users(limit: 20) { id name email age } }'),
}

const POSTGRAPHILE_USER = 'id: rowId username'
const POSTGRAPHILE_COMMENT = `id: rowId content createdAt author: userByAuthorId { ${POSTGRAPHILE_USER} }`
const PUBLISHED = 'condition: { status: "PUBLISHED" }, orderBy: [CREATED_AT_DESC, ROW_ID_DESC]'

/** The schema that PostGraphile makes of the tables; the aliases give its fields the names of the service. */
export const POSTGRAPHILE_DIALECT: Dialect = {
  W1: ({ article }) =>
    graphql(
      `query ($id: UUID!) { article: articleByRowId(rowId: $id) { id: rowId title status createdAt owner: userByOwnerId { ${POSTGRAPHILE_USER} } } }`,
      { id: article },
    ),
  W2: () =>
    graphql(
      `{ articles: allArticlesList(first: 20, ${PUBLISHED}) { id: rowId title status createdAt owner: userByOwnerId { ${POSTGRAPHILE_USER} }
        comments: commentsByArticleIdList(first: 10, orderBy: [CREATED_AT_ASC, ROW_ID_ASC]) { ${POSTGRAPHILE_COMMENT} } } }`,
    ),
  W3a: ({ user }) =>
    graphql('query ($id: Int!) { user: userByRowId(rowId: $id) { id: rowId name email age } }', {
      id: Number(user),
    }),
  W3b: () =>
    graphql(
      '{ users: allUsersList(first: 20, orderBy: [CREATED_AT_DESC, ROW_ID_DESC]) { id: rowId name email age } }',
    ),
  W4: ({ word }) =>
    graphql(
      'query ($query: String!) { searchAll: benchFindArticlesList(query: $query, first: 20) { id: rowId title } }',
      { query: word },
    ),
  W5: ({ article, writer, comment }) =>
    graphql(
      `mutation ($input: BenchWriteCommentInput!) { createComment: benchWriteComment(input: $input) { comment: result { ${POSTGRAPHILE_COMMENT} } } }`,
      { input: { article, author: Number(writer), text: comment } },
    ),
  W6: () =>
    graphql(
      `{ articles: allArticlesList(first: 100, ${PUBLISHED}) { id: rowId title excerpt status tags likes views createdAt } }`,
    ),
}

/** The smallest server: a path for each workload. */
export const LIMIT_DIALECT: Dialect = {
  W1: ({ article }) => get(`/W1?${article}`),
  W2: () => get('/W2'),
  W3a: ({ user }) => get(`/W3a?${user}`),
  W3b: () => get('/W3b'),
  W4: ({ word }) => get(`/W4?${word}`),
  W5: ({ article, comment }) => postJson('/W5', { article, content: comment }),
  W6: () => get('/W6'),
}
