import { OPERATIONS } from '@content-service/domain'
import type { AnyOperation } from '@content-service/domain/internal/operations'
import type { DeclaredOperation, InputOf } from '@content-service/domain/internal/service'
import type { BodyType } from '../requests/body.ts'
import type { RestHandler } from '../protocol/http.ts'
import { pageParameters } from '../requests/paging.ts'
import { createRepresentation, type Representation } from '../representations/representation.ts'
import type { Answer, Endpoint } from './endpoint.ts'
import { createListHandler, listKnownParameters, type ListOptions } from './list-operation.ts'
import { createRunHandler } from './run-operation.ts'
import type { ResponseOptions, EndpointOptions } from './run-response.ts'
import { createReadHandler } from './read-operation.ts'

/** An operation that takes an input needs a body. */
type WithBody<Input> = unknown extends Input ? { readonly body?: never } : { readonly body: BodyType<Input> }

/** The schema of one record. */
const getSchema = ({ schema = {} }: Answer): object => ('items' in schema ? (schema.items as object) : schema)

const represent = (answer: Answer): Representation =>
  createRepresentation({ properties: {}, ...getSchema(answer) })

const createHandler = (operation: AnyOperation, options: ResponseOptions & ListOptions): RestHandler => {
  if (operation.kind === 'list') return createListHandler(operation, options)
  if (operation.kind === 'run') return createRunHandler(operation, options)
  return createReadHandler(operation, options.as, {
    ...(options.query && { query: options.query }),
    ...(options.choose && { choose: options.choose }),
  })
}

/** The endpoint of an operation. */
export const createEndpoint = (
  name: string,
  operation: AnyOperation,
  options: EndpointOptions & ListOptions,
): Endpoint => {
  const { summary, description, id, body, answer, as = represent(answer), query = pageParameters } = options
  const isRun = operation.kind === 'run'
  return {
    handler: createHandler(operation, { ...options, as }),
    operation: name,
    summary,
    access: operation.access,
    answers: [answer],
    ...(id !== undefined && { id }),
    ...(description !== undefined && { description }),
    ...(body && { body }),
    ...(operation.kind === 'list' && { query: listKnownParameters(query, options.filtered) }),
    ...(operation.kind === 'read' && options.query && { query: options.query }),
    ...(isRun && operation.shows && answer.schema && { shows: operation.shows.permission }),
    ...(isRun && operation.isForGuests && { isForGuests: true }),
    ...(isRun && operation.isConditional && { isConditional: true }),
  }
}

/** The endpoint of a declared operation. The compiler compares the body with the input of the operation. */
export const declareEndpoint = <Name extends DeclaredOperation>(
  name: Name,
  options: Omit<EndpointOptions, 'body'> & ListOptions & WithBody<InputOf<Name>>,
): Endpoint => createEndpoint(name, OPERATIONS[name], options)
