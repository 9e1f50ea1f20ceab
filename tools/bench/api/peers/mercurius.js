import process from 'node:process'
import fastify from 'fastify'
import mercurius from 'mercurius'
import { SCHEMA } from './schema.js'
import { createStore, readPage } from './store.js'

/** fastify and mercurius with graphql-jit, loaders and prepared statements. */
const store = createStore({ arePrepared: true })

const findFiltered = ({ ownerId, title, comments }) => {
  if (comments) return store.byCommenter(comments.some.author.id.eq)
  return ownerId ? store.byOwnerAndWord(ownerId.eq, title.contains) : store.byWord(title.contains)
}

const resolvers = {
  Query: {
    article: (_, { id }) => store.article(id),
    articles: (_, { pagination, where }) =>
      where ? findFiltered(where) : store.articles(...readPage(pagination ?? {})),
    articlesConnection: (_, { where }) => where.tags.has,
    user: (_, { id }) => store.user(id),
    users: (_, { limit, offset }) => store.users(limit, offset),
    searchAll: async (_, { query, first }) => ({
      edges: (await store.search(query, first)).map((node) => ({ node })),
    }),
  },
  ArticleConnection: { totalCount: (tag) => store.countByTag(tag), nodes: (tag) => store.byTag(tag) },
  Mutation: {
    createComment: (_, { articleId, content }, { userId }) => store.createComment(articleId, userId, content),
  },
  SearchResult: { resolveType: () => 'Article' },
}

const loaders = {
  Article: {
    owner: (queries) => store.usersById(queries.map(({ obj }) => obj.ownerId)),
    comments: (queries) =>
      store.commentsByArticle(
        queries.map(({ obj }) => obj.id),
        queries[0].params.limit,
      ),
  },
  Comment: { author: (queries) => store.usersById(queries.map(({ obj }) => obj.authorId)) },
}

const app = fastify({ keepAliveTimeout: 65_000 })
app.register(mercurius, {
  schema: SCHEMA,
  resolvers,
  loaders,
  jit: 1,
  context: ({ headers }) => ({ userId: Number(headers['x-user-id']) }),
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
