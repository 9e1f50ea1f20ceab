import {
  OPERATIONS,
  readRow,
  type AnyOperation,
  type DeclaredOperation,
  type InputOf,
} from '@content-service/domain'
import type { BodyType } from './body.ts'
import type { Answer, Endpoint } from './endpoint.ts'
import type { RestHandler } from './http.ts'
import { pageParameters } from './paging.ts'
import { createListHandler } from './list-operation.ts'
import { createRepresentation, type Representation } from './representation.ts'
import { createRunHandler, type Served, type Told } from './run-operation.ts'
import { readHandler } from './shape-handlers.ts'

/** An operation that takes an input needs a body. */
type WithBody<Input> = unknown extends Input ? { readonly body?: never } : { readonly body: BodyType<Input> }

/** The schema of one record. */
const getSchema = ({ schema = {} }: Answer): object => ('items' in schema ? (schema.items as object) : schema)

const represent = (answer: Answer): Representation =>
  createRepresentation({ properties: {}, ...getSchema(answer) })

const createHandler = (operation: AnyOperation, served: Served): RestHandler => {
  const { as, answer } = served
  if (operation.kind === 'list') return createListHandler(operation, as, answer)
  if (operation.kind === 'run') return createRunHandler(operation, served)
  const read: Parameters<typeof readHandler>[2] = (context, id, select) =>
    readRow(context, operation, id, select)
  return readHandler(operation.word, as, read, as.tagOf)
}

const createEndpoint = (name: string, operation: AnyOperation, told: Told): Endpoint => {
  const { summary, description, id, body, answer, as = represent(answer) } = told
  const { access } = operation.kind === 'read' ? operation.list : operation
  const isRun = operation.kind === 'run'
  return {
    handler: createHandler(operation, { ...told, as }),
    operation: name,
    summary,
    access,
    answers: [answer],
    ...(id !== undefined && { id }),
    ...(description !== undefined && { description }),
    ...(body && { body }),
    ...(operation.kind === 'list' && { query: pageParameters }),
    ...(isRun && operation.shows && answer.schema && { shows: operation.shows.permission }),
    ...(isRun && operation.isConditional && { isConditional: true }),
  }
}

/** The endpoint of a declared operation. The compiler compares the body with the input of the operation. */
export const serve = <Name extends DeclaredOperation>(
  name: Name,
  told: Omit<Told, 'body'> & WithBody<InputOf<Name>>,
): Endpoint => createEndpoint(name, OPERATIONS[name], told)
