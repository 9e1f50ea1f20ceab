import { aUser, NOON, TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { openPostgres, type TestDatabase } from '../testing/databases.ts'

describe('C11.1 waiting events', () => {
  let test: TestDatabase
  const em = () => test.database.session()
  const stores = () => createStores(em(), TEST_AUDIT_CONTEXT)

  beforeAll(async () => {
    test = await openPostgres()
    const { id } = await stores().users.add(aUser('ada', 'AUTHOR'), null)
    await em().execute('delete from events')
    await em().execute(
      `insert into webhooks (id, owner_id, url, events, enabled, created_at, version, sealed_secret)
        values (gen_random_uuid(), ?, 'https://example.org', '{article.updated,comment.updated}', true, ?, 1, 'sealed')`,
      [id, NOON],
    )
  })
  afterAll(() => test.close())

  const addEvents = (word: string, count: number) =>
    em().execute(
      `insert into events (id, type, resource, resource_id, at, data)
        select gen_random_uuid(), ? || '.updated', ? || 's', n::text, ?, '{}' from generate_series(1, ?) n`,
      [word, word, NOON, count],
    )
  /** The resources of the deliveries, in the order of the events. */
  const readDispatched = async (): Promise<readonly string[]> => {
    const rows = await em().execute<{ stream: string }[]>(
      'select stream from webhook_deliveries order by position',
    )
    return rows.map(({ stream }) => stream)
  }

  it('of one kind of record do not delay those of another, and stay in order', async () => {
    await addEvents('comment', 100)
    await addEvents('article', 2)
    expect(await stores().deliveries.dispatch(NOON, 10)).toBe(7)
    const comments = (to: number) => Array.from({ length: to }, (_, place) => `comments ${place + 1}`)
    const articles = ['articles 1', 'articles 2']
    expect(await readDispatched()).toEqual([...comments(5), ...articles])
    expect(await stores().deliveries.dispatch(NOON, 10)).toBe(10)
    expect(await readDispatched()).toEqual([...comments(15), ...articles])
  })
})
