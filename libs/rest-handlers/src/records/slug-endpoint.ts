import { declareRecordRead, type RecordType } from '@content-service/domain'
import {
  findSlug,
  isSlugText,
  LONGEST_SLUG,
  nameOne,
  nameUniqueField,
  SLUG_PATTERN,
} from '@content-service/domain/internal/model'
import { readBySlug } from '@content-service/domain/internal/records'
import { recordNotFound } from '@content-service/domain/internal/rules'
import { moved, okWithEtag } from '../endpoints/answers.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { createReadHandler } from '../endpoints/read-operation.ts'
import {
  createEmptyResponse,
  type RestHandler,
  type RestRequest,
  type RestResponse,
} from '../protocol/http.ts'
import { createChoiceParameters, describeChosen } from '../representations/choice-parameters.ts'
import { createShapeChooser } from '../representations/chosen-shape.ts'
import type { Endpoints } from '../routing/route.ts'
import { textSchema } from '../schemas/schema-terms.ts'
import type { Parts } from './record-parts.ts'

/** The variable of the address. */
export const slugSchema = textSchema(LONGEST_SLUG, 'A slug that the record has, or had.', {
  minLength: 1,
  pattern: SLUG_PATTERN,
  examples: ['onion-soup'],
})

/** C17.7: caches ask again, because the slug can come to lead to another record. */
const redirect = (path: string, { query, sentQuery = query.toString() }: RestRequest): RestResponse =>
  createEmptyResponse(308, {
    location: sentQuery === '' ? path : `${path}?${sentQuery}`,
    'cache-control': 'no-cache',
  })

const createHandler = ({ model, type, schemas, as }: Parts): RestHandler => {
  const address = `/api/${type.names.path}/by-slug`
  const read = createReadHandler(declareRecordRead(type), as, {
    query: createChoiceParameters(model, type, schemas.shown),
    choose: createShapeChooser(model, type, schemas.shown),
  })
  return async (request, context, { slug = '' }) => {
    // No record has another text (C2.1).
    const found = isSlugText(slug) ? await readBySlug(context, type, slug) : null
    if (found === null) throw recordNotFound(type)
    return found.slug === slug
      ? read(request, context, { id: found.id })
      : redirect(`${address}/${String(found.slug)}`, request)
  }
}

const createEndpoint = (parts: Parts): Endpoint => {
  const { model, type, schemas } = parts
  return {
    handler: createHandler(parts),
    operation: nameUniqueField(type),
    id: `${nameUniqueField(type)}Slug`,
    summary: `Get ${nameOne(type.word)} by its slug`,
    description:
      'A slug that the record had before leads to its present one. The service does not count the read as a view.',
    access: 'anyone',
    query: createChoiceParameters(model, type, schemas.shown),
    answers: [
      okWithEtag(schemas.shown, describeChosen(`The ${type.word}.`)),
      moved(`The ${type.word} has another slug now. Ask at the address in \`Location\`.`),
    ],
  }
}

const hasSlug = (type: RecordType): boolean => findSlug(type) !== undefined

/** C17.7: the address of a record under its slug. */
export const slugEndpoints = (parts: Parts): Endpoints =>
  hasSlug(parts.type) ? { [`GET /api/${parts.type.names.path}/by-slug/:slug`]: createEndpoint(parts) } : {}
