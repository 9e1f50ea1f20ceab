import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { type Filled, fill } from '../../tests/support/query-builders/fill.ts'
import {
  agreesOnColumns,
  agreesOnMarks,
  agreesOnRelations,
  libraries,
  writeTimes,
} from '../../tests/support/query-builders/laws.ts'
import type { Opened } from '../../tests/support/query-builders/opened.ts'

const folder = mkdtempSync(join(tmpdir(), 'authz-query-builders-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe.each(libraries)('%s with SQLite', (name, open) => {
  let filled: Filled
  let opened: Opened
  beforeAll(async () => {
    const target = { dialect: 'sqlite', file: join(folder, name) } as const
    filled = await fill(target)
    opened = await open(target)
    await writeTimes(opened, filled)
  })
  afterAll(() => opened?.close())

  it('chooses the rows that the engine chooses, also with bad values', () =>
    agreesOnColumns(opened, filled, countRuns({ short: 300, long: 10_000 })))

  it('chooses the articles whose related rows the engine allows', () =>
    agreesOnRelations(opened, countRuns({ short: 200, long: 10_000 })))

  it('takes no mark in a text for a placeholder or a quote', () => agreesOnMarks(opened, filled))
})
