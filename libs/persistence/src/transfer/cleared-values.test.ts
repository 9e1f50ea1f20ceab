import { Article, builtInModel, contentModel, field, record, User } from '@content-service/domain'
import { anArticle, aRecord, aUser, NOON, TEST_AUDIT_CONTEXT, toState } from '@content-service/domain/testing'
import { parseContentRecord, type ContentLine } from '@content-service/domain/internal/transfer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { migrateTypes, openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'
import { SqlTransferStore } from './transfer-store.ts'
import { withValues } from '@content-service/domain/internal/model'

const about = 'A test.'
const Stall = record({
  name: 'Stall',
  plural: 'stalls',
  about,
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  fields: {
    title: field.line(20, { about }),
    motto: field.line(20, { about, optional: true }),
    opensAt: field.time({ about, optional: true }),
    guide: field.one(User, { about, optional: true }),
    helpers: field.many(User, { about }),
  },
})
const model = contentModel([...builtInModel.types, Stall])

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
] as const)('C10.6 an import brings what the export says on %s', (_, open) => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await open({ model })
    await migrateTypes(test.database, model)
  })
  afterAll(() => test.close())

  const stores = () => createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model })
  const transfer = () => new SqlTransferStore(test.database.session(), model)
  const exportAll = async (): Promise<readonly ContentLine[]> => {
    const lines: ContentLine[] = []
    for await (const line of transfer().read()) lines.push(line)
    return lines
  }
  const importAll = async (lines: readonly ContentLine[]) =>
    transfer().write(lines.map((line) => parseContentRecord(structuredClone(line), model)))

  it('empties what the source has emptied, and keeps what an older file leaves out', async () => {
    const ada = await stores().users.add({ ...aUser('ada', 'AUTHOR'), age: null }, null)
    const article = await stores()
      .records(Article)
      .add(anArticle(stores(), ada.id, { status: 'DRAFT' }))
    const stall = await stores()
      .records(Stall)
      .add(aRecord(stores(), Stall, { title: 'S' } as never))
    const before = await exportAll()

    await stores().users.change(ada.id, (user) => ({
      ...user,
      age: 40,
      permissions: ['articles:publish'],
      status: 'SUSPENDED',
      deleted: true,
      profile: { ...user.profile, bio: 'A bio.' },
    }))
    await stores()
      .records(Article)
      .change(article.id, (current) => withValues(current, toState(current, 'PUBLISHED', NOON), NOON))
    await stores()
      .records(Article)
      .change(article.id, (current) => ({
        ...current,
        excerpt: 'My own.',
        excerptDerived: false,
        version: current.version + 1,
      }))
    const filled = { motto: 'M', opensAt: NOON, guideId: ada.id, helperIds: [ada.id] }
    await stores()
      .records(Stall)
      .change(stall.id, (current) => ({ ...current, ...filled }) as never)
    const changed = await exportAll()
    expect(changed).not.toEqual(before)

    // A file of an older release has no member without a value.
    const older = before.map((line) =>
      Object.fromEntries(
        Object.entries(line).filter(
          ([name, value]) =>
            value !== null && !['status', 'deleted', 'permissions', 'profile', 'helpers'].includes(name),
        ),
      ),
    )
    await importAll(older)
    const kept = await exportAll()
    for (const [place, line] of kept.entries())
      expect(line).toEqual({ ...changed[place], updatedAt: line['updatedAt'] })

    for (const outcome of await importAll(before)) expect(outcome.kind).not.toBe('refused')
    expect(await exportAll()).toEqual(before)
    for (const outcome of await importAll(before)) expect(outcome).toEqual({ kind: 'unchanged' })
  })
})
