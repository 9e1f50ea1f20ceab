import {
  ContentError,
  createShownRecord,
  isObject,
  unconditional,
  type Call,
  type Context,
  type RunOperation,
  type Showing,
} from '@content-service/domain'
import { receive, type BodyType, type ReceivedBody } from './body.ts'
import { createPrecondition, requireFresh, getValueOr } from './conditional.ts'
import type { Answer, Endpoint } from './endpoint.ts'
import {
  createEmptyResponse,
  createJsonResponse,
  NO_STORE,
  type RestHandler,
  type RestRequest,
  type RestResponse,
} from './http.ts'
import { NO_PARAMETERS, readParameters } from './paging.ts'
import type { Representation } from './representation.ts'

/** The part of an operation that this interface declares; the rest follows from the declaration of the operation. */
export interface Told extends Pick<Endpoint, 'id' | 'summary' | 'description'> {
  readonly answer: Answer
  /** How records are shown; as the schema of the answer says, without it. */
  readonly as?: Representation
  readonly body?: BodyType<unknown>
  /** The beginning of the address of a new record. */
  readonly location?: string
  /** The message of NOT_FOUND where there is no result. */
  readonly absent?: string
  /** No cache keeps the response. */
  readonly isSecret?: true
}

export interface Served extends Told {
  readonly as: Representation
}

/** `serve` checks that the body has the type of the input. */
type Operation = RunOperation<never, unknown>
type Given = Omit<Call<never>, 'id'>

/** C6.6: a change decides who may make it on the locked row; the precondition then checks the body. */
const readChange = (
  request: RestRequest,
  body: ReceivedBody<unknown>,
  tagOf: Representation['tagOf'] | null,
): Given => ({
  input: getValueOr<unknown>(body, {}) as never,
  precondition: tagOf ? createPrecondition(request, body, tagOf) : () => void body.value(),
})

const readCall = (
  request: RestRequest,
  context: Context,
  operation: Operation,
  { as, body }: Served,
): Given => {
  const received = body && receive(request, body, operation.rules(context))
  const tagOf = operation.isConditional ? as.tagOf : null
  if (received && operation.isChange) return readChange(request, received, tagOf)
  operation.authorize(context, (received?.asked() ?? {}) as never)
  const precondition = tagOf ? requireFresh(request, tagOf) : unconditional
  return { input: received?.value() as never, precondition }
}

/** The written record, and the members of the result beside it, such as a secret. */
const splitResult = (result: object, shows: Showing | null): readonly [object, object] => {
  if (shows?.member === undefined || !isObject(result)) return [result, {}]
  const { [shows.member]: record, ...others } = result
  return [record as object, others]
}

const present = (result: object, shows: Showing | null, { as, answer: { schema = {} } }: Served): object => {
  if (Array.isArray(result) && 'items' in schema) return result.map(as.present)
  const [record, others] = splitResult(result, shows)
  return { ...as.present(record), ...others }
}

const respond = async (
  context: Context,
  { hasSecret, shows }: Operation,
  result: object,
  served: Served,
): Promise<RestResponse> => {
  const { answer, as, location, isSecret = hasSecret } = served
  const cache = isSecret ? NO_STORE : {}
  if (answer.schema === undefined) return createEmptyResponse(answer.status, cache)
  const [record] = splitResult(result, shows)
  const response = createJsonResponse(answer.status, present(result, shows, served), {
    ...(answer.headers.includes('ETag') && { etag: as.tagOf(record) }),
    ...(location !== undefined && { location: `${location}/${(record as { readonly id: string }).id}` }),
    ...cache,
  })
  if (shows === null) return response
  const { permission, createShown } = shows
  const shown = createShown
    ? createShown(context, record as never)
    : createShownRecord(context, permission, record)
  return { ...response, shown: await shown }
}

/** The handler of an operation that runs a function. */
export const createRunHandler =
  (operation: Operation, served: Served): RestHandler =>
  async (request, context, { id = '' }) => {
    if (request.method === 'GET' || request.method === 'HEAD') readParameters(request.query, NO_PARAMETERS)
    const call = readCall(request, context, operation, served)
    const result = await operation.run(context, { id, ...call })
    if (result === null && served.absent) throw new ContentError('NOT_FOUND', served.absent)
    return respond(context, operation, result as object, served)
  }
