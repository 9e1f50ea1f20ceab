import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { parseQuestion, type OperationNote } from '@content-service/graphql-schema'
import { createQuotaHeaders, QuotaUsage, type Quota } from '@content-service/identity'
import type { RequestHandler } from 'express'
import { noteAdmitted, type AdmittedRequest } from './admitted-requests.ts'
import type { Service } from './compose.ts'
import { isExcessConnection } from './http/connection-limit.ts'
import { createObservation } from './operating/observation.ts'
import { identifySender } from './request-context.ts'
import { computeHeaders } from './static-headers.ts'

/** Larger bodies take the general way, which charges and refuses them. */
const MOST_BYTES = 64 * 1024

/** Headers of which express decides, and credentials in an address are refused there. */
const SPECIAL = [
  'content-encoding',
  'expect',
  'idempotency-key',
  'transfer-encoding',
  'x-forwarded-proto',
] as const

/** The address of the requests of this file. */
const PLAIN = { method: 'POST', url: '/graphql' } as const

const JSON_BODY = /^application\/json(?:; ?charset=utf-8)?$/i

/** Whether the request is an ordinary one, which a compiled query may answer without express. */
const isOrdinary = (
  { method, url, headers, headersDistinct, socket }: IncomingMessage,
  allowsOrigin: boolean,
): boolean =>
  method === PLAIN.method &&
  url === PLAIN.url &&
  JSON_BODY.test(headers['content-type'] ?? '') &&
  Number(headers['content-length'] ?? MOST_BYTES) < MOST_BYTES &&
  !(headers.accept ?? '').includes('event-stream') &&
  SPECIAL.every((name) => headers[name] === undefined) &&
  (allowsOrigin || headers.origin === undefined) &&
  (headersDistinct['host'] ?? []).length === 1 &&
  !isExcessConnection(socket)

/** Null if the client ends the connection before the end of the body. */
const readBody = (request: IncomingMessage): Promise<Buffer | null> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.once('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)))
    request.once('error', () => resolve(null))
  })

type Identified = Awaited<ReturnType<typeof identifySender>>

/** The quota of a sender, for the response of this file, or for the response of express. */
class QuotaNote {
  latest: Quota | undefined
  #tell: ((quota: Quota) => void) | undefined

  set(quota: Quota): void {
    this.latest = quota
    this.#tell?.(quota)
  }

  tell(tell: (quota: Quota) => void): void {
    this.#tell = tell
    if (this.latest) tell(this.latest)
  }
}

/** An ordinary request whose sender and body are known. */
interface Asked {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly locals: AdmittedRequest['locals']
  readonly identified: Promise<Identified>
  readonly quota: QuotaNote
}

const admit = async (
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Asked | null> => {
  const quota = new QuotaNote()
  const quotaUsage = new QuotaUsage(service.rateLimit, (latest) => quota.set(latest))
  const locals = { requestId: randomUUID(), startedAt: performance.now(), quotaUsage }
  const identified = identifySender(service, request, locals)
  // Express reports the refusal of the sender.
  identified.catch(() => undefined)
  const body = await readBody(request)
  return body && { request, response, locals: { ...locals, body }, identified, quota }
}

const send = (
  { response, locals, quota }: Asked,
  text: string,
  headers: Readonly<Record<string, string>>,
): void => {
  response.writeHead(200, {
    ...headers,
    ...(quota.latest && createQuotaHeaders(quota.latest)),
    'x-request-id': locals.requestId,
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}

/** Answers a compiled query; false if express must answer the request. */
const answer = async (
  service: Service,
  asked: Asked,
  headers: Readonly<Record<string, string>>,
): Promise<boolean> => {
  const { request, response, locals, identified } = asked
  const question = locals.body && isUtf8(locals.body) ? parseQuestion(locals.body.toString()) : null
  if (question === null) return false
  const { context: domain } = await identified
  let operation: OperationNote | undefined
  const context = {
    domain,
    requestId: locals.requestId,
    charge: (requests: number) => locals.quotaUsage.chargeOperation(requests),
    note: (ran: OperationNote) => void (operation = ran),
  }
  const answered = await service.answerCompiled({ headers: request.headers, context }, question)
  const [text, init] = answered ?? []
  // Express refuses a request beyond the quota.
  if (typeof text !== 'string' || init?.status !== 200) return false
  response.once('close', () =>
    service.recordObservation(
      createObservation(service.rest, {
        ...PLAIN,
        target: PLAIN.url,
        response,
        locals: { ...locals, ...(operation && { operation }) },
      }),
    ),
  )
  send(asked, text, { ...headers, ...init.headers })
  return true
}

const serve = async (
  service: Service,
  [request, response]: Parameters<RequestListener>,
  headers: Readonly<Record<string, string>>,
): Promise<boolean> => {
  const asked = await admit(service, request, response)
  if (asked === null) return false
  const { locals, identified, quota } = asked
  // A refused sender has no answer here.
  if (await answer(service, asked, headers).catch(() => false)) return true
  noteAdmitted(request, { locals, identified, tellQuota: (tell) => quota.tell(tell) })
  return false
}

/**
 * Answers compiled queries in front of express, which would take more time than the query. Express answers all other
 * requests, with the sender and the body that are known already.
 */
export const serveCompiled = (
  service: Service,
  middlewares: readonly RequestHandler[],
  rest: RequestListener,
): RequestListener => {
  if (service.traceRequests !== null || service.requiresTrustedDocuments) return rest
  const allowsOrigin = service.corsOrigins === '*' || service.corsOrigins.length === 0
  const headers = computeHeaders(middlewares)
  return (request, response) => {
    if (!isOrdinary(request, allowsOrigin)) return rest(request, response)
    void serve(service, [request, response], headers).then((isAnswered) => {
      if (!isAnswered) rest(request, response)
    })
  }
}
