import type { StoreIds } from './ids.ts'
import type { FleetService } from './open-service.ts'

/** A request to all services, with names in the place of ids. */
export interface FleetRequest {
  readonly method: string
  readonly path: string
  /** The parameters of the address. */
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Without a credential; otherwise the administrator asks. */
  readonly isGuest?: boolean
}

/** A response, with names in the place of ids. */
export interface FleetAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  /** The name of the address of the next page, which the header `Link` has. */
  readonly next: string | null
}

const NAMES = /@\d+/g
const NEXT = /<([^<>]*)>; rel="next"/

/** A service, with the names of its ids. */
export interface Ship {
  readonly service: FleetService
  readonly ids: StoreIds
}

const writeAddress = ({ path, query }: FleetRequest, ids: StoreIds): string => {
  const toIds = (text: string) => text.replaceAll(NAMES, (name) => ids.idOf(name))
  const parameters = Object.entries(query ?? {}).map(
    ([name, value]) => [name, toIds(value)] as [string, string],
  )
  return parameters.length === 0
    ? toIds(path)
    : `${toIds(path)}?${new URLSearchParams(parameters).toString()}`
}

/** The members of an error that differ from request to request. */
const VOLATILE = new Set(['type', 'instance', 'requestId'])

const isProblem = (status: number): boolean => status >= 400

const readBody = (status: number, text: string): unknown => {
  const body: unknown = text === '' ? null : JSON.parse(text)
  if (!isProblem(status) || typeof body !== 'object' || body === null) return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => !VOLATILE.has(name)))
}

/** The path and the parameters of the next page. */
const readNext = (link: string | null, base: string): string | null => {
  const [, address] = NEXT.exec(link ?? '') ?? []
  if (address === undefined) return null
  const { pathname, search } = new URL(address, base)
  return `${pathname}${search}`
}

/** Sends a request to one service. */
export const send = async ({ service, ids }: Ship, request: FleetRequest) => {
  const { method, body, isGuest = false } = request
  const response = await fetch(service.url + writeAddress(request, ids), {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(!isGuest && { authorization: await service.authorize() }),
    },
    ...(body !== undefined && { body: JSON.stringify(ids.toIds(body)) }),
  })
  const { status, headers } = response
  const next = readNext(headers.get('link'), service.url)
  return {
    status,
    next: next && ids.nameOf(next),
    text: ids.toNames(readBody(status, await response.text())),
  }
}

export type Sent = Awaited<ReturnType<typeof send>>

/** A response as text, which is the same on all stores. */
export const show = ({ status, next, text }: Sent): string => `${status} ${next ?? ''} ${text}`
