import { builtInModel, User } from '@content-service/domain'
import { findType } from '@content-service/domain/internal/model'
import { TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findCommonSearches } from '../search/common-searches.ts'
import { findPreparedSearches } from '../search/prepared-search.ts'
import { createStores } from '../stores.ts'
import { openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'
import { findParts } from './database-parts.ts'

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
] as const)('the parts of a database on %s', (_name, open) => {
  const databases: TestDatabase[] = []
  beforeAll(async () => void databases.push(await open(), await open()))
  afterAll(() => Promise.all(databases.map(({ close }) => close())))
  const listParts = ({ database }: TestDatabase): readonly unknown[] => {
    const session = database.session()
    const found = findParts(session)
    const { pipeline, notices, model, ...parts } = found
    const { plans } = createStores(session, TEST_AUDIT_CONTEXT).reader
    expect(parts).toEqual({})
    expect(model).toBe(builtInModel)
    const rows = found.rowsOf(findType(builtInModel, User))
    const searches = [findCommonSearches(session), findPreparedSearches(session)]
    return [pipeline ?? database, notices, ...searches, found.tablesOf(builtInModel), rows, plans]
  }

  it('are the same in all its sessions, and two services with a database each share none of them', () => {
    const [one, other] = databases as [TestDatabase, TestDatabase]
    for (const [place, part] of listParts(one).entries()) {
      expect(part).toBeDefined()
      expect(listParts(one)[place]).toBe(part)
      expect(listParts(other)[place]).not.toBe(part)
    }
  })
})
