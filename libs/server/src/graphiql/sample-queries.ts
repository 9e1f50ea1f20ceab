import { builtInModel, Product, type ContentModel } from '@content-service/domain'
import { querySample } from './type-sample.ts'

/** The first content of a tab of GraphiQL. */
export interface SampleQuery {
  readonly query: string
  readonly variables?: string
}

const NEWEST_ARTICLES = `# The newest articles.
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

const PRODUCT_HIT = '\n        ... on Product { title price }'

const writeSearch = (model: ContentModel): string => `# "publishing" is misspelt.
# The search finds it.
query SearchWithATypo {
  searchAll(query: "publihsing", first: 5) {
    totalCount { value }
    edges {
      score
      snippet
      node {
        __typename
        ... on Article { title status }
        ... on Comment { content }${model.types.some(({ name }) => name === Product.name) ? PRODUCT_HIT : ''}
        ... on User { name }
      }
    }
  }
}
`

const PAGES = `# For the next page, copy
# endCursor into the
# variable "after".
query PageByPage($first: Int!, $after: String) {
  articlesConnection(first: $first, after: $after, sortBy: TITLE, direction: ASC) {
    totalCount { value precision }
    pageInfo { hasNextPage endCursor }
    edges { node { id title tags } }
  }
}
`

const FILTERED = `# Articles with tags and an
# "e" in the title, by title,
# and how many of them each
# state has.
query Filtered($where: ArticleWhere) {
  articlesConnection(
    first: 5
    where: $where
    orderBy: [{ field: TITLE, direction: ASC }]
  ) {
    counts(by: STATUS) { value count { value } }
    nodes { title tags owner { name } }
  }
}
`

const DRAFTS = `# Who you are, and your drafts.
# An editor sees all drafts.
# To sign in, open "Sign in"
# above the editor.
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

const CREATE = `# Writes a draft. Sign in,
# and set "authorId" in the
# variables to your id.
# MyDrafts shows your id.
mutation WriteArticle($input: CreateArticleInput!) {
  createArticle(input: $input) {
    id
    status
    excerpt
    owner { name }
  }
}
`

const LISTEN = `# Run it, then publish an
# article in another window.
# It appears here.
subscription WhatIsPublished {
  articlePublished {
    title
    owner { name }
  }
}
`

const json = (value: object): string => JSON.stringify(value, null, 2)

const listBuiltInQueries = (model: ContentModel): readonly SampleQuery[] => [
  { query: NEWEST_ARTICLES },
  { query: writeSearch(model) },
  { query: PAGES, variables: json({ first: 3, after: null }) },
  {
    query: FILTERED,
    variables: json({ where: { tags: { isEmpty: false }, title: { contains: 'e' } } }),
  },
  { query: DRAFTS },
  { query: LISTEN },
  {
    query: CREATE,
    variables: json({
      input: { title: 'Hello', content: 'My *first* one.', authorId: '6', tags: ['first steps'] },
    }),
  },
]

/**
 * C15.20: a query of the first type that the team declares, and then the queries of the built-in types. A test runs each
 * query on the sample content.
 */
export const listSampleQueries = (model: ContentModel): readonly SampleQuery[] => {
  const own = model.derivedTypes.find((type) => !type.isSingle && !builtInModel.types.includes(type))
  return [...(own ? [{ query: querySample(own) }] : []), ...listBuiltInQueries(model)]
}
