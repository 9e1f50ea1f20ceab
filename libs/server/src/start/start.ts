import { createServiceAuditContext, type User } from '@content-service/domain'
import { subscribeHandlers } from '@content-service/domain/internal/handlers'
import { prepareCorrections } from '@content-service/domain/internal/search'
import type { Logger } from 'pino'
import { composeService, type Service } from '../composition/compose.ts'
import { createComposition, type ServiceOptions } from '../composition/composition.ts'
import type { Settings } from '../settings/read-settings.ts'
import { createFoundation, type Foundation, type Surroundings } from '../composition/foundation.ts'
import { findAuthPort } from '../connections/auth-port.ts'
import { openHttpServer, requireFreePort, type HttpServer } from '../connections/http-server.ts'
import { createAuthListener, createListener } from '../http/listener.ts'
import { serveApp, serveAuthApp } from '../express/serve-by-express.ts'
import { listOAuthWarnings } from '../composition/oauth-warnings.ts'
import {
  openInfrastructure,
  type Infrastructure,
  type InfrastructureParts,
} from '../composition/infrastructure.ts'
import { startWork } from './background-work.ts'
import { registerFirstClient, prepareFirstStart, type FirstAdministrator } from './first-start.ts'

/** What the operator must know after the start. */
export interface Prepared {
  /** The administrator that this start has created; null after the first start. */
  readonly firstAdministrator: FirstAdministrator | null
  /** After the first start: an administrator, as long as nobody has given the password of an administrator. */
  readonly unprovedAdministrator: User | null
  /** Warnings for the operator, in a sentence each. */
  readonly warnings: readonly string[]
}

export interface RunningService extends Prepared {
  readonly url: string
  /** C20.1: whether people find the studio at `/studio`. */
  readonly hasStudio: boolean
  /**
   * C10.4: finishes requests, writes pending views, and closes the resources. Behind a proxy, give idle connections some
   * seconds: until it notices the end, it may send a request on one of them.
   */
  stop(connections?: { readonly idleMs: number }): Promise<void>
}

/** C4.6: the interval at which counted views are written. */
const FLUSH_MS = 1_000

/**
 * Creates the records that the settings require, before the first request. `beforeFirst` runs before a first start, and
 * refuses a start that could not end well: nobody would learn the password of its administrator.
 */
export const prepareRecords = async (
  { storage, model, policy }: Pick<Infrastructure, 'storage' | 'model' | 'policy'>,
  settings: Settings,
  beforeFirst: () => Promise<void> = async () => undefined,
): Promise<Prepared> => {
  const now = new Date()
  const stores = storage.storesFor(createServiceAuditContext('first-start', now))
  if (storage.isFull()) {
    const warnings = await listOAuthWarnings(stores, settings)
    return { firstAdministrator: null, unprovedAdministrator: null, warnings }
  }
  const { transfer } = storage
  await prepareCorrections(stores, { policy, model })
  await subscribeHandlers(stores, model, now)
  // Its settings can refuse the start.
  await registerFirstClient(stores, settings.firstClient, now)
  const firstAdministrator = await prepareFirstStart({ stores, transfer, model, beforeFirst }, settings, now)
  const unprovedAdministrator = firstAdministrator ? null : await storage.findUnprovedAdministrator()
  return { firstAdministrator, unprovedAdministrator, warnings: await listOAuthWarnings(stores, settings) }
}

/** C1: opens a second listener if AUTH_URL names another port. */
const serveAuth = async (
  service: Service,
  settings: Settings,
): Promise<readonly Pick<HttpServer, 'drain'>[]> => {
  const port = findAuthPort(settings)
  if (port === null) return []
  const server = openHttpServer(settings)
  const { findShortage } = server
  server.serve(createAuthListener(service, { express: serveAuthApp(service), findShortage }))
  await server.listen({ port, host: settings.host, portSetting: 'AUTH_URL' })
  return [server]
}

/** Writes counted views every second. Returns a function that writes the last views and stops. */
const flushViews = (service: Service, log: Logger): (() => Promise<void>) => {
  const flush = (): Promise<void> =>
    service
      .flushViews()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'the service could not write views, and tries again'),
      )
  const flushing = setInterval(flush, FLUSH_MS)
  return () => {
    clearInterval(flushing)
    return flush()
  }
}

/** The work beside the requests, which ends before the database closes. */
export const runBeside = (
  foundation: Foundation,
  service: Service,
  closing: AsyncDisposableStack,
  end: () => Promise<unknown> = async () => undefined,
): void => {
  closing.defer(flushViews(service, foundation.log))
  closing.defer(() => service.finishLater())
  const work = startWork(foundation)
  closing.defer(async () => {
    service.readiness.stop()
    await Promise.all([service.live.stop(), work.stop(), end()])
  })
}

interface Served {
  readonly server: HttpServer
  readonly url: string
  readonly foundation: Foundation
  readonly service: Service
}

/** Listens to the port of the settings. */
export const serveAtPort = async (
  infrastructure: Omit<Infrastructure, 'baseUrl'>,
  { settings, surroundings }: { readonly settings: Settings; readonly surroundings?: Surroundings },
  closing: AsyncDisposableStack,
): Promise<Served> => {
  const server = openHttpServer(settings)
  const url = await server.listen(settings)
  closing.defer(() => server.drain())
  const foundation = createFoundation(
    { ...infrastructure, baseUrl: settings.baseUrl ?? url },
    settings,
    surroundings,
  )
  const service = composeService(foundation)
  const { bodyLimit } = settings
  const { findShortage } = server
  server.serve(createListener(service, { express: serveApp(service, bodyLimit), bodyLimit, findShortage }))
  // A first start composes a service before this one, which serves nobody.
  service.metrics.join()
  return { server, url, foundation, service }
}

/** @throws OperatorError if the service cannot listen to its ports. */
const requireFreePorts = async ({ port, host, authUrl }: Settings): Promise<void> => {
  await requireFreePort({ port, host })
  const authPort = findAuthPort({ authUrl, port })
  if (authPort !== null) await requireFreePort({ port: authPort, host, portSetting: 'AUTH_URL' })
}

/** The port opens last, because a proxy sends requests to an open port. So a first start tries all parts before. */
const tryFirst = async (
  infrastructure: Omit<Infrastructure, 'baseUrl'>,
  settings: Settings,
): Promise<void> => {
  const { baseUrl = 'http://localhost' } = settings
  composeService(createFoundation({ ...infrastructure, baseUrl }, settings))
  await requireFreePorts(settings)
}

const openService = async (
  settings: Settings,
  parts: InfrastructureParts,
  closing: AsyncDisposableStack,
): Promise<RunningService> => {
  const infrastructure = await openInfrastructure(settings, parts, closing)
  const prepared = await prepareRecords(infrastructure, settings, () => tryFirst(infrastructure, settings))
  const { server, url, foundation, service } = await serveAtPort(infrastructure, { settings }, closing)
  const servers = [server, ...(await serveAuth(service, settings))]
  let idleMs: number | undefined
  runBeside(foundation, service, closing, () => Promise.all(servers.map((each) => each.drain(idleMs))))
  const stop: RunningService['stop'] = (connections) => {
    idleMs = connections?.idleMs
    return closing.disposeAsync()
  }
  return { url, hasStudio: service.studio !== null, ...prepared, stop }
}

/** Opens the database, prepares a first start and listens. */
export const startService = async (
  settings: Settings,
  log: Logger,
  options: ServiceOptions = {},
): Promise<RunningService> => {
  const closing = new AsyncDisposableStack()
  try {
    return await openService(settings, { log, composition: createComposition(options) }, closing)
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}
