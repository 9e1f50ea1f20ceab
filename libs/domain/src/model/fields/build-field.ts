import { findUnknownOptions } from '../../rules/similar-name.ts'
import type { Field, FieldKind, SearchWeight, SetByService, ValueSchema } from './field.ts'

/** C17.9: the words of a field in forms for people, and its earlier name. */
export interface Words {
  /** The name of the field; by default its name in words: `Starts at` for `startsAt`. */
  readonly label?: string
  /** What to write into the field; by default `about`. */
  readonly help?: string
  /** Shown in the field while it is empty. */
  readonly placeholder?: string
  /** The part of the form that has the field. */
  readonly section?: string
  /** C17.10: the name that the field had in an earlier release. A migration moves its values. */
  readonly renamedFrom?: string
}

export const WORDS = ['label', 'help', 'placeholder', 'section'] as const satisfies readonly (keyof Words)[]

/** Each field has these options, whatever its kind. */
const OF_ALL = ['renamedFrom'] as const satisfies readonly (keyof Words)[]

export interface Options extends Words {
  readonly about: string
  readonly optional?: boolean
  readonly example?: string | number
  readonly publishedMaximum?: number
  /**
   * The action of the type's resource that shows the field; the field is null for other callers. Only for optional
   * fields.
   */
  readonly seenWith?: string
  /**
   * C14.3: the action of the type's resource that a caller needs to change the field. Operations and imports change it without
   * that.
   */
  readonly changedWith?: string
  /** An operation of the type sets the value, and clients cannot. Only for optional fields. */
  readonly setByOperation?: true
  /** The service sets the value, and no interface shows it. */
  readonly hidden?: true
  /** An index serves filters and orders by the field. */
  readonly index?: true
}

export interface TextOptions extends Omit<Options, 'index'> {
  /** `true` serves equal texts and orders, and `text` serves filters by a part of the text. */
  readonly index?: true | 'text'
  readonly unique?: true
  readonly search?: SearchWeight
}

export const OPTIONS = [
  'about',
  'optional',
  'example',
  'publishedMaximum',
  'seenWith',
  'changedWith',
  'setByOperation',
  'hidden',
  'index',
  ...WORDS,
] as const satisfies readonly (keyof Options)[]
export const TEXT_OPTIONS = [...OPTIONS, 'unique', 'search'] as const satisfies readonly (keyof TextOptions)[]

/** Refuses options that the builder does not have: a mistyped option would have no effect. */
export type Exactly<Given, Allowed> = Given & Readonly<Record<Exclude<keyof Given, keyof Allowed>, never>>

export type Stored<Value, Given> = Given extends { readonly optional: true } ? Value | null : Value
/** A field whose values clients send as `Sent`, if they send them at all. */
export type Built<Value, Given, Sent = Value> = Field<Stored<Value, Given>, Stored<Sent, Given>> &
  (Given extends { readonly setByOperation: true } | { readonly hidden: true } ? SetByService : unknown)

/** The initial value that a declaration gives. */
export type Initial<Given> = Given extends { readonly initial: infer Value }
  ? { readonly initial: Value }
  : unknown

/** What a builder gives to a field. */
export interface Values {
  readonly kind: FieldKind
  readonly schema: ValueSchema
  readonly check: (value: never) => unknown
  /** What is wrong in the values of the options. */
  readonly problems?: readonly string[]
}

/** Builds a field. The builders declare the type of the checked values and the type of the values that clients give. */
export const build = (
  values: Values,
  // The kind of a computed field has no options (C16.2). The description of another field is missing then.
  options: Partial<TextOptions> = {},
  known: readonly string[] = OPTIONS,
): never => {
  const { optional = false, unique = false, setByOperation = false, hidden = false, ...rest } = options
  const problems = [...findUnknownOptions(options, [...known, ...OF_ALL]), ...(values.problems ?? [])]
  const given = { isOptional: optional, isUnique: unique, isInput: !setByOperation && !hidden }
  return {
    initial: null,
    ...rest,
    ...given,
    isInternal: hidden,
    isHidden: hidden,
    ...values,
    problems,
  } as never
}
