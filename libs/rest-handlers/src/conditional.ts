import type { Precondition, Row } from '@content-service/domain'
import type { ReceivedBody } from './body.ts'
import { checkPreconditions, isConditional, isNotModified, type Tag } from './etag.ts'
import { empty, json, type RestRequest, type RestResponse } from './http.ts'

/** The answer to a read; 304 for who has it already (RFC 9110 §13.1.2). */
export const answerRead = (
  request: RestRequest,
  value: unknown,
  headers: Readonly<Record<string, string>> & { readonly etag: string },
): RestResponse => (isNotModified(request, headers.etag) ? empty(304, headers) : json(200, value, headers))

/** The tag of a record on its locked row. What is shown of other records with it is read before, where it matters. */
export const tagWith = async <Current extends object>(
  request: RestRequest,
  readBefore: () => Promise<Row | null>,
  tagOf: Tag<Row>,
): Promise<Tag<Current>> => {
  const before = isConditional(request) ? await readBefore() : null
  return (current) => tagOf({ ...before, ...current })
}

/** What an update of `Current` is checked by, once the domain has let the caller through (C6.6, C6.8). */
export const checkedBy =
  <Current>(
    request: RestRequest,
    body: ReceivedBody<unknown>,
    tagOf: Tag<Current>,
  ): Precondition<Current | null> =>
  (current) => {
    body.readable()
    checkPreconditions(request, current, tagOf)
    body.value()
  }

/** The same for a request without a body. */
export const unlessStale =
  <Current>(request: RestRequest, tagOf: Tag<Current>): Precondition<Current> =>
  (current) =>
    checkPreconditions(request, current, tagOf)

/** What the domain decides by: of a body that `checkedBy` is going to refuse, as much as can be taken. */
export const valueOr = <Value>(body: ReceivedBody<Value>, otherwise: Value): Value => ({
  ...otherwise,
  ...body.asked(),
})
