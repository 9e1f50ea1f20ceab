import { appendFileSync } from 'node:fs'
import { Ability, type AnyAbility } from '@casl/ability'
import { type Filter, holds, matcher, not } from '@content-service/authz'
import { Inexact, type FilterOf, type PolicyOf } from '../src/index.ts'

/** What happened when a spec asked an ability. */
export interface Answer {
  /** Counts the abilities of a run. */
  readonly ability: string
  readonly what: 'filter' | 'policy'
  readonly question: string
  /** `left out: …` names what a filter or a policy is not about. */
  readonly outcome: 'agrees' | 'differs' | `Inexact ${string}` | `left out: ${string}`
}

interface Bridge {
  readonly filterOf: FilterOf
  readonly policyOf: PolicyOf
}

interface Question {
  readonly ability: AnyAbility
  readonly action: string
  readonly subject: unknown
  readonly field: string | undefined
  readonly wanted: boolean
}

type AnyType = string | (abstract new () => object)

const isType = (subject: unknown): boolean =>
  !subject || typeof subject === 'string' || typeof subject === 'function'

/** A row of a table has all attributes. The condition of another row is neither true nor false. */
const isRow = (filter: Filter, row: object): boolean =>
  filter.kind !== 'when' || holds(filter.where, row) || holds(not(filter.where), row)

function compareFilter({ filterOf }: Bridge, question: Question): Answer['outcome'] {
  const { ability, action, subject, field, wanted } = question
  const filter = filterOf(ability, action, ability.detectSubjectType(subject) as string, field)
  if (isType(subject)) return (filter.kind !== 'never') === wanted ? 'agrees' : 'differs'
  if (!isRow(filter, subject as object)) return 'left out: a row without all attributes of the rules'
  return matcher(filter)(subject as object) === wanted ? 'agrees' : 'differs'
}

function comparePolicy({ policyOf, filterOf }: Bridge, question: Question): Answer['outcome'] {
  const { ability, action, subject, field, wanted } = question
  const type = ability.detectSubjectType(subject) as AnyType
  const name = typeof type === 'string' ? type : type.name
  if (field?.includes('.')) return 'left out: a part of a field'
  if (![name, action].every(isName)) return 'left out: a name that no permission has'
  const rules = ability.possibleRulesFor(action, type as string)
  const named = rules.flatMap(({ fields = [] }) => fields).filter((each) => !each.includes('*'))
  const fields = [...new Set([...named, ...(field ? [field] : [])])]
  const options = { actions: [action], fields, ...(typeof type === 'function' && { type }) }
  const policy = policyOf(ability, { [name]: options })
  const permission = `${name}:${action}` as const
  if (isType(subject))
    return field ? 'left out: a field without a row' : toOutcome(policy.permits(null, permission) === wanted)
  if (!isRow(filterOf(ability, action, type as string, field), subject as object))
    return 'left out: a row without all attributes of the rules'
  return toOutcome(policy.can(null, permission, subject as object, field as never) === wanted)
}

const isName = (name: unknown): boolean => typeof name === 'string' && /^[^:*]+$/.test(name)

const toOutcome = (agrees: boolean): Answer['outcome'] => (agrees ? 'agrees' : 'differs')

function answer(compare: () => Answer['outcome']): Answer['outcome'] {
  try {
    return compare()
  } catch (error) {
    if (error instanceof Inexact) return `Inexact ${error.operator}`
    return `differs`
  }
}

const describe = ({ action, subject, field, wanted, ability }: Question): string => {
  const rules = ability.rules.map((rule: object) => JSON.stringify(rule)).join(' ')
  const asked = typeof subject === 'function' ? subject.name : JSON.stringify(subject)
  return `can(${action}, ${asked}, ${field}) is ${wanted} by ${rules}`.slice(0, 1000)
}

/** Compares each answer of `can` with a filter and a policy of the same ability, and writes the numbers and the differences to a file. */
export function compareAnswers(bridge: Bridge, file: string): void {
  const can = Ability.prototype.can as (this: AnyAbility, ...given: unknown[]) => boolean
  const numbers = new WeakMap<object, string>()
  let count = 0
  Ability.prototype.can = function (this: AnyAbility, ...given: unknown[]) {
    const wanted = can.apply(this, given)
    const number = numbers.get(this) ?? `${process.pid} ${(count += 1)}`
    numbers.set(this, number)
    const [action, subject, field] = given as [string, unknown, string | undefined]
    const question = { ability: this, action, subject, field, wanted }
    for (const [what, compare] of [
      ['filter', compareFilter],
      ['policy', comparePolicy],
    ] as const) {
      const outcome = answer(() => compare(bridge, question))
      const line: Answer = { ability: number, what, outcome, question: describe(question) }
      appendFileSync(file, `${JSON.stringify(line)}\n`)
    }
    return wanted
  }
}
