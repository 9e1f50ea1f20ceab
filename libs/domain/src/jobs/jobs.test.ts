import { describe, expect, it, vi } from 'vitest'
import { builtInModel, contentPolicy } from '../service/content-types.ts'
import { createSchedule } from '../model/states/schedule.ts'
import {
  TEST_AUDIT_CONTEXT,
  aContext,
  anArticle,
  aUser,
  memoryStores,
  MemoryTables,
  NOON,
} from '../testing/index.ts'
import { pointInTime } from '../rules/time.ts'
import type { Stores } from '../context/context.ts'
import {
  allJobs,
  purgeAnswers,
  purgeAuditLog,
  purgeEvents,
  purgeKeys,
  purgeTokens,
  purgeTrash,
} from './jobs.ts'
import { publishScheduled } from './publish-scheduled.ts'
import type { Job } from '../work/job.ts'
import { runJobs } from './run-jobs.ts'
import { withValues } from '../model/types/record-changes.ts'
import { Article } from '../articles/article.ts'

const { mailEncryption, links, settings, now } = aContext()
const PARTS = {
  mailEncryption,
  links,
  baseUrl: settings.baseUrl,
  policy: contentPolicy,
  model: builtInModel,
  now,
}

const publishing = publishScheduled(PARTS)

const SETTINGS = { trashRetentionDays: 30, auditRetentionDays: 400 }

const minutes = (count: number): Date => new Date(NOON.getTime() + count * 60_000)
const DAY_MINUTES = 24 * 60

const world = async () => {
  const stores = memoryStores()
  const ada = await stores.users.add(aUser('ada', 'AUTHOR'), null)
  const draft = async (publishAt: Date | null) => {
    const article = await stores.records(Article).add(anArticle(stores, ada.id, { status: 'DRAFT' }))
    await stores
      .records(Article)
      .change(article.id, (current) =>
        withValues(current, publishAt ? { ...current, ...createSchedule(publishAt, null) } : current, NOON),
      )
    return article.id
  }
  return { stores, draft }
}

describe('C4.3 scheduled publication', () => {
  it('publishes due articles and no others', async () => {
    const { stores, draft } = await world()
    const [due, later, never] = [await draft(minutes(1)), await draft(minutes(9)), await draft(null)]
    await publishing.run(stores, minutes(2))
    expect(await stores.records(Article).get(due)).toMatchObject({
      status: 'PUBLISHED',
      publishedAt: minutes(2),
      scheduledFor: null,
    })
    expect((await stores.records(Article).get(later))?.status).toBe('DRAFT')
    expect((await stores.records(Article).get(never))?.status).toBe('DRAFT')
  })

  const SEVERAL_BATCHES = 250
  const HOUR = 3_600_000
  /** Runs the job as the worker does, but never a second time by its interval. */
  const runPublishing = async (publish: Job['run'], count: number) => {
    const { stores, draft } = await world()
    const ids = await Promise.all(Array.from({ length: count }, () => draft(minutes(1))))
    const failures: unknown[] = []
    const running = runJobs([{ ...publishing, run: publish, everyMs: HOUR }], {
      stores: () => stores,
      now: () => minutes(2),
      report: (_, error) => failures.push(error),
    })
    const countPublished = async () =>
      (await Promise.all(ids.map((id) => stores.records(Article).get(id)))).filter(
        (article) => article?.status === 'PUBLISHED',
      ).length
    return { running, countPublished, failures }
  }

  it('publishes all due articles without a break, in batches', async () => {
    let batches = 0
    const { running, countPublished, failures } = await runPublishing(async (stores, now) => {
      batches += 1
      return (await publishing.run(stores, now)) === true
    }, SEVERAL_BATCHES)
    await expect.poll(countPublished).toBe(SEVERAL_BATCHES)
    await running.stop()
    expect([batches, failures]).toEqual([13, []])
  })

  it('stops after the running batch', async () => {
    const { running, countPublished } = await runPublishing(publishing.run, SEVERAL_BATCHES)
    await running.stop()
    expect(await countPublished()).toBe(20)
  })

  it.each([
    ['clocks go back, at the first half past two', '2026-10-25T02:30:00+02:00', '2026-10-25T00:30:00.000Z'],
    ['clocks go back, at the second half past two', '2026-10-25T02:30:00+01:00', '2026-10-25T01:30:00.000Z'],
    ['clocks go forward, just before', '2026-03-29T01:59:59+01:00', '2026-03-29T00:59:59.000Z'],
    ['clocks go forward, just after', '2026-03-29T03:00:00+02:00', '2026-03-29T01:00:00.000Z'],
  ])(
    'publishes at the right instant when %s, in every time zone of the worker',
    async (_, publishAt, instant) => {
      const at = new Date(instant).getTime()
      for (const zone of ['Europe/Berlin', 'America/New_York', 'UTC']) {
        vi.stubEnv('TZ', zone)
        const { stores, draft } = await world()
        const id = await draft(pointInTime(publishAt))
        await publishing.run(stores, new Date(at - 1))
        expect((await stores.records(Article).get(id))?.status).toBe('DRAFT')
        await publishing.run(stores, new Date(at))
        expect((await stores.records(Article).get(id))?.status).toBe('PUBLISHED')
      }
      vi.unstubAllEnvs()
    },
  )

  it('publishes an article once, even if two workers find it due', async () => {
    const { stores, draft } = await world()
    const id = await draft(minutes(1))
    await Promise.all([publishing.run(stores, minutes(2)), publishing.run(stores, minutes(3))])
    expect(await stores.records(Article).get(id)).toMatchObject({ version: 3, publishedAt: minutes(2) })
  })
})

describe('C4.3 deleted articles', () => {
  it('are purged after the number of days of the setting', async () => {
    const { stores, draft } = await world()
    const id = await draft(null)
    await stores
      .records(Article)
      .change(id, (current) => ({ ...current, status: 'DELETED', updatedAt: NOON }))
    await purgeTrash(30, builtInModel).run(stores, minutes(30 * DAY_MINUTES))
    expect(await stores.records(Article).get(id)).not.toBeNull()
    await purgeTrash(30, builtInModel).run(stores, minutes(30 * DAY_MINUTES + 1))
    expect(await stores.records(Article).get(id)).toBeNull()
  })
})

describe('C11.1 retention', () => {
  const run = vi.fn(async () => 0)

  it.each([
    ['events, for thirty days', purgeEvents, 30, (stores: Stores) => (stores.deliveries.purge = run)],
    [
      'expired keys, for thirty days',
      purgeKeys,
      30,
      (stores: Stores) => (stores.apiKeys.purge = run as never),
    ],
    [
      'expired tokens, for a day',
      purgeTokens,
      1,
      (stores: Stores) => (stores.accounts.purgeTokens = run as never),
    ],
  ] as const)('%s', async (_, job, days, watch) => {
    const stores = memoryStores()
    watch(stores)
    await job.run(stores, NOON)
    expect(run.mock.lastCall?.at(0)).toEqual(minutes(-days * DAY_MINUTES))
    expect(allJobs(SETTINGS, PARTS)).toContain(job)
  })
})

describe('C6.9 stored answers', () => {
  it('are removed after their expiry', async () => {
    const { stores } = await world()
    const done = { payload: 'a hash', answer: '{}', location: null, doneAt: NOON, expiresAt: minutes(5) }
    await stores.once('a name', NOON, ({ keep }) => keep({ ...done, principal: 'a principal', budget: 100 }))
    await purgeAnswers.run(stores, minutes(4))
    // No answer has expired at noon: a missing answer has been removed by mistake.
    expect(await stores.idempotency.find('a name', NOON)).toEqual(done)
    await purgeAnswers.run(stores, minutes(5))
    expect(await stores.idempotency.find('a name', NOON)).toBeNull()
    expect(allJobs(SETTINGS, PARTS)).toContain(purgeAnswers)
  })
})

describe('running jobs', () => {
  const host = (failures: unknown[]) => ({
    stores: () => memoryStores(),
    now: () => NOON,
    report: (_job: Job, error: unknown) => void failures.push(error),
  })

  it('runs jobs again, survives a failure, and never runs a job twice at the same time', async () => {
    let [runs, atOnce, most] = [0, 0, 0]
    const run = async (): Promise<void> => {
      most = Math.max(most, (atOnce += 1))
      runs += 1
      await new Promise((resolve) => setTimeout(resolve, 5))
      atOnce -= 1
      if (runs === 1) throw new Error('the first time')
    }
    const failures: unknown[] = []
    const running = runJobs([{ name: 'counting', everyMs: 1, run }], host(failures))
    await expect.poll(() => runs).toBeGreaterThan(3)
    await running.stop()
    expect([most, failures]).toEqual([1, [new Error('the first time')]])
  })

  it('stops after the running job, and starts no more jobs', async () => {
    let [started, finished] = [0, 0]
    const run = async (): Promise<void> => {
      started += 1
      await new Promise((resolve) => setTimeout(resolve, 20))
      finished += 1
    }
    const running = runJobs([{ name: 'slow', everyMs: 1, run }], host([]))
    await running.stop()
    expect([started, finished]).toEqual([1, 1])
  })
})

describe('C12.6 the audit log', () => {
  const remaining = async (retentionDays: number): Promise<number> => {
    const tables = new MemoryTables()
    const stores = memoryStores(tables)
    for (const days of [401, 399]) {
      const at = minutes(-days * DAY_MINUTES)
      const refused = { action: 'users', resource: 'users', resourceId: null, reason: 'FORBIDDEN' }
      const audit = stores.withAuditContext({ ...TEST_AUDIT_CONTEXT, at }).audit
      await audit.addRefusals([{ ...refused, field: null, moreRefused: 0 }])
    }
    await purgeAuditLog(retentionDays).run(stores, NOON)
    return tables.auditEntries.size
  }

  it('removes entries older than AUDIT_RETENTION_DAYS; 0 keeps all entries', async () => {
    expect(await remaining(400)).toBe(1)
    expect(await remaining(0)).toBe(2)
    expect(allJobs(SETTINGS, PARTS).map(({ name }) => name)).toContain('purge-audit-log')
  })
})
