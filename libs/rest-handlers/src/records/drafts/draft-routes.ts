import type { RecordType } from '@content-service/domain'
import { readDraft } from '@content-service/domain/internal/records'
import {
  getDraftType,
  nameDraftOperation,
  nameDraftRead,
  nameOne,
  type AnyRecord,
} from '@content-service/domain/internal/model'
import { noContent, ok, okWithContentLocation, okWithEtag } from '../../endpoints/answers.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'
import type { RestHandler } from '../../protocol/http.ts'
import { showLinkIds } from '../../representations/link-lists.ts'
import { createRepresentation, type Representation } from '../../representations/representation.ts'
import { answerRead } from '../../requests/conditional.ts'
import { createContentTag } from '../../requests/etag.ts'
import { NO_PARAMETERS, readParameters } from '../../requests/paging.ts'
import { createAreaRoutes, type Endpoints, type Route } from '../../routing/route.ts'
import { nameTag } from '../../routing/tags.ts'
import { idSchema } from '../../schemas/schema-terms.ts'
import { declareEndpointIn, type Parts } from '../record-parts.ts'
import { createDraftSchemas, type DraftSchemas } from './draft-schemas.ts'

/** The words for one record of the type. */
const nameRecord = ({ isSingle, word }: RecordType): string => (isSingle ? `the ${word}` : nameOne(word))

/** How a draft is read and shown. A save responds with the draft. */
const createDraftRepresentation = ({ model, type }: Parts, { shown }: DraftSchemas): Representation => {
  const made = createRepresentation(shown, showLinkIds(model, getDraftType(type)))
  return {
    ...made,
    readWritten: (context, record) => readDraft(context, type, (record as AnyRecord).id, made.select),
  }
}

const createReadHandler = (type: RecordType, { select, present }: Representation): RestHandler => {
  return async (request, context, { id = '' }) => {
    readParameters(request.query, NO_PARAMETERS)
    const text = JSON.stringify(present(await readDraft(context, type, type.parseId(id), select)))
    return answerRead(request, text, { etag: createContentTag(text) })
  }
}

/** Reads on the database that has the writes, as an operation that writes. */
const createRead = ({ type }: Parts, { shown }: DraftSchemas, as: Representation): Endpoint => ({
  handler: createReadHandler(type, as),
  operation: nameDraftOperation('save', type),
  id: nameDraftRead(type),
  summary: `Get your draft of ${nameRecord(type)}`,
  access: 'signed in',
  answers: [okWithEtag(shown, 'Your draft.')],
})

const createEndpoints = (parts: Parts): Endpoints => {
  const { model, type, schemas: record } = parts
  const schemas = createDraftSchemas(model, type)
  const as = createDraftRepresentation(parts, schemas)
  const declareEndpoint = declareEndpointIn(model)
  const location = `/api/${type.names.path}`
  const address = `${location}${type.isSingle ? '' : '/:id'}/draft` as const
  const one = nameRecord(type)
  const answer = ok(schemas.shown, 'Your draft.')
  return {
    [`GET ${address}`]: createRead(parts, schemas, as),
    [`PATCH ${address}`]: declareEndpoint(nameDraftOperation('save', type), {
      summary: `Save parts of your draft of ${one}`,
      description: `Properties that you leave out stay as they are in the draft. The ${type.word} does not change.`,
      body: schemas.patchBody,
      as,
      answer,
    }),
    [`PUT ${address}`]: declareEndpoint(nameDraftOperation('replace', type), {
      summary: `Replace your draft of ${one}`,
      body: schemas.putBody,
      as,
      answer,
    }),
    [`DELETE ${address}`]: declareEndpoint(nameDraftOperation('discard', type), {
      summary: `Discard your draft of ${one}`,
      answer: noContent('You have no draft.'),
    }),
    [`POST ${address}/application`]: declareEndpoint(nameDraftOperation('apply', type), {
      summary: `Apply your draft to ${one}`,
      description:
        'Changes the record as an update with the content of the draft would, and removes the draft.',
      as: parts.as,
      location,
      answer: okWithContentLocation(record.shown, `The changed ${type.word}.`),
    }),
  }
}

/** C17.6: the addresses of the drafts of a type; none for a type without drafts. */
export const draftRoutes = (parts: Parts): readonly Route[] => {
  const { type } = parts
  if (!type.takesDrafts) return []
  return createAreaRoutes({
    tag: nameTag(type),
    variables: { id: idSchema(`the ${type.word}`) },
    endpoints: createEndpoints(parts),
  })
}
