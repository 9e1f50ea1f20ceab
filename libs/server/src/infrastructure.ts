import type { ContentPolicy } from '@content-service/domain'
import type { Logger } from 'pino'
import { checkTables } from './check-tables.ts'
import type { Infrastructure } from './compose.ts'
import type { Composition } from './composition.ts'
import type { Settings } from './settings/read-settings.ts'
import { openConfiguredDatabase } from './database.ts'
import { openReplicas } from './replica-reads.ts'
import { openSharedCounters } from './shared-counters.ts'
import { openTracing } from './tracing/tracing.ts'

export interface InfrastructureParts {
  readonly log: Logger
  readonly composition: Composition
}

const openPolicy = ({ policyFile }: Settings, { log, composition }: InfrastructureParts): ContentPolicy => {
  const { policy, findings } = composition.policyOf(policyFile)
  for (const { path, message, kind } of findings)
    log.warn({ kind }, `POLICY_FILE, ${path}: ${message}. Check whether you meant this.`)
  return policy
}

/** What a service works with. All of it is open until `closing` is disposed of, the last first. */
export const openInfrastructure = async (
  settings: Settings,
  { log, composition }: InfrastructureParts,
  closing: AsyncDisposableStack,
): Promise<Omit<Infrastructure, 'baseUrl'>> => {
  const { model, migrations } = composition
  const policy = openPolicy(settings, { log, composition })
  const tracing = await openTracing(settings, log)
  closing.defer(async () => tracing?.close())
  const hooks = {
    log,
    model,
    migrations,
    schema: settings.databaseSchema,
    ...(tracing && { onStatement: tracing.onStatement }),
  }
  const opened = await openConfiguredDatabase(settings, { limits: settings.databaseLimits, ...hooks })
  closing.defer(() => opened.close())
  await checkTables(opened.database, model)
  const replicas = await openReplicas(opened.database, settings, hooks)
  closing.defer(async () => replicas?.close())
  const shared = await openSharedCounters(settings, log)
  closing.defer(() => shared.close())
  return { opened, replicas, shared, tracing, policy, model, log }
}
