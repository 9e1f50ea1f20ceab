import type { AuditContext, RecordStores, RecordType, Stores } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { SqlAccountStore } from './accounts/account-store.ts'
import { SqlApiKeyStore } from './api-keys/api-key-store.ts'
import { SqlArticleStore } from './articles/article-store.ts'
import { SqlAuditStore } from './audit/audit-store.ts'
import { SqlCommentStore } from './comments/comment-store.ts'
import { SqlIdempotencyStore } from './idempotency/idempotency-store.ts'
import { SqlClientStore } from './oauth/client-store.ts'
import { SqlSessionStore } from './oauth/session-store.ts'
import { SqlIntegrityStore } from './integrity/integrity-store.ts'
import { SqlMailStore } from './mails/mail-store.ts'
import { SqlErasureStore } from './personal-data/erasure-store.ts'
import { SqlExportStore } from './personal-data/export-store.ts'
import { SqlRecordStore } from './records/record-store.ts'
import { SqlReader } from './reading/sql-reader.ts'
import { SqlSearchStore } from './search/search-store.ts'
import { SqlSecondFactorStore } from './second-factor/second-factor-store.ts'
import { StoreSession, type SessionOptions } from './store-session.ts'
import { SqlUserStore } from './users/user-store.ts'
import { SqlDeliveryStore } from './webhooks/delivery-store.ts'
import { SqlWebhookStore } from './webhooks/webhook-store.ts'

export type StoreOptions = Pick<
  SessionOptions,
  'signal' | 'contentReads' | 'onWrite' | 'searchTimeoutMs' | 'responseBudget' | 'model'
>

/** The domain's stores on a new session; the audit log has their writes under this audit context. */
export const createStores = (
  em: SqlEntityManager,
  auditContext: AuditContext,
  options: StoreOptions = {},
): Stores => createSessionStores(new StoreSession(em, auditContext, options))

const createSessionStores = (session: StoreSession): Stores => ({
  users: new SqlUserStore(session),
  articles: new SqlArticleStore(session),
  comments: new SqlCommentStore(session),
  // The requested type decides the type of the records.
  records: ((type: RecordType) => new SqlRecordStore(type, session)) as unknown as RecordStores,
  accounts: new SqlAccountStore(session),
  apiKeys: new SqlApiKeyStore(session),
  webhooks: new SqlWebhookStore(session),
  deliveries: new SqlDeliveryStore(session),
  secondFactors: new SqlSecondFactorStore(session),
  search: new SqlSearchStore(session),
  reader: new SqlReader(session),
  audit: new SqlAuditStore(session),
  clients: new SqlClientStore(session),
  sessions: new SqlSessionStore(session),
  idempotency: new SqlIdempotencyStore(session),
  mails: new SqlMailStore(session),
  exports: new SqlExportStore(session),
  erasures: new SqlErasureStore(session),
  integrity: new SqlIntegrityStore(session),
  withAuditContext: (auditContext) => createSessionStores(session.withAuditContext(auditContext)),
  withMails: (mails) => createSessionStores(session.withMails(mails)),
  once: (name, now, work) =>
    session.once({ name, now }, (within, rest) => work({ ...rest, stores: createSessionStores(within) })),
  atomically: (work) => session.atomically((within) => work(createSessionStores(within))),
})
