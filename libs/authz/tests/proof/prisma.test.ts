import { PrismaPg } from '@prisma/adapter-pg'
import fc from 'fast-check'
import { Client } from 'pg'
import { afterAll, beforeAll, inject, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { type TestDatabase, createDatabase } from '../../../../tools/postgres/postgres-database.ts'
import { readPrismaSchema, toPrisma } from '../../src/prisma/index.ts'
import { rowDecoder } from '../../src/rows/index.ts'
import { type OpenedPrisma, fieldsOf, openPrisma } from '../support/prisma.ts'
import { expectRelatedAgreement } from '../support/related-agreement.ts'
import * as related from '../support/related-rows.ts'
import { type Texts, asked, attributes, expectAgreement, tables } from '../support/sql-agreement.ts'
import { fillPostgres } from '../support/sql-tables.ts'

const text = `
datasource db {
  provider = "postgresql"
}
model docs {
  n            Int       @id
  boolean      Boolean?
  integer      Int?
  bigint       BigInt?
  decimal      Decimal?  @db.Decimal(10, 2)
  float        Float?
  text         String?
  uuid         String?   @db.Uuid
  timestamp    DateTime? @db.Timestamptz
  date         DateTime? @db.Date
  textArray    String[]
  integerArray Int[]
  uuidArray    String[]  @db.Uuid
}
model Team {
  id    Int     @id
  name  String?
  users User[]
  @@map("teams")
}
model User {
  id       Int       @id
  teamId   Int?      @map("team_id")
  name     String?
  team     Team?     @relation(fields: [teamId], references: [id])
  articles Article[]
  comments Comment[]
  @@map("users")
}
model Article {
  id       Int       @id
  level    Int?
  title    String?
  ownerId  Int?      @map("owner_id")
  owner    User?     @relation(fields: [ownerId], references: [id])
  comments Comment[]
  @@map("articles")
}
model Comment {
  id        Int     @id
  articleId Int     @map("article_id")
  article   Article @relation(fields: [articleId], references: [id])
  userId    Int?    @map("user_id")
  user      User?   @relation(fields: [userId], references: [id])
  level     Int?
  @@map("comments")
}
`
const schema = readPrismaSchema(text)
/** Prisma cannot read a list with null. */
const withoutNull = (row: Texts): Texts =>
  Object.fromEntries(
    Object.entries(row).map(([name, text]) => [
      name,
      text?.startsWith('[')
        ? JSON.stringify(JSON.parse(text).filter((item: unknown) => item !== null))
        : text,
    ]),
  ) as Texts

const [rows = []] = fc.sample(tables, { numRuns: 1, seed: 5 })
const cases = fc.sample(asked, { numRuns: countRuns({ short: 500, long: 10_000 }), seed: 19 })

let database: TestDatabase
let prisma: OpenedPrisma
beforeAll(async () => {
  database = await createDatabase(inject('postgresUrl'))
  const db = new Client({ connectionString: database.url })
  await db.connect()
  for (const [sql, values] of fillPostgres(rows.map(withoutNull))) await db.query(sql, values)
  // PostgreSQL stores microseconds, and JavaScript cuts them off.
  await db.query(`update docs set timestamp = timestamp + interval '456 microseconds' where n % 2 = 0`)
  await db.query(related.ddl)
  await db.end()
  prisma = await openPrisma(text, () => new PrismaPg({ connectionString: database.url }))
  const { teams: team, users: user, articles: article, comments: comment } = related
  for (const [name, data] of Object.entries({ team, user, article, comment }))
    await prisma.client[name]?.createMany({ data })
}, 60_000)
afterAll(async () => {
  await prisma?.close()
  await database?.drop()
})

it('Prisma chooses the rows that the engine chooses in PostgreSQL, also with bad values', async () => {
  const found = (await prisma.client['docs']?.findMany({ orderBy: { n: 'asc' } })) ?? []
  const decoded = found.map(rowDecoder<object>(attributes as never, 'prisma'))
  for (const each of cases)
    for (const hasKinds of [true, false])
      await expectAgreement(each, {
        hasKinds,
        rows: decoded,
        select: async (where) => {
          const query = {
            where: toPrisma(where, { schema, model: 'docs' }),
            select: { n: true },
            orderBy: { n: 'asc' },
          }
          const chosen = await prisma.client['docs']?.findMany(query)
          return chosen?.map(({ n }) => Number(n)) ?? []
        },
      })
})

it('Prisma chooses the rows that the engine chooses by related rows in PostgreSQL', () =>
  expectRelatedAgreement(countRuns({ short: 500, long: 10_000 }), related.articleTrees, {
    select: async (filter) => {
      const where = toPrisma(filter, { schema, model: 'Article', fields: fieldsOf(prisma) })
      const found = await prisma.client['article']?.findMany({
        where,
        select: { id: true },
        orderBy: { id: 'asc' },
      })
      return found?.map(({ id }) => Number(id)) ?? []
    },
  }))
