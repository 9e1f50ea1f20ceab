import { ContentError, unconditional, type Context } from '@content-service/domain'
import type { Call, RunOperation } from '@content-service/domain/internal/operations'
import { receive, type ReceivedBody } from '../requests/body.ts'
import { createPrecondition, requireFresh } from '../requests/conditional.ts'
import type { Tag } from '../requests/etag.ts'
import type { RestHandler, RestRequest } from '../protocol/http.ts'
import { NO_PARAMETERS, readParameters } from '../requests/paging.ts'
import type { Representation } from '../representations/representation.ts'
import { respond, type ResponseOptions } from './run-response.ts'

/** `declareEndpoint` checks that the body has the type of the input. */
type Operation = RunOperation<never, unknown>
type CallInput = Omit<Call<never>, 'id'>

interface OperationRequest {
  readonly request: RestRequest
  readonly context: Context
  /** The id in the address. */
  readonly id: string | undefined
}

/** C6.6: the locked record decides who may change it; the precondition then checks the body. */
const readChange = (
  { request, id }: OperationRequest,
  body: ReceivedBody<object>,
  {
    idMember,
    computeTag,
  }: { readonly idMember: string | undefined; readonly computeTag: Tag<object> | null },
): CallInput => ({
  input: { ...body.known(), ...(idMember !== undefined && { [idMember]: id }) } as never,
  precondition: computeTag ? createPrecondition(request, body, computeTag) : () => void body.value(),
})

/** The tag of the record on its locked row. */
export const readTag = (
  { request, context, id = '' }: OperationRequest,
  { computeTag, readTag: read }: Representation,
) => (read ? read(request, context, id) : computeTag)

const readCall = async (
  from: OperationRequest,
  operation: Operation,
  options: ResponseOptions,
): Promise<CallInput> => {
  const { request, context, id } = from
  const { as, body, idMember } = options
  const received = body && (receive(request, body, operation.rules(context)) as ReceivedBody<object>)
  const computeTag = operation.isConditional ? await readTag(from, as) : null
  if (received && (operation.isChange || id !== undefined))
    return readChange(from, received, { idMember, computeTag })
  operation.authorize(context, (received?.known() ?? {}) as never)
  const precondition = computeTag ? requireFresh(request, computeTag) : unconditional
  return { input: received?.value() as never, precondition }
}

/** The handler of an operation that runs a function. */
export const createRunHandler =
  (operation: Operation, options: ResponseOptions): RestHandler =>
  async (request, context, { id }) => {
    if (request.method === 'GET' || request.method === 'HEAD') readParameters(request.query, NO_PARAMETERS)
    const call = await readCall({ request, context, id }, operation, options)
    const result = await operation.run(context, { id: id ?? '', ...call })
    if (result === null && options.absent) throw new ContentError('NOT_FOUND', options.absent)
    return respond(context, operation, result as object, options)
  }
