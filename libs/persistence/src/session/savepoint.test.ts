import type { Stores } from '@content-service/domain'
import { aUser, TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findRows } from '../statements/sql.ts'
import { createStores } from '../stores.ts'
import { openPostgres, type TestDatabase } from '../testing/databases.ts'

describe('C16.5 a part of a transaction', () => {
  const statements: string[] = []
  let test: TestDatabase
  let stores: Stores
  beforeAll(async () => {
    test = await openPostgres({ onStatement: (text) => void statements.push(text) })
    stores = createStores(test.database.session(), TEST_AUDIT_CONTEXT)
  })
  afterAll(() => test.close())

  const count = async (name: string): Promise<number> =>
    (await findRows(test.database.session(), sql`select 1 from users where username = ${name}`)).length
  const fail = (): never => {
    throw new Error('after all that')
  }

  it('C16.5 lets work that goes on after its rollback write nothing', async () => {
    let left: Stores | undefined
    await stores.alone(async (within) => {
      const failed = within.attempt(async (part) => {
        await part.users.add(aUser('left-1'), null)
        left = part
        fail()
      })
      await expect(failed).rejects.toThrow('after all that')
      await expect(left?.users.add(aUser('left-2'), null)).rejects.toThrow('rolled back')
    })
    await expect(left?.users.add(aUser('left-3'), null)).rejects.toThrow('rolled back')
    for (const name of ['left-1', 'left-2', 'left-3']) expect([name, await count(name)]).toEqual([name, 0])
  })

  it('C16.5 begins no transaction for reads, and holds no connection before the first write', async () => {
    statements.length = 0
    await stores.alone((within) =>
      within.attempt((part) => part.reader.count('users', { op: 'and', conditions: [] }, 1)),
    )
    expect(statements.filter((text) => /^(begin|start|savepoint)/i.test(text))).toEqual([])
    await stores.alone((within) => within.attempt((part) => part.users.add(aUser('first'), null)))
    expect(statements.filter((text) => /^(begin|start transaction)/i.test(text))).toHaveLength(1)
    expect(await count('first')).toBe(1)
  })

  it('C16.5 reads in a transaction that PostgreSQL keeps from writing', async () => {
    statements.length = 0
    await stores.reading((within) => within.reader.count('users', { op: 'and', conditions: [] }, 1))
    expect(statements.filter((text) => /read only/i.test(text))).toHaveLength(1)
  })
})
