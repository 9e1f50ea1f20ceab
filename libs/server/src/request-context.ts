import { randomUUID } from 'node:crypto'
import { PRICES } from '@content-service/domain'
import {
  Allowance,
  bucketOf,
  bucketOfAddress,
  quotaHeaders,
  refuseTokenIn,
  type RequestHeaders,
} from '@content-service/identity'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { raw } from 'express'
import type { Admission } from './compose-identity.ts'
import type { Service } from './compose.ts'
import { addressOf } from './request-address.ts'
import { localsOf, type RequestLocals } from './request-locals.ts'

export const nameRequest: RequestHandler = (_request, response, next) => {
  response.locals['requestId'] = randomUUID()
  response.setHeader('x-request-id', response.locals['requestId'])
  next()
}

const MEBIBYTE = 1_048_576

/** C12.12: sent content has a price for each whole MiB. */
const chargeContent = async (bytes: number, { allowance }: Pick<RequestLocals, 'allowance'>): Promise<void> =>
  allowance.charge(Math.floor(bytes / MEBIBYTE) * PRICES.mebibyte)

/** Null where the length is not known before all of the body is here. */
const statedLength = ({ headers }: Request): number | null =>
  headers['content-length'] === undefined ? null : Number(headers['content-length'])

const received = (request: Request, response: Response, read: RequestHandler): Promise<unknown> =>
  new Promise((resolve) => void read(request, response, resolve))

/**
 * Reads a body of any type, up to the limit of bytes, and charges for it before it is read where its length is known; see
 * `refuseUnread` for a body that cannot be read.
 */
export const readBody = (limit: number): RequestHandler => {
  const read = raw({ type: () => true, limit })
  return async (request, response, next) => {
    const stated = statedLength(request)
    if (stated !== null && stated <= limit) await chargeContent(stated, localsOf(response))
    const error = await received(request, response, read)
    const isTooLarge = (error as { type?: string } | undefined)?.type === 'entity.too.large'
    if (error && !isTooLarge) response.locals['bodyError'] = error
    if (isTooLarge) response.setHeader('connection', 'close')
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    response.locals['body'] = isTooLarge ? null : body
    if (stated === null) await chargeContent(body.length, localsOf(response))
    next()
  }
}

export const refuseUnread: RequestHandler = (_request, response, next) => next(localsOf(response).bodyError)

/** Repeated headers apart, which `headers` would have joined or dropped: two credentials are a mistake (C7.1). */
const credentialHeaders = ({ headersDistinct }: Request): RequestHeaders => ({
  authorization: headersDistinct['authorization'],
  'x-api-key': headersDistinct['x-api-key'],
})

/** Tells in the headers of the answer what its sender has left. */
export const meter =
  ({ rateLimit }: Service): RequestHandler =>
  (_request, response, next) => {
    response.locals['allowance'] = new Allowance(rateLimit, (quota) => response.set(quotaHeaders(quota)))
    next()
  }

/** Preflights come by themselves, and are answered as cheaply as they could be refused: OPTIONS counts nothing. */
export const requestsOf = ({ method }: Request): 0 | 1 => (method === 'OPTIONS' ? 0 : 1)

/** Who asks, and the context of their operations. OPTIONS needs nothing (C6.2). */
export const identify =
  (service: Service): RequestHandler =>
  async (request: Request, response: Response, next: NextFunction) => {
    const controller = new AbortController()
    const address = addressOf(request, service.trustProxy)
    const { requestId, allowance } = localsOf(response)
    response.locals['abort'] = () => controller.abort()
    const client = {
      signal: controller.signal,
      address,
      requestId,
      quota: service.createQuota(allowance, address),
    }
    const admission: Admission = {
      reserve: () => allowance.reserve(bucketOfAddress(address)),
      admit: (principal) => allowance.admit(bucketOf(principal, address), requestsOf(request)),
    }
    const headers = request.method === 'OPTIONS' ? {} : credentialHeaders(request)
    const principal = await service.identify(headers, client, admission)
    refuseTokenIn(new URLSearchParams(request.originalUrl.split('?')[1]))
    response.locals['context'] = service.contextFor(principal, client)
    response.locals['bucket'] = bucketOf(principal, address)
    response.locals['renewal'] = async () => {
      const renewed = await service.renewal(headers, principal)
      return async () => service.contextFor(await renewed(), client)
    }
    next()
  }
