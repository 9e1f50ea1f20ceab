import {
  authorizeOAuthClients,
  countedOAuthClients,
  createOAuthClient,
  deleteOAuthClient,
  notFound,
  readOAuthClient,
  rotateOAuthClientSecret,
  timestamp,
  type OAuthClient,
  type OAuthClientRow,
  type Row,
} from '@content-service/domain'
import { receive } from '../body.ts'
import { answerRead, unlessStale } from '../conditional.ts'
import { contentTag } from '../etag.ts'
import { empty, json, NO_STORE, type RestHandler } from '../http.ts'
import { answerPage, COUNT_LIMIT, NO_PARAMETERS, pageFrom, pageParameters, parametersOf } from '../paging.ts'
import { markShown } from '../written.ts'
import { clientSchemas } from './client-schemas.ts'

const WHOLE_CLIENT = {
  fields: ['id', 'name', 'redirectUris', 'grants', 'scopes', 'isPublic', 'createdAt'] as const,
}

/** An allow-list: a secret is in the answers to POST alone. */
const presentClient = (client: OAuthClientRow) => ({
  id: client.id,
  name: client.name,
  redirectUris: client.redirectUris,
  grants: client.grants.map((grant) => grant.toUpperCase()),
  scopes: client.scopes,
  public: client.isPublic,
  createdAt: timestamp(client.createdAt),
})

/** The reader returns exactly the fields it was asked for. */
const clientOfRow = (row: Row): OAuthClientRow => row as unknown as OAuthClientRow

const presentRecord = ({ secretHash, ...client }: OAuthClient) =>
  presentClient({ ...client, isPublic: secretHash === null })

const clientTag = (client: OAuthClient): string => contentTag(presentRecord(client))

export const getClients: RestHandler = async (request, context) => {
  const given = pageFrom(parametersOf(request.query, pageParameters))
  const { rows, total } = await countedOAuthClients(context, given.window, WHOLE_CLIENT, COUNT_LIMIT + 1)
  return answerPage(request, given, { shown: rows.map(clientOfRow).map(presentClient), total })
}

export const getClient: RestHandler = async (request, context, { id = '' }) => {
  parametersOf(request.query, NO_PARAMETERS)
  const row = await readOAuthClient(context, id, WHOLE_CLIENT)
  if (row === null) throw notFound('OAuth client')
  const shown = presentClient(clientOfRow(row))
  return answerRead(request, shown, { etag: contentTag(shown) })
}

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
