import { randomUUID } from 'node:crypto'
import type { RequestListener, Server } from 'node:http'
import type { Context } from '@content-service/domain'
import {
  getAddressBucket,
  getBucket,
  QuotaUsage,
  type RequestHeaders,
  type SignIn,
} from '@content-service/identity'
import type { Logger } from 'pino'
import { composeService, type Service } from '../composition/compose.ts'
import { createComposition, type ServiceOptions } from '../composition/composition.ts'
import { createFoundation } from '../composition/foundation.ts'
import { FINISH_MS, takeConnections } from '../connections/drain.ts'
import { openInfrastructure } from '../composition/infrastructure.ts'
import { createListener } from '../http/listener.ts'
import { serveApp } from '../express/serve-by-express.ts'
import type { Settings } from '../settings/read-settings.ts'
import { prepareRecords, runBeside, type Prepared } from './start.ts'

/** The sender of a request to your own routes. */
export interface Sender {
  /**
   * All headers of the request, by lower-case name: `authorization` and `x-api-key` have the credential. A wrong or a second
   * credential is refused.
   */
  readonly headers: RequestHeaders
  /** The address of the sender, by which requests without a credential count; null if it is unknown. */
  readonly address: string | null
  /** The request writes nothing more after its abort. The error is the reason of the abort. */
  readonly signal?: AbortSignal
}

/** The service inside a program that has a server of its own. */
export interface EmbeddedService extends Prepared {
  /** All interfaces of the service, to mount in your server. */
  readonly listener: RequestListener
  /**
   * The context in which operations of `@content-service/domain` run for a sender. The request counts in the sender's quota.
   * @throws CredentialRefused, RateLimited.
   */
  contextFor(sender: Sender): Promise<Context>
  /** Checks a password, with the throttles of all interfaces (C7.6). */
  readonly signIn: SignIn
  /**
   * Ends the streams of the service and its background work, waits until `server` has sent its responses, and closes the
   * database. The server accepts no more connections (C10.4).
   */
  stop(server?: Server): Promise<void>
}

const createContextFor =
  (service: Service): EmbeddedService['contextFor'] =>
  async ({ headers, address, signal }) => {
    const quotaUsage = new QuotaUsage(service.rateLimit, () => undefined)
    const quota = service.createQuota(quotaUsage, address)
    const facts = { address, requestId: randomUUID(), quota, ...(signal && { signal }) }
    const principal = await service.identify(headers, facts, {
      reserve: () => quotaUsage.reserve(getAddressBucket(address)),
      admit: (sender) => quotaUsage.admit(getBucket(sender, address), 1),
    })
    return service.contextFor(principal, facts)
  }

/** How often a stop looks for connections that have become idle. */
const IDLE_CHECK_MS = 100

const endServer = async (server: Server): Promise<void> => {
  await takeConnections()
  return new Promise((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
    const deadline = setTimeout(() => server.closeAllConnections(), FINISH_MS)
    server.close(() => {
      clearInterval(idle)
      clearTimeout(deadline)
      resolve()
    })
  })
}

/** Opens the database, prepares a first start, and does the background work. It listens to no port. */
export const createService = async (
  settings: Settings,
  log: Logger,
  options: ServiceOptions = {},
): Promise<EmbeddedService> => {
  const { bodyLimit } = settings
  const closing = new AsyncDisposableStack()
  try {
    const infrastructure = await openInfrastructure(
      settings,
      { log, composition: createComposition(options) },
      closing,
    )
    const baseUrl = settings.baseUrl ?? `http://localhost:${settings.port}`
    const foundation = createFoundation({ ...infrastructure, baseUrl }, settings)
    const service = composeService(foundation)
    const prepared = await prepareRecords(infrastructure, settings)
    let server: Server | undefined
    runBeside(foundation, service, closing, async () => server && endServer(server))
    return {
      ...prepared,
      listener: createListener(service, { express: serveApp(service, bodyLimit), bodyLimit }),
      contextFor: createContextFor(service),
      signIn: service.signIn,
      stop: (given) => {
        server = given
        return closing.disposeAsync()
      },
    }
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}
