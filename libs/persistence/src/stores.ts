import type { RecordType, Stores } from '@content-service/domain'
import type { AuditContext } from '@content-service/domain/internal/audit'
import type { NewMail } from '@content-service/domain/internal/mails'
import type { RecordStores } from '@content-service/domain/internal/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { SqlAccountStore } from './accounts/account-store.ts'
import { SqlApiKeyStore } from './api-keys/api-key-store.ts'
import { SqlAuditStore } from './audit/audit-store.ts'
import { SqlCommentStore } from './comments/comment-store.ts'
import { SqlDraftStore } from './drafts/draft-store.ts'
import { SqlHandlerStore } from './handlers/handler-store.ts'
import { SqlStatisticsStore } from './statistics/statistics-store.ts'
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
): Stores => new SessionStores(new StoreSession(em, auditContext, options))

/** The stores of a session. Each is created when it is used, because a request uses one or two of them. */
class SessionStores implements Stores {
  readonly #session: StoreSession

  constructor(session: StoreSession) {
    this.#session = session
  }

  get users(): SqlUserStore {
    return new SqlUserStore(this.#session)
  }

  get comments(): SqlCommentStore {
    return new SqlCommentStore(this.#session)
  }

  get removals(): SqlRemovalStore {
    return new SqlRemovalStore(this.#session)
  }

  get drafts(): SqlDraftStore {
    return new SqlDraftStore(this.#session)
  }

  get accounts(): SqlAccountStore {
    return new SqlAccountStore(this.#session)
  }

  get apiKeys(): SqlApiKeyStore {
    return new SqlApiKeyStore(this.#session)
  }

  get webhooks(): SqlWebhookStore {
    return new SqlWebhookStore(this.#session)
  }

  get deliveries(): SqlDeliveryStore {
    return new SqlDeliveryStore(this.#session)
  }

  get handlers(): SqlHandlerStore {
    return new SqlHandlerStore(this.#session)
  }

  get secondFactors(): SqlSecondFactorStore {
    return new SqlSecondFactorStore(this.#session)
  }

  get search(): SqlSearchStore {
    return new SqlSearchStore(this.#session)
  }

  get reader(): SqlReader {
    return new SqlReader(this.#session)
  }

  get audit(): SqlAuditStore {
    return new SqlAuditStore(this.#session)
  }

  get clients(): SqlClientStore {
    return new SqlClientStore(this.#session)
  }

  get sessions(): SqlSessionStore {
    return new SqlSessionStore(this.#session)
  }

  get idempotency(): SqlIdempotencyStore {
    return new SqlIdempotencyStore(this.#session)
  }

  get mails(): SqlMailStore {
    return new SqlMailStore(this.#session)
  }

  get exports(): SqlExportStore {
    return new SqlExportStore(this.#session)
  }

  get erasures(): SqlErasureStore {
    return new SqlErasureStore(this.#session)
  }

  get integrity(): SqlIntegrityStore {
    return new SqlIntegrityStore(this.#session)
  }

  get statistics(): SqlStatisticsStore {
    return new SqlStatisticsStore(this.#session)
  }

  get records(): RecordStores {
    const { model } = this.#session.tables
    // The requested type decides the type of the records. The model knows where its links lead (C15.21).
    return ((type: RecordType) =>
      new SqlRecordStore(model.typeOf(type.plural) ?? type, this.#session)) as RecordStores
  }

  withAuditContext(auditContext: AuditContext): Stores {
    return new SessionStores(this.#session.withAuditContext(auditContext))
  }

  withMails(mails: readonly NewMail[]): Stores {
    return new SessionStores(this.#session.withMails(mails))
  }

  once: Stores['once'] = (name, now, work) =>
    this.#session.once({ name, now }, (within, rest) => work({ ...rest, stores: new SessionStores(within) }))

  atomically<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result> {
    return this.#session.atomically((within) => work(new SessionStores(within)))
  }

  alone<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result> {
    return this.#session.alone((within) => work(new SessionStores(within)))
  }

  reading<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result> {
    return this.#session.reading((within) => work(new SessionStores(within)))
  }

  attempt<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result> {
    return this.#session.attempt((within) => work(new SessionStores(within)))
  }
}
