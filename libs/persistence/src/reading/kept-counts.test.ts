import { type Stores, type UserId } from '@content-service/domain'
import { LISTED_USERS } from '@content-service/domain/internal/visibility'
import { TEST_AUDIT_CONTEXT, aUser } from '@content-service/domain/testing'
import { afterAll, beforeAll, expect, describe, it } from 'vitest'
import { createStores } from '../stores.ts'
import { openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'

const LISTED = { from: 'users', where: LISTED_USERS } as const

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
])('the kept number of users on %s', (name, open) => {
  const statements: string[] = []
  let test: TestDatabase
  beforeAll(async () => {
    test = await open({ onStatement: (text) => void statements.push(text) })
  })
  afterAll(() => test.close())
  const stores = () => createStores(test.database.session(), TEST_AUDIT_CONTEXT)
  const count = async ({ reader }: Pick<Stores, 'reader'> = stores(), atMost = 100) => {
    const kept = reader.prepareCount({ ...LISTED, keptCount: 'listed users' }, atMost)
    return Number((await kept.find(reader, {}))[0]?.['count'])
  }
  const countRows = () => stores().reader.count(LISTED.from, LISTED.where, 100)
  const add = (username: string) => stores().users.add(aUser(username), null)
  const run = (statement: string) => test.database.session().execute(statement)

  it('is the number of all users after each kind of write, and no count reads the users', async () => {
    const { id } = await add('ada')
    await stores().users.addAll(['bea', 'cat'].map((each) => ({ user: aUser(each), passwordHash: 'x' })))
    await stores().users.addAt(77 as UserId, aUser('dan'))
    expect(await count()).toBe(4)
    await stores().users.change(id, (current) => ({ ...current, deleted: true }))
    expect(await count()).toBe(3)
    await stores().users.change(id, (current) => ({ ...current, deleted: false, name: 'Ada' }))
    expect(await count()).toBe(4)
    await stores().users.change(id, (current) => ({ ...current, deleted: true }))
    await stores().users.remove(id, () => undefined)
    await run("delete from users where username in ('bea', 'nobody')")
    statements.length = 0
    expect(await count()).toBe(2)
    expect(statements.join()).not.toContain('from "users"')
    expect(await countRows()).toBe(2)
    expect(await count(stores(), 1)).toBe(1)
  })

  it('does not change with a write that is rolled back', async () => {
    const before = await count()
    await expect(
      stores().atomically(async (within) => {
        await within.users.add(aUser('eve'), null)
        expect(await count(within)).toBe(before + 1)
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    expect(await count()).toBe(before)
  })

  it.runIf(name === 'PostgreSQL')('no writer waits for another writer of users', async () => {
    const before = await count()
    await stores().atomically(async (within) => {
      await within.users.add(aUser('slow'), null)
      await Promise.all(Array.from({ length: 8 }, (_, place) => add(`quick-${place}`)))
      expect(await count()).toBe(before + 8)
    })
    expect(await count()).toBe(before + 9)
    expect(await countRows()).toBe(before + 9)
  })
})
