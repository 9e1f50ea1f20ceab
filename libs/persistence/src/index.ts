export { SqlApiKeyFinder } from './api-keys/api-key-finder.ts'
export { Migration } from './migrations/migration.ts'
export {
  openDatabase,
  type Database,
  type DatabaseHooks,
  type DatabaseTarget,
  type TeamMigration,
} from './database/orm.ts'
export type { StatementHook } from './connections/statement-hook.ts'
export { computeRecords, countComputed, type ComputedBatch } from './records/compute-records.ts'
export { checkRecords, hasRules } from './records/data/check-records.ts'
export type { BrokenRule } from './records/data/broken-rules.ts'
export { isCompared, noteCompared } from './records/data/compared-words.ts'
export { compareModel, type TableComparison } from './records/compare-tables.ts'
export type { EarlierDefaults } from './records/undeclared-columns.ts'
export { acceptLoss, listStatements, type TableDifference } from './records/table-difference.ts'
export { openMigrated, type MigratedOptions } from './database/open-migrated.ts'
export { readServerState, type ServerState } from './database/server-state.ts'
export { DEFAULT_DATABASE_LIMITS, type DatabaseLimits } from './connections/postgres-pool.ts'
export { nameConnection } from './connections/connection-failure.ts'
export { findAddressProblem, listIgnoredParameters } from './connections/client-config.ts'
export { DEFAULT_STATEMENT_CACHE_BYTES } from './prepared/named-statements.ts'
export { holdsDatabase, openEmbedded } from './embedded/open-embedded.ts'
export { copyMigratedDatabase } from './database/embedded-template.ts'
export { SqlEventFeed } from './live/sql-event-feed.ts'
export { DEFAULT_SEARCH_TIMEOUT_MS } from './session/bounded.ts'
export { createStores, type StoreOptions } from './stores.ts'
export type { ContentReads } from './session/session-options.ts'
export { REPLICA_LAG_MS, Replicas, type ReplicaCounts } from './replicas/replicas.ts'
export { SqlTransferStore } from './transfer/transfer-store.ts'
export type { CommittedWrite } from './recording/write-notices.ts'
export { createOAuthStores } from './oauth/oauth-stores.ts'
export { SqlCredentialStore } from './users/credential-store.ts'
