import { createDecimalRule, DECIMAL_PATTERN, findDecimalProblems, type Decimal } from '../../rules/decimal.ts'
import { build, OPTIONS, type Built, type Exactly, type Options } from './build-field.ts'
import type { BareField } from './field.ts'

interface DecimalOptions extends Options {
  /** The least and the most value, as texts. */
  readonly least?: string
  readonly most?: string
  /** The value of a new record for which no client gives a decimal. */
  readonly initial?: string
  readonly unique?: true
}

/** An initial value has all digits of the scale, as all values do. */
type InitialDecimal<Given> = Given extends { readonly initial: string }
  ? { readonly initial: Decimal }
  : unknown

/** A sign, a point, and a zero before it. */
const MOST_SIGNS = 3

interface BuildDecimal {
  (precision: number, scale: number): BareField<Decimal, string>
  <const Given extends DecimalOptions>(
    precision: number,
    scale: number,
    given: Exactly<Given, DecimalOptions>,
  ): Built<Decimal, Given, string> & { readonly kind: 'decimal' } & InitialDecimal<Given>
}

/**
 * C16.1: a decimal with at most `precision` digits, of which `scale` are behind the point. Clients send and get a text,
 * such as `"12.50"`, in GraphQL the scalar Decimal.
 */
export const decimal: BuildDecimal = (precision: number, scale: number, given?: DecimalOptions) => {
  const { least, most, initial, ...options }: Partial<DecimalOptions> = given ?? {}
  const [form, bounds] = [
    { precision, scale },
    { ...(least !== undefined && { least }), ...(most !== undefined && { most }) },
  ]
  const problems = findDecimalProblems(form, bounds)
  const check = createDecimalRule(form, problems.length > 0 ? {} : bounds)
  const schema = {
    type: 'string',
    format: 'decimal',
    maxLength: precision + MOST_SIGNS,
    pattern: `^${DECIMAL_PATTERN}$`,
    precision,
    scale,
    ...bounds,
  } as const
  const values = { kind: 'decimal', schema, check, problems } as const
  return build(
    values,
    { ...options, ...(initial !== undefined && { initial: writeInitial(check, initial) }) },
    [...OPTIONS, 'initial', 'unique'],
  )
}

/** The initial value with all digits. `contentModel` reports a wrong one. */
const writeInitial = (check: (given: string) => Decimal, initial: string): string => {
  try {
    return check(initial)
  } catch {
    return initial
  }
}
