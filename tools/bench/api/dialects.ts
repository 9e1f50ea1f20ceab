import { makeMeetupFilter, makeTalkTime, nameReport } from './team/records.ts'
import { askMix } from './mix/requests.ts'
import { get, patchJson, postGraphql as graphql, postJson, type BenchRequest } from './requests.ts'
import type { Question, WorkloadName } from './workloads.ts'

/** How a contestant is asked the question of each workload that it answers. */
export type Dialect = Readonly<Partial<Record<WorkloadName, (question: Question) => BenchRequest>>>

const OWNER = 'owner { id username }'
const COMMENT = 'id content createdAt author { id username }'
const ARTICLE = `id title status createdAt ${OWNER}`
const WITH_COMMENTS = `${ARTICLE} comments(limit: 20) { ${COMMENT} }`

const SEARCH =
  'query ($query: String!) { searchAll(query: $query, types: [ARTICLE], first: 20) { edges { node { ... on Article { id title } } } } }'
const LISTED = 'id title createdAt'

const FILTERS: Dialect = {
  W14: ({ author, commonWord }) =>
    graphql(
      `query ($owner: ID!, $word: String!) { articles(where: { ownerId: { eq: $owner }, title: { contains: $word } }) { ${LISTED} } }`,
      { owner: author, word: commonWord },
    ),
  W14b: ({ word }) =>
    graphql(`query ($word: String!) { articles(where: { title: { contains: $word } }) { ${LISTED} } }`, {
      word,
    }),
  W15: ({ tag }) =>
    graphql(
      `query ($tag: String!) { articlesConnection(where: { tags: { has: $tag } }, first: 20) { totalCount { value } nodes { ${LISTED} } } }`,
      { tag },
    ),
  W16: ({ user }) =>
    graphql(
      `query ($user: ID!) { articles(where: { comments: { some: { author: { id: { eq: $user } } } } }) { ${LISTED} } }`,
      { user },
    ),
}

/** A GraphQL server with the schema of the service, whose users are read over REST. */
export const REST_DIALECT: Dialect = {
  W1: ({ article }) => graphql(`query ($id: ID!) { article(id: $id) { ${ARTICLE} } }`, { id: article }),
  W2: () => graphql(`{ articles(pagination: { limit: 20 }) { ${WITH_COMMENTS} } }`),
  W2p: ({ page }) =>
    graphql(`query ($page: Int!) { articles(pagination: { limit: 20, page: $page }) { ${WITH_COMMENTS} } }`, {
      page: page + 1,
    }),
  W3a: ({ user }) => get(`/api/users/${user}`),
  W3b: ({ page }) => get(`/api/users?limit=20&page=${page + 1}`),
  W4: ({ word }) => graphql(SEARCH, { query: word }),
  W4b: ({ word, commonWord }) => graphql(SEARCH, { query: `${word} ${commonWord}` }),
  W5: ({ article, comment }) =>
    graphql(
      `mutation ($id: ID!, $content: String!) { createComment(articleId: $id, content: $content) { ${COMMENT} } }`,
      { id: article, content: comment },
    ),
  W6: ({ page }) =>
    graphql(
      'query ($page: Int!) { articles(pagination: { limit: 100, page: $page }) { id title excerpt status tags likes views createdAt } }',
      { page: page + 1 },
    ),
}

const TALK = 'id title startsAt hall { id }'
const writeTalks = (list: string): string =>
  `query ($page: Int!) { ${list}(pagination: { limit: 20, page: $page }) { ${TALK} } }`
const writeEarlierTalks = (list: string): string =>
  `query ($before: String!) { ${list}(where: { createdAt: { lt: $before } }) { ${TALK} } }`

const TOUR = `id title stops {
  ... on TourStopsVisit { key site { id title } note } ... on TourStopsEvent { key show { id title startsAt } minutes } ... on TourStopsPause { key text } }`

/** The members and arguments of articles and of reports have the same names. */
const writePage = (list: string): string =>
  `query ($page: Int!) { ${list}(pagination: { limit: 100, page: $page }) { id title excerpt status tags likes views createdAt } }`
const writeOne = (word: string): string => `query ($id: ID!) { ${word}(id: $id) { ${ARTICLE} } }`

const MEETUP = 'id title startsAt tags status topic { id name } organizer { id username }'

export const SERVICE_DIALECT: Dialect = {
  ...REST_DIALECT,
  ...FILTERS,
  W7a: ({ article, title }) => patchJson(`/api/articles/${article}`, { title }),
  W7b: ({ article, title }) =>
    graphql('mutation ($input: UpdateArticleInput!) { updateArticle(input: $input) { id title version } }', {
      input: { id: article, title },
    }),
  W8: ({ page }) =>
    graphql(
      `query ($page: Int!) { articles(pagination: { limit: 100, page: $page }) { ${ARTICLE} comments { ${COMMENT} } } }`,
      { page: page + 1 },
    ),
  W9: askMix,
  W10: ({ page }) =>
    graphql(`query ($page: Int!) { meetups(pagination: { limit: 20, page: $page }) { ${MEETUP} } }`, {
      page: page + 1,
    }),
  W11: ({ page }) =>
    graphql(
      `query ($topic: ID!, $since: String!) {
        meetups(where: { topicId: { eq: $topic }, startsAt: { gte: $since } }, orderBy: [{ field: STARTS_AT }]) { ${MEETUP} }
      }`,
      makeMeetupFilter(page),
    ),
  W12a: ({ page }) => graphql(writeTalks('talks'), { page: page + 1 }),
  W12b: ({ page }) => graphql(writeTalks('slots'), { page: page + 1 }),
  W13a: ({ place }) => graphql(writeEarlierTalks('talks'), { before: makeTalkTime(place) }),
  W13b: ({ place }) => graphql(writeEarlierTalks('slots'), { before: makeTalkTime(place) }),
  W18a: ({ page }) => graphql(writePage('articles'), { page: page + 1 }),
  W18b: ({ page }) => graphql(writePage('reports'), { page: page + 1 }),
  W19a: ({ place }) => graphql(writeOne('article'), { id: nameReport(place) }),
  W19b: ({ place }) => graphql(writeOne('report'), { id: nameReport(place) }),
  W20a: ({ place, title }) => patchJson(`/api/articles/${nameReport(place)}`, { title }),
  W20b: ({ place, title }) => patchJson(`/api/reports/${nameReport(place)}`, { title }),
  W17: ({ page }) =>
    graphql(`query ($page: Int!) { tours(pagination: { limit: 20, page: $page }) { ${TOUR} } }`, {
      page: page + 1,
    }),
}

/** A GraphQL server with the schema of the service and without REST. */
export const GRAPHQL_DIALECT: Dialect = {
  ...REST_DIALECT,
  ...FILTERS,
  W3a: ({ user }) => graphql('query ($id: ID!) { user(id: $id) { id name email age } }', { id: user }),
  W3b: ({ page }) =>
    graphql('query ($offset: Int!) { users(limit: 20, offset: $offset) { id name email age } }', {
      offset: 20 * page,
    }),
}

const POSTGRAPHILE_USER = 'id: rowId username'
const POSTGRAPHILE_COMMENT = `id: rowId content createdAt author: userByAuthorId { ${POSTGRAPHILE_USER} }`
const POSTGRAPHILE_ARTICLE = `id: rowId title status createdAt owner: userByOwnerId { ${POSTGRAPHILE_USER} }
  comments: commentsByArticleIdList(first: 20, orderBy: [CREATED_AT_ASC, ROW_ID_ASC]) { ${POSTGRAPHILE_COMMENT} }`
const POSTGRAPHILE_SEARCH =
  'query ($query: String!) { searchAll: benchFindArticlesList(query: $query, first: 20) { id: rowId title } }'
const PUBLISHED = 'condition: { status: "PUBLISHED" }, orderBy: [CREATED_AT_DESC, ROW_ID_DESC]'

/** The schema that PostGraphile makes of the tables; the aliases give its fields the names of the service. */
export const POSTGRAPHILE_DIALECT: Dialect = {
  W1: ({ article }) =>
    graphql(
      `query ($id: UUID!) { article: articleByRowId(rowId: $id) { id: rowId title status createdAt owner: userByOwnerId { ${POSTGRAPHILE_USER} } } }`,
      { id: article },
    ),
  W2: () => graphql(`{ articles: allArticlesList(first: 20, ${PUBLISHED}) { ${POSTGRAPHILE_ARTICLE} } }`),
  W2p: ({ page }) =>
    graphql(
      `query ($offset: Int!) { articles: allArticlesList(first: 20, offset: $offset, ${PUBLISHED}) { ${POSTGRAPHILE_ARTICLE} } }`,
      { offset: 20 * page },
    ),
  W3a: ({ user }) =>
    graphql('query ($id: Int!) { user: userByRowId(rowId: $id) { id: rowId name email age } }', {
      id: Number(user),
    }),
  W3b: ({ page }) =>
    graphql(
      'query ($offset: Int!) { users: allUsersList(first: 20, offset: $offset, orderBy: [CREATED_AT_DESC, ROW_ID_DESC]) { id: rowId name email age } }',
      { offset: 20 * page },
    ),
  W4: ({ word }) => graphql(POSTGRAPHILE_SEARCH, { query: word }),
  W4b: ({ word, commonWord }) => graphql(POSTGRAPHILE_SEARCH, { query: `${word} ${commonWord}` }),
  W5: ({ article, writer, comment }) =>
    graphql(
      `mutation ($input: BenchWriteCommentInput!) { createComment: benchWriteComment(input: $input) { comment: result { ${POSTGRAPHILE_COMMENT} } } }`,
      { input: { article, author: Number(writer), text: comment } },
    ),
  W6: ({ page }) =>
    graphql(
      `query ($offset: Int!) { articles: allArticlesList(first: 100, offset: $offset, ${PUBLISHED}) { id: rowId title excerpt status tags likes views createdAt } }`,
      { offset: 100 * page },
    ),
}

/** The smallest server: a path for each workload. */
export const LIMIT_DIALECT: Dialect = {
  W1: ({ article }) => get(`/W1?${article}`),
  W2: () => get('/W2?0'),
  W2p: ({ page }) => get(`/W2?${20 * page}`),
  W3a: ({ user }) => get(`/W3a?${user}`),
  W3b: ({ page }) => get(`/W3b?${20 * page}`),
  W4: ({ word }) => get(`/W4?${word}`),
  W4b: ({ word, commonWord }) => get(`/W4?${word}%20${commonWord}`),
  W5: ({ article, comment }) => postJson('/W5', { article, content: comment }),
  W6: ({ page }) => get(`/W6?${100 * page}`),
  W7a: ({ article, title }) => postJson('/W7a', { article, title }),
  W7b: ({ article, title }) => postJson('/W7b', { article, title }),
  W8: ({ page }) => get(`/W8?${100 * page}`),
  W10: ({ page }) => get(`/W10?${20 * page}`),
  W11: ({ page }) => {
    const { topic, since } = makeMeetupFilter(page)
    return get(`/W11?${topic},${since}`)
  },
  W12a: ({ page }) => get(`/W12a?${20 * page}`),
  W12b: ({ page }) => get(`/W12b?${20 * page}`),
  W13a: ({ place }) => get(`/W13a?${makeTalkTime(place)}`),
  W13b: ({ place }) => get(`/W13b?${makeTalkTime(place)}`),
  W17: ({ page }) => get(`/W17?${20 * page}`),
  W14: ({ author, commonWord }) => get(`/W14?${author},${commonWord}`),
  W14b: ({ word }) => get(`/W14b?${word}`),
  W15: ({ tag }) => get(`/W15?${tag}`),
  W16: ({ user }) => get(`/W16?${user}`),
}
