import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { describe as inWords } from '../../explain/index.ts'
import { type Condition, holds, not, where } from '../../index.ts'
import { toMongo } from '../../mongo/index.ts'
import { readPrismaSchema, toPrisma } from '../../prisma/index.ts'
import { toSql } from '../../sql/index.ts'

const { path } = where<{ path: string | null }>({ path: 'text' })
const TEXTS = [
  '',
  '.md',
  'a.md',
  'a.MD',
  'a.mdx',
  'a.md\n',
  'a\0.md',
  'a%md',
  'ä.md',
  '😀',
  'x😀',
  '\\',
  'a\\',
]
const PARTS = ['', '.md', 'a.md', '\0.md', '%md', '_md', '😀', '\ude00', '\\', 'much longer than each.md']

/** The texts that a condition is true for. */
const choose = (condition: Condition) => TEXTS.filter((each) => holds(condition, { path: each }))

describe('endsWith', () => {
  it.each([
    [
      'postgresql',
      `("path"::text collate "C" like '%' || replace(replace(replace($1::text, E'\\\\', E'\\\\\\\\'), '%', E'\\\\%'), '_', E'\\\\_'))`,
    ],
    [
      'sqlite',
      `(typeof("path") = 'text' and coalesce(substr(cast("path" as blob), -length(cast(? as blob))), x'') = cast(? as blob))`,
    ],
    [
      'mysql',
      'right(cast(convert(`path` using utf8mb4) as binary), length(cast(convert(? using utf8mb4) as binary))) = cast(convert(? using utf8mb4) as binary)',
    ],
  ] as const)('is written for %s', (dialect, text) => {
    expect(toSql(path.endsWith('.md'), { dialect }).text).toBe(text)
  })

  it('selects in SQLite the texts that it is true for', () => {
    const db = new DatabaseSync(':memory:')
    db.exec('create table files (path)')
    for (const text of TEXTS) db.prepare('insert into files values (?)').run(text)
    for (const part of PARTS)
      for (const condition of [path.endsWith(part), not(path.endsWith(part))]) {
        const { text, values } = toSql(condition, { dialect: 'sqlite' })
        const rows = db.prepare(`select path from files where ${text}`).all(...(values as string[]))
        expect(rows.map((row) => row['path'])).toEqual(choose(condition))
      }
    db.close()
  })

  it('is a pattern of MongoDB for the same texts', () => {
    for (const part of PARTS.filter((each) => each !== '\ude00')) {
      const { path: found } = toMongo<{ path: { $regex: string } }>(path.endsWith(part))
      expect(TEXTS.filter((text) => new RegExp(found.$regex).test(text))).toEqual(choose(path.endsWith(part)))
    }
  })

  it('is the operator of Prisma, without wildcards', () => {
    const schema = readPrismaSchema(
      'datasource db {\n provider = "postgresql"\n}\nmodel File {\n id Int @id\n path String\n}',
    )
    expect(toPrisma(path.endsWith('100%'), { schema, model: 'File' })).toEqual({
      path: { endsWith: '100\\%' },
    })
    const sqlite = { ...schema, provider: 'sqlite' }
    expect(() => toPrisma(path.endsWith('x'), { schema: sqlite, model: 'File' })).toThrow(
      'no endsWith of Prisma is exact for this field in sqlite',
    )
  })

  it('is said in words', () => {
    expect(inWords(path.endsWith('.md'))).toBe('path ends with ".md"')
  })
})
