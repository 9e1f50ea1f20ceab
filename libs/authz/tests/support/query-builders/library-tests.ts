import { afterAll, beforeAll, it } from 'vitest'
import { countRuns } from '../../../../../tools/check/long-tests.ts'
import type { Filled } from './fill.ts'
import { agreesOnColumns, agreesOnMarks, agreesOnRelations } from './laws.ts'
import type { Opened } from './opened.ts'

/** A database through a library, and the rows in it. */
export interface Ready {
  readonly opened: Opened
  readonly filled: Filled
}

/** How many conditions a test without LONG_TESTS tries. */
export interface ShortRuns {
  readonly columns: number
  readonly relations: number
}

/** The tests of a library with a database. */
export function testLibrary(
  open: () => Promise<Ready>,
  { columns, relations }: ShortRuns = { columns: 500, relations: 300 },
): void {
  let ready: Ready
  beforeAll(async () => {
    ready = await open()
  })
  afterAll(() => ready?.opened.close())

  it('chooses the rows that the engine chooses, also with bad values', () =>
    agreesOnColumns(ready.opened, ready.filled, countRuns({ short: columns, long: 10_000 })))

  it('chooses the articles whose related rows the engine allows', () =>
    agreesOnRelations(ready.opened, countRuns({ short: relations, long: 10_000 })))

  it('takes no mark in a text for a placeholder or a quote', () => agreesOnMarks(ready.opened, ready.filled))
}
