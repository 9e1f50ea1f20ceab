import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '@content-service/domain'
import type { AskedList } from '@content-service/domain/internal/lists'
import type { RequestSender } from '@content-service/domain/internal/reading'
import type { OperationNote } from '@content-service/graphql-schema'
import {
  createQuotaHeaders,
  QuotaUsage,
  type Bucket,
  type Quota,
  type RateLimit,
} from '@content-service/identity'
import { hasBody } from '@content-service/rest-handlers/express'
import type { Response } from 'express'
import type { Content } from '../sending/content.ts'
import type { FindAddress } from './request-address.ts'
import { findRoute, type Route } from './routes.ts'
import { addVary, appendHeaders, listHeaders, type Headers } from './headers.ts'

/** The authenticated sender of a request, or nobody. */
export interface AdmittedSender {
  readonly context: Context
  /** The bucket in which the request counts (C9.1). */
  readonly bucket: Bucket
  /** For streams: authenticates the sender again, and creates a context for the new time. */
  readonly renewal: () => Promise<() => Promise<Context>>
  /** For whom the statements of the request run (C15.16). */
  readonly asks: RequestSender
  /** Stops the request, and rolls back uncommitted writes. */
  readonly abort: () => void
}

/** RFC 9112 §3.2: a proxy may send the whole URL. The path of a malformed URL is empty. */
const readPath = (target: string): string =>
  target.includes('://') && !target.startsWith('/')
    ? (URL.parse(target)?.pathname ?? '')
    : (target.split('?', 1)[0] ?? '')

interface ExchangeOptions {
  readonly findAddress: FindAddress
  readonly rateLimit: RateLimit
  /** The headers of the response, unless the answer has others of the same name. */
  readonly headers: Headers
}

/** A document can repeat a list a thousand times, and the log needs few of them. */
const MOST_LISTS = 10

/** A request, what the service knows about it, and its response. */
export class Exchange {
  readonly requestId = randomUUID()
  /** The beginning of the request, as a value of `performance.now()`. */
  readonly startedAt = performance.now()
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly method: string
  /** The path with the query: express shortens `request.url`. */
  readonly target: string
  readonly path: string
  readonly route: Route
  /** The use of the sender's quota (C9.1). */
  readonly quotaUsage: QuotaUsage
  /** The id of the recorded trace. */
  traceId: string | null = null
  /** Null before the admission, and for requests that do not count. */
  sender: AdmittedSender | null = null
  /** Null before it is read, if it stays unread, and if it is larger than the limit. */
  body: Buffer | null = null
  /** The operation of a GraphQL request. */
  operation: OperationNote | null = null
  /** The first filtered and ordered lists of the request. */
  lists: readonly AskedList[] = []
  readonly #findAddress: FindAddress
  #quota: Quota | null = null
  /** The headers that the response does not have yet. */
  #headers: Headers
  #isExpress = false

  constructor(
    [request, response]: readonly [IncomingMessage, ServerResponse],
    { rateLimit, headers, findAddress }: ExchangeOptions,
  ) {
    const { method = '', url = '' } = request
    this.request = request
    this.response = response
    this.method = method
    this.target = url
    this.path = readPath(url)
    this.route = findRoute(this.path)
    this.quotaUsage = new QuotaUsage(rateLimit, (quota) => this.#noteQuota(quota))
    this.#headers = headers
    this.#findAddress = findAddress
  }

  /** The IP address of the sender, behind trusted proxies; null if it is unknown. */
  get address(): string | null {
    return this.#findAddress(this.request)
  }

  readonly noteLists = (lists: readonly AskedList[]): void => {
    if (lists.length > 0 && this.lists.length < MOST_LISTS)
      this.lists = [...this.lists, ...lists].slice(0, MOST_LISTS)
  }

  /** Adds the name of a request header to Vary. */
  varyBy(name: string): void {
    if (!this.#isExpress) this.#headers = addVary(this.#headers, name)
    else (this.response as Response).vary(name)
  }

  /** Express finds the headers in the response, and this exchange in `response.locals`. */
  giveToExpress(): void {
    const { response } = this
    const varies = response.getHeader('vary')
    const headers = varies === undefined ? this.#headers : addVary(this.#headers, String(varies))
    for (const name in headers) response.setHeader(name, headers[name] as string)
    response.setHeader('x-request-id', this.requestId)
    Object.assign(response, { locals: this })
    this.#headers = {}
    this.#isExpress = true
    if (this.#quota) this.#noteQuota(this.#quota)
  }

  /** Writes the head of the response. The length of its body is null for a stream. */
  readonly writeHead = ({ status, headers }: Omit<Content, 'body'>, length: number | null): void => {
    const { response } = this
    const list = listHeaders(this.#headers, headers, response.getHeader('vary'))
    if (!this.#isExpress) {
      if (this.#quota) appendHeaders(list, createQuotaHeaders(this.#quota))
      list.push('x-request-id', this.requestId)
    }
    if (length !== null && hasBody(status)) list.push('content-length', String(length))
    response.writeHead(status, list)
  }

  #noteQuota(quota: Quota): void {
    this.#quota = quota
    if (!this.#isExpress || this.response.headersSent) return
    const headers = createQuotaHeaders(quota)
    for (const name in headers) this.response.setHeader(name, headers[name] as string)
  }
}

/** An exchange whose sender is known. */
export type AdmittedExchange = Exchange & { readonly sender: AdmittedSender }

/** The exchange of a request that express answers, and that counts. */
export const getAdmitted = (response: Pick<Response, 'locals'>): AdmittedExchange =>
  response.locals as AdmittedExchange

/** The exchange of a request that express answers. */
export const getExchange = ({ locals }: Pick<Response, 'locals'>): Exchange => locals as Exchange
