import { hash } from 'node:crypto'
import { RestError } from '../protocol/problem.ts'
import type { RestRequest } from '../protocol/http.ts'

const digest = (text: string): string => hash('sha256', text, 'base64url').slice(0, 16)

/** C6.8: a strong tag of the version and the JSON of a representation: equal tags mean equal bytes. */
export const createEtag = (version: number, text: string): string => `"${version}-${digest(text)}"`

/** The tag of the JSON of a representation without a version. */
export const createContentTag = (text: string): string => `"${digest(text)}"`

/** Computes the tag of a record that an operation has read. */
export type Tag<Current> = (current: Current) => string

/** Whether the request has a precondition. */
export const isConditional = ({ headers }: RestRequest): boolean =>
  headers['if-match'] !== undefined || headers['if-none-match'] !== undefined

/** C15.2: the tag of a compressed representation has its content coding at the end. */
const CODING = /-(?:br|gzip|zstd)"$/

const matchesTag = (member: string, etag: string): boolean =>
  member === '*' || member === etag || member.replace(CODING, '"') === etag

const findListed = (header: string, etag: string | null): string | undefined =>
  etag === null
    ? undefined
    : header
        .split(',')
        .map((member) => member.trim())
        .find((member) => matchesTag(member, etag))

const isListed = (header: string, etag: string | null): boolean => findListed(header, etag) !== undefined

const VERSION = /^"(\d+)-/

/**
 * C13.5: whether a tag has the version of the resource. The rest of a tag depends on what the client may see, so that it would
 * refuse the changes of a client who sees less of the resource than before.
 */
const hasVersion = (header: string, etag: string | null): boolean => {
  const version = etag === null ? undefined : VERSION.exec(etag)?.[1]
  if (version === undefined) return isListed(header, etag)
  return header
    .split(',')
    .some((member) => member.trim() === '*' || VERSION.exec(member.trim())?.[1] === version)
}

const stale = (): RestError =>
  new RestError(
    'PRECONDITION_FAILED',
    'The resource has changed since you read it. Read it again and repeat the change.',
  )

/** RFC 6585 §3: for services whose operator forbids lost updates. A new resource has no update that could be lost. */
const requireIfMatch = ({ requiresIfMatch = false }: RestRequest, current: unknown): void => {
  if (requiresIfMatch && current !== null)
    throw new RestError(
      'PRECONDITION_REQUIRED',
      'Read the resource, and send its ETag as If-Match with the change.',
    )
}

/**
 * RFC 9110 §13.1: `current` is null when there is no such resource.
 * @throws PRECONDITION_FAILED, PRECONDITION_REQUIRED.
 */
export const checkPreconditions = <Current>(
  request: RestRequest,
  current: Current | null,
  computeTag: Tag<Current>,
): void => {
  if (!isConditional(request)) return requireIfMatch(request, current)
  const etag = current && computeTag(current)
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers
  if (ifMatch !== undefined && !hasVersion(ifMatch, etag)) throw stale()
  if (ifNoneMatch !== undefined && isListed(ifNoneMatch, etag)) throw stale()
}

/**
 * The tag of the representation that the client has, by the weak comparison (RFC 9110 §13.1.2): the response to a GET can
 * then be 304 with this tag. Undefined for a client that needs the representation.
 */
export const findValidTag = ({ headers }: Pick<RestRequest, 'headers'>, etag: string): string | undefined => {
  const ifNoneMatch = headers['if-none-match']
  const valid = ifNoneMatch === undefined ? undefined : findListed(ifNoneMatch.replaceAll('W/', ''), etag)
  return valid === '*' ? etag : valid
}
