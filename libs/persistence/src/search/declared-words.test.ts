import { builtInModel, contentModel, field, record } from '@content-service/domain'
import { aRecord, indexAll, indexWithWords, TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { migrateTypes, openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'

const about = 'A test.'
const Memo = record({
  name: 'Memo',
  plural: 'memos',
  about,
  allowed: {
    // Words correct searches by the right of guests alone.
    read: {
      GUEST: (memo) => memo.isPublic.eq(true),
      AUTHOR: (memo) => memo.file.isPublic.eq(true),
      EDITOR: 'all',
    },
    write: { EDITOR: 'all' },
  },
  fields: {
    title: field.line(80, { about, search: 'A' }),
    isPublic: field.flag({ about, initial: false }),
    file: field.one('self', { about, optional: true }),
  },
})
const model = contentModel([...builtInModel.types, Memo])

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
] as const)('C15.13 words of a declared type on %s', (_, open) => {
  let test: TestDatabase
  const stores = () => createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model })
  beforeAll(async () => {
    test = await open({ model })
    await migrateTypes(test.database, model)
    await indexWithWords(stores(), { policy: model.policy, model })
  })
  afterAll(() => test.close())

  it('correct searches while a guest may read the record', async () => {
    const isKnown = async () => {
      await indexAll(stores())
      const known = await test.database
        .session()
        .execute<unknown[]>('select from search_words where word = ?', ['galoshes'])
      return known.length > 0
    }
    const { id } = await stores()
      .records(Memo)
      .add(aRecord(stores(), Memo, { title: 'Galoshes' }))
    const setPublic = (isPublic: boolean) =>
      stores()
        .records(Memo)
        .change(id, (memo) => ({ ...memo, isPublic }))
    expect(await isKnown()).toBe(false)
    await setPublic(true)
    expect(await isKnown()).toBe(true)
    await setPublic(false)
    expect(await isKnown()).toBe(false)
  })
})
