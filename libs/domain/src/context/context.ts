import type { AccountStore } from '../users/credentials/account-store.ts'
import type { ApiKeyStore, SecretMaker } from '../api-keys/api-key-store.ts'
import type { AuditContext } from '../audit/audit-entry.ts'
import type { AuditStore } from '../audit/audit-store.ts'
import type { Refusals } from '../audit/refusals.ts'
import type { ClientStore } from '../clients/client-store.ts'
import type { CommentStore } from '../comments/comment-store.ts'
import type { Signer } from '../reading/cursor.ts'
import type { HandlerStore } from '../handlers/handler-store.ts'
import type { IdempotencyStore, Once } from '../idempotency/idempotency-store.ts'
import type { IntegrityStore } from '../integrity/integrity-report.ts'
import type { StatisticsStore } from '../integrity/statistics-store.ts'
import type { Subscribe } from '../live/topic.ts'
import type { MailEncryption, Mailer } from '../mails/mailer.ts'
import type { MailStore, NewMail } from '../mails/mail-store.ts'
import type { ErasureStore } from '../users/erasure.ts'
import type { ExportStore } from '../personal-data/export-store.ts'
import type { GraphqlAnswer } from '../model/graphql-answer.ts'
import type { DraftStore } from '../model/drafts/draft-store.ts'
import type { RecordId } from '../model/fields/field.ts'
import type { RecordType } from '../model/types/record-type.ts'
import type { RecordStores, RemovalStore } from '../model/types/record-store.ts'
import type { ReaderContext } from '../visibility/read-context.ts'
import type { FilterLimits } from '../visibility/lists/filter-limits.ts'
import type { Reader } from '../reading/reading.ts'
import type { SearchStore } from '../search/search-store.ts'
import type { SessionStore } from '../sessions/session.ts'
import type { SignInFacts } from '../sessions/sign-in-facts.ts'
import type { TotpVerifier, SecondFactorStore } from '../second-factor/second-factor-store.ts'
import type { PasswordHasher, UserStore } from '../users/user-store.ts'
import type { DeliveryStore } from '../webhooks/delivery-store.ts'
import type { SigningSecrets, WebhookStore } from '../webhooks/webhook-store.ts'
import type { Presentation } from '../tool-model/presentation.ts'
import type { Throttle } from './throttle.ts'
import type { RunInBackground } from './background.ts'
import type { Quota } from './quota.ts'
import type { GraphqlRequest, RunningOperations } from './run-graphql.ts'

/** The stores behind the operations. Each write and its entry in the audit log are one transaction (C7.10). */
export interface Stores {
  readonly users: UserStore
  readonly comments: CommentStore
  /** The store of each declared type. */
  readonly records: RecordStores
  readonly removals: RemovalStore
  readonly drafts: DraftStore
  readonly accounts: AccountStore
  readonly apiKeys: ApiKeyStore
  readonly webhooks: WebhookStore
  readonly deliveries: DeliveryStore
  readonly handlers: HandlerStore
  readonly secondFactors: SecondFactorStore
  readonly search: SearchStore
  readonly reader: Reader
  readonly audit: AuditStore
  readonly clients: ClientStore
  readonly sessions: SessionStore
  readonly idempotency: IdempotencyStore
  readonly mails: MailStore
  readonly exports: ExportStore
  readonly erasures: ErasureStore
  readonly integrity: IntegrityStore
  readonly statistics: StatisticsStore
  /** The same stores with another audit context. */
  withAuditContext(auditContext: AuditContext): Stores
  /**
   * The same stores, whose next write enqueues these mails in its transaction. A write that changes nothing enqueues no
   * mail. `decide` of the write may still add mails to the list. The service drops a mail beyond the limit of its
   * address, or refuses the write (`admitMail`).
   */
  withMails(mails: readonly NewMail[]): Stores
  readonly once: Once<Stores>
  /** Runs `work` with stores whose writes are one transaction. The transaction is rolled back if `work` throws. */
  atomically<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result>
  /** `atomically` for work that runs only once, whatever other requests do: it shares its transaction with none of them. */
  alone<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result>
  /** Runs `work` with stores that see one state of the database, and refuse to write (BAD_REQUEST). */
  reading<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result>
  /** Within `alone` or `reading`: takes back the writes of `work` alone if it throws. The transaction goes on. */
  attempt<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result>
}

/** A keyed hash of texts: without the key, an attacker cannot find the texts, not even by guessing. */
export type KeyedHash = (...parts: readonly string[]) => string

export interface DomainSettings {
  /** C3.4: whether strangers may create accounts with the role READER. */
  readonly allowSignUp: boolean
  /** C12.4: whether a user must confirm a new address by mail. */
  readonly confirmsEmail: boolean
  /** The address of this service, for links in mails. */
  readonly baseUrl: string
  /** C15.20: the name of the service, and a sentence about it. An absent member has its default. */
  readonly presentation: Partial<Presentation>
  /** The most bytes of a response (C12.5). */
  readonly responseLimit: number
  /** The most API keys of one user. */
  readonly maxApiKeys: number
  readonly maxWebhooks: number
  /** C15.1: the most revisions of one record. */
  readonly maxRevisions: number
  /** C17.6: the most drafts of one user. */
  readonly maxDrafts: number
  /** C13.6: the bounds of a filter. */
  readonly filterLimits: FilterLimits
}

/** How a request reached the service: the audit log shows this with the caller (C7.10). */
export interface Origin {
  /** The kind of credential, followed by its public name if it has a public name: `none`, `basic`, `bearer`. */
  readonly credential: string
  /** The client's address; null if the service itself acts, such as in a job. */
  readonly address: string | null
  readonly requestId: string
  /** C16.4: the number of handlers that caused the request, one by the events of the other; absent for none. */
  readonly eventDepth?: number
}

/** The caller, the model and the stores. */
export interface StoreContext extends ReaderContext, Pick<Limits, 'quota' | 'settings' | 'inShare'> {
  readonly stores: Stores
  readonly quota: Quota
  readonly settings: DomainSettings
}

export interface Clock {
  readonly now: () => Date
}

/** The bounds on the work of a request. */
export interface Limits {
  readonly quota: Quota
  readonly throttle: Throttle
  readonly settings: DomainSettings
  /** Runs reads that take long, such as searches, in their own share of the database connections. */
  readonly inShare: <Result>(work: () => Promise<Result>) => Promise<Result>
}

/** The parts that check, make, encrypt or sign something with a secret. */
export interface SecretParts {
  readonly passwords: PasswordHasher
  readonly codes: TotpVerifier
  readonly secrets: SecretMaker
  readonly signing: SigningSecrets
  /** Signs the links to exports. */
  readonly links: Signer
  readonly keyedHash: KeyedHash
  readonly mailEncryption: Pick<MailEncryption, 'seal'>
}

/** C19.5: checks and settings, as JSON. It contains no secret. */
export type ServiceStatus = Readonly<Record<string, unknown>>

/** Port: runs a GraphQL request of code with the rights and the stores of the context. Implemented by libs/server. */
export type RunGraphql = (context: Context, request: GraphqlRequest) => Promise<GraphqlAnswer>

/** The parts by which an operation reaches something other than the stores. */
export interface Effects {
  /** Whether the service can send mail. It sends mail later. */
  readonly mailer: Pick<Mailer, 'isReady'>
  readonly runInBackground: RunInBackground
  readonly subscribe: Subscribe
  /** Called for every view that counts (C4.6). */
  readonly viewed: (id: RecordId, of: RecordType) => void
  /** C19.5: reads the state of the service, for operators. */
  readonly readStatus: () => Promise<ServiceStatus>
  /** C16.5: runs GraphQL as a part of an operation. */
  readonly runGraphql: RunGraphql
  /** C16.5: the operations of no record around this one; absent for none. */
  readonly running?: RunningOperations
  /** The refusals of the request (C12.6), while the service collects them. */
  readonly refusals?: Refusals | undefined
}

/**
 * The input of every operation: the caller, the policy, the stores, and the time. A function that uses one part asks for
 * this part alone.
 */
export interface Context extends StoreContext, Clock, Limits, SecretParts, Effects {
  readonly origin: Origin
  /** The facts about the sign-in of the credential. */
  readonly signIn: SignInFacts
}
