import type { IncomingMessage, ServerResponse } from 'node:http'
import { createQuotaHeaders, type Bucket, type Quota } from '@content-service/identity'
import type { Service } from '../compose.ts'
import { createObservation, whenClosed } from '../operating/observation.ts'
import type { RequestLocals } from '../request-locals.ts'
import { findHolders } from '../sending/holders.ts'
import type { Recipient } from '../sending/send-content.ts'
import type { DirectResponse } from './direct-interface.ts'

/** A request, and the facts about it that its response and its observation need. */
export interface Asked {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly locals: Pick<RequestLocals, 'requestId' | 'startedAt'> & Partial<RequestLocals>
  /** Absent for a request that does not count. */
  readonly quota?: { readonly latest: Quota | undefined }
}

type Headers = Readonly<Record<string, string>>
/** The names of headers, each followed by its value. */
type HeaderList = string[]

const append = (list: HeaderList, headers: Headers): void => {
  for (const name in headers) list.push(name, headers[name] as string)
}

/** Node takes a list in less time than an object of all headers. The headers of the response win. */
const listHeaders = (common: Headers, { vary, ...headers }: Headers): HeaderList => {
  const list: HeaderList = []
  for (const name in common) {
    if (headers[name] !== undefined) continue
    const value = common[name] as string
    list.push(name, name === 'vary' && vary !== undefined ? `${value}, ${vary}` : value)
  }
  append(list, headers)
  if (vary !== undefined && common['vary'] === undefined) list.push('vary', vary)
  return list
}

/** A sender that may have no room for its response. */
interface Sent extends Asked {
  readonly bucket?: Bucket
  readonly refuse: Recipient['refuse']
}

/** Sends a response with the common headers of its interface. */
export const send = (
  service: Service,
  { request, response, locals, quota, bucket, refuse }: Sent,
  answered: DirectResponse,
  common: Headers,
): void => {
  const writeHead: Recipient['writeHead'] = ({ status, headers, body }, length) => {
    const list = listHeaders(common, headers)
    if (quota?.latest) append(list, createQuotaHeaders(quota.latest))
    list.push('x-request-id', locals.requestId)
    if (body !== undefined) list.push('content-length', String(length))
    response.writeHead(status, list)
  }
  const holders = () => findHolders(service, request, bucket)
  service.send({ request, response, holders, refuse, writeHead }, answered)
}

/** Notes a request for the log and the metrics. */
export const observe = (
  { rest, recordObservation }: Service,
  { request: { method = '', url: target = '' }, response, locals }: Asked,
  { operation }: DirectResponse,
): void => {
  const facts = { ...locals, ...(operation && { operation }) }
  whenClosed(response, () =>
    recordObservation(createObservation(rest, { method, target, response, locals: facts })),
  )
}
