import { describe, expect, it } from 'vitest'
import { InvalidPolicy, and, not, or, subject, where } from '../index.ts'
import { readPrismaSchema, toPrisma } from './index.ts'

const text = (provider: string) => `
// The schema of a test
datasource db {
  provider = "${provider}" // a comment
}

/// A document
model Article {
  id       Int      @id @default(autoincrement())
  ownerId  Int
  rank     Int?     @db.SmallInt
  url      String   @default("https://example.org/{}")
  status   Status   @default(DRAFT)
  title    String?  @db.VarChar(100)
  code     String   @db.Char(3)
  tags     String[]
  at       DateTime @db.Timestamptz(6)
  isOpen   Boolean?
  price    Decimal?
  old      String   @ignore
  place    Unsupported("point")?

  @@index([ownerId])
}

enum Status {
  DRAFT
  PUBLISHED
}
`
const schema = readPrismaSchema(text('postgresql'))
const options = { schema, model: 'Article' }
interface Article {
  readonly id: number
  readonly ownerId: number
  readonly rank: number
  readonly url: string
  readonly status: string
  readonly title: string
  readonly code: string
  readonly old: string
  readonly wrong: string
  readonly tags: readonly string[]
  readonly at: Date
  readonly isOpen: boolean
  readonly price: number
}
const article = where<Article>()
const none = { id: { in: [] } }

describe('readPrismaSchema', () => {
  it('reads the types of fields, and the values of enums', () => {
    expect(schema).toEqual({
      provider: 'postgresql',
      models: {
        Article: {
          id: { type: 'Int', isList: false, isRequired: true },
          ownerId: { type: 'Int', isList: false, isRequired: true },
          rank: { type: 'Int', isList: false, isRequired: false, native: 'SmallInt' },
          url: { type: 'String', isList: false, isRequired: true },
          status: { type: 'Status', isList: false, isRequired: true },
          title: { type: 'String', isList: false, isRequired: false, native: 'VarChar(100)' },
          code: { type: 'String', isList: false, isRequired: true, native: 'Char(3)' },
          tags: { type: 'String', isList: true, isRequired: true },
          at: { type: 'DateTime', isList: false, isRequired: true, native: 'Timestamptz(6)' },
          isOpen: { type: 'Boolean', isList: false, isRequired: false },
          price: { type: 'Decimal', isList: false, isRequired: false },
          place: { type: 'Unsupported', isList: false, isRequired: false },
        },
      },
      enums: { Status: ['DRAFT', 'PUBLISHED'] },
    })
  })

  it('refuses unknown types and a missing provider, all at once', () => {
    expect(() => readPrismaSchema('model A {\n  b Bee?\n  c Cee[]\n}')).toThrow(
      'datasource: the schema has no provider\nA.b: unknown type "Bee"\nA.c: unknown type "Cee"',
    )
  })
})

describe('toPrisma', () => {
  it('writes constants, of which Prisma drops none inside of AND', () => {
    expect([toPrisma({ kind: 'always' }, options), toPrisma({ kind: 'never' }, options)]).toEqual([{}, none])
    expect(toPrisma(or(), options)).toEqual(none)
  })

  it('includes null in a negation, unless the field is required', () => {
    expect(toPrisma(not(article.title.eq('a')), options)).toEqual({
      OR: [{ title: { not: 'a' } }, { title: null }],
    })
    expect(toPrisma(not(article.ownerId.eq(1)), options)).toEqual({ ownerId: { not: 1 } })
    expect(toPrisma(not(article.tags.contains('a')), options)).toEqual({
      OR: [{ NOT: { tags: { has: 'a' } } }, { tags: { equals: null } }],
    })
  })

  it('selects no rows for a value that Prisma or the database refuses', () => {
    const refused = [
      article.rank.eq(40_000),
      article.ownerId.eq(3e9),
      article.ownerId.eq(1.5),
      article.status.eq('draft'),
      article.title.eq('a\0b'),
      article.title.eq('\ud800'),
      article.at.eq(new Date(8.64e15)),
      article.title.in(Array.from({ length: 40_000 }, (_, i) => `${i}`)),
    ]
    expect(refused.map((condition) => toPrisma(condition, options))).toEqual(refused.map(() => none))
    expect(toPrisma(not(article.status.eq('draft')), options)).toEqual({})
    expect(toPrisma(article.rank.lt(40_000), options)).toEqual({ rank: { not: null } })
    expect(toPrisma(not(article.rank.lt(1.5)), options)).toEqual({
      OR: [{ rank: { gt: 1 } }, { rank: null }],
    })
  })

  it('compares a time with microseconds as JavaScript reads it', () => {
    expect(toPrisma(article.at.eq(new Date(5)), options)).toEqual({
      at: { gte: new Date(5), lt: new Date(6) },
    })
  })

  it('has no list of booleans', () => {
    expect(toPrisma(article.isOpen.in([true, true]), options)).toEqual({ isOpen: { equals: true } })
    expect(toPrisma(article.isOpen.in([true, false]), options)).toEqual({ isOpen: { not: null } })
  })

  it('refuses unknown models and fields, and fields without exact comparisons, all at once', () => {
    const conditions = and(article.wrong.eq('a'), article.old.eq('a'), article.code.eq('a'))
    const others = { model: 'Article', binary: ['Article.wrong'] }
    expect(() => toPrisma(conditions, { ...others, schema: readPrismaSchema(text('cockroachdb')) })).toThrow(
      new InvalidPolicy([
        { path: 'provider', message: 'no comparison is known to be exact in cockroachdb' },
        { path: 'binary', message: 'the schema has no field "Article.wrong"' },
        { path: 'Article.wrong', message: 'Article has no such field' },
        { path: 'Article.old', message: 'Article has no such field' },
        { path: 'Article.code', message: 'no comparison with String @db.Char(3) is exact' },
      ]),
    )
    expect(() => toPrisma(and(), { schema, model: 'Articel' })).toThrow(
      'model: the schema has no model "Articel"',
    )
  })

  it('compares texts of MySQL only in columns that are declared as binary', () => {
    const mysql = { schema: readPrismaSchema(text('mysql')), model: 'Article' }
    expect(() => toPrisma(article.title.eq('a'), mysql)).toThrow(
      'Article.title: the collations of MySQL ignore case',
    )
    expect(toPrisma(article.title.eq('a'), { ...mysql, binary: ['Article.title'] })).toEqual({
      title: { equals: 'a' },
    })
    expect(toPrisma(article.status.eq('DRAFT'), mysql)).toEqual({ status: { equals: 'DRAFT' } })
  })

  it('refuses an enum whose values have other names in the database', () => {
    const mapped = text('postgresql').replace('DRAFT\n  PUB', 'DRAFT @map("draft")\n  PUB')
    expect(() =>
      toPrisma(article.status.eq('DRAFT'), { schema: readPrismaSchema(mapped), model: 'Article' }),
    ).toThrow('Article.status: the values of Status have other names in the database')
  })

  it('writes all digits of a large integer for a decimal, and the shortest text of a fraction', () => {
    expect(toPrisma(article.price.eq(1e23), options)).toEqual({
      price: { equals: '99999999999999991611392' },
    })
    expect(toPrisma(article.price.gt(0.1), options)).toEqual({ price: { gt: '0.1' } })
  })

  it('refuses a reference to a subject', () => {
    expect(() => toPrisma(article.id.eq(subject<{ id: number }>().id), options)).toThrow(
      /compares "id" with "id"/,
    )
  })
})
