import { builtInModel, type ContentModel } from '@content-service/domain'
import { querySample } from './type-sample.ts'

/** The first content of a tab of GraphiQL. */
export interface SampleQuery {
  readonly query: string
  readonly variables?: string
}

const hasType = ({ types }: ContentModel, name: string): boolean => types.some((type) => type.name === name)

const writeNewest = (model: ContentModel): string => `# The newest articles.
query NewestArticles {
  articles(pagination: { limit: 5 }) {
    title
    excerpt
    publishedAt
    owner { name }${hasType(model, 'Comment') ? '\n    comments(limit: 3) { content author { name } }' : ''}
  }
}
`

const NEWEST_USERS = `# The newest users, of whom
# you see the public part.
query NewestUsers {
  users(pagination: { limit: 5 }) { id username name }
}
`

/** The fields of a hit, by the type of the record. */
const HITS: Readonly<Record<string, string>> = {
  Article: 'title status',
  Comment: 'content',
  Product: 'title price',
  User: 'name',
}

const listHits = (model: ContentModel): readonly string[] =>
  Object.entries(HITS).flatMap(([name, fields]) =>
    hasType(model, name) ? [`        ... on ${name} { ${fields} }`] : [],
  )

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
${listHits(model).join('\n')}
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

const listArticleQueries = (model: ContentModel): readonly SampleQuery[] => [
  { query: writeNewest(model) },
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

/** C15.23: a model without articles has the users in their place. */
const listBuiltInQueries = (model: ContentModel): readonly SampleQuery[] =>
  hasType(model, 'Article')
    ? listArticleQueries(model)
    : [{ query: NEWEST_USERS }, { query: writeSearch(model) }]

/**
 * C15.20: a query of the first type that the team declares, and then the queries of the built-in types. A test runs each
 * query on the sample content.
 */
export const listSampleQueries = (model: ContentModel): readonly SampleQuery[] => {
  const own = model.derivedTypes.find((type) => !type.isSingle && !builtInModel.types.includes(type))
  return [...(own ? [{ query: querySample(own) }] : []), ...listBuiltInQueries(model)]
}
