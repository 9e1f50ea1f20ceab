import type { OneTimeToken } from '../../accounts/one-time-token.ts'
import type { ApiKey } from '../../api-keys/api-key.ts'
import type { AuditContext, AuditEntry, AuditEntryId } from '../../audit/audit-entry.ts'
import type { RefusedEntry } from '../../audit/audit-store.ts'
import type { Article } from '../../articles/article.ts'
import type { Revision } from '../../articles/revision.ts'
import type { OAuthClient } from '../../clients/client.ts'
import type { DomainEvent, NewDomainEvent } from '../../events/domain-event.ts'
import { toArticleFacts } from '../../articles/article-facts.ts'
import type { Comment } from '../../comments/comment.ts'
import type {
  ApiKeyId,
  ArticleId,
  CommentId,
  RevisionId,
  SessionId,
  UserId,
  WebhookDeliveryId,
  WebhookId,
} from '../../rules/ids.ts'
import { admitMail } from '../../mails/admit-mail.ts'
import { MAIL_WINDOW_MS } from '../../mails/mail-limit.ts'
import type { ClaimedMail, MailId, NewMail } from '../../mails/mail-store.ts'
import type { DataExport, ExportId } from '../../personal-data/data-export.ts'
import type { Erasure } from '../../personal-data/erasure.ts'
import type { IntegrityReport } from '../../integrity/integrity-report.ts'
import type { KeptRequest } from '../../idempotency/idempotency-store.ts'
import { builtInModel } from '../../service/content-types.ts'
import type { ContentModel } from '../../model/content-model.ts'
import type { RecordId } from '../../model/field.ts'
import { JOINED } from '../../model/links/many-links.ts'
import type { AnyRecord } from '../../model/record-changes.ts'
import type { BuiltInCollection, Records } from '../../service/built-in-collections.ts'
import type { Collection } from '../../model/collections.ts'
import type { Follow } from '../../users/follow.ts'
import type { Like } from '../../articles/like.ts'
import { GHOST_ID, type EventId } from '../../rules/ids.ts'
import type { Row } from '../../reading/reading.ts'
import { PlanCache } from '../../reading/plan-cache.ts'
import type { SecondFactor } from '../../second-factor/second-factor.ts'
import type { Session } from '../../sessions/session.ts'
import { GHOST } from '../../users/ghost.ts'
import { type User } from '../../users/user.ts'
import type { Webhook } from '../../webhooks/webhook.ts'
import type { WebhookDelivery } from '../../webhooks/webhook-delivery.ts'
import type { WorkRow } from './memory-claims.ts'
import { MemoryTable } from './memory-table.ts'

let issued = 0
/** Ids in the order of creation, in the form of a UUIDv7. */
export const nextUuid = <Id extends string>(): Id => {
  issued += 1
  return `00000000-0000-7000-8000-${issued.toString(16).padStart(12, '0')}` as Id
}

export interface KeptWebhook extends Webhook {
  readonly sealedSecret: string
  readonly previous?: { readonly sealedSecret: string; readonly until: Date }
}

export type KeptDelivery = WebhookDelivery & WorkRow

export interface KeptExport extends DataExport, Omit<WorkRow, 'id'> {
  readonly parts: readonly string[]
}

export interface KeptMail extends ClaimedMail, Omit<WorkRow, 'id'> {
  readonly nextAttemptAt: Date
}

interface Credential {
  readonly userId: UserId
  readonly hash: string
}

interface KeptToken extends OneTimeToken {
  readonly userId: UserId
}

/** Records that a store has just written; the audit log has the same names of resources. */
export interface MemoryWrite {
  readonly resource: string
  readonly ids: readonly (string | number)[]
}

interface SentMail {
  readonly id: string
  readonly recipient: string
  readonly at: Date
}

/** An event of the outbox; null until deliveries of it exist. */
export interface KeptEvent extends DomainEvent {
  readonly dispatchedAt: Date | null
}

type NewAuditEntry = Pick<AuditEntry, 'resource' | 'resourceId' | 'decision'> & Partial<RefusedEntry>
type DeclaredTable = MemoryTable<AnyRecord, RecordId>

const byId = <Id>({ id }: { readonly id: Id }): Id => id

/** The records of declared types, by the plural of their type. */
class DeclaredTables extends Map<string, DeclaredTable> {
  of(plural: string): DeclaredTable {
    const table = this.get(plural) ?? new MemoryTable<AnyRecord, RecordId>(byId)
    this.set(plural, table)
    return table
  }

  snapshot(): () => void {
    const restores = new Map([...this].map(([plural, table]) => [plural, table.snapshot()]))
    return () => {
      for (const plural of this.keys()) {
        const restore = restores.get(plural)
        if (restore) restore()
        else this.delete(plural)
      }
    }
  }
}

/** The data that a database would contain. */
export class MemoryTables {
  readonly plans = new PlanCache()
  readonly users = new MemoryTable<User, UserId>(byId, [GHOST])
  readonly credentials = new MemoryTable(({ userId }: Credential) => userId)
  readonly articles = new MemoryTable<Article, ArticleId>(byId)
  readonly revisions = new MemoryTable<Revision, RevisionId>(byId)
  readonly comments = new MemoryTable<Comment, CommentId>(byId)
  /** The tables of all declared types; articles and comments are among them. */
  readonly declared = new DeclaredTables(
    Object.entries({ articles: this.articles, comments: this.comments } as object) as [
      string,
      DeclaredTable,
    ][],
  )
  readonly secondFactors = new MemoryTable(({ userId }: SecondFactor) => userId)
  readonly webhooks = new MemoryTable<KeptWebhook, WebhookId>(byId)
  readonly deliveries = new MemoryTable<KeptDelivery, WebhookDeliveryId>(byId)
  readonly apiKeys = new MemoryTable<ApiKey & { readonly digest: string }, ApiKeyId>(byId)
  readonly oneTimeTokens = new MemoryTable(({ userId, digest }: KeptToken) => `${userId} ${digest}`)
  readonly clients = new MemoryTable<OAuthClient, string>(byId)
  readonly sessions = new MemoryTable<Session, SessionId>(byId)
  readonly doneRequests = new MemoryTable(({ name }: KeptRequest & { readonly name: string }) => name)
  /** The names of running requests; they are not stored data. */
  readonly running = new Set<string>()
  /** Functions that hear of each write. */
  readonly watchers: ((written: MemoryWrite) => void)[] = []
  readonly follows = new MemoryTable(({ followerId, followedId }: Follow) => `${followerId} ${followedId}`)
  readonly auditEntries = new MemoryTable<AuditEntry, AuditEntryId>(byId)
  readonly events = new MemoryTable<KeptEvent, EventId>(byId)
  readonly mails = new MemoryTable<KeptMail, MailId>(byId)
  readonly sentMails = new MemoryTable<SentMail, string>(byId)
  integrityReport: IntegrityReport | null = null
  readonly exports = new MemoryTable<KeptExport, ExportId>(byId)
  readonly erasures = new MemoryTable(({ userId }: Erasure) => userId)
  readonly likes = new MemoryTable(({ articleId, userId }: Like) => `${articleId} ${userId}`)

  #lastUserId: number = GHOST_ID
  #lastUnit: Promise<unknown> = Promise.resolve()

  /** The end of the last transaction. */
  get lastUnit(): Promise<unknown> {
    return this.#lastUnit
  }

  /** Waits for the end of all earlier transactions. Returns the function that ends this one. */
  async beginUnit(): Promise<() => void> {
    const earlier = this.#lastUnit
    const { promise, resolve: end } = Promise.withResolvers<undefined>()
    this.#lastUnit = promise
    await earlier
    return () => end(undefined)
  }

  nextUserId(): UserId {
    do this.#lastUserId += 1
    while (this.users.has(this.#lastUserId as UserId))
    return this.#lastUserId as UserId
  }

  /** Stores a token, which replaces the user's earlier token of the purpose unless several tokens may be valid. */
  putToken(userId: UserId, token: OneTimeToken): void {
    const { purpose } = token
    if (purpose !== 'password-reset') this.oneTimeTokens.remove({ userId, purpose })
    this.oneTimeTokens.put({ ...token, userId })
  }

  appendAuditEntries(auditContext: AuditContext, entries: readonly NewAuditEntry[]): void {
    const allowed = { field: null, reason: null, moreRefused: 0 }
    for (const entry of entries)
      this.auditEntries.put({ id: nextUuid<AuditEntryId>(), ...auditContext, ...allowed, ...entry })
  }

  appendEvents(at: Date, events: readonly NewDomainEvent[]): void {
    for (const each of events) this.events.put({ id: nextUuid(), at, ...each, dispatchedAt: null })
  }

  /** @throws RateLimited before it enqueues a mail. */
  enqueueMails(at: Date, mails: readonly NewMail[]): void {
    const since = at.getTime() - MAIL_WINDOW_MS
    const sentTo = (wanted: string) =>
      this.sentMails.where((sent) => sent.recipient === wanted && sent.at.getTime() > since)
    const isAdmitted = (mail: NewMail): boolean => {
      const sent = sentTo(mail.recipient).map((each) => each.at)
      return admitMail(mail, sent, at)
    }
    for (const { sealed, recipient } of mails.filter(isAdmitted)) {
      this.sentMails.put({ id: nextUuid(), recipient, at })
      const times = { createdAt: at, nextAttemptAt: at }
      this.mails.put({ id: nextUuid<MailId>(), sealed, ...times, attempts: 0, claimedUntil: null })
    }
  }

  /** Removes a webhook with its deliveries. */
  removeWebhook(id: WebhookId): void {
    this.webhooks.delete(id)
    this.deliveries.remove({ webhookId: id })
  }

  /** Returns a function that restores the present rows. */
  snapshot(): () => void {
    const restores = Object.values(this).flatMap((table) =>
      table instanceof MemoryTable || table instanceof DeclaredTables ? [table.snapshot()] : [],
    )
    return () => restores.forEach((restore) => restore())
  }

  /** The records of a collection, with their derived attributes. */
  rows(of: Collection, model: ContentModel = builtInModel): readonly Row[] {
    const builtIn: Readonly<Record<string, () => readonly object[]>> = this.#builtIn()
    const found = builtIn[of]?.() ?? this.#listJoins(of, model) ?? this.#declaredRows(of, model)
    return found as readonly Row[]
  }

  /** The pairs of the links of a type to many records; null for another collection. */
  #listJoins(of: Collection, model: ContentModel): readonly object[] | null {
    const [plural = '', name] = of.split('.')
    const link = model.typeOf(plural)?.manyLinks.find((each) => each.name === name)
    if (link === undefined) return null
    return [...this.declared.of(plural).values()].flatMap((record) => {
      const ids = (record as unknown as Readonly<Record<string, readonly unknown[]>>)[link.attribute] ?? []
      return ids.map((id, place) => ({
        [JOINED.record]: record.id,
        [JOINED.linked]: id,
        [JOINED.place]: place,
      }))
    })
  }

  #declaredRows(of: Collection, model: ContentModel): readonly object[] {
    const records = [...this.declared.of(of).values()]
    const owner = model.typeOf(of)?.ownerAttribute ?? null
    if (owner === null) return records
    const ownerOf = (record: object) => (record as Readonly<Record<string, unknown>>)[owner] as UserId
    return records.map((record) => ({
      ...record,
      isOwnerDeleted: this.#isDeleted(ownerOf(record)),
    }))
  }

  /** Whether a record of a declared type, or a user, has this id. */
  has(plural: string, id: unknown): boolean {
    // The caller has read the id from a link to this type.
    return plural === 'users' ? this.users.has(id as UserId) : this.declared.of(plural).has(id as RecordId)
  }

  #isDeleted(user: UserId): boolean {
    return this.users.get(user)?.deleted ?? false
  }

  #builtIn(): { readonly [C in BuiltInCollection]: () => readonly Records[C][] } {
    return {
      users: () => [...this.users.values()].map((user) => ({ ...user, isPublic: this.#isPublic(user.id) })),
      articles: () =>
        [...this.articles.values()].map((article) => ({
          ...article,
          commentCount: this.comments.where({ articleId: article.id }).length,
          isOwnerDeleted: this.#isDeleted(article.ownerId),
        })),
      revisions: () => [...this.revisions.values()],
      comments: () =>
        [...this.comments.values()].map((comment) => ({
          ...this.onArticle(comment),
          isOwnerDeleted: this.#isDeleted(comment.authorId),
        })),
      follows: () => [...this.follows.values()],
      likes: () => [...this.likes.values()],
      apiKeys: () => [...this.apiKeys.values()],
      webhooks: () => [...this.webhooks.values()],
      oauthClients: () =>
        [...this.clients.values()].map(({ secretHash, ...client }) => ({
          ...client,
          isPublic: secretHash === null,
        })),
      auditEntries: () => [...this.auditEntries.values()],
      webhookDeliveries: () => [...this.deliveries.values()],
      events: () => [...this.events.values()].map((event, position) => ({ ...event, position })),
    }
  }

  onArticle(comment: Comment): Records['comments'] {
    const article = this.articles.get(comment.articleId)
    if (article === undefined) throw new Error('a comment without its article')
    return { ...comment, ...toArticleFacts(article) }
  }

  #isPublic(id: UserId): boolean {
    const published = { status: 'PUBLISHED' } as const
    return (
      this.articles.find({ ownerId: id, ...published }) !== null ||
      this.comments
        .where({ authorId: id })
        .some(({ articleId }) => this.articles.find({ id: articleId, ...published }))
    )
  }
}
