import { pick, type BothStyles, type Parity } from './both-styles.ts'

const KEY = { name: 'A robot', scopes: ['articles:read'] }
const CREATE = 'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey { id } } }'

export const keyParity = ({ rest, graphql, send, mutate, create }: BothStyles) => {
  const among = (keys: readonly { readonly id: string }[], id: string) => keys.find((key) => key.id === id)
  const readRest = async (id: string) => among(await rest('GET', '/api/api-keys?limit=100'), id)
  const readGraphql = async (id: string) =>
    among((await graphql('{ apiKeys { id name scopes } }')).apiKeys, id)
  const pickMembers = (key: object | undefined) => pick({ ...key }, Object.keys(KEY))
  return {
    createApiKey: {
      prepare: async () => '',
      byRest: () => create('/api/api-keys', KEY),
      byGraphql: async () => (await graphql(CREATE, { input: KEY })).createApiKey.apiKey.id,
      inRest: async (id) => pickMembers(await readRest(id)),
      inGraphql: async (id) => pickMembers(await readGraphql(id)),
      expected: KEY,
    },
    revokeApiKey: {
      prepare: () => create('/api/api-keys', KEY),
      byRest: (id) => send('DELETE', `/api/api-keys/${id}`, id),
      byGraphql: (id) => mutate('revokeApiKey', id),
      inRest: async (id) => (await readRest(id)) !== undefined,
      inGraphql: async (id) => (await readGraphql(id)) !== undefined,
      expected: false,
    },
  } satisfies Readonly<Record<string, Parity>>
}
