import type { ContentModel, RecordType } from '@content-service/domain'
import { nameOne, nameTypeActions } from '@content-service/domain/internal/model'
import type { TypeActions } from '@content-service/domain/internal/operations'
import { findOperation } from '@content-service/domain/internal/service'
import { okWithEtag } from '../endpoints/answers.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import type { Endpoints } from '../routing/route.ts'
import { actionsSchema } from '../schemas/actions-schema.ts'
import { createWordsHandler } from './words-handler.ts'

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
    handler: createWordsHandler(operation),
  }
}

/** C17.9: `GET /api/recipes/actions`, what the caller may do without a record. */
export const typeActionsEndpoint = (model: ContentModel, type: RecordType): Endpoints => ({
  [`GET /api/${type.names.path}/actions`]: createEndpoint(model, type),
})
