import type { OneTimeToken } from '../../accounts/one-time-token.ts'
import type { ApiKey } from '../../api-keys/api-key.ts'
import type { Act, AuditEntry, AuditEntryId } from '../../audit/audit-entry.ts'
import type { RefusedEntry } from '../../audit/audit-store.ts'
import type { Article } from '../../articles/article.ts'
import type { Revision } from '../../articles/revision.ts'
import type { OAuthClient } from '../../clients/client.ts'
import type { DomainEvent, Happening } from '../../events/domain-event.ts'
import type { EventId } from '../../ids.ts'
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
} from '../../ids.ts'
import { admitMail } from '../../mails/admit-mail.ts'
import { MAIL_WINDOW_MS } from '../../mails/mail-limit.ts'
import type { ClaimedMail, MailId, NewMail } from '../../mails/mail-store.ts'
import type { DataExport, ExportId } from '../../personal-data/data-export.ts'
import type { Erasure } from '../../personal-data/erasure.ts'
import type { IntegrityReport } from '../../integrity/integrity-report.ts'
import type { KeptRequest } from '../../idempotency/idempotency-store.ts'
import type { RecordId } from '../../model/field.ts'
import type { AnyRecord } from '../../model/record-changes.ts'
import type { BuiltInCollection } from '../../collections.ts'
import type { Collection } from '../../reading.ts'
import type { Follow, Records, Row } from '../../reading.ts'
import type { SecondFactor } from '../../second-factor/second-factor.ts'
import type { Session } from '../../sessions/session.ts'
import { GHOST } from '../../users/ghost.ts'
import { GHOST_ID, type User } from '../../users/user.ts'
import type { Webhook } from '../../webhooks/webhook.ts'
import type { WebhookDelivery } from '../../webhooks/webhook-delivery.ts'

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

export interface KeptDelivery extends WebhookDelivery {
  readonly claimedUntil: Date | null
}

export interface KeptExport extends DataExport {
  readonly attempts: number
  readonly claimedUntil: Date | null
  readonly parts: readonly string[]
}

export interface KeptMail extends ClaimedMail {
  readonly nextAttemptAt: Date
  readonly claimedUntil: Date | null
}

type Entered = Pick<AuditEntry, 'resource' | 'resourceId' | 'decision'> & Partial<RefusedEntry>

/** The records of declared types, by the plural of their type. */
export class DeclaredTables {
  readonly #tables = new Map<string, Map<RecordId, AnyRecord>>()

  of(plural: string): Map<RecordId, AnyRecord> {
    const table = this.#tables.get(plural) ?? new Map<RecordId, AnyRecord>()
    this.#tables.set(plural, table)
    return table
  }

  rows(plural: string): readonly AnyRecord[] {
    return [...this.of(plural).values()]
  }

  /** The call of the result brings the present records back. */
  snapshot(): () => void {
    const before = [...this.#tables].map(([plural, table]) => [plural, new Map(table)] as const)
    return () => {
      this.#tables.clear()
      for (const [plural, table] of before) this.#tables.set(plural, table)
    }
  }
}

/** What a database would hold, as maps. */
export class MemoryTables {
  readonly users = new Map<UserId, User>([[GHOST_ID, GHOST]])
  readonly passwordHashes = new Map<UserId, string>()
  readonly articles = new Map<ArticleId, Article>()
  readonly revisions = new Map<RevisionId, Revision>()
  readonly comments = new Map<CommentId, Comment>()
  readonly declared = new DeclaredTables()
  readonly secondFactors = new Map<UserId, SecondFactor>()
  readonly webhooks = new Map<WebhookId, KeptWebhook>()
  readonly deliveries = new Map<WebhookDeliveryId, KeptDelivery>()
  readonly apiKeys = new Map<ApiKeyId, ApiKey & { readonly digest: string }>()
  oneTimeTokens: readonly { readonly userId: UserId; readonly token: OneTimeToken }[] = []
  readonly clients = new Map<string, OAuthClient>()
  readonly sessions = new Map<SessionId, Session>()
  readonly doneRequests = new Map<string, KeptRequest>()
  /** Names of requests that are being done: no part of what is kept. */
  readonly running = new Set<string>()
  follows: readonly Follow[] = []
  auditEntries: readonly AuditEntry[] = []
  readonly events = new Map<EventId, DomainEvent>()
  readonly dispatched = new Map<EventId, Date>()
  readonly mails = new Map<MailId, KeptMail>()
  sentMails: readonly { readonly recipient: string; readonly at: Date }[] = []
  integrityReport: IntegrityReport | null = null
  readonly exports = new Map<ExportId, KeptExport>()
  readonly erasures = new Map<UserId, Erasure>()
  likes: readonly { readonly article: ArticleId; readonly user: UserId }[] = []

  #lastUserId: number = GHOST_ID

  nextUserId(): UserId {
    do this.#lastUserId += 1
    while (this.users.has(this.#lastUserId as UserId))
    return this.#lastUserId as UserId
  }

  /** In the place of the user's earlier one of its purpose, unless several may be good at once. */
  putToken(userId: UserId, token: OneTimeToken): void {
    const isReplaced = (owned: { readonly userId: UserId; readonly token: OneTimeToken }): boolean =>
      owned.userId === userId && owned.token.purpose === token.purpose && token.purpose !== 'password-reset'
    this.oneTimeTokens = [...this.oneTimeTokens.filter((owned) => !isReplaced(owned)), { userId, token }]
  }

  endTokens(user: UserId): void {
    this.oneTimeTokens = this.oneTimeTokens.filter(({ userId }) => userId !== user)
  }

  enter(act: Act, entries: readonly Entered[]): void {
    const allowed = { field: null, reason: null, moreRefused: 0 }
    const entered = entries.map((entry) => ({ id: nextUuid<AuditEntryId>(), ...act, ...allowed, ...entry }))
    this.auditEntries = [...this.auditEntries, ...entered]
  }

  happen(at: Date, happened: readonly Happening[]): void {
    for (const each of happened) {
      const id = nextUuid<EventId>()
      this.events.set(id, { id, at, ...each })
    }
  }

  /** @throws RateLimited before anything is enqueued. */
  post(at: Date, mails: readonly NewMail[]): void {
    const since = at.getTime() - MAIL_WINDOW_MS
    const admitted = mails.filter((mail) => {
      const sent = this.sentMails.filter(
        ({ recipient, at: when }) => recipient === mail.recipient && when.getTime() > since,
      )
      return admitMail(
        mail,
        sent.map(({ at: when }) => when),
        at,
      )
    })
    for (const { sealed, recipient } of admitted) {
      this.sentMails = [...this.sentMails, { recipient, at }]
      const id = nextUuid<MailId>()
      this.mails.set(id, { id, sealed, createdAt: at, nextAttemptAt: at, attempts: 0, claimedUntil: null })
    }
  }

  removeExports(user: UserId): void {
    for (const { id, userId } of this.exports.values()) if (userId === user) this.exports.delete(id)
  }

  /** With what was on its way to it. */
  removeWebhook(id: WebhookId): void {
    this.webhooks.delete(id)
    for (const delivery of this.deliveries.values())
      if (delivery.webhookId === id) this.deliveries.delete(delivery.id)
  }

  /** What is kept now; calling what comes back puts it back. */
  snapshot(): () => void {
    const { oneTimeTokens, follows, auditEntries, likes, sentMails } = this
    const restoreDeclared = this.declared.snapshot()
    const maps = Object.values(this).filter((table) => table instanceof Map)
    const before = maps.map((map) => [map, new Map<unknown, unknown>(map)] as const)
    return () => {
      Object.assign(this, { oneTimeTokens, follows, auditEntries, likes, sentMails })
      for (const [map, contents] of before) {
        map.clear()
        for (const [key, value] of contents) map.set(key, value)
      }
      restoreDeclared()
    }
  }

  /** The records of a collection, with their derived attributes. */
  rows(of: Collection): readonly Row[] {
    const builtIn: Readonly<Record<string, () => readonly object[]>> = this.#builtIn()
    return (builtIn[of]?.() ?? this.declared.rows(of)) as readonly Row[]
  }

  #builtIn(): { readonly [C in BuiltInCollection]: () => readonly Records[C][] } {
    return {
      users: () => [...this.users.values()].map((user) => ({ ...user, isPublic: this.#isPublic(user.id) })),
      articles: () =>
        [...this.articles.values()].map((article) => ({
          ...article,
          commentCount: this.#commentsOn(article.id).length,
          isOwnerDeleted: this.users.get(article.ownerId)?.deleted ?? false,
        })),
      revisions: () => [...this.revisions.values()],
      comments: () => [...this.comments.values()].map((comment) => this.onArticle(comment)),
      follows: () => this.follows,
      apiKeys: () => [...this.apiKeys.values()],
      webhooks: () => [...this.webhooks.values()],
      oauthClients: () =>
        [...this.clients.values()].map(({ secretHash, ...client }) => ({
          ...client,
          isPublic: secretHash === null,
        })),
      auditEntries: () => this.auditEntries,
      webhookDeliveries: () => [...this.deliveries.values()],
      events: () => [...this.events.values()].map((event, position) => ({ ...event, position })),
    }
  }

  onArticle(comment: Comment): Records['comments'] {
    const article = this.articles.get(comment.articleId)
    if (article === undefined) throw new Error('a comment without its article')
    return { ...comment, articleOwnerId: article.ownerId, articleStatus: article.status }
  }

  #commentsOn(id: ArticleId): readonly Comment[] {
    return [...this.comments.values()].filter((comment) => comment.articleId === id)
  }

  #isPublic(id: UserId): boolean {
    const isPublished = (article: ArticleId) => this.articles.get(article)?.status === 'PUBLISHED'
    const owns = [...this.articles.values()].some(
      (article) => article.ownerId === id && article.status === 'PUBLISHED',
    )
    return (
      owns ||
      [...this.comments.values()].some((comment) => comment.authorId === id && isPublished(comment.articleId))
    )
  }
}
