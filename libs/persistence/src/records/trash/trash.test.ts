import {
  Article,
  builtInModel,
  contentModel,
  field,
  record,
  type RecordId,
  type Stores,
} from '@content-service/domain'
import {
  aRecord,
  aUser,
  anArticle,
  memoryStores,
  MemoryTables,
  NOON,
  TEST_AUDIT_CONTEXT,
} from '@content-service/domain/testing'
import { parseContentRecord, type ContentLine } from '@content-service/domain/internal/transfer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../../stores.ts'
import { migrateTypes, openPglite, openPostgres, type TestDatabase } from '../../testing/databases.ts'
import { SqlTransferStore } from '../../transfer/transfer-store.ts'

const LATER = new Date(NOON.getTime() + 60_000)
const about = 'A test.'
const allowed = { read: { GUEST: 'all' }, write: { EDITOR: 'all' } } as const
const Memo = record({
  name: 'Memo',
  plural: 'memos',
  about,
  allowed,
  trash: true,
  fields: { title: field.line(20, { about }) },
})
const Note = record({
  name: 'Note',
  plural: 'notes',
  about,
  allowed,
  fields: {
    memo: field.one(Memo, { about, optional: true, onDelete: 'refuse' }),
    seen: field.one(Memo, { about, optional: true, onDelete: 'clear' }),
    text: field.line(20, { about, optional: true }),
  },
})
const model = contentModel([...builtInModel.types, Memo, Note])

let test: TestDatabase | undefined
const openSql = (open: typeof openPglite) => async (): Promise<Stores> => {
  test = await open({ model })
  await migrateTypes(test.database, model)
  return createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model })
}

describe.each([
  ['memory', async (): Promise<Stores> => memoryStores(new MemoryTables(), model)],
  ['PGlite', openSql(openPglite)],
  ['PostgreSQL', openSql(openPostgres)],
] as const)('C17.4 the trash on %s', (_, open) => {
  let stores: Stores
  beforeAll(async () => {
    stores = await open()
  })
  afterAll(async () => {
    await test?.close()
    test = undefined
  })

  const add = async (deletedAt: Date | null): Promise<RecordId<'Memo'>> => {
    const memo = await stores.records(Memo).add(aRecord(stores, Memo, { title: 'M' }))
    if (deletedAt !== null)
      await stores.records(Memo).change(memo.id, (current) => ({ ...current, deletedAt, version: 2 }))
    return memo.id
  }
  const isThere = async (id: RecordId<'Memo'>) => (await stores.records(Memo).get(id)) !== null
  const purge = (atMost: number, after: RecordId | null = null) =>
    stores.records(Memo).purgeTrash({ deletedBefore: LATER, atMost, after })

  it('is erased from a time on, in parts, and what others refuse stays', async () => {
    const [old, recent, kept, refused, last] = [
      await add(NOON),
      await add(LATER),
      await add(null),
      await add(NOON),
      await add(NOON),
    ] as const
    await stores.records(Note).add(aRecord(stores, Note, { memoId: refused } as never))
    const seeing = await stores.records(Note).add(aRecord(stores, Note, { seenId: last } as never))

    expect(await purge(2)).toEqual({ count: 1, last: refused })
    expect(await purge(2, refused)).toEqual({ count: 1, last: null })
    const there = await Promise.all([old, recent, kept, refused, last].map((id) => isThere(id)))
    expect(there).toEqual([false, true, true, true, false])
    expect(await stores.records(Note).get(seeing.id)).toMatchObject({ seenId: null, version: 2 })
    expect(await purge(2)).toEqual({ count: 0, last: null })
  })

  it('C4.3 that a state marks is erased by the time of the last change', async () => {
    const { id } = await stores.users.add(aUser('ada', 'AUTHOR'), null)
    const addArticle = (updatedAt: Date | null, status: 'DELETED' | 'DRAFT') =>
      stores.records(Article).add({ ...anArticle(stores, id, { status }), updatedAt })
    const old = await addArticle(NOON, 'DELETED')
    const others = [await addArticle(LATER, 'DELETED'), await addArticle(NOON, 'DRAFT')]
    const due = { deletedBefore: LATER, atMost: 10, after: null }
    expect(await stores.records(Article).purgeTrash(due)).toEqual({ count: 1, last: null })
    expect(await stores.records(Article).get(old.id)).toBeNull()
    for (const other of others) expect(await stores.records(Article).get(other.id)).not.toBeNull()
  })

  it('has no lines in an export, and an import does not find it', async () => {
    if (test === undefined) return
    const [kept, gone] = [await add(null), await add(LATER)]
    await stores.records(Note).add(aRecord(stores, Note, { memoId: gone, text: 'linking' } as never))
    const transfer = new SqlTransferStore(test.database.session(), model)
    const lines: ContentLine[] = []
    for await (const line of transfer.read()) lines.push(line)
    const refs = lines.filter(({ type }) => type === 'memo').map(({ ref }) => ref)
    expect([refs.includes(kept), refs.includes(gone)]).toEqual([true, false])
    expect(Object.keys(lines.find(({ type }) => type === 'memo') ?? {})).not.toContain('deletedAt')
    expect(lines.find(({ text }) => text === 'linking')).toMatchObject({ memo: null })
    expect(await transfer.count()).toBe(lines.length)

    const write = (ref: string) =>
      transfer.write([parseContentRecord({ type: 'memo', ref, title: 'New' } as never, model)])
    expect(await write(kept)).toMatchObject([{ kind: 'updated' }])
    const reason = 'ref: names a memo in the trash; restore it, or erase it'
    expect(await write(gone)).toMatchObject([{ kind: 'refused', reason: expect.stringContaining(reason) }])
    expect(await stores.records(Memo).get(gone)).toMatchObject({ title: 'M' })
  })
})
