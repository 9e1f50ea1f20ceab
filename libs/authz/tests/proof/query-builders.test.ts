import { afterAll, beforeAll, describe, inject } from 'vitest'
import { type TestDatabase, createDatabase } from '../../../../tools/postgres/postgres-database.ts'
import { type Filled, fill } from '../support/query-builders/fill.ts'
import { libraries } from '../support/query-builders/laws.ts'
import { testLibrary } from '../support/query-builders/library-tests.ts'

let database: TestDatabase
let filled: Filled
beforeAll(async () => {
  database = await createDatabase(inject('postgresUrl'))
  filled = await fill({ dialect: 'postgresql', url: database.url })
})
afterAll(() => database?.drop())

describe.each(libraries)('%s with PostgreSQL', (_, open) => {
  testLibrary(async () => ({ filled, opened: await open({ dialect: 'postgresql', url: database.url }) }))
})
