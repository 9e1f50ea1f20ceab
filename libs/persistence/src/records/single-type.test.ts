import { unconditional, updateRecord, type Context, type Stores } from '@content-service/domain'
import { SINGLE_ID } from '@content-service/domain/internal/model'
import {
  aContext,
  aUser,
  callerOf,
  memoryStores,
  MemoryTables,
  siteModel as model,
  SiteSettings,
  TEST_AUDIT_CONTEXT,
} from '@content-service/domain/testing'
import { parseContentRecord, type ContentLine } from '@content-service/domain/internal/transfer'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { execute } from '../statements/sql.ts'
import { createStores } from '../stores.ts'
import { migrateTypes, openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'
import { SqlTransferStore } from '../transfer/transfer-store.ts'
import { compareModel } from './compare-tables.ts'
import { listStatements } from './table-difference.ts'

const INITIAL = {
  id: SINGLE_ID,
  title: 'A site',
  isOpen: true,
  notice: null,
  featuredId: null,
  contactId: null,
  menuIds: [],
  version: 1,
}

const openDatabase = (open: typeof openPglite) => async () => {
  const test = await open({ model })
  await migrateTypes(test.database, model)
  const stores = createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model })
  return { stores, close: () => test.close() }
}

const openMemory = async (): Promise<{ readonly stores: Stores; close(): Promise<void> }> => ({
  stores: memoryStores(new MemoryTables(), model),
  close: async () => undefined,
})

describe.each([
  ['memory', openMemory],
  ['PGlite', openDatabase(openPglite)],
  ['PostgreSQL', openDatabase(openPostgres)],
] as const)('C14.4 the record of a single type on %s', (_, open) => {
  let world: Awaited<ReturnType<typeof openMemory>>
  let editor: Context
  beforeAll(async () => {
    world = await open()
    const user = await world.stores.users.add(aUser('eve', 'EDITOR'), null)
    editor = aContext({ stores: world.stores, model, caller: callerOf(user) })
  })
  afterAll(() => world.close())

  it('is there from the start, with the initial values, and changes', async () => {
    const store = world.stores.records(SiteSettings)
    expect(await store.get(SINGLE_ID as never)).toMatchObject(INITIAL)
    const change = { title: 'My site', notice: 'Closed.', contactId: String(editor.caller.id) }
    const update = { id: SiteSettings.parseId(''), change, precondition: unconditional }
    expect(await updateRecord(editor, SiteSettings, update)).toMatchObject({ title: 'My site', version: 2 })
    expect(await store.get(SINGLE_ID as never)).toMatchObject({
      notice: 'Closed.',
      contactId: editor.caller.id,
      version: 2,
    })
  })

  it('loses its link to a deleted user', async () => {
    const user = await world.stores.users.add(aUser('una'), null)
    const update = {
      id: SiteSettings.parseId(''),
      change: { contactId: String(user.id) },
      precondition: unconditional,
    }
    await updateRecord(editor, SiteSettings, update)
    await world.stores.users.remove(user.id, () => undefined)
    expect(await world.stores.records(SiteSettings).get(SINGLE_ID as never)).toMatchObject({
      contactId: null,
    })
  })
})

describe('C14.4 the table of a single type', () => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await openPglite({ model })
    await migrateTypes(test.database, model)
  })
  afterAll(() => test.close())

  it('needs its record: the migration inserts it, and the start refuses a table without it', async () => {
    const em = test.database.session()
    expect((await compareModel(em, model)).differences).toEqual([])
    await execute(em, sql`delete from site_settings`)
    const { differences } = await compareModel(em, model)
    expect(differences).toMatchObject([
      { message: 'site_settings: the record of the single type is missing', preventsStart: true },
    ])
    expect(listStatements(differences)).toEqual([
      `insert into "site_settings" ("id", "title", "is_open", "created_at", "version") values ('${SINGLE_ID}', 'A site', 'true', now(), 1)`,
    ])
    await migrateTypes(test.database, model)
    expect((await compareModel(em, model)).differences).toEqual([])
  })

  const write = (line: object) =>
    new SqlTransferStore(test.database.session(), model).write([parseContentRecord(line, model)])

  it('C10.6 is one line of imports and exports, without a ref', async () => {
    await write({ type: 'category', name: 'Books' })
    const line = { type: 'siteSettings', title: 'Imported', menu: ['Books'], isOpen: false }
    expect(await write(line)).toEqual([{ kind: 'updated' }])
    expect(await write(line)).toEqual([{ kind: 'unchanged' }])
    const lines: ContentLine[] = []
    for await (const each of new SqlTransferStore(test.database.session(), model).read()) lines.push(each)
    const exported = lines.filter(({ type }) => type === 'siteSettings')
    expect(exported).toEqual([expect.objectContaining(line)])
    expect(exported[0]).not.toHaveProperty('ref')
    expect(await write(exported[0] ?? {})).toEqual([{ kind: 'unchanged' }])
    expect(() => parseContentRecord({ ...line, ref: 'a' }, model)).toThrow()
  })
})
