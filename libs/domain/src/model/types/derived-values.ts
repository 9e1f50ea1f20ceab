import type { Derivation, Field } from '../fields/field.ts'
import type { Fields } from './record-operation.ts'
import { memoize } from '../../rules/memoize.ts'

type Values = Readonly<Record<string, unknown>>
type Derived = readonly [name: string, derivation: Derivation]
interface Deriving {
  readonly attributes: Fields
}

const toDerived = ([name, { derivation }]: readonly [string, Field]): readonly Derived[] =>
  derivation === undefined ? [] : [[name, derivation]]

const listDerived: (type: Deriving) => readonly Derived[] = memoize(({ attributes }) =>
  Object.entries(attributes).flatMap(toDerived),
)

const combine = (parts: readonly Values[]): Values => Object.assign({}, ...parts) as Values

/** C4.1: the values of a new record that no client has given, or for which it has given null. */
export const deriveInitial = (type: Deriving, given: Values): Values =>
  combine(
    listDerived(type).map(([name, { flag, from, derive }]) => {
      const sent = given[name] ?? null
      return { [name]: sent ?? derive(String(given[from])), [flag]: sent === null }
    }),
  )

const follow = ([name, { flag, from, derive }]: Derived, current: Values, values: Values): Values => {
  // C15.10: a form that sends the derived value back does not set it.
  const isSentBack = current[flag] === true && values[name] === current[name]
  const sent = isSentBack ? undefined : values[name]
  const isDerived = sent === undefined ? current[flag] === true : sent === null
  const source = values[from] ?? current[from]
  const follows = isDerived && (source !== current[from] || current[flag] !== true)
  return { [name]: follows ? derive(String(source)) : (sent ?? current[name]), [flag]: isDerived }
}

/** The values of a change, with those that follow from them. */
export const withDerived = (type: Deriving, current: object, values: Values): Values =>
  combine([values, ...listDerived(type).map((each) => follow(each, current as Values, values))])

/** C4.4: what a change sends in the place of the values that were derived in an earlier version. */
export const listDerivedAgain = (type: Deriving, earlier: Values): Values =>
  combine(listDerived(type).map(([name, { flag }]) => (earlier[flag] === true ? { [name]: null } : {})))
