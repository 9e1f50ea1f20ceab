import type { IndexOutcome, SearchScope } from '@content-service/domain/internal/search'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { escapeLiteral } from 'pg'
import { conditionSql } from '../reading/conditions.ts'
import type { Tables } from '../tables/tables.ts'
import { compileStatement, findRow, type Sql } from '../statements/sql.ts'

/** The limits of a batch of records whose words are learned. It takes half a second if all words are new. */
const [MAX_ROWS, MAX_BYTES] = [1_000, 32 * 1024]
/** The words of a batch that look for another record. */
const MAX_LOST_WORDS = 200

const run = async (em: SqlEntityManager, call: Sql): Promise<IndexOutcome> =>
  (await findRow(em, sql<{ outcome: IndexOutcome }>`select ${call} as outcome`))?.outcome ?? 'done'

/** The steps of learning words: each waits until the step before it has nothing to do. */
const STEPS = [
  sql`learn_waiting(${MAX_ROWS}, ${MAX_BYTES})`,
  sql`walk_words(${MAX_ROWS})`,
  sql`settle_words(${MAX_LOST_WORDS})`,
]

/** Learns words in a batch (C15.13). */
export const learnWords = async (em: SqlEntityManager): Promise<IndexOutcome> => {
  for (const step of STEPS) {
    const outcome = await run(em, step)
    // Nobody waits for words.
    if (outcome !== 'done') return outcome === 'more' ? 'later' : outcome
  }
  return 'done'
}

const writeLiteral = (value: unknown): string => {
  if (value === null) return 'null'
  return typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : escapeLiteral(String(value))
}

/** A condition as text without placeholders, which the functions of the database add to their statements. */
const writeCondition = (condition: Sql): string => {
  const { text, values } = compileStatement(condition)
  return text.replaceAll(/\$(\d+)/g, (_, place: string) => writeLiteral(values[Number(place) - 1]))
}

/** Sets the records whose words correct searches. */
export const setReadable = async (
  em: SqlEntityManager,
  tables: Tables,
  readable: SearchScope,
): Promise<void> => {
  const conditions = tables.model.searches.flatMap(({ type, from }) => {
    const condition = readable[type]
    return condition ? [[type, writeCondition(conditionSql(tables.of(from), 't', condition))] as const] : []
  })
  const [types, texts] = [conditions.map(([type]) => type), conditions.map(([, text]) => text)]
  await findRow(em, sql`select set_readable(${types}::text[], ${texts}::text[])`)
}
