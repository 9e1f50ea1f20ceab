import { Article, type ArticleId, type Stores, type UserId } from '@content-service/domain'
import {
  topicForComments,
  topicForRecord,
  publishedArticles,
  type EventBatch,
  type Mark,
} from '@content-service/domain/internal/live'
import type { DomainEvent } from '@content-service/domain/internal/events'
import type { EventId } from '@content-service/domain/internal/rules'
import { TEST_AUDIT_CONTEXT, aComment, anArticle, aUser, NOON } from '@content-service/domain/testing'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createDatabase } from '../../../../tools/postgres/postgres-database.ts'
import { openDatabase, type Database } from '../database/orm.ts'
import { createStores } from '../stores.ts'
import { migrate, openPglite, openPostgres } from '../testing/databases.ts'
import { SqlTransferStore } from '../transfer/transfer-store.ts'
import { SqlEventFeed } from './sql-event-feed.ts'
import { withValues } from '@content-service/domain/internal/model'

const listTypes = ({ events }: { readonly events: readonly DomainEvent[] }) => events.map(({ type }) => type)
const findLast = ({ events }: { readonly events: readonly DomainEvent[] }): EventId =>
  events.at(-1)?.id as EventId

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
] as const)('C11.1 the outbox, listened to on %s', (_name, open) => {
  let [database, close] = [] as unknown as [Database, () => Promise<void>]
  let feed: SqlEventFeed
  let stores: Stores
  let owner: Awaited<ReturnType<Stores['users']['add']>>

  beforeAll(async () => {
    ;({ database, close } = await open())
    feed = new SqlEventFeed(database)
    stores = createStores(database.session(), TEST_AUDIT_CONTEXT)
    owner = await stores.users.add(aUser('ada', 'AUTHOR'), null)
  }, 60_000)
  afterAll(() => close())

  const published = async () =>
    stores.records(Article).add(anArticle(stores, owner.id, { status: 'PUBLISHED' }))
  const changed = (id: ArticleId, title: string) =>
    stores.records(Article).change(id, (current) => withValues(current, { ...current, title }, NOON))

  it('returns the events committed after a mark once, in order', async () => {
    const mark = await feed.readMark()
    const { id } = await published()
    await changed(id, 'Other')
    const first = await feed.listSince(mark, 100)
    expect(listTypes(first)).toEqual(['article.created', 'article.published', 'article.updated'])
    expect(listTypes(await feed.listSince(first.mark, 100))).toEqual([])
    expect(listTypes(await feed.listSince(mark, 2))).toEqual(['article.created', 'article.published'])
  })

  it('wakes listeners after a write', async () => {
    let woken = 0
    const listening = await feed.listen(() => (woken += 1))
    await published()
    await expect.poll(() => woken).toBeGreaterThan(0)
    await listening.close()
  })

  it('returns the missed events of a topic, including later events of the same write', async () => {
    const before = await feed.readMark()
    const article = await published()
    const other = await published()
    await changed(article.id, 'Other')
    const comment = aComment(stores, article, owner.id)
    await stores.comments.add(comment, () => undefined)
    const [created] = (await feed.listSince(before, 1)).events
    const missed = async (
      topic: Parameters<typeof feed.listMissed>[0],
      place: { event: EventId } | { mark: Mark },
    ) => (await feed.listMissed(topic, place, 100))?.events.map(({ type, resourceId }) => [type, resourceId])
    const place = { event: created?.id as EventId }
    expect(await missed(publishedArticles, place)).toEqual([
      ['article.published', article.id],
      ['article.published', other.id],
    ])
    expect(await missed(topicForRecord(Article, article.id), place)).toEqual([
      ['article.published', article.id],
      ['article.updated', article.id],
    ])
    expect(await missed(topicForComments(article.id), { mark: before })).toEqual([
      ['comment.created', comment.id],
    ])
    expect(await missed(topicForComments(other.id), { mark: before })).toEqual([])
    expect(await missed(topicForRecord(Article, null), place)).toEqual([])
  })

  it('refuses the place of an event that is not stored', async () => {
    const place = { event: '01890000-0000-7000-8000-000000000000' as EventId }
    expect(await feed.listMissed(publishedArticles, place, 100)).toBeNull()
  })
})

describe('C11.1 writes that overlap on PostgreSQL', () => {
  it('an event with an earlier position that was committed later is not left out', async () => {
    const { url, drop } = await createDatabase(inject('postgresUrl'))
    const database = await openDatabase({ url })
    await database.migrate()
    const [slow, fast] = [new Client({ connectionString: url }), new Client({ connectionString: url })]
    await Promise.all([slow.connect(), fast.connect()])
    const insert = (client: Client, id: string) =>
      client.query(
        `insert into events (id, type, resource, resource_id, at, data)
         values ($1, 'article.published', 'articles', 'the same', now(), '{}')`,
        [id],
      )
    const [late, early] = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002']
    const feed = new SqlEventFeed(database)
    const mark = await feed.readMark()
    await slow.query('begin')
    await insert(slow, late as string)
    await insert(fast, early as string)
    const first = await feed.listSince(mark, 100)
    await slow.query('commit')
    const second = await feed.listSince(first.mark, 100)
    const missed = (await feed.listMissed(publishedArticles, { event: findLast(first) }, 100)) as EventBatch
    expect([first, second, missed].map((heard) => heard.events.map(({ id }) => id))).toEqual([
      [early],
      [late],
      [late],
    ])
    await Promise.all([slow.end(), fast.end()])
    await database.close()
    await drop()
  })

  type Write = (stores: Stores, owner: UserId, em: SqlEntityManager) => Promise<unknown>
  const writers: readonly (readonly [string, Write])[] = [
    ['a change', (stores, owner) => stores.users.change(owner, (current) => ({ ...current, version: 9 }))],
    ['a new record, in a group', (stores, owner) => stores.records(Article).add(anArticle(stores, owner))],
    [
      'a line of an import',
      (_stores, _owner, em) => new SqlTransferStore(em).write([{ type: 'category', name: 'Tea' }]),
    ],
  ]
  it.each(writers)('listeners hear of %s', async (_write, write) => {
    const { url, drop } = await createDatabase(inject('postgresUrl'), { name: 'migrated', prepare: migrate })
    const earlier = await openDatabase({ url })
    const owner = await createStores(earlier.session(), TEST_AUDIT_CONTEXT).users.add(aUser('ada'), null)
    // Its last notice comes before the test.
    await earlier.close()
    const database = await openDatabase({ url })
    let woken = 0
    const listening = await new SqlEventFeed(database).listen(() => (woken += 1))
    await write(createStores(database.session(), TEST_AUDIT_CONTEXT), owner.id, database.session())
    await expect.poll(() => woken).toBeGreaterThan(0)
    await listening.close()
    await database.close()
    await drop()
  })

  it('a broken listening connection is opened again, and wakes for missed events', async () => {
    const { url, drop } = await createDatabase(inject('postgresUrl'))
    const database = await openDatabase({ url })
    const other = new Client({ connectionString: url })
    await other.connect()
    let woken = 0
    const listening = await database.listen('events', () => (woken += 1))
    await other.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'listen%'`)
    await expect.poll(() => woken, { timeout: 10_000 }).toBe(1)
    await other.query("notify events, ''")
    await expect.poll(() => woken).toBe(2)
    await listening.close()
    await other.end()
    await database.close()
    await drop()
  })
})
