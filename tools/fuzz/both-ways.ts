import { setTimeout as sleep } from 'node:timers/promises'
import { Kind, OperationTypeNode, parse } from 'graphql'
import type { GeneratedRequest } from './requests/generated-request.ts'
import type { Breach } from './limits.ts'
import type { Received, Send } from './send.ts'

/** A process knows users, clients and tokens for 5 s (C7.2). */
const CACHE_MS = 5_100

/** Headers that differ between two responses to the same request. */
const VOLATILE = /^(date|connection|keep-alive|x-request-id|content-length|(x-)?ratelimit.*)$/

const isQuery = (text: unknown): boolean => {
  if (typeof text !== 'string') return false
  try {
    return parse(text).definitions.every(
      (each) => each.kind !== Kind.OPERATION_DEFINITION || each.operation === OperationTypeNode.QUERY,
    )
  } catch {
    return false // the service refuses the text before it chooses a way
  }
}

const isPostedQuery = ({ path, body }: GeneratedRequest): boolean => {
  if (path !== '/graphql' || typeof body !== 'string') return false
  try {
    return isQuery((JSON.parse(body) as { readonly query?: unknown } | null)?.query)
  } catch {
    return false // broken JSON, or another encoding
  }
}

/** The state of a process has its settings, by which the two processes differ. */
const STATE = /\bserviceStatus\b|^\/api\/status\b/

const tellsState = ({ path, body }: GeneratedRequest): boolean => STATE.test(path) || STATE.test(String(body))

/** Whether the service can prepare the read, or plan the query. */
export const isRead = (request: GeneratedRequest): boolean => {
  const { method, path } = request
  if (tellsState(request)) return false
  if (method === 'POST') return isPostedQuery(request)
  if (method !== 'GET' && method !== 'HEAD') return false
  const address = URL.parse(path, 'http://localhost')
  return address?.pathname === '/graphql'
    ? isQuery(address.searchParams.get('query'))
    : path.startsWith('/api/')
}

interface Shown {
  readonly status: number
  readonly body: string
  readonly headers: string
}

/** The address of a process in its responses. */
const ADDRESS = /http:\/\/127\.0\.0\.1:\d{1,5}/g

/** The parts of a response that both ways must agree about. */
const show = ({ status, body, headers }: Received): Shown => {
  const entries = Object.entries(headers).filter(([name]) => !VOLATILE.test(name))
  const id = headers['x-request-id'] ?? 'unknown'
  const without = (text: string) =>
    text.replaceAll(String(id), '(request id)').replaceAll(ADDRESS, '(address)')
  return { status, body: without(body), headers: without(JSON.stringify(entries.toSorted())) }
}

const PARTS = ['status', 'body', 'headers'] as const

const findDifference = (one: Received, other: Received): (typeof PARTS)[number] | undefined => {
  const [shown, others] = [show(one), show(other)]
  return PARTS.find((part) => shown[part] !== others[part])
}

const describe = (received: Received, part: (typeof PARTS)[number]): string =>
  String(show(received)[part]).slice(0, 500)

/** Sends a request to the api, which has plans, or to the process without plans. */
export interface Ways {
  readonly prepared: Send
  readonly general: Send
}

/** Compares the responses of both ways. Nobody writes meanwhile, except that the processes count views. */
const compareOnce = async (
  { prepared, general }: Ways,
  request: GeneratedRequest,
): Promise<Breach | null> => {
  const before = await general(request)
  const received = await prepared(request)
  const part = findDifference(before, received)
  if (part === undefined || findDifference(before, await general(request)) !== undefined) return null
  const text = `the read with a plan differs from the read without one in its ${part}: ${describe(received, part)} instead of ${describe(before, part)}`
  return { limit: 'ways', text }
}

/**
 * Compares the ways, and once more when each process has forgotten the users of earlier requests. A read is prepared when
 * it comes for the second time, so that the caller has sent it twice.
 */
export const compareWays = async (
  ways: Ways,
  request: GeneratedRequest,
  cacheMs = CACHE_MS,
): Promise<readonly Breach[]> => {
  if ((await compareOnce(ways, request)) === null) return []
  await sleep(cacheMs)
  const breach = await compareOnce(ways, request)
  return breach ? [breach] : []
}
