import {
  type ClientError,
  clientError,
  type CodeWithWait,
  type GraphqlError,
  type InputProblem,
} from './client-error.ts'
import { isServerCode } from './server-codes.ts'

/** The body of a refusal: problem details (RFC 9457), or the `errors` of GraphQL. */
interface Refusal {
  readonly code?: string
  readonly detail?: string
  readonly errors?: readonly (WireProblem & GraphqlError)[]
}

interface WireProblem {
  /** A JSON pointer (RFC 6901), such as `/tags/0`. */
  readonly pointer?: string
}

interface Reported {
  readonly code: string
  readonly message: string
  readonly problems: readonly InputProblem[]
  readonly errors: readonly GraphqlError[]
}

const readPointer = (pointer = ''): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))

const readBody = (body: Refusal | null | undefined): Reported | undefined => {
  const errors = Array.isArray(body?.errors) ? body.errors : []
  if (typeof body?.code === 'string') {
    const problems = errors.map((each) => ({ path: readPointer(each?.pointer), message: each?.message }))
    return { code: body.code, message: `${body.detail}`, problems, errors: [] }
  }
  if (errors.length === 0) return undefined
  const { message, extensions } = errors[0] ?? {}
  const problems = (extensions?.['problems'] ?? []) as readonly InputProblem[]
  return { code: `${extensions?.['code']}`, message: `${message}`, problems, errors }
}

const UPDATE: Readonly<Record<string, string>> = {
  GRAPHQL_VALIDATION_FAILED:
    ' If your types are of another version of the service, write them anew: npx @content-service/client types URL',
  UNKNOWN_CODE: ' This client does not know this code: update @content-service/client.',
}

/** Seconds from `Retry-After`, which has seconds or a date (RFC 9110 §10.2.3). */
export const readRetryAfter = ({ headers }: Response): number | undefined => {
  const value = headers.get('retry-after')
  if (!value) return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

/** The members of an error that depend on its code. */
const writeDetails = (serverCode: string, { problems }: Reported, response: Response) => {
  if (!isServerCode(serverCode)) return { code: 'UNKNOWN_CODE', serverCode } as const
  if (serverCode === 'BAD_USER_INPUT' || serverCode === 'CONFLICT') return { code: serverCode, problems }
  const retryAfter = readRetryAfter(response)
  return { code: serverCode as CodeWithWait, retryAfter }
}

/** The error that a response reports; undefined when its body has no error in a form of the service. */
export const readError = (response: Response, json: unknown): ClientError | undefined => {
  // The members are checked where they are read.
  const reported = readBody(json as Refusal | null | undefined)
  if (!reported) return undefined
  const details = writeDetails(reported.code, reported, response)
  const { status, headers } = response
  const requestId = headers.get('x-request-id') ?? undefined
  const message = reported.message + (UPDATE[details.code] ?? '')
  return clientError(message, { status, requestId, errors: reported.errors, ...details })
}
