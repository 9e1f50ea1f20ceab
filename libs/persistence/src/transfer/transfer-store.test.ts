import type { ArticleRecord } from '@content-service/domain/internal/transfer'
import { prepareCorrections } from '@content-service/domain/internal/search'
import { createSchedule } from '@content-service/domain/internal/model'
import { Article, builtInModel, contentPolicy } from '@content-service/domain'
import { TEST_AUDIT_CONTEXT, aUser, indexAll } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'
import { References } from './references.ts'
import { SqlTransferStore } from './transfer-store.ts'

const AT = new Date('2030-01-01T00:00:00.000Z')

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
])('C10.6 an import into existing content, on %s', (_, open) => {
  let test: TestDatabase

  beforeAll(async () => {
    test = await open()
    const ada = { type: 'user', username: 'ada', email: 'ada@example.org' } as const
    expect(await new SqlTransferStore(test.database.session()).write([ada])).toEqual([{ kind: 'added' }])
  })
  afterAll(() => test.close())

  const imported = async (ref: string, more: Partial<ArticleRecord>) => {
    const em = test.database.session()
    const record = {
      type: 'article',
      ref,
      title: 'A title',
      content: 'Text.',
      owner: 'ada',
      ...more,
    } as const
    const [outcome] = await new SqlTransferStore(em).write([record])
    expect(outcome?.kind).not.toBe('refused')
    const articles = createStores(em, TEST_AUDIT_CONTEXT).records(Article)
    const id = await new References(em).findNamed('articles', ref)
    const article = await articles.get(id as Parameters<typeof articles.get>[0])
    if (article === null) throw new Error('the article was not written')
    return { article, articles }
  }

  it('C4.3 dates a first publication without a date, and only once', async () => {
    expect((await imported('dated', {})).article.publishedAt).toBeNull()
    const first = (await imported('dated', { status: 'PUBLISHED' })).article
    expect(first.publishedAt).toBeInstanceOf(Date)
    expect((await imported('dated', { status: 'PUBLISHED' })).article).toEqual(first)
    expect((await imported('dated', { status: 'ARCHIVED' })).article.publishedAt).toEqual(first.publishedAt)
  })

  it('C4.3 removes the schedule of an article whose state changes, and of no other article', async () => {
    const { article, articles } = await imported('planned', {})
    await articles.change(article.id, (current) => ({ ...current, ...createSchedule(AT, null) }))
    expect((await imported('planned', { title: 'Another title' })).article.scheduledFor).toEqual(AT)
    expect((await imported('planned', { status: 'ARCHIVED' })).article.scheduledFor).toBeNull()
  })

  it('writes a batch whose lines name, repeat and change records of the batch, and refuses single lines', async () => {
    const store = new SqlTransferStore(test.database.session())
    const article = { type: 'article', ref: 'one', title: 'One', content: 'Text.', owner: 'grace' } as const
    const comment = { type: 'comment', ref: 'c', article: 'one', author: 'GRACE', content: 'Well.' } as const
    const outcomes = await store.write([
      { type: 'user', username: 'grace', email: 'grace@example.org' },
      article,
      comment,
      { ...article, title: 'Two' },
      comment,
      { ...comment, ref: 'd', article: 'none' },
      { ...comment, ref: 'e', author: 'nobody' },
      { ...comment, ref: 'f' },
    ])
    expect(outcomes.map((each) => (each.kind === 'refused' ? each.reason : each.kind))).toEqual([
      'added',
      'added',
      'added',
      'updated',
      'unchanged',
      'article: there is no article "none"',
      'author: there is no user "nobody"',
      'added',
    ])
    expect(await test.database.session().getConnection().execute('select from search_waiting')).toEqual([])
  })

  it('C1.2 writes the documents and words of new records in their transaction, as the queue of the index does', async () => {
    const em = test.database.session()
    const readIndex = async () => ({
      documents: await em.execute('select document::text from search_documents order by 1'),
      words: await em.execute('select word from search_words order by 1'),
    })
    const write = () =>
      new SqlTransferStore(em).write([
        { type: 'user', username: 'heidi', email: 'heidi@example.org', name: 'Heidi Müller' },
        {
          type: 'article',
          ref: 'indexed',
          title: 'Cafés <b>everywhere</b>',
          status: 'PUBLISHED',
          content: 'Ristretto—lungo…',
          owner: 'heidi',
          tags: ['espresso'],
        },
        { type: 'comment', ref: 'indexed/1', article: 'indexed', author: 'heidi', content: 'Cortado?' },
      ])
    const clear = async () => {
      for (const table of ['search_documents', 'search_words']) await em.execute(`delete from ${table}`)
    }
    await clear()
    await prepareCorrections(createStores(em, TEST_AUDIT_CONTEXT), {
      policy: contentPolicy,
      model: builtInModel,
    })
    expect(await write()).toEqual([{ kind: 'added' }, { kind: 'added' }, { kind: 'added' }])
    expect(await em.execute('select from search_waiting')).toEqual([])
    const written = await readIndex()
    await clear()
    await em.execute("update users set name = name where username = 'heidi'")
    await em.execute("update articles set title = title where ref = 'indexed'")
    await em.execute("update comments set content = content where ref = 'indexed/1'")
    await indexAll(createStores(em, TEST_AUDIT_CONTEXT))
    expect(written).toEqual(await readIndex())
    expect(written.words).toEqual(expect.arrayContaining([{ word: 'ristretto' }, { word: 'everywhere' }]))
  })

  it('C1.2 also indexes changed records, and records of others that wait', async () => {
    const em = test.database.session()
    await createStores(em, TEST_AUDIT_CONTEXT).users.add(aUser('waiting', 'READER'), null)
    await imported('changing', {})
    await imported('changing', { title: 'Zirconium' })
    expect(await em.execute('select from search_waiting')).toEqual([])
    expect(await em.execute("select from search_documents where document @@ 'zirconium'")).toHaveLength(1)
  })

  it('writes batches at the same time, in the order of their calls if they name common records', async () => {
    const store = new SqlTransferStore(test.database.session())
    const article = (ref: string) =>
      ({ type: 'article', ref, title: 'A title', content: 'Text.', owner: 'ivan' }) as const
    const outcomes = await Promise.all([
      store.write([{ type: 'user', username: 'ivan', email: 'ivan@example.org' }]),
      store.write(['p1', 'p2', 'p3'].map(article)),
      store.write(['p4', 'p5'].map(article)),
      store.write([{ type: 'comment', ref: 'p4/1', article: 'p4', author: 'ivan', content: 'Well.' }]),
      store.write([{ ...article('p1'), title: 'Another title' }]),
    ])
    expect(outcomes.flat().map(({ kind }) => kind)).toEqual([...Array(7).fill('added'), 'updated'])
    const em = test.database.session()
    expect(await em.execute("select ref from articles where ref ~ '^p[0-9]$' order by id")).toEqual(
      ['p1', 'p2', 'p3', 'p4', 'p5'].map((ref) => ({ ref })),
    )
  })

  it('leaves out only the record whose email address another user has', async () => {
    const user = (username: string, email = `${username}@example.org`) =>
      ({ type: 'user', username, email }) as const
    const outcomes = await new SqlTransferStore(test.database.session()).write([
      user('judy'),
      user('mallory', 'ada@example.org'),
      user('niaj'),
      { ...user('judy'), name: 'Judy' },
    ])
    expect(outcomes.map(({ kind }) => kind)).toEqual(['added', 'refused', 'added', 'updated'])
  })

  it('C12.3 writes the roles of a user, and reads them in a form that an import accepts', async () => {
    const store = new SqlTransferStore(test.database.session())
    const user = { type: 'user', username: 'roy', email: 'roy@example.org' } as const
    const line = async () => {
      for await (const read of store.read()) if (read['username'] === 'roy') return read
      return {}
    }
    for (const [roles, told] of [
      [['EDITOR'], { role: 'EDITOR' }],
      [['EDITOR', 'JUDGE'], { roles: ['EDITOR', 'JUDGE'] }],
      [['JUDGE'], { roles: ['JUDGE'] }],
      [[], { roles: [] }],
    ] as const) {
      expect(await store.write([{ ...user, roles }])).toMatchObject([
        { kind: expect.stringMatching(/added|updated/) },
      ])
      const { role, roles: list } = await line()
      expect({ ...(role !== undefined && { role }), ...(list !== undefined && { roles: list }) }).toEqual(
        told,
      )
    }
  })

  it('C3.4 keeps an administrator, and C3.6 ends sessions', async () => {
    const em = test.database.session()
    const { users } = createStores(em, TEST_AUDIT_CONTEXT)
    const root = await users.add(aUser('root', 'ADMIN'), null)
    const line = { type: 'user', username: 'root', email: 'root@example.org' } as const
    const write = (more: object) => new SqlTransferStore(em).write([{ ...line, ...more }])
    for (const more of [{ roles: ['READER'] }, { status: 'SUSPENDED' }, { deleted: true }])
      expect(await write(more)).toEqual([
        { kind: 'refused', reason: expect.stringContaining('last administrator') },
      ])
    await users.add(aUser('second', 'ADMIN'), null)
    expect(await write({ status: 'SUSPENDED' })).toEqual([{ kind: 'updated' }])
    const suspended = await users.get(root.id)
    expect(suspended?.tokensValidFrom.getTime()).toBeGreaterThan(root.tokensValidFrom.getTime())
  })

  it('distinguishes new, updated and unchanged records', async () => {
    const store = new SqlTransferStore(test.database.session())
    const write = async (title: string) =>
      (await store.write([{ type: 'article', ref: 'counted', title, content: 'Text.', owner: 'ada' }]))[0]
        ?.kind
    expect([await write('One'), await write('One'), await write('Two')]).toEqual([
      'added',
      'unchanged',
      'updated',
    ])
  })

  it('rolls back a dry run, whose later records see its earlier records', async () => {
    const store = new SqlTransferStore(test.database.session())
    const before = await store.count()
    const outcomes = await store.rehearse(async (rehearsal) => [
      ...(await rehearsal.write([{ type: 'user', username: 'eve', email: 'eve@example.org' }])),
      ...(await rehearsal.write([
        { type: 'article', ref: 'dry', title: 'Dry', content: 'Text.', owner: 'eve' },
      ])),
      ...(await rehearsal.write([
        { type: 'article', ref: 'bad', title: 'Bad', content: 'Text.', owner: 'nobody' },
      ])),
    ])
    expect(outcomes.map(({ kind }) => kind)).toEqual(['added', 'added', 'refused'])
    expect(await store.count()).toBe(before)
  })
})
