import {
  declareRecordRead,
  type ContentModel,
  type ListOperation,
  type RecordType,
} from '@content-service/domain'
import { createActionList } from '../actions/action-list.ts'
import { createBulkEndpoint } from '../actions/bulk-endpoint.ts'
import { typeActionsEndpoint } from '../actions/type-actions.ts'
import { createChoiceParameters, describeChosen } from '../representations/choice-parameters.ts'
import { createShapeChooser } from '../representations/chosen-shape.ts'
import { createCountEndpoint } from '../endpoints/count-operation.ts'
import { findOperation } from '@content-service/domain/internal/service'
import { describeOrder, hidesTrash, leadsToUser, nameOne } from '@content-service/domain/internal/model'
import { RECORD_SORT_FIELDS } from '@content-service/domain/internal/records'
import { created, noContent, okWithEtag, okPage, okWithContentLocation } from '../endpoints/answers.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import type { QueryParameters } from '../requests/query-parameter.ts'
import type { ListOptions } from '../endpoints/list-operation.ts'
import { nameTag } from '../routing/tags.ts'
import { pageParameters } from '../requests/paging.ts'
import { createOrderedParameters, createSortParameters, parseSorting } from '../requests/sorting.ts'
import { createAreaRoutes, type Endpoints, type Route } from '../routing/route.ts'
import { createShape } from '../schemas/shape.ts'
import { idSchema, userIdText } from '../schemas/schema-terms.ts'
import { draftRoutes } from './drafts/draft-routes.ts'
import { revisionRoutes } from './revisions/revision-routes.ts'
import { createRecordRepresentation } from './record-representation.ts'
import { counterEndpoints } from './counter-endpoints.ts'
import { scheduleEndpoints } from './schedule-endpoints.ts'
import { declareEndpointIn, type Parts } from './record-parts.ts'
import { slugEndpoints, slugSchema } from './slug-endpoint.ts'
import { createUpsertEndpoint, refSchema } from './upsert-endpoint.ts'
import { operationBody, recordSchemas } from '../representations/record-schemas.ts'

const linkParameters = ({ names, links }: RecordType): QueryParameters =>
  Object.fromEntries(
    links.map(({ attribute, field }) => {
      const { word } = field.to
      const id = leadsToUser(field) ? userIdText : idSchema(nameOne(word))
      const schema = { ...id, description: `Only ${names.plural} of this ${word}.` }
      return [field.parameter ?? attribute, { schema }]
    }),
  )

const sortParameters = ({ defaultOrder }: RecordType): QueryParameters =>
  defaultOrder === null
    ? createSortParameters(RECORD_SORT_FIELDS)
    : createOrderedParameters(RECORD_SORT_FIELDS, defaultOrder.map((field) => `\`${field}\``).join(', '))

/** A list that takes the ids of linked records. */
const listByLinks = (type: RecordType): ListOptions => ({
  query: { ...pageParameters, ...linkParameters(type), ...sortParameters(type) },
  parseFilters: (given) => ({
    ...Object.fromEntries(
      type.links.map(({ attribute, field }) => [attribute, given[field.parameter ?? attribute]]),
    ),
    ...parseSorting(RECORD_SORT_FIELDS, given),
  }),
})

/** The address that counts the records of a type, if it has fields to count by. */
export const countEndpoint = ({ model, type, list }: Pick<Parts, 'model' | 'type' | 'list'>): Endpoints => {
  const operation = findOperation(model, type.names.list) as ListOperation<never>
  const endpoint = createCountEndpoint({
    ...list,
    filtered: { model, type },
    list: operation,
    name: type.names.list,
  })
  return endpoint ? { [`GET /api/${type.names.path}/counts`]: endpoint } : {}
}

/** The address of all records of a type. */
export const collectionEndpoints = ({
  model,
  type,
  schemas,
  as,
  list = listByLinks(type),
}: Parts): Endpoints => {
  const declareEndpoint = declareEndpointIn(model)
  const { word } = type
  const { plural, list: listName, path } = type.names
  return {
    ...countEndpoint({ model, type, list }),
    ...typeActionsEndpoint(model, type),
    [`GET /api/${path}`]: declareEndpoint(listName, {
      summary: `List ${plural}`,
      ...list,
      query: { ...list.query, ...createChoiceParameters(model, type, schemas.listed) },
      choose: createShapeChooser(model, type, schemas.listed),
      filtered: { model, type },
      as: { ...as, ...createShape(schemas.listed) },
      answer: okPage(
        schemas.listed,
        describeChosen(`A page of ${plural}, ${describeOrder(type)} by default.`),
      ),
    }),
    [`POST /api/${path}`]: declareEndpoint(`create${type.name}`, {
      summary: `Create ${nameOne(word)}`,
      body: schemas.newBody,
      as,
      location: `/api/${path}`,
      answer: created(schemas.shown, `The new ${word}.`),
    }),
  }
}

/** C17.4. */
const trashEndpoints = ({ model, type, schemas, as }: Parts): Endpoints => {
  const declareEndpoint = declareEndpointIn(model)
  const { name, word } = type
  const { path } = type.names
  return {
    [`POST /api/${path}/:id/restore`]: declareEndpoint(`restore${name}`, {
      summary: `Take ${nameOne(word)} out of the trash`,
      as,
      location: `/api/${path}`,
      answer: okWithContentLocation(schemas.shown, `The restored ${word}.`),
    }),
    [`DELETE /api/${path}/:id/trash`]: declareEndpoint(`purge${name}`, {
      summary: `Erase ${nameOne(word)} of the trash`,
      answer: noContent(`The ${word} is gone.`),
    }),
  }
}

const changeEndpoints = ({ model, type, schemas, as }: Parts): Endpoints => {
  const declareEndpoint = declareEndpointIn(model)
  const { name, word } = type
  const { path } = type.names
  return {
    [`PATCH /api/${path}/:id`]: declareEndpoint(`update${name}`, {
      summary: `Change parts of ${nameOne(word)}`,
      body: schemas.patchBody,
      as,
      answer: okWithEtag(schemas.shown, `The changed ${word}.`),
    }),
    [`DELETE /api/${path}/:id`]: declareEndpoint(`delete${name}`, {
      summary: `Delete ${nameOne(word)}`,
      as,
      answer: noContent(`The ${word} is ${hidesTrash(type) ? 'in the trash' : 'deleted'}.`),
    }),
    ...(hidesTrash(type) && trashEndpoints({ model, type, schemas, as })),
    [`POST /api/${path}/actions`]: createBulkEndpoint(type),
  }
}

const createReadEndpoint = ({ model, type, schemas, as }: Parts, summary: string): Endpoint =>
  declareEndpointIn(model)(type.word, {
    summary,
    as,
    query: createChoiceParameters(model, type, schemas.shown),
    choose: createShapeChooser(model, type, schemas.shown),
    answer: okWithEtag(schemas.shown, describeChosen(`The ${type.word}.`)),
  })

/** The address of one record. */
export const recordEndpoints = (parts: Parts): Endpoints => {
  const { type } = parts
  return {
    ...slugEndpoints(parts),
    [`GET /api/${type.names.path}/:id`]: createReadEndpoint(parts, `Get ${nameOne(type.word)}`),
    [`GET /api/${type.names.path}/:id/actions`]: createActionList({
      type,
      read: declareRecordRead(type),
      access: 'anyone',
    }),
    ...(type.isFixed ? {} : changeEndpoints(parts)),
  }
}

const upsertEndpoints = (parts: Parts): Endpoints =>
  parts.type.isFixed ? {} : { [`PUT /api/${parts.type.names.path}/by-ref/:ref`]: createUpsertEndpoint(parts) }

/** C14.4: the one address of a single type. */
const singleEndpoints = (parts: Parts): Endpoints => {
  const { model, type, schemas, as } = parts
  const address = `/api/${type.names.path}`
  return {
    [`GET ${address}`]: createReadEndpoint(parts, `Get the ${type.word}`),
    [`PATCH ${address}`]: declareEndpointIn(model)(`update${type.name}`, {
      summary: `Change parts of the ${type.word}`,
      body: schemas.patchBody,
      as,
      answer: okWithEtag(schemas.shown, `The changed ${type.word}.`),
    }),
  }
}

const operationEndpoints = ({ model, type, schemas, as }: Parts): Endpoints =>
  Object.fromEntries(
    Object.entries(type.operations).map(([verb, operation]) => [
      `POST /api/${type.names.path}/:id/${verb}`,
      declareEndpointIn(model)(`${verb}${type.name}`, {
        summary: operation.about.replace(/\.$/, ''),
        ...(Object.keys(operation.input).length > 0 && { body: operationBody(type, verb, operation) }),
        as,
        location: `/api/${type.names.path}`,
        answer: okWithContentLocation(schemas.shown, `The changed ${type.word}.`),
      }),
    ]),
  )

/** The routes of a type. */
export const createTypeRoutes = (type: RecordType, endpoints: Endpoints): readonly Route[] =>
  createAreaRoutes({
    tag: nameTag(type),
    variables: { id: idSchema(`the ${type.word}`), ref: refSchema, slug: slugSchema },
    endpoints,
  })

/** The addresses of each declared type. */
export const recordRoutes = (model: ContentModel): readonly Route[] =>
  model.derivedTypes.flatMap((type) => {
    const schemas = recordSchemas(model, type)
    const parts = { model, type, schemas, as: createRecordRepresentation(model, type, schemas) }
    const endpoints = type.isSingle
      ? singleEndpoints(parts)
      : {
          ...collectionEndpoints(parts),
          ...recordEndpoints(parts),
          ...upsertEndpoints(parts),
          ...scheduleEndpoints(parts),
          ...counterEndpoints(parts),
          ...operationEndpoints(parts),
        }
    return [...createTypeRoutes(type, endpoints), ...revisionRoutes(parts), ...draftRoutes(parts)]
  })
