import process from 'node:process'
import DataLoader from 'dataloader'
import express from 'express'
import { buildSchema } from 'graphql'
import { createHandler } from 'graphql-http/lib/use/express'
import { SCHEMA } from './schema.js'
import { createStore, readPage } from './store.js'

/** express, graphql-http and DataLoader, as their guides put them together, with users over REST. */
const store = createStore({ arePrepared: false })

const createContext = (request) => ({
  userId: Number(request.headers['x-user-id']),
  users: new DataLoader((ids) => store.usersById(ids)),
  comments: new DataLoader(
    (keys) =>
      store.commentsByArticle(
        keys.map(({ id }) => id),
        keys[0].limit,
      ),
    {
      cacheKeyFn: ({ id, limit }) => `${id} ${limit}`,
    },
  ),
})

const schema = buildSchema(SCHEMA)
const resolve = (type, resolvers) => {
  for (const [name, resolver] of Object.entries(resolvers))
    schema.getType(type).getFields()[name].resolve = resolver
}
resolve('Query', {
  article: (_, { id }) => store.article(id),
  articles: (_, { pagination }) => store.articles(...readPage(pagination ?? {})),
  user: (_, { id }) => store.user(id),
  users: (_, { limit, offset }) => store.users(limit, offset),
  searchAll: async (_, { query, first }) => ({
    edges: (await store.search(query, first)).map((node) => ({ node })),
  }),
})
resolve('Mutation', {
  createComment: (_, { articleId, content }, { userId }) => store.createComment(articleId, userId, content),
})
resolve('Article', {
  owner: ({ ownerId }, _, { users }) => users.load(ownerId),
  comments: ({ id }, { limit }, { comments }) => comments.load({ id, limit }),
})
resolve('Comment', { author: ({ authorId }, _, { users }) => users.load(authorId) })
schema.getType('SearchResult').resolveType = () => 'Article'

const present = ({ id, name, email, age }) => ({ id, name, email, age })

const app = express()
app.disable('x-powered-by')
app.all('/graphql', createHandler({ schema, context: ({ raw }) => createContext(raw) }))
app.get('/api/users/:id', async (request, response) => {
  const user = await store.user(request.params.id)
  if (user === null) return response.sendStatus(404)
  return response.json(present(user))
})
app.get('/api/users', async (request, response) => {
  const page = readPage({ limit: Number(request.query.limit), page: Number(request.query.page) })
  response.json((await store.users(...page)).map(present))
})
app.listen(Number(process.env.PORT), '127.0.0.1').keepAliveTimeout = 65_000
process.on('SIGTERM', () => process.exit(0))
