import { and, where } from '@content-service/authz'
import { Article, Category, type RecordId } from '@content-service/domain'
import { parseContentRecord } from '@content-service/domain/internal/transfer'
import {
  TEST_AUDIT_CONTEXT,
  anArticle,
  aRecord,
  aUser,
  indexWithWords,
  NOON,
  Review,
  Tool,
  toolModel as model,
  Workshop,
} from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { SqlTransferStore } from '../transfer/transfer-store.ts'
import { migrateTypes, openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
] as const)('a model with another declared type on %s', (_, open) => {
  let test: TestDatabase
  let shelves = 0
  beforeAll(async () => {
    test = await open({ model })
    await migrateTypes(test.database, model)
  })
  afterAll(() => test.close())

  const stores = () => createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model })
  const add = async (serialNumber: string) => {
    const given = { serialNumber, weight: 1.5, copies: 2 }
    const category = aRecord(stores(), Category, { name: `Shelf ${(shelves += 1)}` })
    const { id: shelfId } = await stores().records(Category).add(category)
    return stores()
      .records(Tool)
      .add(aRecord(stores(), Tool, { ...given, shelfId }))
  }

  it('stores, reads, changes and removes records', async () => {
    const tools = stores().records(Tool)
    const tool = await add('A-1')
    expect(await tools.get(tool.id)).toEqual(tool)
    const [row] = await stores().reader.find({
      from: 'tools',
      where: where<{ id: string }>().id.eq(tool.id),
      orderBy: [],
      window: { limit: 1, offset: 0 },
      select: {
        fields: ['serialNumber', 'createdAt'],
        related: [{ as: 'shelf', relation: 'shelf', select: { fields: ['name'] } }],
      },
    })
    expect(row).toEqual({
      serialNumber: 'A-1',
      createdAt: tool.createdAt,
      shelf: { name: 'Shelf 1' },
    })
    await tools.change(tool.id, (current) => ({ ...current, copies: 3, version: 2 }))
    expect((await tools.get(tool.id))?.copies).toBe(3)
    expect(await tools.remove(tool.id, () => undefined)).toBe(true)
    expect(await tools.get(tool.id)).toBeNull()
  })

  it('refuses a taken unique text, and a link to a record that does not exist', async () => {
    await add('B-1')
    await expect(add('b-1')).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This tool serialNumber is taken.',
      problems: [{ path: ['serialNumber'], message: 'is taken' }],
    })
    const shelfId = '00000000-0000-7000-8000-ffffffffffff' as RecordId<'Category'>
    const lost = aRecord(stores(), Tool, { serialNumber: 'C-1', weight: 1, copies: 1, shelfId })
    await expect(stores().records(Tool).add(lost)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      problems: [{ path: ['shelfId'], message: 'there is no category with this id' }],
    })
  })

  it('deletes a record together with the article that it links to', async () => {
    const tool = await add('R-1')
    const { users, records } = stores()
    const ada = await users.add(aUser('ada', 'AUTHOR'), null)
    const article = await records(Article).add(anArticle(stores(), ada.id, { status: 'DELETED', now: NOON }))
    await records(Article).change(article.id, (current) => ({ ...current, updatedAt: NOON }))
    const given = { verdict: 'Good', articleId: article.id, toolId: tool.id }
    const review = await records(Review).add(aRecord(stores(), Review, given))
    const due = { deletedBefore: new Date(NOON.getTime() + 1), atMost: 10, after: null }
    expect(await records(Article).purgeTrash(due)).toEqual({ count: 1, last: null })
    expect(await records(Review).get(review.id)).toBeNull()
    expect(await records(Tool).get(tool.id)).toEqual(tool)
  })

  it('stores times, tags, a state and an owner, who is replaced by the ghost when the account is deleted', async () => {
    const { users, records, reader } = stores()
    const { id: subjectId } = await records(Category).add(aRecord(stores(), Category, { name: 'Print' }))
    const user = await users.add(aUser('host'), null)
    const given = { title: 'Type', startsAt: '2030-01-01T10:00:00Z', topics: ['Lead'], subjectId }
    const workshop = await records(Workshop).add(aRecord(stores(), Workshop, given, user.id))
    expect(await records(Workshop).get(workshop.id)).toEqual({
      ...workshop,
      startsAt: new Date('2030-01-01T10:00:00Z'),
      endsAt: null,
      topics: ['lead'],
      progress: 'PLANNED',
      hostId: user.id,
    })
    const read = () =>
      reader.find({
        from: 'workshops',
        where: where<{ id: string }>().id.eq(workshop.id),
        orderBy: [],
        window: { limit: 1, offset: 0 },
        select: {
          fields: ['startsAt', 'endsAt', 'topics'],
          related: [{ as: 'host', relation: 'host', select: { fields: ['username'] } }],
        },
      })
    const shown = { startsAt: new Date('2030-01-01T10:00:00Z'), endsAt: null, topics: ['lead'] }
    expect(await read()).toEqual([{ ...shown, host: { username: 'host' } }])
    const hidden = { op: 'eq', attribute: 'isOwnerDeleted', value: true } as const
    expect(await reader.count('workshops', hidden, 10)).toBe(0)
    await users.change(user.id, (current) => ({ ...current, deleted: true }))
    expect(await reader.count('workshops', hidden, 10)).toBe(1)
    await users.remove(user.id, () => undefined)
    expect(await read()).toEqual([{ ...shown, host: { username: 'ghost' } }])
  })

  it('exports the records of a person, and removes the person from events', async () => {
    const { users, records, exports, erasures } = stores()
    const { id: subjectId } = await records(Category).add(aRecord(stores(), Category, { name: 'Paper' }))
    const user = await users.add(aUser('holly'), null)
    const given = { title: 'Folding', startsAt: '2030-01-01T10:00:00Z', contact: 'Room 7', subjectId }
    const { id } = await records(Workshop).add(aRecord(stores(), Workshop, given, user.id))
    const exported: unknown[] = []
    for await (const record of exports.records(user.id, () => and())) exported.push(record)
    expect(exported).toContainEqual(
      expect.objectContaining({
        type: 'workshop',
        id,
        title: 'Folding',
        contact: 'Room 7',
        startsAt: '2030-01-01T10:00:00.000Z',
      }),
    )
    expect(await erasures.forget({ userId: user.id, pseudonym: -7, at: NOON }, 100)).toBeGreaterThan(0)
    const [event] = await test.database
      .session()
      .execute<{ data: object }[]>('select data from events where resource_id = ?', [id])
    expect(event?.data).toMatchObject({ hostId: 1, title: 'Folding' })
  })

  it('finds records by their searched texts until the records are deleted', async () => {
    const { users, records, search, integrity } = stores()
    const { id: subjectId } = await records(Category).add(aRecord(stores(), Category, { name: 'Ink' }))
    const user = await users.add(aUser('searcher'), null)
    const given = { startsAt: '2030-01-01T10:00:00Z', contact: 'quicksilver', subjectId }
    const add = (title: string, topics: readonly string[]) =>
      records(Workshop).add(aRecord(stores(), Workshop, { ...given, title, topics }, user.id))
    const [titled, tagged] = [await add('Letterpress basics', []), await add('Other', ['letterpress'])]
    const extent = { limit: 10, offset: 0, withSnippets: true }
    const find = (text: string) => search.search(text, { WORKSHOP: and() }, extent)
    const found = await find('letterpress')
    expect(found.map(({ type, id }) => [type, id])).toEqual([
      ['WORKSHOP', titled.id],
      ['WORKSHOP', tagged.id],
    ])
    expect(found[0]?.snippet).toBe('\ue000Letterpress\ue001 basics')
    await indexWithWords(stores(), { policy: model.policy, model })
    expect(await find('leterpress')).toHaveLength(2)
    expect(await find('quicksilver')).toEqual([])
    await records(Workshop).change(titled.id, (current) => ({ ...current, title: 'Offset' }))
    await records(Workshop).remove(tagged.id, () => undefined)
    expect(await find('letterpress')).toEqual([])
    expect(await integrity.count('not-searchable', NOON)).toBe(0)
    expect(await integrity.count('orphans', NOON)).toBe(0)
  })

  it('stores, reads, exports and imports the fields that a team has added to users', async () => {
    const { users, reader, exports } = stores()
    const more = { pronouns: 'she/her', isSpeaker: true }
    const { id } = await users.add({ ...aUser('mia'), ...more }, null)
    expect(await users.get(id)).toMatchObject({ ...more, badge: null })
    await users.change(id, (current) => ({ ...current, badge: 'B-7', version: 2 }))
    const [row] = await reader.find({
      from: 'users',
      where: where<{ id: number }>().id.eq(id),
      orderBy: [],
      window: { limit: 1, offset: 0 },
      select: { fields: ['pronouns', 'badge', 'isSpeaker'] },
    })
    expect(row).toEqual({ ...more, badge: 'B-7' })
    const personal: unknown[] = []
    for await (const record of exports.records(id, () => and())) personal.push(record)
    expect(personal[0]).toMatchObject({ type: 'user', username: 'mia', ...more, badge: 'B-7' })
    const transfer = new SqlTransferStore(test.database.session(), model)
    const findLine = async () => {
      for await (const line of transfer.read()) if (line['username'] === 'mia') return line
      return {}
    }
    const line = await findLine()
    expect(line).toMatchObject({ ...more, badge: 'B-7', role: 'READER' })
    const write = (change: object) => transfer.write([parseContentRecord({ ...line, ...change }, model)])
    expect(await write({})).toEqual([{ kind: 'unchanged' }])
    expect(await write({ pronouns: 'they/them' })).toEqual([{ kind: 'updated' }])
    expect(await users.get(id)).toMatchObject({ pronouns: 'they/them', isSpeaker: true })
  })

  it('imports and exports lines that name the linked records', async () => {
    const transfer = new SqlTransferStore(test.database.session(), model)
    const lines = [
      { type: 'category', name: 'Hand tools' },
      { type: 'tool', ref: 'fret', serialNumber: 'D-1', weight: 0.3, copies: 2, shelf: 'Hand tools' },
      { type: 'tool', ref: 'lost', serialNumber: 'D-2', weight: 1, copies: 1, shelf: 'Nowhere' },
    ]
    const write = () => transfer.write(lines.map((line) => parseContentRecord(line, model)))
    expect(await write()).toEqual([
      { kind: 'added' },
      { kind: 'added' },
      { kind: 'refused', reason: 'shelf: there is no category "Nowhere"' },
    ])
    expect((await write()).slice(0, 2)).toEqual([{ kind: 'unchanged' }, { kind: 'unchanged' }])
    const exported: unknown[] = []
    for await (const line of transfer.read()) exported.push(line)
    expect(exported).toContainEqual(expect.objectContaining(lines[1] ?? {}))
  })

  it('imports and exports an owner by name, with times, tags and a state', async () => {
    const transfer = new SqlTransferStore(test.database.session(), model)
    await stores().users.add(aUser('hanna'), null)
    const line = {
      type: 'workshop',
      ref: 'w1',
      title: 'Type',
      startsAt: '2030-01-01T10:00:00.000Z',
      contact: 'hanna@example.org',
      topics: ['lead'],
      progress: 'OPEN',
      subject: 'Hand tools',
      host: 'hanna',
    }
    const unknown = { ...line, ref: 'w2', host: 'nobody' }
    const write = () => transfer.write([line, unknown].map((each) => parseContentRecord(each, model)))
    const refused = { kind: 'refused', reason: 'host: there is no user "nobody"' }
    expect(await write()).toEqual([{ kind: 'added' }, refused])
    expect(await write()).toEqual([{ kind: 'unchanged' }, refused])
    const exported: unknown[] = []
    for await (const each of transfer.read()) exported.push(each)
    expect(exported).toContainEqual(expect.objectContaining(line))
  })
})
