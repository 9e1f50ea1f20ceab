import fc from 'fast-check'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { createDatabase } from '../../../../tools/postgres/postgres-database.ts'
import type {} from '../../../../tools/postgres/vitest-postgres.ts'
import { type Condition, type OrderedText, holds, not, where } from '../../src/index.ts'
import { day, numeric } from '../../src/ordered/index.ts'
import { toSql } from '../../src/sql/index.ts'

const row = where<{ readonly price: OrderedText; readonly opensOn: OrderedText }>({
  price: numeric,
  opensOn: day,
})

const PRICES = [
  '0',
  '-0.00',
  '12.5',
  '12.50',
  '0.1',
  '-3',
  '99999999999999999999999.9999',
  '1e400',
  'NaN',
  'Infinity',
]
const DAYS = [
  '2026-02-28',
  '2026-03-01',
  '0001-01-01',
  '9999-12-31',
  'infinity',
  '0044-03-15 BC',
  '10000-01-01',
]

let client: Client
let rows: readonly { readonly n: number }[] = []
let end: () => Promise<void>

beforeAll(async () => {
  const { url, drop } = await createDatabase(inject('postgresUrl'))
  client = new Client({ connectionString: url })
  await client.connect()
  end = () => client.end().then(drop)
  await client.query('create table docs (n serial primary key, price numeric, "opensOn" date)')
  await client.query(
    `insert into docs (price, "opensOn") select p::numeric, d::date
     from unnest($1::text[] || null::text) p, unnest($2::text[] || null::text) d`,
    [PRICES, DAYS],
  )
  rows = (await client.query('select n, price::text, "opensOn"::text from docs order by n')).rows
})
afterAll(() => end())

type Op = 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte'
const compareOne = (attribute: 'price' | 'opensOn', values: fc.Arbitrary<string>): fc.Arbitrary<Condition> =>
  fc.oneof(
    fc
      .tuple(fc.constantFrom<Op>('eq', 'ne', 'lt', 'lte', 'gt', 'gte'), values)
      .map(([op, value]) => row[attribute][op](value)),
    fc.array(values, { maxLength: 3 }).map((some) => row[attribute].in(some)),
  )

const conditions = fc
  .tuple(
    fc.oneof(
      compareOne(
        'price',
        fc.oneof(fc.constantFrom('0', '12.500', '0.1', '1e1', 'x', '-03.0'), fc.constantFrom(...PRICES)),
      ),
      compareOne(
        'opensOn',
        fc.oneof(fc.constantFrom('2026-02-30', '', '0000-01-01'), fc.constantFrom(...DAYS)),
      ),
    ),
    fc.boolean(),
  )
  .map(([condition, isNegated]) => (isNegated ? not(condition) : condition))

it('C16.1 PostgreSQL selects the rows for which a condition on decimals and days holds', async () => {
  await fc.assert(
    fc.asyncProperty(conditions, async (condition) => {
      const { text, values } = toSql(condition, { dialect: 'postgresql' })
      const found = await client.query(`select n from docs where ${text} order by n`, [...values])
      expect(found.rows.map(({ n }) => n)).toEqual(
        rows.filter((each) => holds(condition, each)).map(({ n }) => n),
      )
    }),
    { numRuns: countRuns({ short: 500, long: 20_000 }) },
  )
})

it('C16.1 an index serves the comparison with a decimal', async () => {
  await client.query('create index docs_price on docs (price); set enable_seqscan = off')
  const { text, values } = toSql(row.price.lt('5'), { dialect: 'postgresql' })
  const { rows: lines } = await client.query(`explain select n from docs where ${text}`, [...values])
  expect(JSON.stringify(lines)).toContain('Index Cond')
})
