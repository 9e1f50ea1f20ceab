import fc from 'fast-check'
import { type PrismaWhere, readPrismaSchema, type toPrisma } from '../../src/prisma/index.ts'
import { rowDecoder } from '../../src/rows/index.ts'
import { type OpenedPrisma, fieldsOf, openPrismaSqlite } from './prisma.ts'
import { expectRelatedAgreement, writeBigint } from './related-agreement.ts'
import * as related from './related-rows.ts'
import { asked, attributes, expectAgreement, tables } from './sql-agreement.ts'
import { toTyped } from './typed-rows.ts'

type ToPrisma = typeof toPrisma

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
model Team {
  id    Int     @id
  name  String?
  users User[]
}
model User {
  id       Int       @id
  teamId   Int?
  name     String?
  team     Team?     @relation(fields: [teamId], references: [id])
  articles Article[]
  comments Comment[]
}
model Article {
  id       Int       @id
  level    Int?
  title    String?
  ownerId  Int?
  owner    User?     @relation(fields: [ownerId], references: [id])
  comments Comment[]
}
model Comment {
  id        Int     @id
  articleId Int
  article   Article @relation(fields: [articleId], references: [id])
  userId    Int?
  user      User?   @relation(fields: [userId], references: [id])
  level     Int?
}
`
const ddl = `create table Doc (n integer primary key, boolean boolean, integer integer, bigint bigint, decimal decimal,
    float real, text text, uuid text, timestamp datetime, date datetime);
  create table Team (id integer primary key, name text);
  create table User (id integer primary key, teamId int, name text);
  create table Article (id integer primary key, level int, title text, ownerId int);
  create table Comment (id integer primary key, articleId int, userId int, level int);`

export const prismaSchema = readPrismaSchema(text)

const [rows = []] = fc.sample(tables, { numRuns: 1, seed: 5 })

/** Opens a database with the rows of all models. */
export async function openPrismaRows(): Promise<OpenedPrisma> {
  const prisma = await openPrismaSqlite(text, ddl)
  const docs = rows.map((row, n) => {
    const { textArray: _, integerArray: __, uuidArray: ___, ...typed } = toTyped(row)
    return { ...typed, n }
  })
  const { teams: team, users: user, articles: article, comments: comment } = related
  for (const [name, data] of Object.entries({ doc: docs, team, user, article, comment }))
    await prisma.client[name]?.createMany({ data })
  return prisma
}

async function findIds({ client }: OpenedPrisma, name: string, id: string, where: PrismaWhere) {
  const found = await client[name]?.findMany({ where, select: { [id]: true }, orderBy: { [id]: 'asc' } })
  return found?.map((row) => Number(row[id])) ?? []
}

/** SQLite has no lists in Prisma. */
const flat = asked.filter(([condition]) => !JSON.stringify(condition).includes('Array'))

/** Fields of each type, and any values of a subject. */
export async function agreesOnFields(prisma: OpenedPrisma, print: ToPrisma, numRuns: number) {
  const found = (await prisma.client['doc']?.findMany({ orderBy: { n: 'asc' } })) ?? []
  const decoded = found.map(rowDecoder<object>(attributes as never, 'prisma'))
  for (const each of fc.sample(flat, { numRuns, seed: 17 }))
    for (const hasKinds of [true, false])
      await expectAgreement(each, {
        hasKinds,
        rows: decoded,
        select: (where) => findIds(prisma, 'doc', 'n', print(where, { schema: prismaSchema, model: 'Doc' })),
      })
}

/** Rows of other models. */
export const agreesOnRelations = (prisma: OpenedPrisma, print: ToPrisma, numRuns: number) =>
  expectRelatedAgreement(numRuns, related.articleTrees, {
    // Prisma searches SQLite without regard to case.
    accepts: (filter) => !/startsWith|endsWith|includes/.test(JSON.stringify(filter, writeBigint)),
    select: (filter) =>
      findIds(
        prisma,
        'article',
        'id',
        print(filter, { schema: prismaSchema, model: 'Article', fields: fieldsOf(prisma) }),
      ),
  })
