import { randomUUID } from 'node:crypto'
import { ContentError, type Context } from '@content-service/domain'
import { PRICES } from '@content-service/domain/context'
import { QuotaUsage, createQuotaHeaders, refuseTokenInQuery, type Quota } from '@content-service/identity'
import { type Request, type RequestHandler, type Response, raw } from 'express'
import { findAdmitted } from './direct/admitted-requests.ts'
import type { Service } from './compose.ts'
import { listHeader } from './http/list-header.ts'
import { identifySender } from './identify-sender.ts'
import { getLocals, type RequestLocals } from './request-locals.ts'

export const assignRequestId: RequestHandler = (request, response, next) => {
  const admitted = findAdmitted(request)
  Object.assign(
    response.locals,
    admitted?.locals ?? { requestId: randomUUID(), startedAt: performance.now() },
  )
  response.setHeader('x-request-id', getLocals(response).requestId)
  next()
}

/** RFC 9112 §3.2: refuses a request with two hosts, because a proxy may have used the other one. */
export const refuseTwoHosts: RequestHandler = (request, _response, next) => {
  if (listHeader(request, 'host').length > 1)
    throw new ContentError('BAD_REQUEST', 'The request has two Host headers. Send one Host header.')
  next()
}

const MEBIBYTE = 1_048_576

/** C12.12: charges a request for each whole MiB of content. */
const chargeContent = async (
  bytes: number,
  { quotaUsage }: Pick<RequestLocals, 'quotaUsage'>,
): Promise<void> => quotaUsage.charge(Math.floor(bytes / MEBIBYTE) * PRICES.mebibyte)

/** The length of the body by the headers, or null. */
const readLength = ({ headers }: Request): number | null =>
  headers['content-length'] === undefined ? null : Number(headers['content-length'])

/** The content encodings that `raw` reads. It refuses others by the headers. */
const READ_ENCODINGS: ReadonlySet<string | undefined> = new Set([
  undefined,
  'identity',
  'gzip',
  'deflate',
  'br',
])

const hasReadableBody = (request: Request): boolean => {
  const { 'transfer-encoding': transfer, 'content-encoding': encoding } = request.headers
  return (
    (transfer !== undefined || (readLength(request) ?? 0) > 0) && READ_ENCODINGS.has(encoding?.toLowerCase())
  )
}

const readRaw = (request: Request, response: Response, read: RequestHandler): Promise<unknown> =>
  new Promise((resolve) => void read(request, response, resolve))

/** Whether the response can depend on the body of the request. */
type NeedsBody = (request: Request, context: Context) => Promise<boolean> | boolean

const ALWAYS: NeedsBody = () => true

/** Node reads the rest of a body after the response, and keeps nothing of it. */
const leaveBody = (response: Response, isShort: boolean): void => {
  if (!isShort) response.setHeader('connection', 'close')
  response.locals['body'] = null
}

/**
 * Reads a body of any type, up to the limit of bytes. If the headers name the length, the charge comes before the read.
 * C12.12: a body that cannot change the response stays unread. `refuseUnread` refuses an unreadable body later.
 */
export const readBody = (limit: number, needsBody = ALWAYS): RequestHandler => {
  const read = raw({ type: () => true, limit })
  return async (request, response, next) => {
    // The body has been read already.
    if (findAdmitted(request)) return next()
    const stated = readLength(request)
    const isShort = stated !== null && stated <= limit
    if (isShort) await chargeContent(stated, getLocals(response))
    if (hasReadableBody(request) && !(await needsBody(request, getLocals(response).context))) {
      leaveBody(response, isShort)
      return next()
    }
    const error = await readRaw(request, response, read)
    const isTooLarge = (error as { type?: string } | undefined)?.type === 'entity.too.large'
    if (error && !isTooLarge) response.locals['bodyError'] = error
    if (isTooLarge) response.setHeader('connection', 'close')
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    response.locals['body'] = isTooLarge ? null : body
    if (stated === null) await chargeContent(body.length, getLocals(response))
    next()
  }
}

export const refuseUnread: RequestHandler = (_request, response, next) => next(getLocals(response).bodyError)

/** Writes the rest of the sender's quota to the headers of the response. */
export const meter =
  ({ rateLimit }: Service): RequestHandler =>
  (request, response, next) => {
    const write = (quota: Quota): void => void response.set(createQuotaHeaders(quota))
    const admitted = findAdmitted(request)
    if (admitted) admitted.tellQuota(write)
    else response.locals['quotaUsage'] = new QuotaUsage(rateLimit, write)
    next()
  }

export const identify =
  (service: Service): RequestHandler =>
  async (request, response, next) => {
    const { originalUrl } = request
    Object.assign(
      response.locals,
      await (findAdmitted(request)?.identified ?? identifySender(service, request, getLocals(response))),
    )
    refuseTokenInQuery(new URLSearchParams(originalUrl.split('?')[1]))
    next()
  }
