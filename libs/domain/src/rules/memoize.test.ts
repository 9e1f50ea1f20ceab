import { expect, it } from 'vitest'
import { memoize } from './memoize.ts'

it('computes a result once for each key, also if it is undefined', () => {
  const asked: object[] = []
  const make = memoize((key: { readonly result?: number }) => {
    asked.push(key)
    return key.result
  })
  const [one, none] = [{ result: 1 }, {}]
  expect([make(one), make(none), make(one), make(none)]).toEqual([1, undefined, 1, undefined])
  expect(asked).toEqual([one, none])
})
