import { afterAll, beforeAll, describe, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { type MariaDb, startMariaDb } from '../../../../tools/programs/mariadb.ts'
import { requirePrograms } from '../../../../tools/programs/required-programs.ts'
import { type Filled, fill } from '../../tests/support/query-builders/fill.ts'
import {
  agreesOnColumns,
  agreesOnMarks,
  agreesOnRelations,
  libraries,
} from '../../tests/support/query-builders/laws.ts'
import type { Opened } from '../../tests/support/query-builders/opened.ts'

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
  let opened: Opened
  beforeAll(async () => {
    opened = await open({ dialect: 'mysql', socketPath: server.socketPath })
  })
  afterAll(() => opened?.close())

  it('chooses the rows that the engine chooses, also with bad values', () =>
    agreesOnColumns(opened, filled, countRuns({ short: 500, long: 10_000 })))

  it('chooses the articles whose related rows the engine allows', () =>
    agreesOnRelations(opened, countRuns({ short: 300, long: 10_000 })))

  it('takes no mark in a text for a placeholder or a quote', () => agreesOnMarks(opened, filled))
})
