import { createDateRule, findDateProblems } from '../../rules/date.ts'
import { build, OPTIONS, type Built, type Exactly, type Initial, type Options } from './build-field.ts'
import type { BareField } from './field.ts'

interface DateOptions extends Options {
  /** The first and the last day. */
  readonly least?: string
  readonly most?: string
  /** The value of a new record for which no client gives a date. */
  readonly initial?: string
  readonly unique?: true
}

interface BuildDate {
  (): BareField<string>
  <const Given extends DateOptions>(
    given: Exactly<Given, DateOptions>,
  ): Built<string, Given> & { readonly kind: 'date' } & Initial<Given>
}

/** C16.1: a day of the years 0001 to 9999 without a time, such as `2026-11-20`, in GraphQL the scalar Date. */
export const date: BuildDate = (given?: DateOptions) => {
  const { least, most, ...options }: Partial<DateOptions> = given ?? {}
  const bounds = { ...(least !== undefined && { least }), ...(most !== undefined && { most }) }
  const problems = findDateProblems(bounds)
  const check = createDateRule(problems.length > 0 ? {} : bounds)
  const values = {
    kind: 'date',
    schema: { type: 'string', format: 'date', ...bounds },
    check,
    problems,
  } as const
  return build(values, options, [...OPTIONS, 'initial', 'unique'])
}
