import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type TestDatabase, createDatabase } from '../../../../tools/postgres/postgres-database.ts'
import { type Condition, not, where } from '../../src/index.ts'
import { toSql } from '../../src/sql/index.ts'

const START = '2026-01-02T00:00:00.000Z'
const at = new Date(START)
const before = new Date(at.getTime() - 1)

let db: Client
let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase(inject('postgresUrl'))
  db = new Client({ connectionString: database.url })
  await db.connect()
  await db.query(`create extension citext;
    create collation pg_temp.ignoring (provider = icu, locale = 'und-u-ks-level1', deterministic = false);
    create domain pg_temp.moment as timestamptz;
    create temp table one (
      fold citext, same text collate pg_temp.ignoring, padded char(5), label text,
      day date, local timestamp, zoned timestamptz, moment pg_temp.moment, far date, never timestamptz,
      folds citext[], sames text[] collate pg_temp.ignoring, days date[], locals timestamp[], zoneds timestamptz[],
      number numeric, float float8, small float4, infinite float8, nan float8, endless numeric,
      number_of_type oid, nested text[], empty timestamptz[], document jsonb,
      long numeric, large numeric, rounded numeric, huge float8, late timestamptz, last timestamptz, last_day date,
      floats float8[], integers int8[], decimals numeric[], numbers jsonb, single jsonb);
    insert into one values (
      'PUBLISHED', 'PUBLISHED', 'a', '${START}',
      '2026-01-02', '2026-01-02 00:00', '${START}', '${START}', '300000-01-01', 'infinity',
      '{A,NULL}', '{A}', '{2026-01-02}', '{2026-01-02 00:00}', '{${START},NULL}',
      1.5, 0.1, 0.1, 'Infinity', 'NaN', 'Infinity',
      7, '{{a}}', '{}', '[[7]]',
      0.12345678901234567890, ${BigInt(1e30)}, 1e30, 1e30,
      '294000-01-01Z', '275760-09-13 00:00:00.000999Z', '275760-09-13',
      '{1e30, ${2n ** 60n}}', '{${2n ** 60n}, NULL}', '{${BigInt(1e30)}, 1e23}', '[9007199254740993, 0.1234567890123456789]', '9007199254740993')`)
}, 60_000)
afterAll(async () => {
  await db.end()
  await database.drop()
})

const count = async (condition: Condition) => {
  const { text, values } = toSql(condition, { dialect: 'postgresql' })
  return (await db.query(`select from one where ${text}`, [...values])).rowCount ?? 0
}

/** The answers of a condition and of its negation. A condition that cannot be tested has none. */
const answers = { yes: [1, 0], no: [0, 1], none: [0, 0] } as const

type Values = Record<string, { [op: string]: (value: unknown) => Condition }>
const columns = where<Values>() as never as Values
const kinds = {
  ...{ fold: 'citext', same: 'text', day: 'date', local: 'timestamp', zoned: 'timestamp' },
  ...{ late: 'timestamp', last: 'timestamp', last_day: 'date', never: 'timestamp', far: 'date' },
}
const kindsOfNumbers = {
  long: 'decimal',
  large: 'decimal',
  rounded: 'decimal',
  huge: 'float',
  number: 'decimal',
}
const withKinds = where<Values>({
  ...kinds,
  ...kindsOfNumbers,
  sames: 'textArray',
  endless: 'decimal',
} as never) as never as Values

type Case = readonly [column: string, op: string, value: unknown, answer: keyof typeof answers]
const cases: readonly Case[] = [
  ['fold', 'eq', 'published', 'no'],
  ['fold', 'eq', 'PUBLISHED', 'yes'],
  ['fold', 'in', ['published', 'a'], 'no'],
  ['fold', 'eq', at, 'none'],
  ['same', 'eq', 'published', 'no'],
  ['same', 'in', ['published', 'PUBLISHED'], 'yes'],
  ['same', 'eq', at, 'none'],
  ['padded', 'eq', 'a', 'no'],
  ['padded', 'eq', 'a    ', 'yes'],
  ['label', 'eq', START, 'yes'],
  ['label', 'eq', at, 'none'],
  ...['day', 'local', 'zoned', 'moment'].flatMap((column): readonly Case[] => [
    [column, 'eq', at, 'yes'],
    [column, 'eq', before, 'no'],
    [column, 'in', [before, at], 'yes'],
    [column, 'lt', at, 'no'],
    [column, 'lte', at, 'yes'],
    [column, 'gt', before, 'yes'],
    [column, 'gte', new Date(at.getTime() + 1), 'no'],
    [column, 'eq', START, 'none'],
  ]),
  ['far', 'gt', at, 'none'],
  ['never', 'gt', at, 'none'],
  ['folds', 'contains', 'a', 'no'],
  ['folds', 'contains', 'A', 'yes'],
  ['folds', 'contains', at, 'none'],
  ['sames', 'contains', 'a', 'no'],
  ...['days', 'locals', 'zoneds'].flatMap((column): readonly Case[] => [
    [column, 'contains', at, 'yes'],
    [column, 'contains', before, 'no'],
    [column, 'contains', START, 'none'],
  ]),
  ['late', 'gt', at, 'none'],
  ['late', 'eq', at, 'none'],
  ['late', 'in', [at], 'none'],
  ['last', 'gt', at, 'yes'],
  ['last_day', 'gt', at, 'yes'],
  ['long', 'gt', 0.1, 'none'],
  ['long', 'lt', 0.1, 'none'],
  ['long', 'eq', 0.12345678901234568, 'none'],
  ['long', 'in', [0.12345678901234568, 1], 'none'],
  ...['large', 'huge'].flatMap((column): readonly Case[] => [
    [column, 'eq', 1e30, 'yes'],
    [column, 'eq', 10n ** 30n, 'no'],
    [column, 'gt', 10n ** 30n, 'yes'],
    [column, 'in', [1e30], 'yes'],
  ]),
  ['rounded', 'eq', 1e30, 'no'],
  ['rounded', 'gte', 1e30, 'no'],
  ['rounded', 'lte', 1e30, 'yes'],
  ['rounded', 'in', [1e30], 'no'],
  ['number', 'eq', 1.5, 'yes'],
  ['number', 'eq', '1.5', 'none'],
  ['float', 'eq', 0.1, 'yes'],
  ['small', 'eq', 0.1, 'yes'],
  ['infinite', 'gt', 7, 'yes'],
  ['nan', 'gt', 7, 'none'],
  ['infinite', 'eq', Infinity, 'yes'],
  ['infinite', 'lt', Infinity, 'no'],
  ['number', 'lt', Infinity, 'yes'],
  ['number_of_type', 'eq', 7, 'yes'],
  ['number_of_type', 'eq', '7', 'none'],
  ['floats', 'contains', 1e30, 'yes'],
  ['floats', 'contains', 2 ** 60, 'yes'],
  ['floats', 'contains', 10n ** 30n, 'no'],
  ['integers', 'contains', 2 ** 60, 'yes'],
  ['integers', 'contains', 2 ** 60 + 256, 'no'],
  ['decimals', 'contains', 1e30, 'yes'],
  ['decimals', 'contains', 1e23, 'no'],
  ['decimals', 'contains', 10n ** 23n, 'yes'],
  ['numbers', 'contains', 2 ** 53, 'yes'],
  ['numbers', 'contains', 9007199254740993n, 'no'],
  ['numbers', 'contains', 0.12345678901234568, 'yes'],
  ['single', 'eq', 2 ** 53, 'yes'],
  ['single', 'gte', 9007199254740993n, 'no'],
  ['nested', 'contains', 'b', 'none'],
  ['document', 'contains', 8, 'none'],
  ['empty', 'contains', 'a', 'no'],
  ['empty', 'contains', at, 'no'],
]

const withKind: readonly Case[] = [
  ...cases.filter(([column, , value]) => column in kinds && typeof value === 'object' && column !== 'fold'),
  ...cases.filter(
    ([column, , value]) => column in kindsOfNumbers && typeof value !== 'string' && value !== Infinity,
  ),
  ['fold', 'eq', 'published', 'no'],
  ['fold', 'in', ['PUBLISHED', 'a'], 'yes'],
  ['same', 'eq', 'published', 'no'],
  ['same', 'in', ['published'], 'no'],
  ['sames', 'contains', 'a', 'no'],
  ['sames', 'contains', 'A', 'yes'],
  ['endless', 'gt', 7, 'none'],
]

describe.each([
  ['UTC', 'ISO, MDY'],
  ['Asia/Tokyo', 'SQL, DMY'],
  ['America/New_York', 'German'],
  ['<+11>-11', 'Postgres, DMY'],
])('in the zone %s, with the dates of %s', (zone, style) => {
  beforeAll(async () => {
    await db.query(`select set_config('timezone', $1, false), set_config('datestyle', $2, false)`, [
      zone,
      style,
    ])
  })

  it.each(cases)('without a kind, %s %s %s: %s', async (column, op, value, answer) => {
    const condition = columns[column]?.[op]?.(value) as Condition
    expect([await count(condition), await count(not(condition))]).toEqual(answers[answer])
  })

  it.each(withKind)('with its kind, %s %s %s: %s', async (column, op, value, answer) => {
    const condition = withKinds[column]?.[op]?.(value) as Condition
    expect([await count(condition), await count(not(condition))]).toEqual(answers[answer])
  })
})

it('a kind uses the index of a text, a time or a decimal, beside the test whether JavaScript has the value', async () => {
  await db.query(`create index on one (fold); create index on one (same); create index on one (local);
    create index on one (zoned); create index on one (day); create index on one (number);
    create index on one using gin (sames); set enable_seqscan = off`)
  const { fold, same, local, sames, zoned, day, number } = withKinds as Required<Values>
  const conditions = [
    fold?.['eq']?.('a'),
    fold?.['in']?.(['a', 'b']),
    same?.['eq']?.('a'),
    local?.['lte']?.(at),
    zoned?.['gt']?.(at),
    zoned?.['lt']?.(at),
    day?.['gte']?.(at),
    number?.['eq']?.(1.5),
    number?.['in']?.([1.5, 1e23]),
    number?.['gt']?.(0.1),
    number?.['lte']?.(1e23),
    sames?.['contains']?.('a'),
  ]
  for (const condition of conditions) {
    const { text, values } = toSql(condition as Condition, { dialect: 'postgresql' })
    const { rows } = await db.query(`explain select from one where ${text}`, [...values])
    expect(JSON.stringify(rows), text).toContain('Index Cond')
  }
})
