import { describe, expect, it } from 'vitest'
import { type Condition, and, not, or, subject, where } from '../index.ts'
import { type Article, type User, blogPolicy, user } from '../../tests/support/blog.ts'
import { type KindOf, quoteName, toFragment, toSql } from './index.ts'

const a = where<Article>()
const day = new Date('2026-01-01T00:00:00Z')
/** The short SQL, in which one can read the operators. */
const plain = { dialect: 'postgresql', plainColumns: true } as const

describe('toSql', () => {
  it.each([
    [a.status.eq('DRAFT'), '"status" = $1', ['DRAFT']],
    [a.ownerId.ne(7), '("ownerId" <> $1 or "ownerId" is null)', [7]],
    [not(a.createdAt.lt(day)), '("createdAt" >= $1 or "createdAt" is null)', [day]],
    [a.id.in([1, 2]), '"id" in ($1, $2)', [1, 2]],
    [not(a.id.in([1, 2])), '("id" not in ($1, $2) or "id" is null)', [1, 2]],
    [a.id.in([]), 'false', []],
    [not(a.id.in([])), 'true', []],
    [a.tags.contains('sql'), '$1 = any("tags")', ['sql']],
    [not(a.tags.contains('sql')), 'not coalesce($1 = any("tags"), false)', ['sql']],
    [a.ownerId.isNull(), '"ownerId" is null', []],
    [not(a.ownerId.isNull()), '"ownerId" is not null', []],
    [and(), 'true', []],
    [or(), 'false', []],
    [not(and()), 'false', []],
    [or(a.id.eq(1), and(a.id.gt(5), a.id.lte(9))), '("id" = $1 or ("id" > $2 and "id" <= $3))', [1, 5, 9]],
    [not(or(a.id.eq(1), not(a.id.eq(2)))), '(("id" <> $1 or "id" is null) and "id" = $2)', [1, 2]],
  ])('PostgreSQL: %j', (condition, text, values) => {
    expect(toSql(condition, plain)).toEqual({ text, values })
  })

  it('reads a column without a kind as JSON, which no collation and no zone of the session changes', () => {
    const write = (condition: Condition) => toSql(condition, { dialect: 'postgresql' })
    const type = 'pg_typeof(coalesce("x", null))'
    const eq = (value: string | number | boolean): Condition => ({ op: 'eq', attribute: 'x', value })
    expect(write(eq('a'))).toEqual({
      text: `(jsonb_typeof(to_jsonb("x")) = 'string' and not ${type} = any('{timestamptz,timestamp,date,float4,float8,numeric,interval,bytea,point,circle,oid}'::regtype[]) and to_jsonb("x") = $1::text::jsonb)`,
      values: ['"a"'],
    })
    const start = `case when ${type} = any('{int2,int4,int8,oid}'::regtype[]) then "x"::text::numeric when ${type} = any(`
    expect(write(eq(7)).text.startsWith(start)).toBe(true)
    expect(write(eq(7)).text.endsWith(' end = $1::text::numeric')).toBe(true)
    expect(write(eq(1e23)).values).toEqual(['99999999999999991611392'])
    expect(write(not(eq(7))).text.endsWith(' end <> $1::text::numeric or "x" is null)')).toBe(true)
    expect(write(eq(true)).text).toBe(
      `(jsonb_typeof(to_jsonb("x")) = 'boolean' and to_jsonb("x") = $1::text::jsonb)`,
    )
  })

  it('writes each dialect its own way', () => {
    const condition = and(a.status.eq('DRAFT'), a.tags.contains('sql'), a.createdAt.lt(day))
    const date = day.toISOString()
    const format = (form: string) => `strftime('${form}', "createdAt")`
    const hasForm = (form: string) => `${format(form)} = "createdAt"`
    const time = '%Y-%m-%dT%H:%M:%fZ'
    expect(toSql(condition, { dialect: 'sqlite' })).toEqual({
      text: `("status" collate binary = ? and exists (select 1 from json_each("tags") where json_each.value = ?) and (typeof("createdAt") = 'text' and (${hasForm(time)} or ${hasForm('%Y-%m-%d')}) and ${format(time)} < ?))`,
      values: ['DRAFT', 'sql', date],
    })
    expect(toSql(condition, { dialect: 'mysql' })).toEqual({
      text: '(cast(convert(`status` using utf8mb4) as binary) = ? and ? member of(`tags`) and `createdAt` < ?)',
      values: ['DRAFT', 'sql', day],
    })
    expect(toSql(where<{ on: boolean }>().on.eq(true), { dialect: 'sqlite' }).values).toEqual([1])
  })

  it('writes arrays of text so that a GIN index serves them', () => {
    const options = { ...plain, textArrays: true } as const
    expect(toSql(a.tags.contains('sql'), options)).toEqual({
      text: '"tags" @> array[$1]::text[]',
      values: ['sql'],
    })
    expect(toSql(not(a.tags.contains('sql')), options).text).toBe(
      'not coalesce("tags" @> array[$1]::text[], false)',
    )
  })

  it('finds a text that cannot be stored in no array', () => {
    const options = { ...plain, textArrays: true } as const
    expect(toSql(a.tags.contains('\0'), options).text).toBe('false')
    expect(toSql(not(a.tags.contains('\0')), options).text).toBe('true')
    expect(toSql(not(a.tags.contains(7 as never)), options).text).toContain('cardinality')
  })

  it('keeps the references of a list as values', () => {
    const list = [subject<{ a: number }>().a, subject<{ b: number }>().b]
    const inList = { op: 'in', attribute: 'id', value: list } as unknown as Condition
    const { strings, values } = toFragment(inList, { plainColumns: true, keepReferences: true })
    expect([strings.join('?'), values]).toEqual(['"id" in (?, ?)', list])
    expect(toFragment(not(inList), { plainColumns: true, keepReferences: true }).strings.join('?')).toBe(
      '("id" not in (?, ?) or "id" is null)',
    )
  })

  it('uses the kinds that the caller of toSql knows, and tells where each value comes from', () => {
    const filter = blogPolicy().filter(user(7, 'AUTHOR'), 'articles:read')
    const asked: string[] = []
    const kindOf: KindOf = (attribute, source) => {
      asked.push(`${attribute} ${source}`)
      return attribute === 'ownerId' ? 'integer' : 'text'
    }
    expect(toSql(filter, { dialect: 'postgresql', kindOf })).toEqual({
      text: '("ownerId" = $1::int8 or ("status" = $2 and "status"::text collate "C" = $3::text))',
      values: [7, 'PUBLISHED', 'PUBLISHED'],
    })
    expect(asked).toEqual(['ownerId subject', 'status policy'])
  })

  it('tells once of each attribute that has no kind', () => {
    const told: string[] = []
    const onMissingKind = (message: string) => told.push(message)
    const b = where<Article>({ ownerId: 'integer' })
    const condition = and(a.status.eq('DRAFT'), a.tags.contains('sql'), b.ownerId.eq(7), a.id.isNull())
    for (let i = 0; i < 2; i += 1) toSql(condition, { dialect: 'postgresql', onMissingKind })
    toSql(a.createdAt.lt(day), { dialect: 'sqlite', onMissingKind })
    toSql(a.createdAt.lt(day), { ...plain, onMissingKind })
    const say = (attribute: string, kind: string) =>
      `"${attribute}" has no kind, so that no index of PostgreSQL serves its comparison. Declare the kind of its column: attrs<…>({ ${attribute}: '${kind}' }).`
    expect(told).toEqual([say('status', 'text'), say('tags', 'textArray')])
  })

  it('keeps references as values of a statement that is prepared for all subjects', () => {
    const { id } = subject<User>()
    const filter = blogPolicy().filter({ ...user(7, 'AUTHOR'), id: id as never }, 'articles:read')
    const options = { plainColumns: true, keepReferences: true }
    const { strings, values } = toFragment(filter, options)
    expect(strings.join('?')).toBe('("ownerId" = ? or "status" = ?)')
    expect(values).toEqual([id, 'PUBLISHED'])
    expect(() => toFragment(filter)).toThrow(TypeError)
    const inList = { op: 'in', attribute: 'id', value: id } as const
    expect(() => toFragment(inList, options)).toThrow(TypeError)
    expect(() => toFragment(filter, { ...options, dialect: 'mysql' })).toThrow(TypeError)
    expect(() => toFragment(filter, { keepReferences: true })).toThrow(
      new TypeError(
        'keepReferences needs plainColumns: true, because nobody knows the type of a value that comes later.',
      ),
    )
  })

  it('takes columns and the first placeholder from the caller', () => {
    const options = {
      ...plain,
      column: (name: string) => `x.${name}_at`,
      firstPlaceholder: 3,
    } as const
    expect(toSql(and(a.id.eq(1), a.ownerId.eq(2)), options)).toEqual({
      text: '(x.id_at = $3 and x.ownerId_at = $4)',
      values: [1, 2],
    })
  })

  it('takes filters', () => {
    const policy = blogPolicy()
    const sql = (...roles: readonly string[]) =>
      toSql(policy.filter(user(7, ...roles), 'articles:read'), plain)
    expect(sql('EDITOR')).toEqual({ text: 'true', values: [] })
    expect(sql()).toEqual({ text: 'false', values: [] })
    // A subject's value can be of any kind, and so can a column without a declared kind.
    const { text, values } = sql('AUTHOR')
    expect(text).toMatch(/^\(case when pg_typeof\(.+ end = \$1::text::numeric or "status" = \$2\)$/)
    expect(values).toEqual(['7', 'PUBLISHED'])
  })

  it('quotes names that are meant to break out', () => {
    expect(quoteName('a"; drop table x; --', 'postgresql')).toBe('"a""; drop table x; --"')
    expect(quoteName('a`b', 'mysql')).toBe('`a``b`')
  })

  it('has no rows for an order of texts, which nobody can test', () => {
    const condition: Condition = { op: 'lt', attribute: 'name', value: 'a' }
    const texts = [condition, not(condition)].map((each) => toSql(each, { dialect: 'sqlite' }).text)
    expect(texts).toEqual(['false', 'false'])
  })

  it('refuses what still refers to a subject', () => {
    const own = a.ownerId.eq(subject<User>().id)
    expect(() => toSql(own, { dialect: 'sqlite' })).toThrow(
      /compares "ownerId" with "id" of a subject. Use policy.filter/,
    )
    expect(() => toSql(a.teamId.in(subject<User>().teams), { dialect: 'sqlite' })).toThrow(TypeError)
  })
})

describe('toFragment', () => {
  it('has one string more than values', () => {
    const { strings, values } = toFragment(a.id.in([1, 2]), { plainColumns: true, column: (name) => name })
    expect(strings).toEqual(['id in (', ', ', ')'])
    expect(values).toEqual([1, 2])
    expect(toFragment({ kind: 'always' })).toEqual({ strings: ['true'], values: [] })
  })
})

describe('a query that nobody can write', () => {
  const condition = a.status.eq('DRAFT')

  it.each([
    ['postgres', 'There is no dialect "postgres"; did you mean "postgresql"?'],
    ['PG', 'There is no dialect "PG"; did you mean "postgresql"?'],
    ['sqlite3', 'There is no dialect "sqlite3"; did you mean "sqlite"?'],
    ['mariadb', 'There is no dialect "mariadb"; did you mean "mysql"?'],
    ['toString', 'There is no dialect "toString"; use "postgresql", "sqlite", "mysql".'],
    [undefined, 'There is no dialect undefined; use "postgresql", "sqlite", "mysql".'],
  ])('names the dialect that is meant: %s', (dialect, message) => {
    expect(() => toSql(condition, { dialect: dialect as never })).toThrow(new TypeError(message))
    expect(() => quoteName('order', dialect as never)).toThrow(new TypeError(message))
  })

  it('has no options', () => {
    expect(() => toSql(condition, undefined as never)).toThrow('There is no dialect undefined')
  })

  it.each([
    [undefined, 'not undefined.'],
    [null, 'not null.'],
    ['articles:read', 'not "articles:read".'],
    [{ status: 'DRAFT' }, 'not {"status":"DRAFT"}.'],
    [Promise.resolve({ kind: 'always' }), 'not a promise; await it.'],
  ])('is about %j', (given, message) => {
    expect(() => toSql(given as never, { dialect: 'sqlite' })).toThrow(
      new TypeError(
        `A query needs a filter or a condition, and ${message} Pass policy.filter(subject, permission).`,
      ),
    )
  })
})
