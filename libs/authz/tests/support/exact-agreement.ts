import type { Condition } from '../../src/index.ts'
import { matcher } from '../../src/index.ts'
import type { toSql } from '../../src/sql/index.ts'
import { type ExactDatabase, exactRelations, relateRows } from './exact-databases.ts'
import { sampleBases, sampleConditions, sampleRows } from './exact-values.ts'

interface Options {
  readonly rounds: number
  readonly seed: number
  readonly toSql: typeof toSql
}

const show = (condition: Condition) =>
  JSON.stringify(condition, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))

/**
 * Compares the rows that SQL chooses with the rows that the memory chooses, for numbers and times over the whole range.
 * @throws {Error} with the first condition for which they differ.
 */
export async function compareExactly(database: ExactDatabase, options: Options): Promise<void> {
  for (let seed = options.seed; seed < options.seed + options.rounds; seed += 1) {
    const bases = sampleBases(seed)
    const texts = sampleRows(bases, database.storable, seed)
    const rows = relateRows(await database.fill(texts), texts, database.driver)
    for (const hasKinds of [true, false])
      for (const where of sampleConditions(bases, hasKinds, seed)) {
        const test = matcher({ kind: 'when', where })
        const expected = rows.flatMap((row, n) => (test(row) ? [n] : []))
        const { text, values } = options.toSql(where, {
          dialect: database.dialect,
          relations: exactRelations,
          table: 'exact',
        })
        const found = await database.select(text, values)
        if (`${found}` === `${expected}`) continue
        const [odd = 0] = [...found, ...expected].filter((n) => found.includes(n) !== expected.includes(n))
        throw new Error(
          `SQL chooses ${found}, and the memory ${expected}, ${hasKinds ? 'with' : 'without'} kinds: ${show(where)}. The row ${odd} is ${JSON.stringify(texts[odd])}, and its parent ${JSON.stringify(texts[Math.floor(odd / 2)])}.`,
        )
      }
  }
}
