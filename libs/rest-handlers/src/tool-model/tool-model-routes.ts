import type { Context } from '@content-service/domain'
import { createToolModel, presentService } from '@content-service/domain/internal/tool-model'
import { perModel } from '@content-service/domain/internal/model'
import { Type } from 'typebox'
import { okWithEtag } from '../endpoints/answers.ts'
import type { RestHandler, RestRequest, RestResponse } from '../protocol/http.ts'
import { answerRead } from '../requests/conditional.ts'
import { NO_PARAMETERS, readParameters } from '../requests/paging.ts'
import { createContentTag } from '../requests/etag.ts'
import { createAreaRoutes } from '../routing/route.ts'
import { toolFieldSchema, toolModelSchema } from './tool-model-schemas.ts'

/** The model is the same for all callers, and changes only with a new release of the service. */
const CACHE = { 'cache-control': 'public, no-cache' }

/** A text that many requests get, with its tag. */
interface Written {
  readonly text: string
  readonly tag: string
}

const write = (value: object): Written => {
  const text = JSON.stringify(value)
  return { text, tag: createContentTag(text) }
}

const answer = (request: RestRequest, { text, tag }: Written): RestResponse => {
  readParameters(request.query, NO_PARAMETERS)
  return answerRead(request, text, { ...CACHE, etag: tag })
}

/** A service has one name for its model, so that each list has one entry. */
const getKnown = perModel(() => new Map<string, Written>())

const writeModel = ({ model, settings: { presentation } }: Context): Written => {
  const presented = presentService(model, presentation)
  const [known, key] = [getKnown(model), JSON.stringify(presented)]
  const written = known.get(key) ?? write(createToolModel(model, presented))
  known.set(key, written)
  return written
}

const getModel: RestHandler = async (request, context) => answer(request, writeModel(context))

/** The references of a field to the fields of its parts are those of the OpenAPI document. */
const SCHEMA = write({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...toolModelSchema,
  components: { schemas: { ModelField: toolFieldSchema } },
})

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
