import { FailedComputation } from '@content-service/domain/internal/model'
import { expect, it } from 'vitest'
import { createFailureReport } from './computation-failures.ts'

it('C16.2 logs the failures of each computed field once a minute', () => {
  const logged: string[] = []
  let now = 0
  const log = { error: ({ err }: { readonly err: Error }) => void logged.push(err.message) }
  const report = createFailureReport(log as never, () => now)
  const fail = (place: string) => report(new FailedComputation(place, 'has failed.', new Error('x')))
  for (let count = 0; count < 1_000; count += 1) fail('Dish.shout')
  fail('Dish.label')
  now = 59_999
  fail('Dish.shout')
  now = 60_000
  fail('Dish.shout')
  const [shout, label] = ['shout', 'label'].map(
    (name) => `The code of the computed field Dish.${name} has failed.`,
  )
  expect(logged).toEqual([shout, label, shout])
})
