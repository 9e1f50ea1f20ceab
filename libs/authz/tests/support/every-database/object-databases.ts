import { Query } from 'mingo'
import { readPrismaSchema } from '../../../src/prisma/index.ts'
import { rowDecoder } from '../../../src/rows/index.ts'
import { openPrismaSqlite } from '../prisma.ts'
import { attributes } from '../sql-agreement.ts'
import { toTyped } from '../typed-rows.ts'
import { parents, texts, treesOf } from './cases.ts'
import type { Database } from './database.ts'

const schemaText = `
datasource db {
  provider = "sqlite"
}
model Doc {
  n         Int       @id
  parentN   Int?
  parent    Doc?      @relation("tree", fields: [parentN], references: [n])
  children  Doc[]     @relation("tree")
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
const ddl = `create table Doc (n integer primary key, parentN int, boolean boolean, integer integer, bigint bigint,
  decimal decimal, float real, text text, uuid text, timestamp datetime, date datetime)`

/** SQLite has no lists in Prisma. */
const withoutArrays = texts.map((row, n) => {
  const { textArray: _, integerArray: __, uuidArray: ___, ...typed } = toTyped(row)
  return { ...typed, n, parentN: parents[n] ?? null }
})

export async function openPrisma(): Promise<Database> {
  const schema = readPrismaSchema(schemaText)
  const { client, close } = await openPrismaSqlite(schemaText, ddl)
  await client['doc']?.createMany({ data: withoutArrays })
  const found = (await client['doc']?.findMany({ orderBy: { n: 'asc' } })) ?? []
  const trees = treesOf(found.map(rowDecoder<object>(attributes as never, 'prisma')))
  return {
    name: 'Prisma',
    rows: () => trees,
    select: async ({ toPrisma }, condition) => {
      const where = toPrisma(condition, { schema, model: 'Doc' })
      const chosen = await client['doc']?.findMany({ where, select: { n: true }, orderBy: { n: 'asc' } })
      return chosen?.map(({ n }) => Number(n)) ?? []
    },
    // Prisma compares no columns of two types, and searches SQLite without regard to case.
    accepts: (where) => !/Array"|"value":\{"attribute"|startsWith|endsWith|includes/.test(show(where)),
    close,
  }
}

const BIGINT = '(bigint)'
const show = (condition: object): string =>
  JSON.stringify(condition, (_, value: unknown) => (typeof value === 'bigint' ? BIGINT : value))

/** Documents with embedded documents. mingo knows no bigints, which MongoDB compares with other numbers. */
export function openMingo(): Database {
  const trees = treesOf(texts.map((row) => ({ ...toTyped(row), bigint: row.bigint && Number(row.bigint) })))
  return {
    name: 'mingo',
    rows: () => trees,
    select: ({ toMongo }, where) => {
      const query = new Query(toMongo(where) as Record<string, never>)
      return trees.flatMap((tree, n) => (query.test(tree as Record<string, never>) ? [n] : []))
    },
    accepts: (where) => !show(where).includes(BIGINT) && !show(where).includes('"value":{"attribute"'),
    close: () => {},
  }
}
