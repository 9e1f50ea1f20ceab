/** What a tab of GraphiQL begins with. */
export interface SampleQuery {
  readonly query: string
  readonly variables?: string
}

const NEWEST_ARTICLES = `# The newest articles, with who wrote them and what was said about them.
query NewestArticles {
  articles(pagination: { limit: 5 }) {
    title
    excerpt
    publishedAt
    owner { name }
    comments(limit: 3) { content author { name } }
  }
}
`

const SEARCH = `# "publishing" is misspelt here, and found all the same. Articles, people, comments and products are searched.
query SearchWithATypo {
  searchAll(query: "publihsing", first: 5) {
    totalCount { value }
    edges {
      score
      snippet
      node {
        __typename
        ... on Article { title status }
        ... on Comment { content }
        ... on Product { title price }
        ... on User { name }
      }
    }
  }
}
`

const PAGES = `# Page by page: for the next one, put the endCursor of this one into the variable "after".
query PageByPage($first: Int!, $after: String) {
  articlesConnection(first: $first, after: $after, sortBy: TITLE, direction: ASC) {
    totalCount { value precision }
    pageInfo { hasNextPage endCursor }
    edges { node { id title tags } }
  }
}
`

const DRAFTS = `# Who you are, and the drafts that you may read: your own, as an editor everybody's.
# Without a credential that is nobody, and none. Sign in under "Headers" below, in one of these ways:
#   { "X-API-Key": "…" }    { "Authorization": "Bearer …" }    { "Authorization": "Basic …" }
query MyDrafts {
  currentUser { id name role }
  articles(status: DRAFT) {
    id
    title
    createdAt
    owner { name }
  }
}
`

const CREATE = `# Writes an article, a draft until it is published. This takes a credential under "Headers" below,
# and as "authorId" in the variables the id that MyDrafts tells of you.
mutation WriteArticle($input: CreateArticleInput!) {
  createArticle(input: $input) {
    id
    status
    excerpt
    owner { name }
  }
}
`

const LISTEN = `# Waits for what is published. Run it, then publish an article in another window: it appears here by itself.
subscription WhatIsPublished {
  articlePublished {
    title
    owner { name }
  }
}
`

const json = (value: object): string => JSON.stringify(value, null, 2)

/** They work on the sample content; the test runs each of them. */
export const SAMPLE_QUERIES: readonly SampleQuery[] = [
  { query: NEWEST_ARTICLES },
  { query: SEARCH },
  { query: PAGES, variables: json({ first: 3, after: null }) },
  { query: DRAFTS },
  { query: LISTEN },
  {
    query: CREATE,
    variables: json({
      input: { title: 'Hello', content: 'My *first* one.', authorId: '6', tags: ['first steps'] },
    }),
  },
]
