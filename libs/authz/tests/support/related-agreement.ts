import fc from 'fast-check'
import { expect } from 'vitest'
import { compilePolicy } from '../../src/engine/decisions/engine.ts'
import type { Filter } from '../../src/engine/decisions/filter.ts'
import { askedPolicies } from './related-rows.ts'

interface Agreement {
  /** The ids of the articles that the query of a printer selects. */
  readonly select: (filter: Filter) => Promise<readonly number[]> | readonly number[]
  /** Whether the printer can print the filter. */
  readonly accepts?: (filter: Filter) => boolean
  readonly seed?: number | undefined
}

/** A query selects the articles that generated policies allow. */
export async function expectRelatedAgreement(
  numRuns: number,
  articles: readonly { readonly id: number }[],
  { select, accepts = () => true, seed = 27 }: Agreement,
) {
  const answers = { allowed: 0, all: 0 }
  for (const { document, asker } of fc.sample(askedPolicies, { numRuns, seed })) {
    const ability = compilePolicy<never, Record<string, object>>(document).for(asker as never)
    const filter = ability.filter('articles:read')
    if (!accepts(filter)) continue
    const allowed = articles.filter((article) => ability.can('articles:read', article)).map(({ id }) => id)
    expect(await select(filter), JSON.stringify(filter, writeBigint)).toEqual(allowed)
    answers.allowed += allowed.length
    answers.all += articles.length
  }
  // Both answers are frequent.
  expect(Math.abs(answers.allowed / answers.all - 0.5)).toBeLessThan(0.4)
}

/** Whether a condition compares two attributes. */
export const hasSibling = (filter: Filter): boolean =>
  JSON.stringify(filter, writeBigint).includes('"value":{"attribute"')

export const writeBigint = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)
