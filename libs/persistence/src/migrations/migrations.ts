import type { Constructor } from '@mikro-orm/core'
import type { Migration } from '@mikro-orm/migrations'
import { Content } from './2026-11/2026-11-20-content.ts'
import { Search } from './2026-11/2026-11-20-search.ts'
import { Accounts } from './2026-11/2026-11-21-accounts.ts'
import { ApiKeys } from './2026-11/2026-11-21-api-keys.ts'
import { Audit } from './2026-11/2026-11-21-audit.ts'
import { OAuth } from './2026-11/2026-11-21-oauth.ts'
import { SecondFactors } from './2026-11/2026-11-21-second-factors.ts'
import { UserSearch } from './2026-11/2026-11-22-user-search.ts'
import { Idempotency } from './2026-11/2026-11-23-idempotency.ts'
import { Webhooks } from './2026-11/2026-11-23-webhooks.ts'
import { Events } from './2026-11/2026-11-24-events.ts'
import { WebhookDeliveries } from './2026-11/2026-11-24-webhook-deliveries.ts'
import { Integrity } from './2026-11/2026-11-25-integrity.ts'
import { LiveEvents } from './2026-11/2026-11-25-live-events.ts'
import { Mails } from './2026-11/2026-11-25-mails.ts'
import { PersonalData } from './2026-11/2026-11-25-personal-data.ts'
import { Roles } from './2026-11/2026-11-26-roles.ts'
import { SearchCorrections } from './2026-11/2026-11-26-search-corrections.ts'
import { DueDeliveries } from './2026-11/2026-11-27-due-deliveries.ts'
import { BoundedAudit } from './2026-11/2026-11-28-bounded-audit.ts'
import { EmailConfirmation } from './2026-11/2026-11-29-email-confirmation.ts'
import { SecondFactorWaits } from './2026-11/2026-11-29-second-factor-waits.ts'
import { SignInTimes } from './2026-11/2026-11-29-sign-in-times.ts'
import { ErasureIndexes } from './2026-11/2026-11-30-erasure.ts'
import { IdempotencyBudget } from './2026-11/2026-11-30-idempotency-budget.ts'
import { SearchedTypes } from './2026-12/2026-12-01-searched-types.ts'
import { NewestCategories } from './2026-12/2026-12-02-newest-categories.ts'
import { Ages } from './2026-12/2026-12-03-ages.ts'
import { ArticleOrders } from './2026-12/2026-12-04-article-orders.ts'
import { SearchQueue } from './2026-12/2026-12-05-search-queue.ts'
import { SearchTitles } from './2026-12/2026-12-06-search-titles.ts'
import { UserCounts } from './2026-12/2026-12-07-user-counts.ts'
import { ImportDocuments } from './2026-12/2026-12-08-import-documents.ts'
import { FilteredOrders } from './2026-12/2026-12-08-filtered-orders.ts'
import { PublicUsers } from './2026-12/2026-12-09-public-users.ts'
import { NoticesAfterCommits } from './2026-12/2026-12-09-write-notices.ts'
import { SearchNeighbours } from './2026-12/2026-12-10-search-neighbours.ts'
import { SearchWordIndexes } from './2026-12/2026-12-11-search-word-indexes.ts'
import { FairSearchQueue } from './2026-12/2026-12-12-fair-search-queue.ts'
import { ReadableWords } from './2026-12/2026-12-13-readable-words.ts'
import { PlainTitles } from './2026-12/2026-12-14-plain-titles.ts'
import { ProvedPasswords } from './2026-12/2026-12-15-proved-passwords.ts'
import { Lists } from './2026-12/2026-12-17-lists.ts'
import { Removals } from './2026-12/2026-12-18-removals.ts'
import { CommentRemovals } from './2026-12/2026-12-19-comment-removals.ts'
import { WaitingIndexes } from './2026-12/2026-12-20-waiting-indexes.ts'
import { RemovedRecords } from './2026-12/2026-12-20-removed-records.ts'
import { PartsOfTitles } from './2026-12/2026-12-21-parts-of-titles.ts'
import { AuditFilters } from './2026-12/2026-12-23-audit-filters.ts'
import { Handlers } from './2026-12/2026-12-24-handlers.ts'
import { Schedulers } from './2026-12/2026-12-26-schedulers.ts'
import { RecordRevisions } from './2026-12/2026-12-27-record-revisions.ts'
import { RecordLikes } from './2026-12/2026-12-28-record-likes.ts'
import { ComparedDeclarations } from './2026-12/2026-12-30-compared-declarations.ts'
import { RecordDrafts } from './2026-12/2026-12-31-record-drafts.ts'
import { Renames } from './2026-12/2026-12-29-renames.ts'
import { SearchedParts } from './2026-12/2026-12-25-searched-parts.ts'
import { TurnsOfWork } from './2026-12/2026-12-22-turns-of-work.ts'
import { RefuseResponse } from './2026-12/2026-12-16-refuse-response.ts'
import { Slugs } from './2026-12/2026-12-31-slugs.ts'

/** All migrations, in the order in which they run. */
export const MIGRATIONS: readonly Constructor<Migration>[] = [
  Content,
  Search,
  Audit,
  ApiKeys,
  Accounts,
  SecondFactors,
  OAuth,
  UserSearch,
  Idempotency,
  Webhooks,
  Events,
  WebhookDeliveries,
  LiveEvents,
  Mails,
  PersonalData,
  Integrity,
  SearchCorrections,
  Roles,
  DueDeliveries,
  BoundedAudit,
  EmailConfirmation,
  SecondFactorWaits,
  SignInTimes,
  IdempotencyBudget,
  ErasureIndexes,
  SearchedTypes,
  NewestCategories,
  Ages,
  ArticleOrders,
  SearchQueue,
  SearchTitles,
  UserCounts,
  ImportDocuments,
  FilteredOrders,
  PublicUsers,
  NoticesAfterCommits,
  SearchNeighbours,
  SearchWordIndexes,
  FairSearchQueue,
  ReadableWords,
  PlainTitles,
  ProvedPasswords,
  RefuseResponse,
  Lists,
  Removals,
  CommentRemovals,
  WaitingIndexes,
  RemovedRecords,
  PartsOfTitles,
  TurnsOfWork,
  AuditFilters,
  Handlers,
  SearchedParts,
  Schedulers,
  RecordRevisions,
  RecordLikes,
  Renames,
  ComparedDeclarations,
  RecordDrafts,
  Slugs,
]
