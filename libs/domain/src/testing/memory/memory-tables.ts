import type { OneTimeToken } from '../../users/credentials/one-time-token.ts'
import type { ApiKey } from '../../api-keys/api-key.ts'
import type { Article } from '../../articles/article.ts'
import type { Like } from '../../articles/liked-articles.ts'
import type { AuditContext, AuditEntry } from '../../audit/audit-entry.ts'
import type { RefusedEntry } from '../../audit/audit-store.ts'
import type { OAuthClient } from '../../clients/client.ts'
import type { Comment } from '../../comments/comment.ts'
import type { DomainEvent } from '../../events/domain-event.ts'
import type { DeadRun, Subscription } from '../../handlers/handler-store.ts'
import type { KeptRequest } from '../../idempotency/idempotency-store.ts'
import type { IntegrityReport } from '../../integrity/integrity-report.ts'
import type { ClaimedMail } from '../../mails/mail-store.ts'
import type { Collection } from '../../model/collections.ts'
import type { RecordLike } from '../../model/counters/liked-by.ts'
import type { RecordId } from '../../model/fields/field.ts'
import type { Draft } from '../../model/drafts/draft.ts'
import type { RecordRevision } from '../../model/revisions/revision.ts'
import type { RecordSlug } from '../../model/slugs/slugged.ts'
import type { AnyRecord } from '../../model/types/record-changes.ts'
import type { DataExport } from '../../personal-data/data-export.ts'
import type { Erasure } from '../../users/erasure.ts'
import { PlanCache } from '../../reading/plan-cache.ts'
import type { Row } from '../../reading/reading.ts'
import { GHOST_ID, type UserId } from '../../rules/ids.ts'
import type { SecondFactor } from '../../second-factor/second-factor.ts'
import type { Session } from '../../sessions/session.ts'
import type { Follow } from '../../users/follow.ts'
import { GHOST } from '../../users/ghost.ts'
import type { User } from '../../users/user.ts'
import type { Webhook } from '../../webhooks/webhook.ts'
import type { WebhookDelivery } from '../../webhooks/webhook-delivery.ts'
import { MemoryTable } from './memory-table.ts'
import type { WorkRow } from './queues/memory-claims.ts'

let issued = 0
/** Ids in the order of creation, in the form of a UUIDv7. */
export const nextUuid = <Id extends string>(): Id => {
  issued += 1
  return `00000000-0000-7000-8000-${issued.toString(16).padStart(12, '0')}` as Id
}

/** Records that a store has just written; the audit log has the same names of resources. */
export interface MemoryWrite {
  readonly resource: string
  readonly ids: readonly (string | number)[]
}

/** The id of a record of any content type. */
export type Id = RecordId | UserId

/** A record as code for all content types reads it. */
export type StoredRecord = Omit<AnyRecord, 'id'> & Row & { readonly id: Id }

/** The attributes of an object, for code that reads them by their names. */
export const toRow = (values: object): Row => values as Row

export type KeptApiKey = ApiKey & { readonly digest: string }
export type KeptDelivery = WebhookDelivery & WorkRow
export type KeptMail = ClaimedMail & WorkRow & { readonly nextAttemptAt: Date }
export type KeptExport = DataExport & WorkRow & { readonly parts: readonly string[] }
export type KeptToken = OneTimeToken & { readonly userId: UserId }
type KeptAnswer = KeptRequest & { readonly name: string }
/** `dispatchedAt` is null until deliveries of the event exist. */
export type KeptEvent = DomainEvent & { readonly dispatchedAt: Date | null; readonly depth: number }

/** A revision of a record of the type with this name. */
export type KeptRevision = RecordRevision & { readonly type: string }

/** A draft of a record of the type with this name. */
export type KeptDraft = Draft & { readonly type: string }

/** C16.4: an event on its way to a handler. */
export interface KeptRun extends DeadRun, WorkRow {
  readonly status: 'PENDING' | 'DEAD'
  /** The resource and the id of the record. */
  readonly stream: string
  readonly nextAttemptAt: Date
  /** The keys of the mails that the run has sent. */
  readonly mails: readonly string[]
}

interface KeptSubscription extends Subscription {
  /** An id: the subscription begins with the events that have later ids. */
  readonly startedAfter: string
  readonly seenAt: Date
}

export interface KeptWebhook extends Webhook {
  readonly sealedSecret: string
  readonly previous?: { readonly sealedSecret: string; readonly until: Date }
}

interface KeptCredential {
  readonly userId: UserId
  readonly hash: string
}

/** The count of a mail against the limit of its address. */
interface SentMail {
  readonly id: string
  readonly recipient: string
  readonly at: Date
}

type NewAuditEntry = Pick<AuditEntry, 'resource' | 'resourceId' | 'decision'> & Partial<RefusedEntry>
type RecordTable = MemoryTable<StoredRecord, Id>

const createTable = <R extends { readonly id: unknown }>(rows?: readonly R[]): MemoryTable<R, R['id']> =>
  new MemoryTable(({ id }) => id, rows)

/** The data that a database would contain. */
export class MemoryTables {
  readonly plans = new PlanCache()
  /** The names of running requests; they are not stored data. */
  readonly running = new Set<string>()
  /** Functions that hear of each write. */
  readonly watchers: ((written: MemoryWrite) => void)[] = []
  integrityReport: IntegrityReport | null = null
  /** The end of the last transaction. */
  lastUnit: Promise<unknown> = Promise.resolve()

  readonly users = createTable<User>([GHOST])
  readonly articles = createTable<Article>()
  readonly comments = createTable<Comment>()
  readonly revisions = createTable<KeptRevision>()
  readonly drafts = new MemoryTable(
    ({ type, recordId, userId }: KeptDraft) => `${type} ${recordId} ${userId}`,
  )
  readonly follows = new MemoryTable(({ followerId, followedId }: Follow) => `${followerId} ${followedId}`)
  readonly likes = new MemoryTable(({ articleId, userId }: Like) => `${articleId} ${userId}`)
  readonly recordLikes = new MemoryTable(({ recordId, userId }: RecordLike) => `${recordId} ${userId}`)
  readonly recordSlugs = new MemoryTable(({ type, slug }: RecordSlug) => `${type} ${slug}`)
  readonly apiKeys = createTable<KeptApiKey>()
  readonly webhooks = createTable<KeptWebhook>()
  readonly deliveries = createTable<KeptDelivery>()
  readonly subscriptions = new MemoryTable(({ handler, event }: KeptSubscription) => `${handler} ${event}`)
  readonly runs = createTable<KeptRun>()
  readonly clients = createTable<OAuthClient>()
  readonly sessions = createTable<Session>()
  readonly auditEntries = createTable<AuditEntry>()
  readonly events = createTable<KeptEvent>()
  readonly mails = createTable<KeptMail>()
  readonly sentMails = createTable<SentMail>()
  readonly exports = createTable<KeptExport>()
  readonly credentials = new MemoryTable(({ userId }: KeptCredential) => userId)
  readonly secondFactors = new MemoryTable(({ userId }: SecondFactor) => userId)
  readonly oneTimeTokens = new MemoryTable(({ userId, digest }: KeptToken) => `${userId} ${digest}`)
  readonly erasures = new MemoryTable(({ userId }: Erasure) => userId)
  readonly doneRequests = new MemoryTable(({ name }: KeptAnswer) => name)

  /** The tables of the types that a team declares, each from its first use on. */
  readonly declared = new Map<Collection, RecordTable>()
  readonly #builtIn: ReadonlyMap<Collection, RecordTable>
  #lastUserId: number = GHOST_ID

  constructor() {
    const { clients: oauthClients, deliveries: webhookDeliveries, runs: handlerRuns, ...others } = this
    const { users, articles, comments, follows, likes, recordLikes, apiKeys, webhooks, ...recorded } = others
    const { auditEntries, events, recordSlugs } = recorded
    const pairs = { follows, likes, recordLikes, recordSlugs }
    const content = { users, articles, comments, ...pairs, auditEntries, events }
    const all = { ...content, apiKeys, webhooks, oauthClients, webhookDeliveries, handlerRuns }
    // The rows of each table are objects, whose attributes reads find by their names.
    this.#builtIn = new Map(Object.entries(all as object) as [Collection, RecordTable][])
  }

  /** The table of a collection that reads name. */
  of(collection: Collection): RecordTable {
    const known = this.#builtIn.get(collection) ?? this.declared.get(collection)
    if (known) return known
    const table = createTable<StoredRecord>()
    this.declared.set(collection, table)
    return table
  }

  nextUserId(): UserId {
    do this.#lastUserId += 1
    while (this.users.has(this.#lastUserId as UserId))
    return this.#lastUserId as UserId
  }

  appendAuditEntries(
    { eventDepth: _, ...auditContext }: AuditContext,
    entries: readonly NewAuditEntry[],
  ): void {
    const allowed = { field: null, reason: null, moreRefused: 0 }
    for (const entry of entries)
      this.auditEntries.put({ id: nextUuid(), ...auditContext, ...allowed, ...entry })
  }

  /** Enters a write in the audit log, and tells the watchers. */
  recordWrite(auditContext: AuditContext, { resource, ids }: MemoryWrite): void {
    this.appendAuditEntries(
      auditContext,
      ids.map((id) => ({ resource, resourceId: String(id), decision: 'ALLOW' })),
    )
    for (const tell of this.watchers) tell({ resource, ids })
  }

  /** Returns a function that restores the present rows. */
  snapshot(): () => void {
    const own = Object.values(this).filter((member) => member instanceof MemoryTable)
    const listTables = () => [...own, ...this.declared.values()]
    const rows = new Map(listTables().map((table) => [table, [...table]]))
    return () => {
      for (const table of listTables()) table.restore(rows.get(table) ?? [])
    }
  }
}
