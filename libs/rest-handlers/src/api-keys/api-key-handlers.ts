import {
  apiKeyId,
  authorizeApiKeys,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  timestamp,
  newApiKeyRules,
  notFound,
  readApiKey,
  type ApiKey,
  type Row,
} from '@content-service/domain'
import { receive } from '../body.ts'
import { answerRead } from '../conditional.ts'
import { contentTag } from '../etag.ts'
import { empty, json, NO_STORE, type RestHandler } from '../http.ts'
import { NO_PARAMETERS, pageFrom, pageParameters, parametersOf } from '../paging.ts'
import { timeOrNull } from '../present.ts'
import { markShown } from '../written.ts'
import { apiKeySchemas } from './api-key-schemas.ts'

const FIELDS = ['id', 'name', 'scopes', 'expiresAt', 'createdAt', 'lastUsedAt'] as const

/** C7.3: an allow-list; the key itself is in the answer to POST alone. */
const presentApiKey = ({
  id,
  name,
  scopes,
  expiresAt,
  createdAt,
  lastUsedAt,
}: Pick<ApiKey, (typeof FIELDS)[number]>) => ({
  id,
  name,
  scopes,
  expiresAt: timeOrNull(expiresAt),
  createdAt: timestamp(createdAt),
  lastUsedAt: timeOrNull(lastUsedAt),
})

/** The reader returns exactly the fields it was asked for. */
const asApiKey = (row: Row): ApiKey => row as unknown as ApiKey

export const getApiKeys: RestHandler = async (request, context) => {
  const { window } = pageFrom(parametersOf(request.query, pageParameters))
  const rows = await listApiKeys(context, window, { fields: FIELDS })
  return json(200, rows.map(asApiKey).map(presentApiKey))
}

/** C6.4, C7.3: what POST names as its address; without the key itself. */
export const getApiKey: RestHandler = async (request, context, { id = '' }) => {
  parametersOf(request.query, NO_PARAMETERS)
  const row = await readApiKey(context, apiKeyId(id), { fields: FIELDS })
  if (row === null) throw notFound('API key')
  const shown = presentApiKey(asApiKey(row))
  return answerRead(request, shown, { etag: contentTag(shown) })
}

export const postApiKey: RestHandler = async (request, context) => {
  authorizeApiKeys(context)
  const { apiKey, key } = await createApiKey(
    context,
    receive(request, apiKeySchemas(context.model).newBody, newApiKeyRules(context)).value(),
  )
  const location = `/api/api-keys/${apiKey.id}`
  const response = json(201, { ...presentApiKey(apiKey), key }, { location, ...NO_STORE })
  return markShown(context, response, 'api-keys:read', apiKey)
}

export const removeApiKey: RestHandler = async (_request, context, { id = '' }) => {
  await revokeApiKey(context, apiKeyId(id))
  return empty(204)
}
