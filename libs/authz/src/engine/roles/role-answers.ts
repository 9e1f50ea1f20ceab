import type { Entry } from '../decisions/entry.ts'
import type { Rule } from '../policy/rule.ts'
import { isAbout } from './hierarchy.ts'

type Answer = Entry['answer']

/** What one role, with the rules of all subjects, says about a permission; 0 while nobody has asked. */
const NOTHING = 1
const YES = 2
/** A condition decides. */
const DEPENDS = 3
/** A rule denies: it can deny what another role allows. */
const DENIES = 4
/** A rule follows another permission, whose rules can be those of other roles. */
const FOLLOWS = 5

function describe({ allow, deny, answer, follows }: Entry): number {
  if (follows) return deny.length > 0 || answer !== true ? FOLLOWS : YES
  if (deny.length > 0) return DENIES
  return answer === true ? YES : allow.length > 0 ? DEPENDS : NOTHING
}

/** A combination of roles, as far as its answers follow from those of smaller ones. */
interface Answering {
  readonly entry: (permission: string) => Entry | undefined
}

/** What is known about a permission. */
interface Table {
  /** A byte for each role. */
  readonly said: Uint8Array
  /** The answer of roles without a rule about it. */
  readonly none: Answer | undefined
}

function answer(set: Answering, permission: string): Answer | undefined {
  const entry = set.entry(permission)
  return entry?.follows ? undefined : entry?.answer
}

/** The answers of combinations of roles, from those of the roles that have rules about a permission. */
export interface RoleAnswers {
  /** Whether the policy defines the permission. */
  readonly has: (permission: string) => boolean
  /** The answer of the roles at these places; undefined if only the rules of all of them decide. */
  readonly join: (places: readonly number[], permission: string) => Answer | undefined
}

/**
 * A subject with a combination of roles that nobody else has needs no entries: to make those takes fifty times as long. `find`
 * returns a combination: of no roles, of one, or of several, which it keeps if it can.
 */
export function roleAnswers(
  rules: readonly (readonly Rule[])[],
  permissions: readonly string[],
  find: (places: readonly number[]) => Answering,
): RoleAnswers {
  const known = new Set(permissions)
  const tables = new Map<string, Table>()
  const singles: Answering[] = []
  const findOne = (place: number): Answering => (singles[place] ??= find([place]))

  const makeTable = (permission: string): Table | undefined => {
    if (!known.has(permission)) return undefined
    const table = { said: new Uint8Array(rules.length), none: answer(find([]), permission) }
    tables.set(permission, table)
    return table
  }
  const fill = ({ said }: Table, place: number, permission: string): number => {
    const isNamed = rules[place]?.some((rule) => isAbout(rule, permission))
    const entry = isNamed ? findOne(place).entry(permission) : undefined
    return (said[place] = entry ? describe(entry) : NOTHING)
  }

  return {
    has: (permission) => known.has(permission),
    join: (places, permission) => {
      const table = tables.get(permission) ?? makeTable(permission)
      if (table === undefined) return undefined
      let [joined, count, last] = [NOTHING, 0, 0]
      for (let i = 0; i < places.length; i += 1) {
        const place = places[i] as number
        const said = table.said[place] || fill(table, place, permission)
        if (said === NOTHING) continue
        if (said === FOLLOWS) return undefined
        count += 1
        last = place
        if (joined !== DENIES && (said !== DEPENDS || joined !== YES)) joined = said
      }
      if (joined === YES) return true
      if (count < 2) return count === 0 ? table.none : answer(findOne(last), permission)
      return answer(find(places.filter((place) => table.said[place] !== NOTHING)), permission)
    },
  }
}
