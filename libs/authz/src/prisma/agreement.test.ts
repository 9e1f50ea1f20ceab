import { afterAll, beforeAll, describe, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import type { OpenedPrisma } from '../../tests/support/prisma.ts'
import { agreesOnFields, agreesOnRelations, openPrismaRows } from '../../tests/support/prisma-laws.ts'
import { toPrisma } from './index.ts'

describe('toPrisma chooses the rows that the engine chooses in SQLite', () => {
  let prisma: OpenedPrisma
  beforeAll(async () => {
    prisma = await openPrismaRows()
  }, 60_000)
  afterAll(() => prisma?.close())

  it('by fields of each type, also with bad values', { timeout: 120_000 }, () =>
    agreesOnFields(prisma, toPrisma, countRuns({ short: 300, long: 10_000 })),
  )

  it('by related rows', { timeout: 120_000 }, () =>
    agreesOnRelations(prisma, toPrisma, countRuns({ short: 600, long: 20_000 })),
  )
})
