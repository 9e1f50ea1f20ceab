import { Article } from '@content-service/domain'
import { createWebhook } from '@content-service/domain/internal/webhooks'
import { createSchedule, withValues } from '@content-service/domain/internal/model'
import { TEST_AUDIT_CONTEXT, aContext, anArticle, aUser, callerOf } from '@content-service/domain/testing'
import { createContextParts } from '@content-service/identity'
import { createStores, openDatabase, type Database } from '@content-service/persistence'
import { pino } from 'pino'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { createDatabase } from '../../../../tools/postgres/postgres-database.ts'
import type {} from '../../../../tools/postgres/vitest-postgres.ts'
import { openReceiver, type Receiver } from '../../../../tools/programs/webhook-receiver.ts'
import { readWorkerSettings } from '../settings/read-settings.ts'
import { JWT_SECRET, startWorker, type WorkerProcess } from '../../tests/support/processes/worker-process.ts'

const KILLS = countRuns({ short: 8, long: 50 })
const AT_ONCE = 3
const ARTICLES = countRuns({ short: 100, long: 500 })
/** The number of articles that change, and of changes of each, whose order the test checks. */
const [CHANGED, CHANGES] = [ARTICLES / 5, 5]
/** A worker needs about this time to start: some workers die before their work, and most during it. */
const LIFETIME_MS = [300, 1_600] as const

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

describe('C11.1 and C4.3 killed workers', { timeout: 300_000 }, () => {
  let url: string
  let drop: () => Promise<void>
  let database: Database
  let receiver: Receiver
  const workers = new Set<WorkerProcess>()
  beforeAll(async () => {
    ;({ url, drop } = await createDatabase(inject('postgresUrl')))
    database = await openDatabase({ url })
    await database.migrate()
    receiver = await openReceiver()
  }, 60_000)
  afterAll(async () => {
    for (const { child } of workers) child.kill('SIGKILL')
    await receiver.close()
    await database.close()
    await drop()
  })

  const start = (): WorkerProcess => {
    const worker = startWorker({ DATABASE_URL: url, WEBHOOK_ALLOW_PRIVATE: 'true' })
    workers.add(worker)
    void worker.ended.then(() => workers.delete(worker))
    return worker
  }
  const killOne = async (): Promise<void> => {
    const { child, ended } = start()
    const [least, most] = LIFETIME_MS
    await wait(least + Math.random() * (most - least))
    child.kill('SIGKILL')
    await ended
  }
  /** Kills all workers, one after the other in each of several places. */
  const killAll = async (): Promise<void> => {
    let left = KILLS
    const place = async (): Promise<void> => {
      while (left > 0) {
        left -= 1
        await killOne()
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, place))
  }

  it('publish each article once, and deliver each event at least once, in order per article', async () => {
    const stores = createStores(database.session(), TEST_AUDIT_CONTEXT)
    const ada = await stores.users.add(aUser('ada', 'ADMIN'), null)
    const settings = readWorkerSettings({ DATABASE_URL: url, JWT_SECRET })
    const { signing } = createContextParts(settings, pino({ level: 'silent' }))
    const context = aContext({ stores, caller: callerOf(ada), signing, now: () => new Date(0) })
    const events = ['article.created', 'article.updated', 'article.published']
    const { secret } = await createWebhook(context, { url: receiver.url, events })

    const soon = new Date(Date.now() + 3_000)
    const articles: Article[] = []
    for (let count = 0; count < ARTICLES; count += 1)
      articles.push(await stores.records(Article).add(anArticle(stores, ada.id, { status: 'DRAFT' })))
    const change = (article: Article, decide: (current: Article) => Article) =>
      stores
        .records(Article)
        .change(article.id, (current) => withValues(current, decide(current), new Date()))
    for (const article of articles)
      await change(article, (current) => ({ ...current, ...createSchedule(soon, null) }))
    const writing = (async () => {
      for (let count = 0; count < CHANGES; count += 1)
        for (const article of articles.slice(0, CHANGED))
          await change(article, (current) => ({ ...current, title: `Title ${count}` }))
    })()
    await Promise.all([killAll(), writing])
    start()
    start()

    // Each article is created, scheduled and published, and each change of a text is an event.
    const expected = ARTICLES * 3 + CHANGED * CHANGES
    const indexReceived = () => new Map(receiver.received.map((each) => [each.id, each]))
    await expect.poll(() => indexReceived().size, { timeout: 200_000, interval: 250 }).toBe(expected)

    const published = [...indexReceived().values()].filter(
      ({ document }) => document.type === 'article.published',
    )
    expect(new Set(published.map(({ document }) => document.data['id'])).size).toBe(ARTICLES)
    expect(published).toHaveLength(ARTICLES)
    for (const { id } of articles)
      expect(await stores.records(Article).get(id)).toMatchObject({ status: 'PUBLISHED', scheduledFor: null })

    const firsts = [...indexReceived().values()]
    for (const { id } of articles) {
      const versions = firsts
        .filter(({ document }) => document.data['id'] === id)
        .map(({ document }) => document.data['version'] as number)
      expect(versions).toEqual(versions.map((_, index) => index + 1))
    }
    for (const { body, headers } of firsts)
      expect(() => new Webhook(secret).verify(body, headers)).not.toThrow()

    // Both remaining workers work, and neither takes the deliveries of the other.
    const more = new Set<unknown>()
    for (let count = 0; count < 100; count += 1)
      more.add((await stores.records(Article).add(anArticle(stores, ada.id, { status: 'DRAFT' }))).id)
    const pending = { op: 'eq', attribute: 'status', value: 'PENDING' } as const
    const listSent = () => receiver.received.filter(({ document }) => more.has(document.data['id']))
    await expect.poll(() => listSent().length, { timeout: 30_000 }).toBeGreaterThanOrEqual(more.size)
    await expect.poll(() => stores.reader.count('webhookDeliveries', pending, 1), { timeout: 30_000 }).toBe(0)
    expect(listSent()).toHaveLength(more.size)
  })
})
