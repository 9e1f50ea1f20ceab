import { Draw } from '../data/draw.ts'
import type { Question } from '../workloads.ts'

/** A GraphQL document of a site, and the variables with which it asks a question. */
export interface SiteDocument {
  readonly query: string
  variables(question: Question): Readonly<Record<string, unknown>>
}

/** A page of the site: its document differs in fields, limits and orders. */
interface SitePage {
  write(draw: Draw): string
  readonly variables: SiteDocument['variables']
}

const drawSome = (draw: Draw, fields: readonly string[]): string =>
  fields.filter(() => draw.below(2) === 0).join(' ')

const writePerson = (draw: Draw): string =>
  `{ id username ${drawSome(draw, ['name', 'profile { avatar }'])} }`

const CARD = ['excerpt', 'status', 'tags', 'likes', 'views', 'commentCount', 'createdAt', 'publishedAt']
const writeCard = (draw: Draw): string => `id title ${drawSome(draw, CARD)}`
const writeOwnedCard = (draw: Draw): string => `${writeCard(draw)} owner ${writePerson(draw)}`
const writeComment = (draw: Draw): string =>
  `id content ${drawSome(draw, ['createdAt', 'updatedAt', 'version'])} author ${writePerson(draw)}`
const drawLimit = (draw: Draw): number => draw.pick([5, 10, 12, 20, 24, 30])

const ARTICLE: SitePage = {
  write: (draw) => `query ArticlePage($id: ID!) { article(id: $id) {
    ...Text owner ${writePerson(draw)} comments(limit: ${drawLimit(draw)}) { ${writeComment(draw)} }
  } }
  fragment Text on Article { content ${writeCard(draw)} }`,
  variables: ({ article }) => ({ id: article }),
}

const LIST: SitePage = {
  write: (draw) => `query ArticleList($limit: Int!, $offset: Int!) {
    articles(limit: $limit, offset: $offset, sortBy: ${draw.pick(['CREATED_AT', 'CREATED_AT', 'VIEWS', 'TITLE'])}) { ${writeOwnedCard(draw)} }
  }`,
  variables: ({ page, place }) => ({ limit: 10 + (place % 3) * 5, offset: page * 10 }),
}

const PROFILE: SitePage = {
  write: (draw) => `query ProfilePage($id: ID!) { user(id: $id) {
    id username name profile { bio ${drawSome(draw, ['avatar', 'website', 'location'])} }
    articles(limit: ${drawLimit(draw)}) { ${writeCard(draw)} }
  } }`,
  variables: ({ user }) => ({ id: user }),
}

const CATEGORIES: SitePage = {
  write: (draw) => `query CategoryPage($limit: Int!, $offset: Int!) { categories { id name
    products(limit: $limit, offset: $offset) { id title ${drawSome(draw, ['description', 'price', 'stock', 'version', 'createdAt'])} }
  } }`,
  variables: ({ place }) => ({ limit: 5 + (place % 4) * 5, offset: place % 20 }),
}

const SEARCH: SitePage = {
  write: (draw) => `query SearchPage($query: String!) {
    searchAll(query: $query, types: [ARTICLE], first: ${drawLimit(draw)}) { edges { ${drawSome(draw, ['snippet', 'score', 'cursor'])} node { ... on Article { ${writeCard(draw)} } } } }
  }`,
  variables: ({ word }) => ({ query: word }),
}

const COMMENTS: SitePage = {
  write: (draw) => `query CommentList($id: ID!, $first: Int!) { article(id: $id) {
    id commentsConnection(first: $first) { edges { node { ${writeComment(draw)} } } pageInfo { ${drawSome(draw, ['startCursor', 'hasPreviousPage'])} endCursor hasNextPage } }
  } }`,
  variables: ({ article, place }) => ({ id: article, first: 5 + (place % 4) * 5 }),
}

/** Visitors read articles and lists more often than other pages. */
const PAGES = [ARTICLE, LIST, ARTICLE, PROFILE, LIST, COMMENTS, ARTICLE, SEARCH, LIST, CATEGORIES]

const SEED = 7

/** Different documents: the same ones in each run. */
export const makeDocuments = (count: number): readonly SiteDocument[] => {
  const documents = new Map<string, SiteDocument>()
  for (let attempt = 0; documents.size < count; attempt += 1) {
    const page = PAGES[documents.size % PAGES.length] ?? ARTICLE
    const query = page.write(new Draw(SEED, 'document', attempt))
    if (!documents.has(query)) documents.set(query, { query, variables: page.variables })
  }
  return [...documents.values()]
}
