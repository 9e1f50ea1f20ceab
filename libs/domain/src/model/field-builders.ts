import { integer as integerBetween, oneOf } from '../rules/accept.ts'
import { tags as tagList } from '../rules/tags.ts'
import { InvalidValue } from '../rules/errors.ts'
import { createReferenceRule, parseUserId } from '../rules/ids.ts'
import { findUnknownOptions } from '../rules/similar-name.ts'
import { createLineRule, createTextRule } from '../rules/text.ts'
import { pointInTime } from '../rules/time.ts'
import { leadTo, SELF } from './self-links.ts'
import {
  type Field,
  type IdOf,
  type LinkField,
  type OnDelete,
  type OwnerField,
  type SearchWeight,
  type SetByService,
  type StateField,
  type TypeName,
  type ValueSchema,
} from './field.ts'

interface Options {
  readonly about: string
  readonly optional?: boolean
  readonly example?: string | number
  readonly publishedMaximum?: number
  /**
   * The action of the type's resource that shows the field; the field is null for other callers. Only for optional
   * fields.
   */
  readonly seenWith?: string
  /** An operation of the type sets the value, and clients cannot. Only for optional fields. */
  readonly setByOperation?: true
  /** The service sets the value, and no interface shows it. */
  readonly hidden?: true
  /** An index serves filters and orders by the field. */
  readonly index?: true
}

interface TextOptions extends Omit<Options, 'index'> {
  /** `true` serves equal texts and orders, and `text` serves filters by a part of the text. */
  readonly index?: true | 'text'
  readonly unique?: true
  readonly search?: SearchWeight
}

interface LongTextOptions extends TextOptions {
  /** The fewest characters; 0 by default. */
  readonly least?: number
  /** The value of a new record for which no client gives a text. */
  readonly initial?: string
}

interface LinkOptions extends Pick<Options, 'about' | 'optional'>, Pick<LinkField, 'inverse' | 'parameter'> {
  /**
   * What happens to the record when the record that it links to is deleted: it is deleted too, its link is cleared, or
   * the deletion is refused. `refuse` by default, and `clear` for links to users.
   */
  readonly onDelete?: OnDelete
}

/** What the compiler can see of the rules of C14.2; `contentModel` checks the rest. */
type LinkRules<Name extends string, Given> = Given extends { readonly optional: true }
  ? Name extends 'User'
    ? { readonly onDelete?: Exclude<OnDelete, 'refuse'> }
    : unknown
  : Name extends 'User'
    ? { readonly onDelete: 'cascade' }
    : Name extends typeof SELF
      ? { readonly optional: true }
      : { readonly onDelete?: Exclude<OnDelete, 'clear'> }

type BuiltLink<To extends string, Given> = LinkField<
  To,
  IdOf<To>,
  Stored<IdOf<To>, Given>,
  Stored<string, Given>
>

const OPTIONS = [
  'about',
  'optional',
  'example',
  'publishedMaximum',
  'seenWith',
  'setByOperation',
  'hidden',
  'index',
] as const satisfies readonly (keyof Options)[]
const TEXT_OPTIONS = [...OPTIONS, 'unique', 'search'] as const satisfies readonly (keyof TextOptions)[]

/** Refuses options that the builder does not have: a mistyped option would have no effect. */
type Exactly<Given, Allowed> = Given & Readonly<Record<Exclude<keyof Given, keyof Allowed>, never>>

type Stored<Value, Given> = Given extends { readonly optional: true } ? Value | null : Value
/** The initial value that a declaration gives. */
type Initial<Given> = Given extends { readonly initial: infer Value } ? { readonly initial: Value } : unknown

type Built<Value, Given, Sent = Value> = Field<Stored<Value, Given>, Stored<Sent, Given>> &
  (Given extends { readonly setByOperation: true } | { readonly hidden: true } ? SetByService : unknown)

/** The builders below declare the type of the checked values and the type of the values that clients give. */
const build = (
  schema: ValueSchema,
  check: (value: never) => unknown,
  // Without types, a declaration may leave out the options; the description is missing then.
  options: TextOptions = {} as TextOptions,
  known: readonly string[] = OPTIONS,
): never => {
  const { optional = false, unique = false, setByOperation = false, hidden = false, ...rest } = options
  const problems = findUnknownOptions(options, known)
  const kind = { isOptional: optional, isUnique: unique, isInput: !setByOperation && !hidden }
  return {
    initial: null,
    ...rest,
    ...kind,
    isInternal: hidden,
    isHidden: hidden,
    schema,
    check,
    problems,
  } as never
}

/** A text of one line, not blank, of at most `most` characters. */
export const line = <const Given extends TextOptions>(
  most: number,
  options: Exactly<Given, TextOptions>,
): Built<string, Given> =>
  build({ type: 'string', minLength: 1, maxLength: most }, createLineRule(most), options, TEXT_OPTIONS)

/** A text of any number of lines, of at most `most` characters. */
export const text = <const Given extends LongTextOptions>(
  most: number,
  given: Exactly<Given, LongTextOptions>,
): Built<string, Given> & Initial<Given> => {
  const { least = 0, ...options }: LongTextOptions = given
  const minimum = least !== 0 && { minLength: least }
  const schema: ValueSchema = { type: 'string', ...minimum, maxLength: most }
  return build(schema, createTextRule(least, most), options, [...TEXT_OPTIONS, 'least', 'initial'])
}

/** A finite number, not below `least`. */
export const number = <const Given extends Options>(
  least: number,
  options: Exactly<Given, Options>,
): Built<number, Given> => build({ type: 'number', minimum: least }, createNumberRule(least), options)

/** A whole number from `least` to `most`. */
export const integer = <const Given extends Options>(
  least: number,
  most: number,
  options: Exactly<Given, Options>,
): Built<number, Given> =>
  build({ type: 'integer', minimum: least, maximum: most }, integerBetween(least, most), options)

/** A number that the service counts up from 0. */
export const counter = (options: Pick<Options, 'about'>): Field<number> & SetByService => ({
  ...(build(
    { type: 'integer', minimum: 0, maximum: 2_147_483_647 },
    integerBetween(0, 2_147_483_647),
    options,
    ['about'],
  ) as object as Field<number>),
  initial: 0,
  isInternal: true,
  isInput: false,
})

interface FlagOptions extends Pick<Options, 'about' | 'hidden' | 'index'> {
  readonly initial: boolean
}

/** True or false. */
export const flag = <const Given extends FlagOptions>(
  options: Exactly<Given, FlagOptions>,
): Built<boolean, Given> & Initial<Given> =>
  build({ type: 'boolean' }, (value) => value, options, ['about', 'hidden', 'index', 'initial'])

/** A point in time: clients send RFC 3339 with any offset (C2.2). */
export const time = <const Given extends Options>(
  options: Exactly<Given, Options>,
): Built<Date, Given, string> =>
  build({ type: 'string', format: 'date-time', maxLength: 64 }, pointInTime, options)

/**
 * Tags with the rules of articles (C4.1): trimmed, in lower case, without duplicates. A new record has none by default.
 */
export const tags = (
  options: Pick<Options, 'about' | 'index'> & { readonly search?: 'B' },
): Field<readonly string[]> & { readonly initial: readonly string[] } => ({
  ...(build(
    { type: 'array', items: { type: 'string', minLength: 1, maxLength: 50 }, maxItems: 20 },
    tagList,
    options,
    ['about', 'index', 'search'],
  ) as object as Field<readonly string[]>),
  initial: [],
})

/** The state of a record, which operations change; the first state is the state of a new record. */
export const state = <const State extends string>(
  states: readonly State[],
  options: Pick<Options, 'about' | 'index'>,
): StateField<State> => ({
  ...(build({ type: 'string', enum: states }, oneOf(states), options, [
    'about',
    'index',
  ]) as object as StateField<State>),
  isInput: false,
  initial: states[0],
  states,
})

const LINK_OPTIONS = [
  'about',
  'optional',
  'inverse',
  'parameter',
  'onDelete',
] as const satisfies readonly (keyof LinkOptions)[]

/** The name of the type to which a link leads. */
type NameOf<To> = To extends TypeName<infer Name> ? Name : typeof SELF

/** A link to one record of another type, to a user, or to a record of the same type: `one('self', …)`. */
export const one = <const To extends TypeName | typeof SELF, const Given extends LinkOptions>(
  to: To,
  options: Exactly<Given, LinkOptions> & LinkRules<NameOf<To>, Given>,
): BuiltLink<NameOf<To>, Given> => {
  const target: TypeName = to === SELF ? { name: SELF, plural: SELF } : to
  const isUser = target.name === 'User'
  const { check, ...leading } = leadTo(target)
  const schema = isUser ? ({ type: 'string' } as const) : ({ type: 'string', format: 'uuid' } as const)
  // The options have decided whether the value can be null.
  return {
    onDelete: isUser ? 'clear' : 'refuse',
    ...(build(schema, check, options, LINK_OPTIONS) as object),
    ...leading,
  } as unknown as BuiltLink<NameOf<To>, Given>
}

/** The user who creates the record. When the account is deleted, the record belongs to `ghost` (C3.5). */
export const owner = (options: Pick<LinkOptions, 'about' | 'inverse'>): OwnerField => ({
  ...(build({ type: 'string' }, createReferenceRule(parseUserId, 'user'), options, [
    'about',
    'inverse',
  ]) as object as OwnerField),
  isInput: false,
  isOwner: true,
  onDelete: 'ghost',
  to: { name: 'User', plural: 'users', word: 'user' },
  parseId: parseUserId,
})

const createNumberRule =
  (least: number) =>
  (value: number): number => {
    if (!Number.isFinite(value) || value < least) throw new InvalidValue(`must be a number, ${least} or more`)
    return value
  }
