import { integer as integerBetween, oneOf } from '../rules/accept.ts'
import { tags as tagList } from '../rules/tags.ts'
import { InvalidValue } from '../rules/errors.ts'
import { createLineRule, createTextRule } from '../rules/text.ts'
import { pointInTime } from '../rules/time.ts'
import {
  build,
  OPTIONS,
  TEXT_OPTIONS,
  WORDS,
  type Exactly,
  type Options,
  type Stored,
  type TextOptions,
  type Words,
} from './build-field.ts'
import type { Field, SetByService, StateField, ValueSchema } from './field.ts'

export { many, one, owner } from './links/link-builders.ts'

interface LineOptions extends TextOptions {
  /** The value of a new record for which no client gives a text. */
  readonly initial?: string
}

interface LongTextOptions extends LineOptions {
  /** The fewest characters; 0 by default. */
  readonly least?: number
}

interface NumberOptions extends Options {
  /** The value of a new record for which no client gives a number. */
  readonly initial?: number
}

const LINE_OPTIONS = [...TEXT_OPTIONS, 'initial']
const NUMBER_OPTIONS = [...OPTIONS, 'initial']

/** The initial value that a declaration gives. */
type Initial<Given> = Given extends { readonly initial: infer Value } ? { readonly initial: Value } : unknown

type Built<Value, Given, Sent = Value> = Field<Stored<Value, Given>, Stored<Sent, Given>> &
  (Given extends { readonly setByOperation: true } | { readonly hidden: true } ? SetByService : unknown)

/** A text of one line, not blank, of at most `most` characters. */
export const line = <const Given extends LineOptions>(
  most: number,
  options: Exactly<Given, LineOptions>,
): Built<string, Given> & Initial<Given> =>
  build(
    { kind: 'line', schema: { type: 'string', minLength: 1, maxLength: most }, check: createLineRule(most) },
    options,
    LINE_OPTIONS,
  )

type BuildLongText = <const Given extends LongTextOptions>(
  most: number,
  given: Exactly<Given, LongTextOptions>,
) => Built<string, Given> & Initial<Given>

const createLongText =
  (kind: 'text' | 'markdown'): BuildLongText =>
  (most, given) => {
    const { least = 0, ...options }: LongTextOptions = given
    const minimum = least !== 0 && { minLength: least }
    const schema: ValueSchema = { type: 'string', ...minimum, maxLength: most }
    return build({ kind, schema, check: createTextRule(least, most) }, options, [...LINE_OPTIONS, 'least'])
  }

/** A text of any number of lines, of at most `most` characters. */
export const text = createLongText('text')

/** A text in Markdown (CommonMark), of at most `most` characters, kept as its writer sent it. */
export const markdown = createLongText('markdown')

/** A finite number, not below `least`. */
export const number = <const Given extends NumberOptions>(
  least: number,
  options: Exactly<Given, NumberOptions>,
): Built<number, Given> & Initial<Given> =>
  build(
    { kind: 'number', schema: { type: 'number', minimum: least }, check: createNumberRule(least) },
    options,
    NUMBER_OPTIONS,
  )

/** A whole number from `least` to `most`. */
export const integer = <const Given extends NumberOptions>(
  least: number,
  most: number,
  options: Exactly<Given, NumberOptions>,
): Built<number, Given> & Initial<Given> =>
  build(
    {
      kind: 'integer',
      schema: { type: 'integer', minimum: least, maximum: most },
      check: integerBetween(least, most),
    },
    options,
    NUMBER_OPTIONS,
  )

/** PostgreSQL has integers of 32 bits. */
const MOST_COUNTED = 2_147_483_647

/** A number that the service counts up from 0. */
export const counter = (options: Pick<Options, 'about'> & Words): Field<number> & SetByService => ({
  ...(build(
    {
      kind: 'counter',
      schema: { type: 'integer', minimum: 0, maximum: MOST_COUNTED },
      check: integerBetween(0, MOST_COUNTED),
    },
    options,
    ['about', ...WORDS],
  ) as object as Field<number>),
  initial: 0,
  isInternal: true,
  isInput: false,
})

interface FlagOptions extends Words, Pick<Options, 'about' | 'changedWith' | 'hidden' | 'index'> {
  readonly initial: boolean
}

/** True or false. */
export const flag = <const Given extends FlagOptions>(
  options: Exactly<Given, FlagOptions>,
): Built<boolean, Given> & Initial<Given> =>
  build({ kind: 'flag', schema: { type: 'boolean' }, check: (value) => value }, options, [
    'about',
    'changedWith',
    'hidden',
    'index',
    'initial',
    ...WORDS,
  ])

/** A point in time: clients send RFC 3339 with any offset (C2.2). */
export const time = <const Given extends Options>(
  options: Exactly<Given, Options>,
): Built<Date, Given, string> =>
  build(
    {
      kind: 'time',
      schema: { type: 'string', format: 'date-time', maxLength: 64 },
      check: pointInTime,
    },
    options,
  )

/**
 * Tags with the rules of articles (C4.1): trimmed, in lower case, without duplicates. A new record has none by default.
 */
export const tags = (
  options: Pick<Options, 'about' | 'changedWith' | 'index'> & Words & { readonly search?: 'B' },
): Field<readonly string[]> & { readonly initial: readonly string[] } => ({
  ...(build(
    {
      kind: 'tags',
      schema: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 50 }, maxItems: 20 },
      check: tagList,
    },
    options,
    ['about', 'changedWith', 'index', 'search', ...WORDS],
  ) as object as Field<readonly string[]>),
  initial: [],
})

/** The state of a record, which operations change; the first state is the state of a new record. */
export const state = <const State extends string>(
  states: readonly State[],
  options: Pick<Options, 'about' | 'index'> & Words,
): StateField<State> => ({
  ...(build({ kind: 'state', schema: { type: 'string', enum: states }, check: oneOf(states) }, options, [
    'about',
    'index',
    ...WORDS,
  ]) as object as StateField<State>),
  isInput: false,
  initial: states[0],
  states,
})

const createNumberRule =
  (least: number) =>
  (value: number): number => {
    if (!Number.isFinite(value) || value < least) throw new InvalidValue(`must be a number, ${least} or more`)
    return value
  }
