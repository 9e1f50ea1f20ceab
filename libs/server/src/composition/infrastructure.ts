import type { ContentModel } from '@content-service/domain'
import type { ContentPolicy } from '@content-service/domain/internal/access'
import type { Presentation } from '@content-service/domain/internal/tool-model'
import type { Replicas } from '@content-service/persistence'
import type { Logger } from 'pino'
import type { Settings } from '../settings/read-settings.ts'
import { openConfiguredDatabase } from '../storage/database.ts'
import { openReplicas } from '../storage/replica-reads.ts'
import { openSharedCounters, type SharedCounters } from '../storage/shared-counters.ts'
import { createDatabaseStorage, type Storage } from '../storage/storage.ts'
import { openTracing, type Tracing } from '../tracing/tracing.ts'
import type { Composition } from './composition.ts'
import { findStudioFolder } from './studio-folder.ts'
import { watchTables, type ListTableWarnings } from './table-warnings.ts'

/** The open resources of a service, and its composition. */
export interface Infrastructure {
  readonly storage: Storage
  /** Null without replicas. */
  readonly replicas: Replicas | null
  readonly listTableWarnings: ListTableWarnings
  readonly shared: SharedCounters
  /** Null without traces. */
  readonly tracing: Tracing | null
  readonly policy: ContentPolicy
  readonly model: ContentModel
  readonly presentation: Presentation
  /** The rules of accounts that a team can replace. */
  readonly accountRules: Pick<Composition, 'passwordRule' | 'confirmsEmail'>
  /** The folder of the built studio, which may be empty; null without the studio. */
  readonly studioFolder: string | null
  readonly baseUrl: string
  readonly log: Logger
}

export interface InfrastructureParts {
  readonly log: Logger
  readonly composition: Composition
  /** Replaces the database of the settings. */
  readonly storage?: Storage | undefined
}

const openPolicy = ({ policyFile }: Settings, { log, composition }: InfrastructureParts): ContentPolicy => {
  const { policy, findings } = composition.policyOf(policyFile)
  for (const { path, message, kind } of findings)
    log.warn({ kind }, `POLICY_FILE, ${path}: ${message}. Check whether you meant this.`)
  return policy
}

type OpenStorage = Pick<Infrastructure, 'storage' | 'replicas' | 'listTableWarnings'>

const openStorage = async (
  settings: Settings,
  { log, composition, tracing }: InfrastructureParts & Pick<Infrastructure, 'tracing'>,
  closing: AsyncDisposableStack,
): Promise<OpenStorage> => {
  const { model, migrations, pool } = composition
  const hooks = {
    log,
    model,
    migrations,
    schema: settings.databaseSchema,
    ...(tracing && { onStatement: tracing.onStatement }),
  }
  const opened = await openConfiguredDatabase(settings, {
    limits: settings.databaseLimits,
    pool,
    ...hooks,
  })
  closing.defer(() => opened.close())
  const listTableWarnings = await watchTables(opened.database, model, log)
  const replicas = await openReplicas(opened.database, settings, hooks)
  closing.defer(async () => replicas?.close())
  return { storage: createDatabaseStorage(opened, model), replicas, listTableWarnings }
}

/** Opens the resources of a service. `closing` closes them in the opposite order. */
export const openInfrastructure = async (
  settings: Settings,
  parts: InfrastructureParts,
  closing: AsyncDisposableStack,
): Promise<Omit<Infrastructure, 'baseUrl'>> => {
  const { log, composition, storage } = parts
  const { name, about, model, passwordRule, confirmsEmail, studio } = composition
  const policy = openPolicy(settings, parts)
  const tracing = await openTracing(settings, log)
  closing.defer(async () => tracing?.close())
  const stored = storage
    ? { storage, replicas: null, listTableWarnings: async () => [] }
    : await openStorage(settings, { ...parts, tracing }, closing)
  const shared = await openSharedCounters(settings, log)
  closing.defer(() => shared.close())
  const accountRules = { passwordRule, confirmsEmail }
  const presentation = { name, about }
  const studioFolder = findStudioFolder(settings.studio && studio)
  return { ...stored, shared, tracing, policy, model, presentation, accountRules, studioFolder, log }
}
