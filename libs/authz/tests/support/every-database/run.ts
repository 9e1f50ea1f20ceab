import fc from 'fast-check'
import { type Condition, always, findConstant, never } from '../../../src/engine/conditions/condition.ts'
import { holds, matcher } from '../../../src/index.ts'
import { join, negate } from '../../../src/engine/conditions/junctions.ts'
import { resolve } from '../../../src/engine/roles/resolve.ts'
import { followRules } from '../../../src/engine/roles/follow.ts'
import { followed, meets, truthOf } from '../oracle.ts'
import { type Case, type Tree, cases } from './cases.ts'
import type { Database, Printers } from './database.ts'

export interface Agreement {
  /** A check is one row and one condition in one database. */
  readonly checks: number
  readonly chosen: number
  readonly byDatabase: Readonly<Record<string, number>>
}

interface Options {
  readonly checks: number
  readonly seed: number
  readonly printers: Printers
}

const showBigint = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)

/** The numbers of the rows that are chosen in memory: by the rules of the oracle, by the engine, and by its filter. */
function chooseInMemory({ allow, deny, rules, subject }: Case, where: Condition, trees: readonly Tree[]) {
  const test = matcher({ kind: 'when', where })
  const follow = followRules(rules)
  const [allowing, denying] = [follow(allow), follow(deny)]
  const isTested = (tree: Tree) =>
    holds(allowing, tree, subject) && holds({ op: 'not', condition: denying }, tree, subject)
  const document = { resources: {}, roles: { '*': { rules } } }
  const [allowed, denied] = [allow, deny].map((each) => followed(each, document, subject as never)) as [
    Condition,
    Condition,
  ]
  const isMeant = (tree: Tree) => meets(allowed, tree, subject) && truthOf(denied, tree, subject) === false
  const [byOracle, byEngine, byFilter] = [isMeant, isTested, test].map((isChosen) =>
    trees.flatMap((tree, n) => (isChosen(tree) ? [n] : [])),
  )
  if (`${byOracle}` !== `${byEngine}` || `${byOracle}` !== `${byFilter}`)
    throw new Error(
      `The oracle chooses ${byOracle}, the engine ${byEngine}, and its filter ${byFilter}: ${JSON.stringify(where, showBigint)}`,
    )
  return byOracle ?? []
}

/** The condition that `policy.filter` makes of an allow rule and a deny rule. */
function filterOf({ allow, deny, rules, subject }: Case): Condition {
  const valueOf = (name: string) => subject[name]
  const follow = followRules(rules)
  return join('and', [resolve(follow(allow), valueOf, never), negate(resolve(follow(deny), valueOf, always))])
}

/**
 * Asks each database for the rows of generated conditions, until there are enough checks.
 * @throws {Error} with the first condition for which a database and the memory choose different rows.
 */
export async function compareDatabases(databases: readonly Database[], options: Options): Promise<Agreement> {
  const byDatabase: Record<string, number> = Object.fromEntries(databases.map(({ name }) => [name, 0]))
  let [checks, chosen] = [0, 0]
  for (let seed = options.seed; checks < options.checks; seed += 1)
    for (const each of fc.sample(cases, { numRuns: 100, seed })) {
      const where = filterOf(each)
      // Nobody needs a database for a filter that chooses all rows or none.
      if (findConstant(where) !== undefined) continue
      for (const database of databases) {
        if (checks >= options.checks || database.accepts?.(where) === false) continue
        const trees = database.rows(each.hasKinds)
        const inMemory = chooseInMemory(each, where, trees)
        const inDatabase = await database.select(options.printers, where)
        if (`${inDatabase}` !== `${inMemory}`)
          throw new Error(
            `${database.name} chooses ${inDatabase}, and the memory ${inMemory}: ${JSON.stringify(where, showBigint)}`,
          )
        checks += trees.length
        chosen += inMemory.length
        byDatabase[database.name] = (byDatabase[database.name] ?? 0) + trees.length
      }
    }
  return { checks, chosen, byDatabase }
}
