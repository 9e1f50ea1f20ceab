import { unconditional, type ContentModel, type ServiceOperation } from '@content-service/domain'
import {
  nameOperationInputBody,
  nameOperationPath,
  nameOperationResult,
} from '@content-service/domain/internal/model'
import type { RunOperation } from '@content-service/domain/internal/operations'
import { findOperation } from '@content-service/domain/internal/service'
import { Type, type TObject } from 'typebox'
import { ok } from '../endpoints/answers.ts'
import { createEndpoint } from '../endpoints/declare-endpoint.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { createJsonResponse, NO_STORE, type RestHandler } from '../protocol/http.ts'
import { checkValues, createBodyType } from '../requests/body.ts'
import { readParameters } from '../requests/paging.ts'
import { createAreaRoutes, type Endpoints, type Route } from '../routing/route.ts'
import { OPERATIONS_TAG } from '../routing/tags.ts'
import { fieldSchemas, sendInput } from '../schemas/field-schemas.ts'
import { closed } from '../schemas/schema-terms.ts'
import { createOperationParameters, readOperationInput } from './operation-parameters.ts'

type Values = Readonly<Record<string, unknown>>
type Runnable = RunOperation<Values, object>

const resultSchema = (operation: ServiceOperation): TObject =>
  Type.Object(fieldSchemas(operation.returns), {
    ...closed,
    title: nameOperationResult(operation).name,
    description: `What ${operation.name} returns.`,
  })

const inputBody = (operation: ServiceOperation) =>
  createBodyType(
    Type.Object(sendInput(operation.input), {
      ...closed,
      title: nameOperationInputBody(operation),
      description: operation.about,
    }),
  )

const summarize = ({ about }: ServiceOperation): string => about.replace(/\.$/, '')

/** A read takes its input from the URL. */
const createReadHandler = (operation: ServiceOperation, run: Runnable): RestHandler => {
  const [parameters, body] = [createOperationParameters(operation), inputBody(operation)]
  return async (request, context) => {
    run.authorize(context, {})
    const given = readOperationInput(operation, readParameters(request.query, parameters))
    const input = checkValues(given, body, operation.rules) as Values
    const result = await run.run(context, { id: '', input, precondition: unconditional })
    return createJsonResponse(200, result, NO_STORE)
  }
}

const createRead = (operation: ServiceOperation, run: Runnable): Endpoint => ({
  operation: operation.name,
  summary: summarize(operation),
  access: run.access,
  ...(run.isForGuests && { isForGuests: true }),
  query: createOperationParameters(operation),
  answers: [ok(resultSchema(operation), 'The result.')],
  handler: createReadHandler(operation, run),
})

/** C12.16: a replay of the response needs the permission again. */
const markPermission =
  (handler: RestHandler, { permission }: ServiceOperation): RestHandler =>
  async (...request) => ({
    ...(await handler(...request)),
    shown: { permission, id: null, facts: {} },
  })

const createWrite = (operation: ServiceOperation, run: Runnable): Endpoint => {
  const endpoint = createEndpoint(operation.name, run as RunOperation<never, unknown>, {
    summary: summarize(operation),
    ...(Object.keys(operation.input).length > 0 && { body: inputBody(operation) }),
    answer: ok(resultSchema(operation), 'The result.'),
    isSecret: true,
  })
  return { ...endpoint, handler: markPermission(endpoint.handler, operation) }
}

/** `GET /api/operations/seat-report`, `POST /api/operations/book-seat` */
const createEndpoints = (model: ContentModel, operation: ServiceOperation): Endpoints => {
  // The name is that of an operation that runs a function.
  const run = findOperation(model, operation.name) as Runnable
  const path = `/api/operations/${nameOperationPath(operation)}` as const
  return operation.kind === 'read'
    ? { [`GET ${path}`]: createRead(operation, run) }
    : { [`POST ${path}`]: createWrite(operation, run) }
}

/** C16.5: the addresses of the operations of no record. */
export const serviceOperationRoutes = (model: ContentModel): readonly Route[] =>
  createAreaRoutes({
    tag: OPERATIONS_TAG,
    endpoints: Object.assign({}, ...model.serviceOperations.map((each) => createEndpoints(model, each))),
  })
