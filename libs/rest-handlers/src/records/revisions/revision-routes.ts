import { notFound } from '@content-service/domain'
import { parseRevisionId } from '@content-service/domain/internal/rules'
import { readRevision } from '@content-service/domain/internal/records'
import type { RunOperation } from '@content-service/domain/internal/operations'
import {
  getRevisionType,
  nameOne,
  nameRestoration,
  nameRevisionList,
  type AnyRecord,
} from '@content-service/domain/internal/model'
import { findOperation } from '@content-service/domain/internal/service'
import { okWithEtag, okPage, okWithContentLocation } from '../../endpoints/answers.ts'
import { answerRead, requireFresh } from '../../requests/conditional.ts'
import type { Endpoint } from '../../endpoints/endpoint.ts'
import { createContentTag } from '../../requests/etag.ts'
import { checkAcceptable, type RestHandler } from '../../protocol/http.ts'
import { NO_PARAMETERS, readParameters } from '../../requests/paging.ts'
import { declareEndpointIn, type Parts } from '../record-parts.ts'
import { showLinkIds } from '../../representations/link-lists.ts'
import { createAreaRoutes, type Endpoints, type Route } from '../../routing/route.ts'
import { nameTag } from '../../routing/tags.ts'
import { readTag } from '../../endpoints/run-operation.ts'
import { respond, type ResponseOptions } from '../../endpoints/run-response.ts'
import { idSchema } from '../../schemas/schema-terms.ts'
import { createEndpoint } from '../../endpoints/declare-endpoint.ts'
import { createShape } from '../../schemas/shape.ts'
import { createRevisionSchemas, type RevisionSchemas } from './revision-schemas.ts'

/** The words for one record of the type. */
const nameRecord = ({ type }: Parts): string => (type.isSingle ? `the ${type.word}` : nameOne(type.word))

const createReadHandler = ({ model, type }: Parts, { shown }: RevisionSchemas): RestHandler => {
  const shape = createShape(shown, showLinkIds(model, getRevisionType(type)))
  return async (request, context, { id = '', revision = '' }) => {
    readParameters(request.query, NO_PARAMETERS)
    const which = { of: type.parseId(id), id: parseRevisionId(revision) }
    const text = JSON.stringify(shape.present(await readRevision(context, type, which, shape.select)))
    return answerRead(request, text, { etag: createContentTag(text) })
  }
}

/** C4.4. The revision belongs to the record in the address, and has the tag of the record. */
const createRestorationHandler =
  ({ type }: Parts, operation: RunOperation<unknown, object>, options: ResponseOptions): RestHandler =>
  async (request, context, { id = '', revision = '' }) => {
    const record = type.parseId(id)
    const check = requireFresh(request, await readTag({ request, context, id }, options.as))
    const precondition = (current: object) => {
      if ((current as AnyRecord).id !== record) throw notFound('revision')
      checkAcceptable(request)
      check(current)
    }
    const restored = await operation.run(context, { id: revision, input: undefined, precondition })
    return respond(context, operation, restored, options)
  }

const ABOUT =
  'Sends the values that differ as an update would. The state and links that you do not see do not change.'

const createRestoration = (parts: Parts, description: string): Endpoint => {
  const { model, type, schemas, as } = parts
  const options = {
    summary: `Restore an earlier version of ${nameRecord(parts)}`,
    description,
    as,
    location: `/api/${type.names.path}`,
    answer: okWithContentLocation(schemas.shown, `The changed ${type.word}.`),
  }
  const name = nameRestoration(type)
  // The operation has no input, and its result is the record.
  const operation = findOperation(model, name) as RunOperation<unknown, object>
  return {
    ...createEndpoint(name, operation, options),
    handler: createRestorationHandler(parts, operation, options),
  }
}

const createEndpoints = (parts: Parts, description: string): Endpoints => {
  const { model, type } = parts
  const schemas = createRevisionSchemas(model, getRevisionType(type))
  const address = `/api/${type.names.path}${type.isSingle ? '' : '/:id'}/revisions` as const
  const list = nameRevisionList(type)
  const one = nameRecord(parts)
  return {
    [`GET ${address}`]: declareEndpointIn(model)(list, {
      summary: `List the earlier versions of ${one}`,
      answer: okPage(schemas.listed, 'A page of revisions, newest first.'),
    }),
    [`GET ${address}/:revision`]: {
      handler: createReadHandler(parts, schemas),
      operation: list,
      id: list.replace(/s$/, ''),
      summary: `Get an earlier version of ${one}`,
      access: type.permissions.write,
      answers: [okWithEtag(schemas.shown, 'The revision.')],
    },
    [`POST ${address}/:revision/restoration`]: createRestoration(parts, description),
  }
}

/** C17.3: the addresses of the revisions of a type; none for a type that keeps none. */
export const revisionRoutes = (parts: Parts, description = ABOUT): readonly Route[] => {
  const { type } = parts
  if (!type.keepsRevisions) return []
  return createAreaRoutes({
    tag: nameTag(type),
    variables: { id: idSchema(`the ${type.word}`), revision: idSchema('the revision') },
    endpoints: createEndpoints(parts, description),
  })
}
