import type { Precondition } from '@content-service/domain'
import type { ReceivedBody } from './body.ts'
import { checkPreconditions, type Tag } from './etag.ts'
import type { RestRequest } from './http.ts'

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

/** What the domain is given of a body that `checkedBy` is going to refuse. */
export const valueOr = <Value>(body: ReceivedBody<Value>, otherwise: Value): Value => {
  try {
    return body.value()
  } catch {
    // Told by `checkedBy`, once it is known who may ask.
    return otherwise
  }
}
