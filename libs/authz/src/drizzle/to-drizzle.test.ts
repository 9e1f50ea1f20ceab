import { sql } from 'drizzle-orm'
import * as mysql from 'drizzle-orm/mysql-core'
import * as pg from 'drizzle-orm/pg-core'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { describe, expect, it } from 'vitest'
import { InvalidPolicy, and, not, subject, where } from '../index.ts'
import { toDrizzle } from './index.ts'

const articles = pg.pgTable('articles', {
  id: pg.integer(),
  ownerId: pg.integer('owner_id'),
  status: pg.pgEnum('status', ['DRAFT', 'PUBLISHED'])(),
  at: pg.timestamp(),
  code: pg.char({ length: 3 }),
  size: pg.real(),
})
const article = where<
  Record<'id' | 'ownerId' | 'size', number> & { status: string; code: string; at: Date }
>()

const write = (query: ReturnType<typeof sql>) => new pg.PgDialect().sqlToQuery(query)

describe('toDrizzle', () => {
  it('takes the names of the columns, their types and the dialect from the table', () => {
    expect(write(toDrizzle(not(article.ownerId.eq(7)), articles, { sql }))).toMatchObject({
      sql: '("articles"."owner_id" <> $1::int8 or "articles"."owner_id" is null)',
      params: [7],
    })
  })

  it('names the alias of a table', () => {
    const drafts = pg.alias(articles, 'drafts')
    expect(write(toDrizzle(article.id.eq(7), drafts, { sql })).sql).toBe('"drafts"."id" = $1::int8')
  })

  it('keeps a long list as one value', () => {
    const list = Array.from({ length: 60 }, (_, i) => i)
    expect(write(toDrizzle(article.id.in(list), articles, { sql })).params).toEqual([list])
  })

  it('compares an enum as a text, and a time without a zone in UTC', () => {
    const query = write(toDrizzle(and(article.status.eq('x'), article.at.lt(new Date(0))), articles, { sql }))
    expect(query.sql).toContain('"articles"."status"::text::text collate "C" = $')
    expect(query.sql).toContain(`"articles"."at" < $`)
  })

  it('writes a time of MySQL without the zone of the connection', () => {
    const events = mysql.mysqlTable('events', { at: mysql.datetime() })
    const query = toDrizzle(where<{ at: Date }>().at.eq(new Date(0)), events, { sql })
    expect(new mysql.MySqlDialect().sqlToQuery(query).params).toEqual(['1970-01-01 00:00:00.000'])
  })

  it('compares the seconds and milliseconds of SQLite', () => {
    const events = sqlite.sqliteTable('events', {
      at: sqlite.integer({ mode: 'timestamp' }),
      exactAt: sqlite.integer({ mode: 'timestamp_ms' }),
    })
    const event = where<{ at: Date; exactAt: Date }>()
    const condition = and(event.at.lte(new Date(2500)), event.exactAt.lte(new Date(2500)))
    expect(new sqlite.SQLiteSyncDialect().sqlToQuery(toDrizzle(condition, events, { sql })).params).toEqual([
      2, 2500,
    ])
  })

  it('refuses unknown columns, and columns without exact comparisons, all at once', () => {
    const wrong = where<{ owner: number; code: string; size: number; id: string }>({ id: 'uuid' })
    const conditions = and(wrong.owner.eq(1), wrong.code.eq('a'), wrong.size.lt(1), wrong.id.eq('x'))
    expect(() => toDrizzle(conditions, articles, { sql })).toThrow(
      new InvalidPolicy([
        { path: 'owner', message: 'the table has no such column' },
        { path: 'code', message: 'no comparison with PgChar is exact' },
        { path: 'size', message: 'no comparison with PgReal is exact' },
        { path: 'id', message: 'the kind is uuid, but PgInteger can be integer, bigint' },
      ]),
    )
    const named = pg.pgTable('named', {
      path: pg.customType<{ data: string }>({ dataType: () => 'ltree' })(),
    })
    const { path } = where<{ path: string }>()
    expect(() => toDrizzle(path.eq('a'), named, { sql })).toThrow('path: declare the kind of the attribute')
    expect(() => toDrizzle(article.id.isNull(), {}, { sql })).toThrow(
      'table: no table of PostgreSQL, SQLite or MySQL',
    )
  })

  it('knows the kind of an own type that is citext', () => {
    const named = pg.pgTable('named', {
      name: pg.customType<{ data: string }>({ dataType: () => 'citext' })(),
    })
    expect(write(toDrizzle(where<{ name: string }>().name.eq('a'), named, { sql })).sql).toBe(
      '("named"."name" = $1 and "named"."name"::text collate "C" = $2::text)',
    )
  })

  it('allows isNull for every column', () => {
    expect(write(toDrizzle(article.code.isNull(), articles, { sql })).sql).toBe('"articles"."code" is null')
  })

  it('refuses a reference to a subject', () => {
    expect(() => toDrizzle(article.id.eq(subject<{ id: number }>().id), articles, { sql })).toThrow(
      /compares "id" with "id"/,
    )
  })
})
