import { TOKEN_RETENTION_MS } from '../users/credentials/one-time-token.ts'
import { subscribeHandlers } from '../handlers/run-due.ts'
import { nightlyCheck } from '../integrity/check-integrity.ts'
import { refreshStatistics } from '../integrity/refresh-statistics.ts'
import { purgeMails } from '../mails/send-mails.ts'
import type { Stores } from '../context/context.ts'
import type { ContentModel } from '../model/content-model.ts'
import type { RecordId } from '../model/fields/field.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { eraseTraces } from '../personal-data/erase-traces.ts'
import { makeExports, purgeExports, type ExportParts } from '../personal-data/make-exports.ts'
import { purgeGuestRecords } from '../records/purge-guest-records.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../rules/time.ts'
import type { Job } from '../work/job.ts'
import { planSlugs } from './fill-slugs.ts'
import { planPublishing } from './publish-scheduled.ts'

const AT_ONCE = 100

/** Erases what has been in the trash of a type since before a time. */
const purgeType = async (stores: Stores, type: RecordType, deletedBefore: Date): Promise<void> => {
  const records = stores.records(type)
  let after: RecordId | null = null
  do after = (await records.purgeTrash({ deletedBefore, atMost: AT_ONCE, after })).last
  while (after !== null)
}

/** C4.3, C17.4: erases what has been in the trash for `retentionDays`. */
export const purgeTrash = (retentionDays: number, { types }: Pick<ContentModel, 'types'>): Job => ({
  name: 'purge-trash',
  everyMs: HOUR_MS,
  run: async (stores, now) => {
    const before = new Date(now.getTime() - retentionDays * DAY_MS)
    for (const type of types) if (type.trash !== null) await purgeType(stores, type, before)
  },
})

/** C15.15: changes the records that link to deleted ones, if these are many, and then removes what is deleted. */
export const finishRemovals = (): Job => {
  let served = 0
  return {
    name: 'finish-removals',
    everyMs: 10 * SECOND_MS,
    run: async ({ removals }) => {
      const user = await removals.finish(served)
      served = user ?? served
      return user !== null
    },
  }
}

/** A used code is kept as long as its session may last, so that the service recognizes a second use (C7.5). */
const CODE_RETENTION_DAYS = 31

/** Removes sessions, codes and revocations that ended so long ago that no check needs them. */
export const purgeSessions: Job = {
  name: 'purge-sessions',
  everyMs: HOUR_MS,
  run: (stores, now) => stores.sessions.purge(new Date(now.getTime() - CODE_RETENTION_DAYS * DAY_MS)),
}

/** C6.9: removes expired answers, which the service never sends again. */
export const purgeAnswers: Job = {
  name: 'purge-answers',
  everyMs: HOUR_MS,
  run: (stores, now) => stores.idempotency.purge(now),
}

/** Removes codes of mails a day after they expired. */
export const purgeTokens: Job = {
  name: 'purge-tokens',
  everyMs: HOUR_MS,
  run: (stores, now) => stores.accounts.purgeTokens(new Date(now.getTime() - TOKEN_RETENTION_MS)),
}

/** The time for which lists show an expired key, so that its owner sees why the service refuses it. */
const KEY_RETENTION_DAYS = 30

export const purgeKeys: Job = {
  name: 'purge-keys',
  everyMs: HOUR_MS,
  run: (stores, now) => stores.apiKeys.purge(new Date(now.getTime() - KEY_RETENTION_DAYS * DAY_MS)),
}

/** The time for which an event is kept with its deliveries, so that owners can look at it or replay it. */
const EVENT_RETENTION_DAYS = 30

export const purgeEvents: Job = {
  name: 'purge-events',
  everyMs: HOUR_MS,
  run: async (stores, now) => {
    const before = new Date(now.getTime() - EVENT_RETENTION_DAYS * DAY_MS)
    while ((await stores.deliveries.purge(before, AT_ONCE)) === AT_ONCE);
  },
}

/** A handler, or an event of its list, that a team has removed gets no more runs after this time. */
const UNKNOWN_HOURS = 24

/** C16.4: notes which handlers this process has, and forgets those that no process has had for a day. */
const keepHandlers = (model: ContentModel): Job => ({
  name: 'keep-handlers',
  everyMs: HOUR_MS,
  run: async (stores, now) => {
    await subscribeHandlers(stores, model, now)
    await stores.handlers.forget(new Date(now.getTime() - UNKNOWN_HOURS * HOUR_MS))
  },
})

/** The rows of the audit log have no large texts, so that many can be removed at once. */
const ENTRIES_AT_ONCE = 1_000

/** C12.6: removes old entries of the audit log; with 0 days it keeps all entries. */
export const purgeAuditLog = (retentionDays: number): Job => ({
  name: 'purge-audit-log',
  everyMs: HOUR_MS,
  run: async (stores, now) => {
    const before = new Date(now.getTime() - retentionDays * DAY_MS)
    return retentionDays > 0 && (await stores.audit.purge(before, ENTRIES_AT_ONCE)) === ENTRIES_AT_ONCE
  },
})

export interface JobSettings {
  readonly trashRetentionDays: number
  readonly auditRetentionDays: number
}

/** All jobs of a model. `parts` are the input of some jobs in addition to the stores. */
export const allJobs = (settings: JobSettings, parts: ExportParts): readonly Job[] => [
  ...planPublishing(parts),
  ...(parts.model.types.some(({ trash }) => trash !== null)
    ? [purgeTrash(settings.trashRetentionDays, parts.model)]
    : []),
  finishRemovals(),
  ...planSlugs(parts.model),
  purgeAuditLog(settings.auditRetentionDays),
  purgeSessions,
  purgeTokens,
  purgeKeys,
  purgeAnswers,
  purgeEvents,
  keepHandlers(parts.model),
  makeExports(parts),
  purgeExports,
  eraseTraces,
  purgeGuestRecords(parts),
  nightlyCheck,
  purgeMails,
  refreshStatistics,
]
