import { gunzipSync } from 'node:zlib'
import { Kind, parse } from 'graphql'
import type { GeneratedRequest } from './requests/generated-request.ts'
import type { Received } from './send.ts'

export interface Measured extends Received {
  readonly cpuMs: number
  readonly memoryBytes: number
  /** The table of each written row. */
  readonly rows: readonly string[]
}

const MIB = 1_048_576
/** More than BODY_LIMIT. */
const MOST_BYTES = 5 * MIB

export interface Limits {
  readonly cpuMs: number
  readonly memoryBytes: number
  /** The most rows of a refused request. */
  readonly rows: number
}

export const LIMITS: Limits = { cpuMs: 1_000, memoryBytes: 64 * MIB, rows: 3 }

/**
 * C5.12: a request may create 200 users. Each hash takes 30 ms on purpose and costs a request of the quota. The service
 * hashes the passwords before the database reports a taken name; for other refused requests it hashes nothing.
 */
const HASH_MS = 60
const MOST_HASHES = 200

const readBodyText = ({ body = '', headers }: GeneratedRequest): string => {
  const isCompressed = headers.some(([name, value]) => name === 'content-encoding' && value.includes('gzip'))
  try {
    return String(isCompressed ? gunzipSync(body, { maxOutputLength: MOST_BYTES }) : body)
  } catch {
    return String(body) // the header is wrong, or the content is larger than any body
  }
}

const computeCpuLimit = (request: GeneratedRequest, received: Received, { cpuMs }: Limits): number => {
  const mayHash = !isRefused(request, received) || received.body.includes('"CONFLICT"')
  const passwords = readBodyText(request).split('"password"').length - 1
  return cpuMs + (mayHash ? HASH_MS * Math.min(passwords, MOST_HASHES) : 0)
}

interface GraphqlAnswer {
  readonly data?: unknown
  readonly errors?: unknown
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null // a page, or a long response that is not kept
  }
}

const listRootFields = (request: GeneratedRequest): number => {
  const { query } = (parseJson(readBodyText(request)) ?? {}) as { readonly query?: unknown }
  if (typeof query !== 'string') return 0
  const [operation] = parse(query).definitions
  return operation?.kind === Kind.OPERATION_DEFINITION ? operation.selectionSet.selections.length : 0
}

/** C5.11: if a mutation has several root fields, the fields before the refused field keep their effect. */
const ranPartly = (request: GeneratedRequest, answer: object): boolean =>
  'data' in answer && listRootFields(request) > 1

/** A request is refused if its status is 4xx, or if GraphQL answers with errors and without data. */
export const isRefused = (request: GeneratedRequest, { status, body }: Received): boolean => {
  const answer: unknown = request.path.startsWith('/graphql') ? parseJson(body) : null
  if (typeof answer !== 'object' || answer === null) return status >= 400
  const { data, errors } = answer as GraphqlAnswer
  const isWithoutData = errors !== undefined && (data === undefined || data === null)
  return (status >= 400 || isWithoutData) && !ranPartly(request, answer)
}

const countRows = (rows: readonly string[]): string =>
  Object.entries(Object.groupBy(rows, (name) => name))
    .map(([name, all]) => `${name} ${all?.length}`)
    .join(', ')

/** A limit that a request has broken, with the measured value. */
export interface Breach {
  readonly limit: 'time' | 'memory' | 'rows' | 'status' | 'response' | 'ways'
  readonly text: string
}

const breach = (isBroken: boolean, limit: Breach['limit'], text: () => string): readonly Breach[] =>
  isBroken ? [{ limit, text: text() }] : []

/** The limits that a request has broken, as sentences. */
export const findBreaches = (
  request: GeneratedRequest,
  measured: Measured,
  limits: Limits = LIMITS,
): readonly Breach[] => {
  const { status, failure, cpuMs, memoryBytes, rows } = measured
  const cpuLimit = cpuMs < limits.cpuMs ? limits.cpuMs : computeCpuLimit(request, measured, limits)
  return [
    ...breach(status === 0 && failure?.startsWith('no response') === true, 'response', () => failure ?? ''),
    ...breach(
      status >= 500 && status !== 503,
      'status',
      () => `status ${status}, and only 503 is allowed above 499: ${measured.body.slice(0, 200)}`,
    ),
    ...breach(cpuMs >= cpuLimit, 'time', () => `${cpuMs} ms of CPU time, and the limit is ${cpuLimit} ms`),
    ...breach(
      memoryBytes >= limits.memoryBytes,
      'memory',
      () =>
        `${Math.round(memoryBytes / MIB)} MiB of additional memory, and the limit is ${limits.memoryBytes / MIB} MiB`,
    ),
    ...breach(
      rows.length > limits.rows && isRefused(request, measured),
      'rows',
      () =>
        `${rows.length} rows written by a refused request (${countRows(rows)}), and the limit is ${limits.rows}`,
    ),
  ]
}
