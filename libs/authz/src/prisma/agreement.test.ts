import fc from 'fast-check'
import { afterAll, beforeAll, it } from 'vitest'
import { countRuns } from '../../../../tools/long-tests.ts'
import { rowDecoder } from '../rows/index.ts'
import { type OpenedPrisma, openPrismaSqlite } from '../testing/prisma.ts'
import { asked, attributes, expectAgreement, tables } from '../testing/sql-agreement.ts'
import { toTyped } from '../testing/typed-rows.ts'
import { readPrismaSchema, toPrisma } from './index.ts'

const text = `
datasource db {
  provider = "sqlite"
}
model Doc {
  n         Int       @id
  boolean   Boolean?
  integer   Int?
  bigint    BigInt?
  decimal   Decimal?
  float     Float?
  text      String?
  uuid      String?
  timestamp DateTime?
  date      DateTime?
}
`
const ddl = `create table Doc (n integer primary key, boolean boolean, integer integer, bigint bigint, decimal decimal,
  float real, text text, uuid text, timestamp datetime, date datetime)`
const schema = readPrismaSchema(text)

const [rows = []] = fc.sample(tables, { numRuns: 1, seed: 5 })
const cases = fc.sample(
  asked.filter(([condition]) => !JSON.stringify(condition).includes('Array')),
  { numRuns: countRuns({ short: 300, long: 10_000 }), seed: 17 },
)

let prisma: OpenedPrisma
beforeAll(async () => {
  prisma = await openPrismaSqlite(text, ddl)
}, 60_000)
afterAll(() => prisma?.close())

it('chooses the rows that the engine chooses in SQLite, also with bad values', async () => {
  const model = prisma.client['doc']
  await model?.createMany({
    data: rows.map((row, n) => {
      const { textArray: _, integerArray: __, uuidArray: ___, ...typed } = toTyped(row)
      return { ...typed, n }
    }),
  })
  const found = (await model?.findMany({ orderBy: { n: 'asc' } })) ?? []
  const decoded = found.map(rowDecoder<object>(attributes as never, 'prisma'))
  for (const each of cases)
    for (const hasKinds of [true, false])
      await expectAgreement(each, {
        hasKinds,
        rows: decoded,
        select: async (where) => {
          const query = {
            where: toPrisma(where, { schema, model: 'Doc' }),
            select: { n: true },
            orderBy: { n: 'asc' },
          }
          const chosen = await model?.findMany(query)
          return chosen?.map(({ n }) => Number(n)) ?? []
        },
      })
})
