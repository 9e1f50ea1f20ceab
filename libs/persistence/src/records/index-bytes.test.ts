import { randomInt } from 'node:crypto'
import { builtInModel, contentModel, field, record } from '@content-service/domain'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrateTypes, openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'

const about = 'A long text.'
const Saying = record({
  name: 'Saying',
  plural: 'sayings',
  about,
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  index: [['first', 'second', 'third']],
  fields: {
    code: field.text(640, { about, unique: true }),
    first: field.text(10_000, { about, index: true }),
    second: field.text(10_000, { about, index: 'text' }),
    third: field.text(10_000, { about, optional: true }),
    words: field.tags({ about, index: true }),
  },
})
const model = contentModel([...builtInModel.types, Saying])

/** Four bytes each, and too different to become shorter in an index. */
const rareCharacters = (count: number): string =>
  String.fromCodePoint(...Array.from({ length: count }, () => randomInt(0x2_00_00, 0x2_a6_d0)))

type Make = (count: number) => string

/** Characters that become several ones when they are folded, or longer ones in small letters. */
const GROWING = ['\u0130', '\u023A', '\uFB03', '\u1E9E', '\u0390', '\uFDFA']

const TEXTS: readonly (readonly [name: string, make: Make])[] = [
  ['of rare characters', rareCharacters],
  ...GROWING.map((character): readonly [string, Make] => [character, (count) => character.repeat(count)]),
]

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
])('C14.9 no text is too long for the indexes of its type on %s', (_, open) => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await open({ model })
    await migrateTypes(test.database, model)
  })
  afterAll(() => test.close())

  it.each(TEXTS)('a text %s', async (_, make) => {
    const tag = make(50)
    const [code, first, second, third] = [make(640), make(10_000), make(10_000), make(10_000)]
    const added = await sql`
        insert into sayings (id, code, first, second, third, words, created_at, version)
        values (gen_random_uuid(), ${code}, ${first}, ${second}, ${third}, array[${tag}], now(), 1)`.execute(
      test.database.session().getKysely(),
    )
    expect(Number(added.numAffectedRows)).toBe(1)
  })

  it('has no larger entry', async () => {
    const { rows } = await sql<{ bytes: number }>`
      select max(greatest(octet_length(lower(code)), octet_length("left"(fold(first), 100)) * 3)) as bytes from sayings`.execute(
      test.database.session().getKysely(),
    )
    expect(rows[0]?.bytes).toBeGreaterThan(2_000)
    expect(rows[0]?.bytes).toBeLessThanOrEqual(2_560)
  })
})
