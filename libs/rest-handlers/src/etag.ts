import { createHash } from 'node:crypto'
import { RestError } from './problem.ts'
import type { RestRequest } from './http.ts'

/** C6.8: strong, from the version and the representation: the same tag means the same bytes. */
export const etagOf = (version: number, representation: unknown): string =>
  `"${version}-${createHash('sha256').update(JSON.stringify(representation)).digest('base64url').slice(0, 16)}"`

const listed = (header: string, etag: string | null): boolean =>
  header
    .split(',')
    .map((member) => member.trim())
    .some((member) => (member === '*' ? etag !== null : member === etag))

const stale = (): RestError =>
  new RestError(
    'PRECONDITION_FAILED',
    'The resource is not the one you have read; read it again and repeat the change.',
  )

/** RFC 9110 §13.1: `etag` is null when there is no such resource. @throws PRECONDITION_FAILED. */
export const checkPreconditions = ({ headers }: RestRequest, etag: string | null): void => {
  const ifMatch = headers['if-match']
  if (ifMatch !== undefined && !listed(ifMatch, etag)) throw stale()
  const ifNoneMatch = headers['if-none-match']
  if (ifNoneMatch !== undefined && listed(ifNoneMatch, etag)) throw stale()
}

/** Whether a GET may be answered 304; compared weakly (RFC 9110 §13.1.2). */
export const isNotModified = ({ headers }: RestRequest, etag: string): boolean => {
  const ifNoneMatch = headers['if-none-match']
  return ifNoneMatch !== undefined && listed(ifNoneMatch.replaceAll('W/', ''), etag)
}
