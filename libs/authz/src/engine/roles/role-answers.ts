import type { Entry } from '../decisions/entry.ts'
import type { Rule } from '../policy/rule.ts'

/** What the rules of one role say about a permission; 0 while nobody has asked. */
const NO = 1
const YES = 2
/** A condition decides. */
const DEPENDS = 3
/** A rule denies: it can deny what another role allows. */
const DENIES = 4

const describe = ({ deny, answer }: Entry): number => {
  if (deny.length > 0) return DENIES
  return answer === true ? YES : answer === false ? NO : DEPENDS
}

/** The answers of the single roles of a policy: those of a combination follow from them, if nothing denies or depends. */
export interface RoleAnswers {
  /** Whether the policy defines the permission. */
  readonly has: (permission: string) => boolean
  /** The answer of the roles at these places; undefined if only the rules of all of them decide. */
  readonly join: (places: readonly number[], permission: string) => boolean | undefined
}

/** A subject with a combination of roles that nobody else has needs no entries: to make those takes fifty times as long. */
export function roleAnswers(
  rules: readonly (readonly Rule[])[],
  permissions: readonly string[],
  createEntry: (rules: readonly Rule[], permission: string) => Entry,
): RoleAnswers {
  const known = new Set(permissions)
  /** A byte for each role. */
  const tables = new Map<string, Uint8Array>()

  const makeTable = (permission: string): Uint8Array | undefined => {
    if (!known.has(permission)) return undefined
    const table = new Uint8Array(rules.length)
    tables.set(permission, table)
    return table
  }
  const fill = (table: Uint8Array, place: number, permission: string): number =>
    (table[place] = describe(createEntry(rules[place] ?? [], permission)))

  return {
    has: (permission) => known.has(permission),
    join: (places, permission) => {
      const table = tables.get(permission) ?? makeTable(permission)
      if (table === undefined) return undefined
      let joined = NO
      for (let i = 0; i < places.length; i += 1) {
        const place = places[i] as number
        const answer = table[place] || fill(table, place, permission)
        if (answer === DENIES) return undefined
        if (answer === YES || joined === NO) joined = answer
      }
      return joined === DEPENDS ? undefined : joined === YES
    },
  }
}
