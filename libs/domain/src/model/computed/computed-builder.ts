import { findUnknownOptions } from '../../rules/similar-name.ts'
import type { Decimal } from '../../rules/decimal.ts'
import { WORDS, type Exactly } from '../fields/build-field.ts'
import type { BareField, Field, ValuesOf } from '../fields/field.ts'
import type { Fields } from '../types/record-operation.ts'
import type { ComputedOptions } from './computed-options.ts'
import { findComputedProblems, isComputedKind } from './computed-problems.ts'

/** The fields that code can compute from. The compiler cannot tell counters from numbers: `contentModel` refuses them. */
type SourceName<F extends Fields> = {
  [K in keyof F & string]: F[K] extends { readonly to: unknown } | { readonly toMany: unknown } ? never : K
}[keyof F & string]

/** A decimal gets the digits of its scale when the service checks the value. */
type Returned<Value> = Value extends Decimal ? string : Value

/** A stored value is null only if the field is optional. */
type CanBeNull<Given> = Given extends { readonly stored: true }
  ? Given extends { readonly optional: true }
    ? null
    : never
  : null

type ValueOfKind<Given> = Given extends { readonly kind: BareField<infer Value, infer _Given> }
  ? Value
  : never

type NameIn<F extends Fields, Given> = Given extends { readonly from: readonly (infer Name)[] }
  ? Name & keyof F
  : never

/** Computes a value from the named fields of a record alone. It is synchronous and pure. */
type Compute<F extends Fields, Given> = (
  values: Pick<ValuesOf<F>, NameIn<F, Given>>,
) => Returned<ValueOfKind<Given>> | CanBeNull<Given>

/** Declares one computed field of a type with these fields. */
export type ComputedBuilder<F extends Fields> = <const Given extends ComputedOptions<SourceName<F>>>(
  options: Exactly<Given, ComputedOptions>,
  compute: Compute<F, Given>,
) => Field

const OPTIONS = [
  'kind',
  'from',
  'stored',
  'optional',
  'about',
  'search',
  'index',
  ...WORDS,
] as const satisfies readonly (keyof ComputedOptions)[]

/** In the place of a kind that is refused, so that the other checks can run. */
const PLACEHOLDER = {
  kind: 'line',
  schema: { type: 'string', maxLength: 1 },
  isOptional: true,
  isUnique: false,
  check: (value: unknown) => value,
} as const satisfies Partial<Field>

/** `Computed from title and price.` */
const writeAbout = (from: unknown): string =>
  Array.isArray(from) ? `Computed from ${from.join(' and ')}.` : 'Computed.'

/** A declaration without types can have any values. */
export const buildComputed = (given: ComputedOptions, compute: (values: never) => unknown): Field => {
  const options = { ...given }
  const { kind, from, stored, optional = false, ...own } = options
  const base: Partial<Field> = isComputedKind(kind) ? kind : PLACEHOLDER
  const isStored = stored === true
  const { problems = [] } = base
  return {
    ...base,
    about: base.about ?? writeAbout(from),
    ...own,
    isOptional: !isStored || optional || base.isOptional === true,
    isInput: false,
    initial: null,
    ...(isStored ? {} : { isUnfiltered: true }),
    computed: { from: Array.isArray(from) ? from : [], isStored, compute },
    problems: [
      ...problems,
      ...findUnknownOptions(options, OPTIONS),
      ...findComputedProblems(options, compute),
    ],
    // A kind without a description is a field but for that.
  } as Field
}
