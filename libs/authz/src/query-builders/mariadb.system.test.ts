import { afterAll, beforeAll, describe } from 'vitest'
import { type MariaDb, startMariaDb } from '../../../../tools/programs/mariadb.ts'
import { requirePrograms } from '../../../../tools/programs/required-programs.ts'
import { type Filled, fill } from '../../tests/support/query-builders/fill.ts'
import { libraries } from '../../tests/support/query-builders/laws.ts'
import { testLibrary } from '../../tests/support/query-builders/library-tests.ts'

requirePrograms('MariaDB')

let server: MariaDb
let filled: Filled
beforeAll(async () => {
  server = await startMariaDb()
  filled = await fill({ dialect: 'mysql', socketPath: server.socketPath })
})
afterAll(() => server?.stop())

/** The repository has no driver of MikroORM for MySQL. */
const tested = libraries.filter(([name]) => name !== 'MikroORM')

describe.each(tested)('%s with MariaDB', (_, open) => {
  testLibrary(async () => ({
    filled,
    opened: await open({ dialect: 'mysql', socketPath: server.socketPath }),
  }))
})
