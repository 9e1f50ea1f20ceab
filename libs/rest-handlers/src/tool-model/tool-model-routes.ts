import type { Context } from '@content-service/domain'
import { createToolModel, presentService } from '@content-service/domain/internal/tool-model'
import { Type } from 'typebox'
import { okWithEtag } from '../endpoints/answers.ts'
import {
  createEmptyResponse,
  createTextResponse,
  type RestHandler,
  type RestRequest,
  type RestResponse,
} from '../protocol/http.ts'
import { createContentTag, findValidTag } from '../requests/etag.ts'
import { createAreaRoutes } from '../routing/route.ts'
import { toolModelSchema } from './tool-model-schemas.ts'

/** The model is the same for all callers, and changes only with a new release of the service. */
const CACHE = { 'cache-control': 'public, no-cache' }

const answer = (request: RestRequest, text: string): RestResponse => {
  const tag = createContentTag(text)
  const valid = findValidTag(request, tag)
  return valid === undefined
    ? createTextResponse(200, text, { ...CACHE, etag: tag })
    : createEmptyResponse(304, { ...CACHE, etag: valid })
}

const writeModel = ({ model, settings: { presentation } }: Context): string =>
  JSON.stringify(createToolModel(model, presentService(model, presentation)))

const getModel: RestHandler = async (request, context) => answer(request, writeModel(context))

const SCHEMA = JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...toolModelSchema })

const getModelSchema: RestHandler = async (request) => answer(request, SCHEMA)

const anyObject = Type.Object({}, { additionalProperties: true, description: 'A JSON Schema (2020-12).' })

/** C17.9. */
export const toolModelRoutes = createAreaRoutes({
  tag: 'Content model',
  endpoints: {
    'GET /api/model': {
      handler: getModel,
      operation: 'contentModel',
      summary: 'Read the content model for tools',
      description:
        'All that a form, a list and a filter need to know of each type. It is the same for all callers.',
      access: 'anyone',
      answers: [okWithEtag(toolModelSchema, 'The model.')],
    },
    'GET /api/model/schema.json': {
      handler: getModelSchema,
      operation: 'contentModel',
      id: 'contentModelSchema',
      summary: 'Read the JSON Schema of the content model',
      access: 'anyone',
      answers: [okWithEtag(anyObject, 'The schema of `/api/model`.')],
    },
  },
})
