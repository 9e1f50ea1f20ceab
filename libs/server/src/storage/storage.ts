import type { ContentModel, Stores, User } from '@content-service/domain'
import type { AuditContext } from '@content-service/domain/internal/audit'
import type { EventFeed } from '@content-service/domain/internal/live'
import type { TransferStore } from '@content-service/domain/internal/transfer'
import type { ApiKeyFinder, CredentialStore, OAuthStores } from '@content-service/identity'
import {
  createOAuthStores,
  createStores,
  SqlApiKeyFinder,
  SqlCredentialStore,
  SqlEventFeed,
  SqlTransferStore,
  type Database,
  type StoreOptions,
} from '@content-service/persistence'
import type { OpenDatabase } from './database.ts'
import { countConnections, type PoolCounts } from './pool.ts'

/** The data of a service: a database, or the memory of a test. */
export interface Storage extends Pick<Database, 'isMigrated' | 'afterWrites' | 'afterCommits' | 'runSlowly'> {
  /** Whether the disk of an embedded database is full, so that it refuses writes. */
  isFull(): boolean
  readonly accounts: CredentialStore
  /** The administrator with the lowest id, if nobody has given the password of an administrator yet. */
  findUnprovedAdministrator(): Promise<User | null>
  readonly apiKeys: ApiKeyFinder
  readonly feed: EventFeed
  readonly transfer: TransferStore
  storesFor(act: AuditContext, options?: StoreOptions): Stores
  oauthStoresFor(act: AuditContext): OAuthStores
  /** The connections of this process; null without a pool. */
  countConnections(): Promise<PoolCounts | null>
}

export const createDatabaseStorage = (
  { database, isFull }: Pick<OpenDatabase, 'database' | 'isFull'>,
  model: ContentModel,
): Storage => {
  // Stores fork the session for their entities; a fork for each request would only cost time.
  const session = database.session()
  const accounts = new SqlCredentialStore(session)
  return {
    isFull,
    isMigrated: () => database.isMigrated(),
    afterWrites: database.afterWrites,
    afterCommits: database.afterCommits,
    runSlowly: (work) => database.runSlowly(work),
    accounts,
    findUnprovedAdministrator: () => accounts.findUnprovedAdministrator(),
    apiKeys: new SqlApiKeyFinder(session),
    feed: new SqlEventFeed(database),
    transfer: new SqlTransferStore(session, model),
    storesFor: (act, options) => createStores(session, act, { ...options, model }),
    oauthStoresFor: (act) => createOAuthStores(session, act),
    countConnections: () => countConnections(database),
  }
}
