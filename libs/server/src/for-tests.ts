import { join } from 'node:path'
import { createServiceAuditContext, type ContentModel } from '@content-service/domain'
import { subscribeHandlers } from '@content-service/domain/internal/handlers'
import { runDueWork } from '@content-service/domain/internal/jobs'
import type { ContentPolicy } from '@content-service/domain/internal/access'
import type { TokenSettings } from '@content-service/identity'
import { copyMigratedDatabase } from '@content-service/persistence'
import { destination, pino } from 'pino'
import { createWorkHost } from './start/background-work.ts'
import { createComposition, type ServiceOptions } from './composition/composition.ts'
import { DATABASE_FOLDER } from './storage/data-directory.ts'
import { registerFirstClient } from './start/first-start.ts'
import type { Surroundings } from './composition/foundation.ts'
import { openInfrastructure } from './composition/infrastructure.ts'
import { logOptions } from './operating/log.ts'
import type { Settings } from './settings/read-settings.ts'
import { serveAtPort } from './start/start.ts'
import type { Storage } from './storage/storage.ts'

export { listOptionProblems } from './composition/check-options.ts'
export type { Surroundings } from './composition/foundation.ts'
export type { Storage } from './storage/storage.ts'

/** Adds a database with the tables of the options to a new data directory: a copy from the folder `templates`. */
export const fillDataDirectory = (
  directory: string,
  templates: string,
  options: ServiceOptions,
): Promise<void> => copyMigratedDatabase(join(directory, DATABASE_FOLDER), templates, options)

/** The parts of a service that a test chooses. */
export interface TestParts {
  readonly options: ServiceOptions
  readonly surroundings: Required<Surroundings>
  /** Replaces the database of the settings. */
  readonly storage?: Storage | undefined
}

/** A service without administrator and sample content, and without background work until `settle`. */
export interface ServiceForTests {
  readonly url: string
  readonly model: ContentModel
  readonly policy: ContentPolicy
  readonly storage: Storage
  readonly tokens: TokenSettings
  /** Does all work that is due. */
  settle(): Promise<void>
  stop(): Promise<void>
}

const openService = async (
  settings: Settings,
  { options, surroundings, storage: given }: TestParts,
  closing: AsyncDisposableStack,
): Promise<Omit<ServiceForTests, 'stop'>> => {
  const log = pino(logOptions(settings), destination({ fd: process.stderr.fd, sync: true }))
  const parts = { log, composition: createComposition(options), storage: given }
  const infrastructure = await openInfrastructure(settings, parts, closing)
  const { url, foundation, service } = await serveAtPort(infrastructure, { settings, surroundings }, closing)
  const { model, policy, storage, tokens, now } = foundation
  const stores = storage.storesFor(createServiceAuditContext('first-start', now()))
  await subscribeHandlers(stores, model, now())
  await registerFirstClient(stores, settings.firstClient, now())
  closing.defer(() => service.finishLater())
  closing.defer(() => service.live.stop())
  const host = createWorkHost(foundation)
  const settle = async (): Promise<void> => {
    await service.finishLater()
    await service.flushViews()
    await runDueWork(settings, host)
  }
  return { url, model, policy, storage, tokens, settle }
}

/** Opens a service for one test. `@content-service/testing` has the interface for tests. */
export const openServiceForTests = async (settings: Settings, parts: TestParts): Promise<ServiceForTests> => {
  const closing = new AsyncDisposableStack()
  try {
    return { ...(await openService(settings, parts, closing)), stop: () => closing.disposeAsync() }
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}
