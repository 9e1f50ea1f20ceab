import { Article, builtInModel, contentModel, extendType, field, record, User } from '@content-service/domain'
import { parseContentRecord, type RecordOutcome } from '@content-service/domain/internal/transfer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrateTypes, openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'
import { SqlTransferStore } from './transfer-store.ts'

const about = 'A test.'

/** A booth that closes after it opens, whose guide is no helper, and which stands beside others if it is large. */
const Booth = record({
  name: 'Booth',
  plural: 'booths',
  about,
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  fields: {
    title: field.line(20, { about }),
    opensAt: field.time({ about }),
    closesAt: field.time({ about, optional: true }),
    size: field.integer(0, 9, { about, initial: 0 }),
    guide: field.one(User, { about, optional: true }),
    helpers: field.many(User, { about }),
    behind: field.one('self', { about, optional: true }),
    beside: field.many('self', { about, ids: 'besideIds' }),
  },
  check: (booth, previous) => {
    if (booth.title === 'Broken') throw new TypeError('x')
    return [
      ...(booth.closesAt !== null && booth.closesAt <= booth.opensAt
        ? [{ path: ['closesAt'] as const, message: 'must be after opensAt' }]
        : []),
      ...(booth.guideId !== null && booth.helperIds.includes(booth.guideId)
        ? [{ path: ['guideId'] as const, message: 'must be no helper' }]
        : []),
      ...(previous !== null && booth.size < previous.size
        ? [{ path: ['size'] as const, message: `must be at least ${previous.size}` }]
        : []),
      ...(booth.title === 'Back' && booth.behindId === null
        ? [{ path: ['behindId'] as const, message: 'must be another booth' }]
        : []),
      ...(booth.size > 5 && booth.besideIds.length !== 1
        ? [{ path: ['besideIds'] as const, message: 'must be one booth' }]
        : []),
    ]
  },
})
/** A fixed type, whose records an import adds at once. */
const Color = record({
  name: 'Color',
  plural: 'colors',
  about,
  fixed: true,
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  fields: { name: field.line(20, { about, unique: true }) },
  check: ({ name }) => (name === 'None' ? [{ path: ['name'], message: 'must be a color' }] : []),
})
/** A type with one record. */
const Notice = record({
  name: 'Notice',
  single: true,
  about,
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  fields: { text: field.line(20, { about, optional: true }) },
  check: ({ text }) => (text === 'None' ? [{ path: ['text'], message: 'must be a text' }] : []),
})
/** A type of the service with a check of a team. */
const Titled = extendType(Article, {
  fields: {},
  check: ({ status, title }) =>
    status === 'PUBLISHED' && title === 'Untitled' ? [{ path: ['title'], message: 'must be a title' }] : [],
})
const others = builtInModel.types.filter(({ name }) => name !== 'Article')
const model = contentModel([...others, Titled, Booth, Color, Notice])

const OPEN = '2030-01-01T09:00:00.000Z'
const CLOSED = '2030-01-01T18:00:00.000Z'

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
] as const)('C16.3 an import asks the check of a type on %s', (_, open) => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await open({ model })
    await migrateTypes(test.database, model)
    for (const username of ['ada', 'bob'])
      await write([{ type: 'user', username, email: `${username}@example.org` }])
  })
  afterAll(() => test.close())

  const tell = (outcomes: readonly RecordOutcome[]) =>
    outcomes.map((each) => (each.kind === 'refused' ? each.reason : each.kind))
  /** Both passes, as the command does them. */
  const write = async (lines: readonly object[]) => {
    const store = new SqlTransferStore(test.database.session(), model)
    const records = lines.map((line) => parseContentRecord(structuredClone(line), model))
    const first = tell(await store.write(records))
    const isWritten = (place: number) => ['added', 'updated', 'unchanged'].includes(first[place] ?? '')
    const linked = records.filter(({ type }, place) => type === 'booth' && isWritten(place))
    return { first, second: tell(await store.writeOwnLinks(linked)) }
  }
  const booth = (ref: string, more: object = {}) => ({
    type: 'booth',
    ref,
    title: 'Booth',
    opensAt: OPEN,
    ...more,
  })
  const writeFirst = async (...lines: object[]) => (await write(lines)).first

  it('refuses a new line, alone, in the names of the line', async () => {
    const outcomes = await writeFirst(
      booth('a', { closesAt: OPEN }),
      booth('b', { closesAt: CLOSED }),
      booth('c', { guide: 'ada', helpers: ['bob', 'ada'] }),
      // The refused line has no record to which others could link.
      booth('d', { behind: 'b', beside: ['b'] }),
    )
    expect(outcomes).toEqual([
      'closesAt: must be after opensAt',
      'added',
      'guide: must be no helper',
      'added',
    ])
  })

  it('refuses a change by what is stored, and lets an old problem pass', async () => {
    await writeFirst(booth('e', { closesAt: CLOSED, size: 3 }))
    expect(await writeFirst(booth('e', { opensAt: CLOSED }), booth('e', { size: 2 }))).toEqual([
      'closesAt: must be after opensAt',
      'size: must be at least 3',
    ])
    const em = test.database.session()
    await em.getConnection().execute('update booths set closes_at = opens_at where ref = ?', ['e'])
    expect(await writeFirst(booth('e', { title: 'Old' }))).toEqual(['updated'])
    expect(await writeFirst(booth('e', { title: 'Old' }))).toEqual(['unchanged'])
  })

  it('refuses a line that changes a record of an earlier line', async () => {
    expect(await writeFirst(booth('f', { size: 4 }), booth('f', { size: 1 }))).toEqual([
      'added',
      'size: must be at least 4',
    ])
  })

  it('refuses records of fixed types and of types with one record', async () => {
    const color = (name: string) => ({ type: 'color', name })
    const notice = (text: string) => ({ type: 'notice', text })
    expect(await writeFirst(color('None'), color('Red'))).toEqual(['name: must be a color', 'added'])
    expect(await writeFirst(notice('None'), notice('Some'))).toEqual(['text: must be a text', 'updated'])
  })

  it('C15.21 refuses articles', async () => {
    const article = { type: 'article', ref: 'x', title: 'Untitled', content: 'Text.', owner: 'ada' }
    const published = { ...article, status: 'PUBLISHED' }
    const refused = 'title: must be a title'
    expect(await writeFirst(published, article, published)).toEqual([refused, 'added', refused])
  })

  it('waits for links to later lines, which the second pass sets', async () => {
    const lines = [
      booth('g', { title: 'Back', behind: 'h' }),
      booth('h'),
      booth('i', { size: 7, beside: ['j'] }),
      booth('j'),
    ]
    expect(await write(lines)).toEqual({
      first: ['added', 'added', 'added', 'added'],
      second: ['updated', 'unchanged', 'updated', 'unchanged'],
    })
    expect((await write(lines)).first).toEqual(['unchanged', 'unchanged', 'unchanged', 'unchanged'])
  })

  it('knows the lists of links that the second pass will set, if it knows their records', async () => {
    await write([booth('k', { beside: ['b', 'd'] })])
    expect(await writeFirst(booth('k', { size: 8, beside: ['d', 'b'] }))).toEqual([
      'beside: must be one booth',
    ])
    expect(await writeFirst(booth('k', { size: 8, beside: [] }))).toEqual(['beside: must be one booth'])
    expect(await write([booth('k', { size: 8, beside: ['b'] })])).toEqual({
      first: ['updated'],
      second: ['updated'],
    })
  })

  it('refuses the links of the second pass', async () => {
    const lines = [booth('l', { size: 9, beside: ['m', 'n'] }), booth('m'), booth('n')]
    expect((await write(lines)).second[0]).toBe('beside: must be one booth')
  })

  it('ends with the failure of a check, and writes nothing of the batch', async () => {
    const lines = [booth('o'), booth('p', { title: 'Broken' })]
    await expect(write(lines)).rejects.toThrow('The check of Booth has thrown an error on the record p.')
    expect(await writeFirst(booth('o'))).toEqual(['added'])
  })

  it('asks it in a dry run', async () => {
    const store = new SqlTransferStore(test.database.session(), model)
    const records = [parseContentRecord(booth('q', { closesAt: OPEN }), model)]
    const outcomes = await store.rehearse((rehearsed) => rehearsed.write(records))
    expect(tell(outcomes)).toEqual(['closesAt: must be after opensAt'])
  })
})
