import { integerSetting, type SettingsReader } from '@content-service/domain'
import { DEFAULT_DATABASE_LIMITS, type DatabaseLimits } from '@content-service/persistence'

const connections = integerSetting(1, 1_000)
/** An hour is as good as no limit. */
const milliseconds = integerSetting(100, 3_600_000)

export const readDatabaseLimits = (given: SettingsReader): DatabaseLimits => ({
  connections: given.read('DATABASE_CONNECTIONS', connections, DEFAULT_DATABASE_LIMITS.connections),
  statementTimeoutMs: given.read(
    'DATABASE_STATEMENT_TIMEOUT_MS',
    milliseconds,
    DEFAULT_DATABASE_LIMITS.statementTimeoutMs,
  ),
  lockTimeoutMs: given.read('DATABASE_LOCK_TIMEOUT_MS', milliseconds, DEFAULT_DATABASE_LIMITS.lockTimeoutMs),
  connectionTimeoutMs: given.read(
    'DATABASE_CONNECTION_TIMEOUT_MS',
    milliseconds,
    DEFAULT_DATABASE_LIMITS.connectionTimeoutMs,
  ),
})
