import { type Context, type Row } from '@content-service/domain'
import { createShownRecord } from '@content-service/domain/internal/visibility'
import { isObject } from '@content-service/domain/internal/rules'
import type { RunOperation, Showing } from '@content-service/domain/internal/operations'
import type { ShownRecord } from '@content-service/domain/internal/access'
import type { BodyType } from '../requests/body.ts'
import {
  createEmptyResponse,
  createJsonResponse,
  NO_STORE,
  type Headers,
  type RestResponse,
} from '../protocol/http.ts'
import type { Representation } from '../representations/representation.ts'
import type { Answer, Endpoint } from './endpoint.ts'

/** The part of an operation that this interface declares; the rest follows from the declaration of the operation. */
export interface EndpointOptions extends Pick<Endpoint, 'id' | 'summary' | 'description'> {
  readonly answer: Answer
  /** The form of records in responses; by default the schema of the answer decides. */
  readonly as?: Representation
  readonly body?: BodyType<unknown>
  /** The address of all records, to which the address of the written record adds its id. */
  readonly location?: string
  /** The member of the input with the id of the address; by default it is the id of the record. */
  readonly idMember?: string
  /** The message of NOT_FOUND if there is no result. */
  readonly absent?: string
  /** No cache keeps the response. */
  readonly isSecret?: true
}

export interface ResponseOptions extends EndpointOptions {
  readonly as: Representation
}

/** The written record, and the members of the result beside it, such as a secret. */
const splitResult = (result: object, shows: Showing | null): readonly [object, object] => {
  if (shows?.member === undefined || !isObject(result)) return [result, {}]
  const { [shows.member]: record, ...others } = result
  return [record as object, others]
}

const createLocation = (
  { answer, location }: ResponseOptions,
  { id }: { readonly id?: string | number },
): Headers => {
  if (location === undefined) return {}
  // RFC 9110 §8.7: the response of another address than that of the record.
  const name = answer.headers.includes('Content-Location') ? 'content-location' : 'location'
  return { [name]: `${location}/${id}` }
}

const createHeaders = (context: Context, options: ResponseOptions, record: object, row: Row): Headers => {
  const { as, answer } = options
  return {
    ...as.cacheHeaders?.(context, row),
    ...(answer.headers.includes('ETag') && { etag: as.computeTag(row) }),
    ...createLocation(options, record),
  }
}

/** C12.16: the rights that the response needs. */
const createShown = async (
  context: Context,
  { permission, createShown: create }: Showing,
  record: object,
): Promise<ShownRecord> =>
  create ? create(context, record as never) : createShownRecord(context, permission, record)

/** The response with the result of an operation. */
export const respond = async (
  context: Context,
  { hasSecret, shows, resource }: RunOperation<never, unknown>,
  result: object,
  options: ResponseOptions,
): Promise<RestResponse> => {
  const { as, answer, isSecret = hasSecret } = options
  const { status, schema } = answer
  const cache = isSecret ? NO_STORE : {}
  if (schema === undefined) return createEmptyResponse(status, cache)
  if (Array.isArray(result) && 'items' in schema)
    return createJsonResponse(status, result.map(as.present), cache)
  const [record, others] = splitResult(result, shows)
  const linked: ShownRecord[] = []
  const row = as.readWritten
    ? await as.readWritten({ ...context, response: linked }, record)
    : (record as Row)
  const headers = { ...createHeaders(context, options, record, row), ...cache }
  const response = createJsonResponse(status, { ...as.present(row), ...others }, headers)
  if (shows === null) return response
  return { ...response, shown: await createShown(context, shows, record), linked, of: resource }
}
