import { integer as integerBetween } from '../accept.ts'
import { InvalidValue } from '../errors.ts'
import { parseUuid, referenced, type Branded } from '../ids.ts'
import { lineOf, textOf } from '../text.ts'

/** The id of a declared record: a UUIDv7 (C2.1). */
export type RecordId<Name extends string = string> = Branded<string, `${Name}Id`>

/** The part of JSON Schema (2020-12) that says which values a field takes. */
export interface ValueSchema {
  readonly type: 'string' | 'number' | 'integer'
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly format?: 'uuid'
}

/** One field of a declared type: its values as they are stored, and the rule that checks a value. */
export interface Field<Value = unknown> {
  readonly about: string
  readonly schema: ValueSchema
  readonly isOptional: boolean
  /** No two records have the same text, when upper and lower case count as equal. */
  readonly isUnique: boolean
  /** A value for the documentation. */
  readonly example?: string | number | undefined
  /** The maximum in the OpenAPI document, where a release has published a larger maximum than the rule has. */
  readonly publishedMaximum?: number | undefined
  /** Checks a value that is not null. @throws InvalidValue. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as in Rule: `unknown` would refuse every check
  readonly check: (value: any) => Value
}

/** The name and the plural of a type, which is all that a link needs. */
export interface TypeName<Name extends string = string> {
  readonly name: Name
  readonly plural: string
}

/** A field that names a record of another type. It is stored under its name with `Id`. */
export interface LinkField<To extends string = string> extends Field<RecordId<To>> {
  readonly to: TypeName<To> & { readonly word: string }
  /** The list on the other side: the products of a category. */
  readonly inverse: string
  /** The REST parameter that lists by the link, where a release has published another name than that of the attribute. */
  readonly parameter?: string | undefined
}

/** The name of a type in messages, events and root fields: `product`. */
export const wordOf = (name: string): string => `${name.charAt(0).toLowerCase()}${name.slice(1)}`

export const isLink = (field: Field): field is LinkField => 'to' in field

interface Options {
  readonly about: string
  readonly optional?: boolean
  readonly unique?: true
  readonly example?: string | number
  readonly publishedMaximum?: number
}

type LinkOptions = Pick<Options, 'about'> & Pick<LinkField, 'inverse' | 'parameter'>

type Stored<Value, Given> = Given extends { readonly optional: true } ? Value | null : Value

const fieldOf = (schema: ValueSchema, check: Field['check'], options: Options): Field<never> => ({
  about: options.about,
  schema,
  isOptional: options.optional ?? false,
  isUnique: options.unique ?? false,
  example: options.example,
  publishedMaximum: options.publishedMaximum,
  // The builders below say which values the check returns.
  check: check as Field<never>['check'],
})

/** A text of one line, which is not blank; at most so many characters. */
export const line = <const Given extends Options>(
  most: number,
  options: Given,
): Field<Stored<string, Given>> =>
  fieldOf({ type: 'string', minLength: 1, maxLength: most }, lineOf(most), options)

/** A text of any lines; at most so many characters. */
export const text = <const Given extends Options>(
  most: number,
  options: Given,
): Field<Stored<string, Given>> => fieldOf({ type: 'string', maxLength: most }, textOf(0, most), options)

/** A finite number, not below `least`. */
export const number = <const Given extends Options>(
  least: number,
  options: Given,
): Field<Stored<number, Given>> => fieldOf({ type: 'number', minimum: least }, numberFrom(least), options)

/** A whole number from `least` to `most`. */
export const integer = <const Given extends Options>(
  least: number,
  most: number,
  options: Given,
): Field<Stored<number, Given>> =>
  fieldOf({ type: 'integer', minimum: least, maximum: most }, integerBetween(least, most), options)

/** A link to one record of another type. */
export const one = <const Name extends string>(
  { name, plural }: TypeName<Name>,
  { inverse, parameter, ...options }: LinkOptions,
): LinkField<Name> => ({
  ...fieldOf({ type: 'string', format: 'uuid' }, referenced(parseUuid, wordOf(name)), options),
  to: { name, plural, word: wordOf(name) },
  inverse,
  parameter,
})

const numberFrom =
  (least: number) =>
  (value: number): number => {
    if (!Number.isFinite(value) || value < least) throw new InvalidValue(`must be a number, ${least} or more`)
    return value
  }
