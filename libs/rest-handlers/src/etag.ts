import { createHash } from 'node:crypto'
import { RestError } from './problem.ts'
import type { RestRequest } from './http.ts'

const digestOf = (representation: unknown): string =>
  createHash('sha256').update(JSON.stringify(representation)).digest('base64url').slice(0, 16)

/** C6.8: strong, from the version and the representation: the same tag means the same bytes. */
export const etagOf = (version: number, representation: unknown): string =>
  `"${version}-${digestOf(representation)}"`

/** The same for what has no version. */
export const contentTag = (representation: unknown): string => `"${digestOf(representation)}"`

/** The tag of a record that an operation holds. */
export type Tag<Current> = (current: Current) => string

/** Whether a write depends on what is there. */
export const isConditional = ({ headers }: RestRequest): boolean =>
  headers['if-match'] !== undefined || headers['if-none-match'] !== undefined

const listed = (header: string, etag: string | null): boolean =>
  header
    .split(',')
    .map((member) => member.trim())
    .some((member) => (member === '*' ? etag !== null : member === etag))

const stale = (): RestError =>
  new RestError(
    'PRECONDITION_FAILED',
    'The resource has changed since you read it. Read it again and repeat the change.',
  )

/** RFC 6585 §3: for services whose operator wants no lost updates. What is not there yet cannot be lost. */
const requireIfMatch = ({ requiresIfMatch = false }: RestRequest, current: unknown): void => {
  if (requiresIfMatch && current !== null)
    throw new RestError(
      'PRECONDITION_REQUIRED',
      'Read the resource, and send its ETag as If-Match with the change.',
    )
}

/** RFC 9110 §13.1: `current` is null when there is no such resource. @throws PRECONDITION_FAILED, PRECONDITION_REQUIRED. */
export const checkPreconditions = <Current>(
  request: RestRequest,
  current: Current | null,
  tagOf: Tag<Current>,
): void => {
  if (!isConditional(request)) return requireIfMatch(request, current)
  const etag = current && tagOf(current)
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers
  if (ifMatch !== undefined && !listed(ifMatch, etag)) throw stale()
  if (ifNoneMatch !== undefined && listed(ifNoneMatch, etag)) throw stale()
}

/** Whether a GET may be answered 304; compared weakly (RFC 9110 §13.1.2). */
export const isNotModified = ({ headers }: RestRequest, etag: string): boolean => {
  const ifNoneMatch = headers['if-none-match']
  return ifNoneMatch !== undefined && listed(ifNoneMatch.replaceAll('W/', ''), etag)
}
