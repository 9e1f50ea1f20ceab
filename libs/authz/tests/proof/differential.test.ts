import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { compilePolicy } from '../../src/engine/decisions/engine.ts'
import { casbinFor } from '../support/judges/casbin.ts'
import { cedarFor } from '../support/judges/cedar.ts'
import { askers, documents, permissionNames, rows } from '../support/generate.ts'

/** Requests to each policy. */
const EACH = 100

const policies = fc.sample(documents, { numRuns: countRuns({ short: 60, long: 300 }), seed: 3 })
const requests = fc.sample(fc.tuple(askers, permissionNames, rows), {
  numRuns: policies.length * EACH,
  seed: 5,
})

/** Each policy with its share of the requests. */
const cases = policies.map((document, i) => ({ document, asked: requests.slice(i * EACH, (i + 1) * EACH) }))
const ours = cases.map(({ document, asked }) => {
  const policy = compilePolicy<never, Record<string, object>>(document)
  return asked.map(([asker, permission, row]) => policy.can(asker as never, permission, row))
})

it('asks enough, and questions of both answers', () => {
  const answers = ours.flat()
  expect(answers).toHaveLength(requests.length)
  expect(answers.filter(Boolean).length).toBeGreaterThan(answers.length / 6)
  expect(answers.filter((answer) => !answer).length).toBeGreaterThan(answers.length / 6)
})

it('decides like Cedar', { timeout: 180_000 }, () => {
  cases.forEach(({ document, asked }, i) => {
    const theirs = cedarFor(document, `policy${i}`)
    expect(asked.map((request) => theirs(...request))).toEqual(ours[i])
  })
})

it('decides like casbin', { timeout: 180_000 }, async () => {
  for (const [i, { document, asked }] of cases.entries()) {
    const theirs = await casbinFor(document)
    const answers: boolean[] = []
    for (const request of asked) answers.push(await theirs(...request))
    expect(answers, JSON.stringify(document)).toEqual(ours[i])
  }
})
