import { unconditional, type ContentModel, type RecordType } from '@content-service/domain'
import { nameOne, nameTypeActions } from '@content-service/domain/internal/model'
import type { TypeActions } from '@content-service/domain/internal/operations'
import { findOperation } from '@content-service/domain/internal/service'
import { okWithEtag } from '../endpoints/answers.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { answerRead } from '../requests/conditional.ts'
import { createContentTag } from '../requests/etag.ts'
import { NO_PARAMETERS, readParameters } from '../requests/paging.ts'
import type { Endpoints } from '../routing/route.ts'
import { actionsSchema } from '../schemas/actions-schema.ts'

const createEndpoint = (model: ContentModel, type: RecordType): Endpoint => {
  const name = nameTypeActions(type)
  // The name is that of an operation of this kind.
  const operation = findOperation(model, name) as TypeActions
  return {
    operation: name,
    id: `${type.names.list}Actions`,
    summary: `List what you may do without ${nameOne(type.word)}`,
    description: `\`create\` if you may create ${nameOne(type.word)} with some values.`,
    access: operation.access,
    answers: [okWithEtag(actionsSchema, 'The actions in alphabetical order.')],
    handler: async (request, context) => {
      readParameters(request.query, NO_PARAMETERS)
      const words = await operation.run(context, { id: '', input: {}, precondition: unconditional })
      const text = JSON.stringify(words)
      return answerRead(request, text, { etag: createContentTag(text) })
    },
  }
}

/** C17.9: `GET /api/recipes/actions`, what the caller may do without a record. */
export const typeActionsEndpoint = (model: ContentModel, type: RecordType): Endpoints => ({
  [`GET /api/${type.names.path}/actions`]: createEndpoint(model, type),
})
