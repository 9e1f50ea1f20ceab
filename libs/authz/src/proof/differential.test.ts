import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compilePolicy } from '../engine.ts'
import { casbinFor } from '../testing/casbin.ts'
import { cedarFor } from '../testing/cedar.ts'
import { askers, documents, permissionNames, rows } from '../testing/generate.ts'

const policies = fc.sample(documents, { numRuns: 300, seed: 3 })
const requests = fc.sample(fc.tuple(askers, permissionNames, rows), { numRuns: 30_000, seed: 5 })
const each = requests.length / policies.length

/** Each policy with its share of the requests. */
const cases = policies.map((document, i) => ({ document, asked: requests.slice(i * each, (i + 1) * each) }))
const ours = cases.map(({ document, asked }) => {
  const policy = compilePolicy<never, Record<string, object>>(document)
  return asked.map(([asker, permission, row]) => policy.can(asker as never, permission, row))
})

it('asks enough, and questions of both answers', () => {
  const answers = ours.flat()
  expect(policies).toHaveLength(300)
  expect(answers).toHaveLength(30_000)
  expect(answers.filter(Boolean).length).toBeGreaterThan(5_000)
  expect(answers.filter((answer) => !answer).length).toBeGreaterThan(5_000)
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
