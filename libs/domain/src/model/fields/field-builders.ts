import { integer as integerBetween } from '../../rules/accept.ts'
import { tags as tagList } from '../../rules/tags.ts'
import { InvalidValue } from '../../rules/errors.ts'
import { createTimeRule, findTimeProblems } from '../../rules/time-bounds.ts'
import { pointInTime } from '../../rules/time.ts'
import {
  build,
  OPTIONS,
  WORDS,
  type Built,
  type Exactly,
  type Initial,
  type Options,
  type Words,
} from './build-field.ts'
import { LARGEST_COUNT } from './largest-count.ts'
import type { BareField, Field, SetByService, ValueSchema } from './field.ts'

export { email, line, markdown, text, url } from './text-builders.ts'
export { choice } from './choice-builder.ts'
export { date } from './date-builder.ts'
export { decimal } from './decimal-builder.ts'
export { json } from './json-builder.ts'
export { group } from './group-builder.ts'
export { blocks, list } from './list-builders.ts'
export { many, one, owner } from '../links/link-builders.ts'
export { slug } from '../slugs/slug-builder.ts'
export { state } from '../states/state-builder.ts'

interface NumberValue extends Options {
  /** The value of a new record for which no client gives a number. */
  readonly initial?: number
}

interface IntegerOptions extends NumberValue {
  readonly unique?: true
}

interface NumberOptions extends NumberValue {
  /** The largest number. */
  readonly most?: number
}

/** C16.1: the bounds, as clients send times. */
interface TimeOptions extends Options {
  readonly least?: string
  readonly most?: string
}

const NUMBER_OPTIONS = [...OPTIONS, 'initial']

interface BuildNumber {
  (least: number): BareField<number>
  <const Given extends NumberOptions>(
    least: number,
    given: Exactly<Given, NumberOptions>,
  ): Built<number, Given> & Initial<Given>
}

/** A finite number, not below `least`, and not above the option `most`. */
export const number: BuildNumber = (least: number, given?: NumberOptions) => {
  const { most, ...options }: Partial<NumberOptions> = given ?? {}
  const schema: ValueSchema = { type: 'number', minimum: least, ...(most !== undefined && { maximum: most }) }
  return build({ kind: 'number', schema, check: createNumberRule(least, most) }, options, NUMBER_OPTIONS)
}

interface BuildInteger {
  (least: number, most: number): BareField<number>
  <const Given extends IntegerOptions>(
    least: number,
    most: number,
    options: Exactly<Given, IntegerOptions>,
  ): Built<number, Given> & Initial<Given>
}

/** A whole number from `least` to `most`. */
export const integer: BuildInteger = (least: number, most: number, options?: IntegerOptions) =>
  build(
    {
      kind: 'integer',
      schema: { type: 'integer', minimum: least, maximum: most },
      check: integerBetween(least, most),
    },
    options,
    [...NUMBER_OPTIONS, 'unique'],
  )

/** A number that the service counts up from 0. */
export const counter = (options: Pick<Options, 'about'> & Words): Field<number> & SetByService => ({
  ...(build(
    {
      kind: 'counter',
      schema: { type: 'integer', minimum: 0, maximum: LARGEST_COUNT },
      check: integerBetween(0, LARGEST_COUNT),
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

interface BuildFlag {
  (): BareField<boolean>
  <const Given extends FlagOptions>(
    options: Exactly<Given, FlagOptions>,
  ): Built<boolean, Given> & Initial<Given>
}

/** True or false. */
export const flag: BuildFlag = (options?: FlagOptions) =>
  build({ kind: 'flag', schema: { type: 'boolean' }, check: (value) => value }, options, [
    'about',
    'changedWith',
    'hidden',
    'index',
    'initial',
    ...WORDS,
  ])

interface BuildTime {
  (): BareField<Date, string>
  <const Given extends TimeOptions>(given: Exactly<Given, TimeOptions>): Built<Date, Given, string>
}

/** A point in time: clients send RFC 3339 with any offset (C2.2), not before `least` and not after `most`. */
export const time: BuildTime = (given?: TimeOptions) => {
  const { least, most, ...options }: Partial<TimeOptions> = given ?? {}
  const bounds = { ...(least !== undefined && { least }), ...(most !== undefined && { most }) }
  const schema: ValueSchema = { type: 'string', format: 'date-time', maxLength: 64, ...bounds }
  const problems = findTimeProblems(bounds)
  const check = problems.length > 0 ? pointInTime : createTimeRule(bounds)
  return build({ kind: 'time', schema, check, problems }, options)
}

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

const createNumberRule =
  (least: number, most = Number.POSITIVE_INFINITY) =>
  (value: number): number => {
    if (Number.isFinite(value) && value >= least && value <= most) return value
    throw new InvalidValue(
      most === Number.POSITIVE_INFINITY
        ? `must be a number, ${least} or more`
        : `must be a number from ${least} to ${most}`,
    )
  }
