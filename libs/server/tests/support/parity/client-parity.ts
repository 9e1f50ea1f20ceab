import { pick, type BothStyles, type Parity } from './both-styles.ts'

const CLIENT = {
  name: 'An app',
  redirectUris: ['https://app.example.org/callback'],
  grants: ['AUTHORIZATION_CODE', 'CLIENT_CREDENTIALS'],
  scopes: ['articles:read'],
  public: false,
}
const MEMBERS = [...Object.keys(CLIENT), 'id', 'createdAt']

export const clientParity = ({ rest, graphql, send, mutate, put, create }: BothStyles) => {
  const readRest = (id: string) => rest('GET', `/api/oauth-clients/${id}`)
  const listedInRest = async (id: string) =>
    (await rest('GET', '/api/oauth-clients?limit=100')).find((client: { id: string }) => client.id === id)
  const readGraphql = async (id: string) =>
    (await graphql(`{ oauthClients(limit: 100) { ${MEMBERS.join(' ')} } }`)).oauthClients.find(
      (client: { id: string }) => client.id === id,
    )
  const pickMembers = (client: object) => pick({ ...client }, Object.keys(CLIENT))
  const prepare = () => create('/api/oauth-clients', CLIENT)
  return {
    createOAuthClient: {
      prepare: async () => '',
      byRest: prepare,
      byGraphql: () => put('createOAuthClient', CLIENT),
      inRest: async (id) => pickMembers(await readRest(id)),
      inGraphql: async (id) => pickMembers(await readGraphql(id)),
      expected: CLIENT,
    },
    rotateOAuthClientSecret: {
      prepare,
      byRest: (id) => send('POST', `/api/oauth-clients/${id}/secret`, id),
      byGraphql: (id) => mutate('rotateOAuthClientSecret', id, '{ secret }'),
      inRest: async (id) => JSON.stringify(await readRest(id)) === JSON.stringify(await listedInRest(id)),
      inGraphql: async (id) => (await readGraphql(id)).createdAt === (await readRest(id)).createdAt,
      expected: true,
    },
    deleteOAuthClient: {
      prepare,
      byRest: (id) => send('DELETE', `/api/oauth-clients/${id}`, id),
      byGraphql: (id) => mutate('deleteOAuthClient', id),
      inRest: async (id) => (await listedInRest(id)) !== undefined,
      inGraphql: async (id) => (await readGraphql(id)) !== undefined,
      expected: false,
    },
  } satisfies Readonly<Record<string, Parity>>
}
