import { BOOLEAN, DATE, NUMBER, TEXT } from './value.ts'

/** The kinds of attributes, each with the type of its values in JavaScript. */
export interface Kinds {
  readonly boolean: boolean
  readonly integer: number | bigint
  readonly bigint: number | bigint
  /** A number only if its decimal digits give the same number again; other decimals cannot be tested. */
  readonly decimal: number | bigint
  readonly float: number
  readonly text: string
  /** Text in which the database ignores the case of letters. Conditions compare it exactly. */
  readonly citext: string
  readonly uuid: string
  readonly timestamp: Date
  /** Midnight of the day in UTC. */
  readonly date: Date
  readonly textArray: readonly string[]
  readonly integerArray: readonly (number | bigint)[]
  readonly uuidArray: readonly string[]
}

export type Kind = keyof Kinds

/** What conditions name beside an attribute: a text function, or a kind of texts with an order. */
export interface ConditionFunction {
  /** The name in conditions, in JSON and in SQL. */
  readonly functionName: string
}

/** The kinds of attributes; kinds of texts with an order are in the entry /ordered. An object has its own attributes, and so have the items of a list: `{ members: [{ id: 'uuid' }] }`. */
export interface KindsByName {
  readonly [name: string]: Kind | ConditionFunction | KindsByName | readonly [KindsByName] | undefined
}

const ALL: Readonly<Record<Kind, true>> = {
  boolean: true,
  integer: true,
  bigint: true,
  decimal: true,
  float: true,
  text: true,
  citext: true,
  uuid: true,
  timestamp: true,
  date: true,
  textArray: true,
  integerArray: true,
  uuidArray: true,
}

export const KINDS = /* @__PURE__ */ Object.keys(ALL)

/** The class of the values of a kind, or of the elements if the kind is an array. A table would take more bytes in a browser. */
export function classOfKind(kind: Kind): number {
  if (kind === 'boolean') return BOOLEAN
  if (/^(text|citext|uuid)/.test(kind)) return TEXT
  return /^(timestamp|date)/.test(kind) ? DATE : NUMBER
}
