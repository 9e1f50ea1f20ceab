import { afterAll, beforeAll, describe, inject, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { type TestDatabase, createDatabase } from '../../../../tools/postgres/postgres-database.ts'
import { type Filled, fill } from '../support/query-builders/fill.ts'
import {
  agreesOnColumns,
  agreesOnMarks,
  agreesOnRelations,
  libraries,
} from '../support/query-builders/laws.ts'
import type { Opened } from '../support/query-builders/opened.ts'

let database: TestDatabase
let filled: Filled
beforeAll(async () => {
  database = await createDatabase(inject('postgresUrl'))
  filled = await fill({ dialect: 'postgresql', url: database.url })
})
afterAll(() => database?.drop())

describe.each(libraries)('%s with PostgreSQL', (_, open) => {
  let opened: Opened
  beforeAll(async () => {
    opened = await open({ dialect: 'postgresql', url: database.url })
  })
  afterAll(() => opened?.close())

  it('chooses the rows that the engine chooses, also with bad values', () =>
    agreesOnColumns(opened, filled, countRuns({ short: 500, long: 10_000 })))

  it('chooses the articles whose related rows the engine allows', () =>
    agreesOnRelations(opened, countRuns({ short: 300, long: 10_000 })))

  it('takes no mark in a text for a placeholder or a quote', () => agreesOnMarks(opened, filled))
})
