import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { QuotaUsage, type Quota } from '@content-service/identity'
import type { Service } from '../compose.ts'
import type { HeaderMiddleware } from '../http/header-middleware.ts'
import { identifySender } from '../identify-sender.ts'
import { noteAdmitted, type AdmittedRequest } from './admitted-requests.ts'
import type { DirectInterface, DirectResponse } from './direct-interface.ts'
import { isOrdinary } from './ordinary-requests.ts'
import { observe, send, type Asked } from './send-response.ts'
import { computeHeaders } from './static-headers.ts'

const NO_BODY = Buffer.alloc(0)

/** Null if the client ends the connection before the end of the body. */
const readBody = (request: IncomingMessage): Promise<Buffer | null> =>
  new Promise((resolve) => {
    if (request.headers['content-length'] === undefined) return resolve(NO_BODY)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.once('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)))
    request.once('close', () => resolve(null))
  })

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

/** A request whose body is read, and whose sender is being checked. */
interface Admitted extends Asked {
  readonly locals: AdmittedRequest['locals'] & { readonly body: Buffer }
  readonly identified: AdmittedRequest['identified']
  readonly quota: QuotaNote
}

const admit = async (
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Admitted | null> => {
  const quota = new QuotaNote()
  const quotaUsage = new QuotaUsage(service.rateLimit, (latest) => quota.set(latest))
  const locals = { requestId: randomUUID(), startedAt: performance.now(), quotaUsage }
  const identified = identifySender(service, request, locals)
  // Express reports the refusal of the sender.
  identified.catch(() => undefined)
  const body = await readBody(request)
  return body && { request, response, locals: { ...locals, body }, identified, quota }
}

/** False if express must answer. */
const serve = async (
  service: Service,
  to: DirectInterface,
  [request, response]: Parameters<RequestListener>,
  common: DirectResponse['headers'],
): Promise<boolean> => {
  const admitted = await admit(service, request, response)
  if (admitted === null) return false
  const { locals, identified, quota } = admitted
  const tellQuota: AdmittedRequest['tellQuota'] = (tell) => quota.tell(tell)
  try {
    const sender = await identified.catch(() => null)
    const asked = sender && { ...locals, ...sender, request }
    const answered = asked && (await to.answer(asked))
    if (asked === null || answered === null) {
      noteAdmitted(request, { locals, identified, tellQuota })
      return false
    }
    observe(service, admitted, answered)
    send(
      service,
      { ...admitted, bucket: asked.bucket, refuse: () => to.refuse(asked, answered) },
      answered,
      common,
    )
    return true
  } catch (error) {
    // Express reports the failure, and does not run the request again.
    const failed = Promise.reject(error)
    failed.catch(() => undefined)
    noteAdmitted(request, { locals, identified: failed, tellQuota })
    return false
  }
}

/** An interface, with the middlewares that set the headers of all its responses. */
export interface DirectRoute {
  readonly interface: DirectInterface
  readonly headers: readonly HeaderMiddleware[]
}

/**
 * Answers ordinary requests in front of express, whose middlewares take more time than most requests need. Express
 * answers all others, with the sender and the body that are known already.
 */
export const serveDirectly = (
  service: Service,
  routes: readonly DirectRoute[],
  rest: RequestListener,
): RequestListener => {
  const allowsOrigin = service.corsOrigins === '*' || service.corsOrigins.length === 0
  const prepared = routes.map((route) => ({ to: route.interface, headers: computeHeaders(route.headers) }))
  return (request, response) => {
    const route = prepared.find(({ to }) => to.accepts(request))
    if (route === undefined || !isOrdinary(request, allowsOrigin)) return rest(request, response)
    void serve(service, route.to, [request, response], route.headers).then((isAnswered) => {
      if (!isAnswered) rest(request, response)
    })
  }
}
