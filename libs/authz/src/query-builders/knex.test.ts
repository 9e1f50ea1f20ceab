import knexOf, { type Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import { always, article, never, own } from '../../tests/support/query-builders/articles.ts'
import { toKnex } from './knex.ts'

describe('toKnex', () => {
  const knex = knexOf({ client: 'pg' })
  const write = (condition: Parameters<typeof toKnex>[0], db: Knex = knex) =>
    db('articles')
      .where('id', '>', 3)
      .where(toKnex(condition, { knex: db }))
      .toSQL()
      .toNative()

  it('goes among conditions of Knex, with its values as bindings', () => {
    expect(write(own)).toMatchObject({
      sql: 'select * from "articles" where "id" > $1 and "ownerId" = $2::"int8"',
      bindings: [3, 7],
    })
  })

  it('selects all rows for always, and none for never', () => {
    expect(write(always).sql).toMatch(/and true$/)
    expect(write(never).sql).toMatch(/and false$/)
  })

  it('leaves no mark for a placeholder in the SQL of PostgreSQL itself', () => {
    const { sql, bindings } = write(article.tags.contains('a'))
    expect(sql.match(/\$\d+/g)).toHaveLength(bindings.length)
    expect(sql).not.toContain('?')
  })

  it('names columns as wrapIdentifier does', () => {
    const wrapIdentifier = (name: string, quote: (name: string) => string) =>
      quote(name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    expect(write(own, knexOf({ client: 'pg', wrapIdentifier })).sql).toContain('"owner_id" = $2')
  })

  it('refuses a database without a dialect, and a name with a placeholder', () => {
    expect(() => write(own, knexOf({ client: 'mssql' }))).toThrow(
      'No SQL for the database "mssql"; use one of PostgreSQL, SQLite, MySQL or MariaDB, or name a dialect',
    )
    for (const name of ['a?', 'a:b', '??'])
      expect(() => write({ op: 'eq', attribute: name, value: 1 })).toThrow('as a placeholder')
  })

  it('refuses a reference to a subject', () => {
    expect(() => write({ op: 'eq', attribute: 'ownerId', value: { subject: 'id' } })).toThrow(TypeError)
  })
})
