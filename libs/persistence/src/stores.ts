import type { RecordType, Stores } from '@content-service/domain'
import type { AuditContext } from '@content-service/domain/audit'
import type { RecordStores } from '@content-service/domain/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { SqlAccountStore } from './accounts/account-store.ts'
import { SqlApiKeyStore } from './api-keys/api-key-store.ts'
import { SqlArticleStore } from './articles/article-store.ts'
import { SqlAuditStore } from './audit/audit-store.ts'
import { SqlCommentStore } from './comments/comment-store.ts'
import { SqlStatisticsStore } from './database/statistics-store.ts'
import { SqlIdempotencyStore } from './idempotency/idempotency-store.ts'
import { SqlClientStore } from './clients/client-store.ts'
import { SqlSessionStore } from './oauth/session-store.ts'
import { SqlIntegrityStore } from './integrity/integrity-store.ts'
import { SqlMailStore } from './mails/mail-store.ts'
import { SqlErasureStore } from './personal-data/erasure-store.ts'
import { SqlExportStore } from './personal-data/export-store.ts'
import { SqlRecordStore } from './records/record-store.ts'
import { SqlRemovalStore } from './records/removals/removal-store.ts'
import { SqlReader } from './reading/sql-reader.ts'
import { SqlSearchStore } from './search/search-store.ts'
import { SqlSecondFactorStore } from './second-factor/second-factor-store.ts'
import type { SessionOptions } from './session/session-options.ts'
import { StoreSession } from './session/store-session.ts'
import { SqlUserStore } from './users/user-store.ts'
import { SqlDeliveryStore } from './webhooks/delivery-store.ts'
import { SqlWebhookStore } from './webhooks/webhook-store.ts'

export type StoreOptions = Pick<
  SessionOptions,
  'signal' | 'contentReads' | 'searchTimeoutMs' | 'responseBudget' | 'model'
>

/** The domain's stores on a new session; the audit log has their writes under this audit context. */
export const createStores = (
  em: SqlEntityManager,
  auditContext: AuditContext,
  options: StoreOptions = {},
): Stores => createSessionStores(new StoreSession(em, auditContext, options))

const STORES = {
  users: SqlUserStore,
  articles: SqlArticleStore,
  comments: SqlCommentStore,
  removals: SqlRemovalStore,
  accounts: SqlAccountStore,
  apiKeys: SqlApiKeyStore,
  webhooks: SqlWebhookStore,
  deliveries: SqlDeliveryStore,
  secondFactors: SqlSecondFactorStore,
  search: SqlSearchStore,
  reader: SqlReader,
  audit: SqlAuditStore,
  clients: SqlClientStore,
  sessions: SqlSessionStore,
  idempotency: SqlIdempotencyStore,
  mails: SqlMailStore,
  exports: SqlExportStore,
  erasures: SqlErasureStore,
  integrity: SqlIntegrityStore,
  statistics: SqlStatisticsStore,
} as const satisfies { readonly [Name in keyof Stores]?: new (session: StoreSession) => Stores[Name] }

/** The stores of a session. Each is created when it is used, because a request uses one or two of them. */
class SessionStores {
  readonly session: StoreSession

  constructor(session: StoreSession) {
    this.session = session
  }

  get records(): RecordStores {
    // The requested type decides the type of the records.
    return ((type: RecordType) => new SqlRecordStore(type, this.session)) as unknown as RecordStores
  }

  withAuditContext(auditContext: AuditContext): Stores {
    return createSessionStores(this.session.withAuditContext(auditContext))
  }

  withMails(mails: Parameters<Stores['withMails']>[0]): Stores {
    return createSessionStores(this.session.withMails(mails))
  }

  once: Stores['once'] = (name, now, work) =>
    this.session.once({ name, now }, (within, rest) => work({ ...rest, stores: createSessionStores(within) }))

  atomically<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result> {
    return this.session.atomically((within) => work(createSessionStores(within)))
  }
}

for (const [name, Store] of Object.entries(STORES))
  Object.defineProperty(SessionStores.prototype, name, {
    get(this: SessionStores) {
      return new Store(this.session)
    },
  })

// The loop above defines the stores.
const createSessionStores = (session: StoreSession): Stores => new SessionStores(session) as unknown as Stores
