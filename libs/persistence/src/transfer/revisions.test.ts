import { and } from '@content-service/authz'
import { builtInModel, contentModel, field, record } from '@content-service/domain'
import { parseContentRecord } from '@content-service/domain/internal/transfer'
import { aUser, TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { expect, it, onTestFinished } from 'vitest'
import { createStores } from '../stores.ts'
import { migrateTypes, openPglite } from '../testing/databases.ts'
import { SqlTransferStore } from './transfer-store.ts'

const about = 'A test.'
const Part = record({
  name: 'Part',
  plural: 'parts',
  about,
  revisions: true,
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  fields: {
    title: field.line(80, { about }),
    parent: field.one('self', { about, optional: true }),
    maker: field.owner({ about, inverse: 'parts' }),
  },
})
const model = contentModel([...builtInModel.types, Part])

it('C17.3 an import keeps the versions that it replaces, with the owner as the editor, and not half a record', async () => {
  const test = await openPglite({ model })
  onTestFinished(() => test.close())
  await migrateTypes(test.database, model)
  const stores = createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model })
  const ada = await stores.users.add(aUser('ada'), null)
  const lines = (title: string) =>
    [
      { type: 'part', ref: 'a', title, parent: 'b', maker: 'ada' },
      { type: 'part', ref: 'b', title: 'Whole', maker: 'ada' },
    ].map((line) => parseContentRecord(line, model))
  const importAll = async (title: string) => {
    await new SqlTransferStore(test.database.session(), model).write(lines(title))
    await new SqlTransferStore(test.database.session(), model).writeOwnLinks(lines(title).slice(0, 1))
  }
  const read = async () =>
    stores.reader.find({
      from: 'parts.revisions',
      where: and(),
      orderBy: [],
      window: { limit: 10, offset: 0 },
      select: { fields: ['title', 'parentId', 'editorId'] },
    })
  await importAll('First')
  expect(await read()).toEqual([])
  await importAll('First')
  expect(await read()).toEqual([])
  await importAll('Second')
  expect(await read()).toMatchObject([{ title: 'First', parentId: expect.any(String), editorId: ada.id }])
})
