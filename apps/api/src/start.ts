import {
  policyInForce,
  runMails,
  runWork,
  serviceAct,
  type Act,
  type RunningJobs,
} from '@content-service/domain'
import { deliveryParts } from '@content-service/identity'
import { createStores, SqlTransferStore } from '@content-service/persistence'
import type { Logger } from 'pino'
import { authPort } from './auth-listener.ts'
import { composeService, type Service, type Surroundings } from './compose.ts'
import type { Settings } from './config.ts'
import { openConfiguredDatabase } from './database.ts'
import { registerFirstClient } from './first-client.ts'
import { openHttpServer, type HttpServer } from './http/http-server.ts'
import { prepareFirstStart, type FirstAdministrator } from './first-start.ts'
import { oauthWarnings } from './oauth-warnings.ts'
import { openReplicas } from './replica-reads.ts'
import { createApp, createAuthApp } from './server.ts'
import { openSharedCounters } from './shared-counters.ts'
import { openTracing } from './tracing/tracing.ts'

export interface RunningService {
  readonly url: string
  /** Of the first start only. */
  readonly firstAdministrator: FirstAdministrator | null
  /** What the operator should know, in a sentence each. */
  readonly warnings: readonly string[]
  /** C10.4: finishes what runs, writes what waits, and closes. */
  stop(): Promise<void>
}

/** C4.6. */
const FLUSH_MS = 1_000

/**
 * Without a database that a worker could share, its work is done here (C10.1). Mails go out from everywhere: an
 * invitation is not to wait for a worker.
 */
const startWork = (
  { opened: { database }, policy, baseUrl, log }: Surroundings,
  settings: Settings,
): RunningJobs => {
  const host = {
    ...deliveryParts({ ...settings, baseUrl }, log),
    policy,
    baseUrl,
    stores: (act: Act) => createStores(database.session(), act),
    now: () => new Date(),
  }
  const report = (job: string, error: unknown): void => log.error({ err: error, job }, 'a job failed')
  return settings.databaseUrl === undefined
    ? runWork(settings, { ...host, report })
    : runMails({ ...host, report: (error) => report('send-mails', error) })
}

/** C1: a second listener, where AUTH_URL names a port of its own. */
const startAuthServer = async (service: Service, settings: Settings): Promise<HttpServer | null> => {
  const port = authPort(settings)
  if (port === null) return null
  const server = openHttpServer(settings)
  server.serve(createAuthApp(service))
  await server.listen({ port, host: settings.host })
  return server
}

/** Opens the database, prepares a first start and listens. */
export const startService = async (settings: Settings, log: Logger): Promise<RunningService> => {
  const { policy, findings } = policyInForce(settings.policyFile)
  for (const { path, message, kind } of findings)
    log.warn({ kind }, `POLICY_FILE, ${path}: ${message}; is that meant?`)
  const tracing = await openTracing(settings, log)
  const limits = settings.databaseLimits
  const hooks = tracing === null ? {} : { onStatement: tracing.onStatement }
  const opened = await openConfiguredDatabase(settings, { limits, log, ...hooks })
  const session = opened.database.session()
  const transfer = new SqlTransferStore(session)
  const now = new Date()
  const stores = createStores(session, serviceAct('first-start', now))
  const firstAdministrator = await prepareFirstStart(stores, transfer, settings, now)
  if (settings.firstClient) await registerFirstClient(stores, settings.firstClient, now)
  const server = openHttpServer(settings)
  const url = await server.listen(settings)
  const shared = await openSharedCounters(settings.redisUrl, log)
  const replicas = await openReplicas(opened.database, settings, { log, ...hooks })
  const surroundings = { opened, replicas, shared, tracing, policy, baseUrl: settings.baseUrl ?? url, log }
  const service = composeService(surroundings, settings)
  server.serve(createApp(service, settings.bodyLimit))
  const authServer = await startAuthServer(service, settings)
  const flush = (): Promise<void> =>
    service.flushViews().catch((error: unknown) => log.warn({ err: error }, 'views wait to be written'))
  const flushing = setInterval(flush, FLUSH_MS)
  const work = startWork(surroundings, settings)
  const stop = async (): Promise<void> => {
    service.readiness.stop()
    clearInterval(flushing)
    await Promise.all([service.live.stop(), work.stop(), server.drain(), authServer?.drain()])
    await service.finishLater()
    await flush()
    shared.close()
    await replicas?.close()
    await tracing?.close()
    await opened.close()
  }
  return { url, firstAdministrator, warnings: await oauthWarnings(stores, settings), stop }
}
