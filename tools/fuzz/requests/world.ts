import jwt from 'jsonwebtoken'
import {
  ADMIN,
  AS_ADMIN,
  ADMIN_PASSWORD,
  basic,
  JWT_SECRET,
  type Answer,
} from '../../../libs/server/tests/support/service.ts'
import { aCast } from '../../../libs/server/tests/support/cast.ts'
import type { FuzzWorld, Sender } from './generated-request.ts'

const ARTICLES = 60

const bearer = (id: string): string => `Bearer ${jwt.sign({ sub: id }, JWT_SECRET, { expiresIn: '12h' })}`

const CREATE_KEY =
  'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey { id } key } }'
const CREATE_CLIENT =
  'mutation ($input: CreateOAuthClientInput!) { createOAuthClient(input: $input) { id secret } }'
const CREATE_CATEGORY = 'mutation { createCategory(input: {name: "Fuzzed"}) { id } }'
const CREATE_PRODUCT =
  'mutation ($id: ID!) { createProduct(input: {title: "T", price: 1, stock: 1, categoryId: $id}) { id } }'
const CREATE_WEBHOOK =
  'mutation { createWebhook(input: {url: "https://hooks.example", events: ["user.deleted"]}) { webhook { id } } }'

const graphqlAt =
  (url: string) =>
  async (query: string, variables: object = {}, as: string | null = AS_ADMIN): Promise<Answer> => {
    const headers = { 'content-type': 'application/json', ...(as !== null && { authorization: as }) }
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query, variables }),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

const authorization = (value: string) => [['authorization', value]] as const
const apiKey = (key: string) => [['x-api-key', key]] as const
const sender = (name: string, share: number, headers: Sender['headers'] = []): Sender => ({
  name,
  share,
  headers,
})

/** Creates people, content and credentials over GraphQL. */
export const createWorld = async (url: string): Promise<FuzzWorld> => {
  const graphql = graphqlAt(url)
  const administrator: string = (await graphql('{ currentUser { id } }')).body.data.currentUser.id
  const cast = aCast({ graphql }, JWT_SECRET, administrator)
  const data = async (query: string, variables: object) => {
    const { body } = await graphql(query, variables, bearer(administrator))
    if (body.errors) throw new Error(JSON.stringify(body.errors))
    return body.data
  }
  const key = async (...scopes: readonly string[]) =>
    (await data(CREATE_KEY, { input: { name: 'k', scopes } })).createApiKey
  const reader = await cast.person('READER')
  const author = await cast.person('AUTHOR')
  const editor = await cast.person('EDITOR')
  const articles: string[] = []
  const comments: string[] = []
  for (let made = 0; made < ARTICLES; made += 1) {
    articles.push(await cast.article(author))
    comments.push(await cast.comment(articles[made % 7] ?? '', reader))
  }
  const category = (await data(CREATE_CATEGORY, {})).createCategory.id
  const keys = [await key('articles:read'), await key('comments:read'), await key('users:write')]
  const client = (
    await data(CREATE_CLIENT, {
      input: {
        name: 'c',
        grants: ['CLIENT_CREDENTIALS', 'AUTHORIZATION_CODE', 'REFRESH_TOKEN', 'PASSWORD'],
        redirectUris: ['https://client.example/callback'],
        scopes: ['articles:read'],
      },
    })
  ).createOAuthClient
  return {
    client,
    ids: {
      users: [reader, author, editor].map(({ id }) => id),
      articles,
      comments,
      categories: [category],
      products: [(await data(CREATE_PRODUCT, { id: category })).createProduct.id],
      webhooks: [(await data(CREATE_WEBHOOK, {})).createWebhook.webhook.id],
      'api-keys': keys.map(({ apiKey }) => apiKey.id),
      'oauth-clients': [client.id],
    },
    senders: [
      sender('nobody', 6),
      sender('wrong token', 1, authorization('Bearer x.y.z')),
      sender('long token', 1, authorization(`Bearer ${'x'.repeat(8_000)}`)),
      sender('wrong password', 1, authorization(basic(ADMIN, 'wrong'))),
      sender('unknown scheme', 1, authorization('Digest x')),
      sender('wrong key', 1, apiKey('csk_x')),
      sender('two credentials', 1, [...apiKey(keys[0].key), ...authorization(bearer(reader.id))]),
      sender('reader', 4, authorization(bearer(reader.id))),
      sender('author', 3, authorization(bearer(author.id))),
      sender('editor', 2, authorization(bearer(editor.id))),
      sender('administrator', 8, authorization(bearer(administrator))),
      sender('administrator with a password', 1, authorization(basic(ADMIN, ADMIN_PASSWORD))),
      sender('client with its secret', 2, authorization(basic(client.id, client.secret))),
      sender('key that reads articles', 2, apiKey(keys[0].key)),
      sender('key that reads comments', 1, apiKey(keys[1].key)),
      sender('key that writes users', 1, apiKey(keys[2].key)),
    ],
  }
}
