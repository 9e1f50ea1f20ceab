import type { Row } from '@content-service/domain'
import type { Precondition } from '@content-service/domain/internal/context'
import {
  createEmptyResponse,
  createTextResponse,
  type RestRequest,
  type RestResponse,
} from '../protocol/http.ts'
import type { ReceivedBody } from './body.ts'
import { checkPreconditions, findValidTag, isConditional, type Tag } from './etag.ts'

/** The response to a read, with its JSON; 304 for a client that already has the representation (RFC 9110 §13.1.2). */
export const answerRead = (
  request: Pick<RestRequest, 'headers'>,
  text: string,
  headers: Readonly<Record<string, string>> & { readonly etag: string },
): RestResponse => {
  const valid = findValidTag(request, headers.etag)
  return valid === undefined
    ? createTextResponse(200, text, headers)
    : createEmptyResponse(304, { ...headers, etag: valid })
}

/** The tag of a record on its locked row. If the representation shows other records, they are read before the lock. */
export const createTag = async <Current extends object>(
  request: RestRequest,
  readBefore: () => Promise<Row | null>,
  computeTag: Tag<Row>,
): Promise<Tag<Current>> => {
  const before = isConditional(request) ? await readBefore() : null
  return (current) => computeTag({ ...before, ...current })
}

/**
 * Creates the precondition of an update of `Current`, which runs after the domain has authorized the caller (C6.6,
 * C6.8).
 */
export const createPrecondition =
  <Current>(
    request: RestRequest,
    body: ReceivedBody<unknown>,
    computeTag: Tag<Current>,
  ): Precondition<Current | null> =>
  (current) => {
    body.readable()
    checkPreconditions(request, current, computeTag)
    body.value()
  }

/** The precondition of a request without a body. */
export const requireFresh =
  <Current>(request: RestRequest, computeTag: Tag<Current>): Precondition<Current> =>
  (current) =>
    checkPreconditions(request, current, computeTag)

/** The input for the domain; for a body that the precondition will refuse, only its valid members. */
export const getValueOr = <Value>(body: ReceivedBody<Value>, otherwise: Value): Value => ({
  ...otherwise,
  ...body.known(),
})
