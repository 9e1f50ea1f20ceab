import {
  authorizeOAuthClients,
  builtInModel,
  countedOAuthClients,
  createOAuthClient,
  deleteOAuthClient,
  readOAuthClient,
  rotateOAuthClientSecret,
  type OAuthClient,
} from '@content-service/domain'
import { receive } from '../body.ts'
import { unlessStale } from '../conditional.ts'
import { contentTag } from '../etag.ts'
import { empty, json, NO_STORE, type RestHandler } from '../http.ts'
import { createShape } from '../shape.ts'
import { listHandler, readHandler } from '../shape-handlers.ts'
import { markShown } from '../written.ts'
import { clientSchemas } from './client-schemas.ts'

/** Without the secret, which is in the responses to POST alone. */
const CLIENT = createShape(clientSchemas(builtInModel).client, {
  grants: {
    reads: ['grants'],
    show: ({ grants }) => (grants as readonly string[]).map((grant) => grant.toUpperCase()),
  },
  public: { reads: ['isPublic'], show: ({ isPublic }) => isPublic },
})

const presentRecord = ({ secretHash, ...client }: OAuthClient) =>
  CLIENT.present({ ...client, isPublic: secretHash === null })

const clientTag = (client: OAuthClient): string => contentTag(presentRecord(client))

export const getClients = listHandler(CLIENT, (context, { window }, select, atMost) =>
  countedOAuthClients(context, window, select, atMost),
)

export const getClient = readHandler('OAuth client', CLIENT, readOAuthClient)

export const postClient: RestHandler = async (request, context) => {
  authorizeOAuthClients(context)
  const { grants, ...given } = receive(request, clientSchemas(context.model).newBody).value()
  const { client, secret } = await createOAuthClient(context, {
    redirectUris: [],
    scopes: [],
    public: false,
    ...given,
    grants: grants.map((grant) => grant.toLowerCase()),
  })
  const headers = { location: `/api/oauth-clients/${client.id}`, etag: clientTag(client), ...NO_STORE }
  return markShown(
    context,
    json(201, { ...presentRecord(client), secret }, headers),
    'oauth-clients:read',
    client,
  )
}

/** C12.2: no-store, as wherever a secret is shown. */
export const postClientSecret: RestHandler = async (request, context, { id = '' }) => {
  const { client, secret } = await rotateOAuthClientSecret(context, id, unlessStale(request, clientTag))
  return markShown(
    context,
    json(201, { ...presentRecord(client), secret }, NO_STORE),
    'oauth-clients:read',
    client,
  )
}

export const removeClient: RestHandler = async (request, context, { id = '' }) => {
  await deleteOAuthClient(context, id, unlessStale(request, clientTag))
  return empty(204)
}
