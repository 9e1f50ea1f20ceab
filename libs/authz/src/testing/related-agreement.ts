import fc from 'fast-check'
import { expect } from 'vitest'
import type { Condition } from '../condition.ts'
import { matcher } from '../filter.ts'
import { articleTrees, relatedConditions } from './related-rows.ts'

/**
 * Compares the articles that the engine chooses with those that `select` chooses: their ids. `accepts` tells which
 * conditions the printer can print.
 */
export async function expectRelatedAgreement(
  numRuns: number,
  select: (where: Condition) => Promise<readonly number[]> | readonly number[],
  accepts: (where: Condition) => boolean = () => true,
) {
  for (const where of fc.sample(relatedConditions.filter(accepts), { numRuns, seed: 27 })) {
    const expected = articleTrees.filter(matcher({ kind: 'when', where })).map(({ id }) => id)
    expect(await select(where), JSON.stringify(where, writeBigint)).toEqual(expected)
  }
}

/** Whether a condition asks for a related object or list that is null. */
export const asksForNullRelation = (where: Condition): boolean =>
  /"isNull","attribute":"(?:owner|team|comments)"/.test(JSON.stringify(where, writeBigint))

const writeBigint = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)
