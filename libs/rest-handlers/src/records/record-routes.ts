import { nameOne, type ContentModel, type RecordType } from '@content-service/domain'
import { created, noContent, okWithEtag, okPage, okWithContentLocation } from '../answers.ts'
import { nameTag } from '../openapi/tags.ts'
import type { Route } from '../route.ts'
import { idSchema } from '../schema-terms.ts'
import { RecordHandlers } from './record-handlers.ts'
import { operationBody, recordSchemas, type RecordSchemas } from './record-schemas.ts'

/** A type with its schemas and handlers. */
export interface Parts {
  readonly type: RecordType
  readonly schemas: RecordSchemas
  readonly handlers: RecordHandlers
}

export const collectionRoute = ({ type, schemas, handlers }: Parts): Route => ({
  path: `/api/${type.plural}`,
  tag: nameTag(type),
  methods: {
    GET: {
      handler: handlers.list,
      operation: type.plural,
      summary: `List ${type.plural}`,
      access: 'anyone',
      query: schemas.listParameters,
      answers: [okPage(schemas.listed, `A page of ${type.plural}, newest first.`)],
    },
    POST: {
      handler: handlers.post,
      operation: `create${type.name}`,
      summary: `Create ${nameOne(type.word)}`,
      access: type.permissions.write,
      body: schemas.newBody,
      shows: type.permissions.read,
      answers: [created(schemas.shown, `The new ${type.word}.`)],
    },
  },
})

const changes = ({ type, schemas, handlers }: Parts): Route['methods'] => ({
  PATCH: {
    handler: handlers.patch,
    operation: `update${type.name}`,
    summary: `Change parts of ${nameOne(type.word)}`,
    access: type.permissions.write,
    body: schemas.patchBody,
    shows: type.permissions.read,
    answers: [okWithEtag(schemas.shown, `The changed ${type.word}.`)],
    isConditional: true,
  },
  DELETE: {
    handler: handlers.remove,
    operation: `delete${type.name}`,
    summary: `Delete ${nameOne(type.word)}`,
    access: type.permissions.delete,
    answers: [noContent(`The ${type.word} is deleted.`)],
    isConditional: true,
  },
})

export const recordRoute = (parts: Parts): Route => {
  const { type, schemas, handlers } = parts
  return {
    path: `/api/${type.plural}/:id`,
    variables: { id: idSchema(`the ${type.word}`) },
    tag: nameTag(type),
    methods: {
      GET: {
        handler: handlers.get,
        operation: type.word,
        summary: `Get ${nameOne(type.word)}`,
        access: 'anyone',
        answers: [okWithEtag(schemas.shown, `The ${type.word}.`)],
      },
      ...(type.isFixed ? {} : changes(parts)),
    },
  }
}

const operationRoutes = ({ type, schemas, handlers }: Parts): readonly Route[] =>
  Object.entries(type.operations).map(([verb, operation]) => {
    const hasInput = Object.keys(operation.input).length > 0
    const body = hasInput ? operationBody(type, verb, operation) : null
    return {
      path: `/api/${type.plural}/:id/${verb}`,
      variables: { id: idSchema(`the ${type.word}`) },
      tag: nameTag(type),
      methods: {
        POST: {
          handler: handlers.run(operation, body),
          operation: `${verb}${type.name}`,
          summary: operation.about.replace(/\.$/, ''),
          access: operation.permission,
          ...(body && { body }),
          shows: type.permissions.read,
          answers: [okWithContentLocation(schemas.shown, `The changed ${type.word}.`)],
          isConditional: true,
        },
      },
    }
  })

/** The two addresses of each declared type, and the addresses of its operations. */
export const recordRoutes = (model: ContentModel): readonly Route[] =>
  model.derivedTypes.flatMap((type) => {
    const schemas = recordSchemas(model, type)
    const parts = { type, schemas, handlers: new RecordHandlers(type, schemas) }
    return [collectionRoute(parts), recordRoute(parts), ...operationRoutes(parts)]
  })
