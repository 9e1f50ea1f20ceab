import {
  apiKeyId,
  authorizeApiKeys,
  builtInModel,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  newApiKeyRules,
  readApiKey,
} from '@content-service/domain'
import { receive } from '../body.ts'
import { empty, json, NO_STORE, type RestHandler } from '../http.ts'
import { pageFrom, pageParameters, parametersOf } from '../paging.ts'
import { createShape } from '../shape.ts'
import { readHandler } from '../shape-handlers.ts'
import { markShown } from '../written.ts'
import { apiKeySchemas } from './api-key-schemas.ts'

/** C7.3: without the key itself, which is in the response to POST alone. */
const API_KEY = createShape(apiKeySchemas(builtInModel).apiKey)

export const getApiKeys: RestHandler = async (request, context) => {
  const { window } = pageFrom(parametersOf(request.query, pageParameters))
  return json(200, (await listApiKeys(context, window, API_KEY.select)).map(API_KEY.present))
}

/** C6.4, C7.3: the address of a new key. */
export const getApiKey = readHandler('API key', API_KEY, (context, id, select) =>
  readApiKey(context, apiKeyId(id), select),
)

export const postApiKey: RestHandler = async (request, context) => {
  authorizeApiKeys(context)
  const { apiKey, key } = await createApiKey(
    context,
    receive(request, apiKeySchemas(context.model).newBody, newApiKeyRules(context)).value(),
  )
  const location = `/api/api-keys/${apiKey.id}`
  const response = json(201, { ...API_KEY.present(apiKey), key }, { location, ...NO_STORE })
  return markShown(context, response, 'api-keys:read', apiKey)
}

export const removeApiKey: RestHandler = async (_request, context, { id = '' }) => {
  await revokeApiKey(context, apiKeyId(id))
  return empty(204)
}
