import { describe, expect, it } from 'vitest'
import { readArguments } from './arguments.ts'

describe('the arguments of nx fuzz api', () => {
  it('sends 20,000 requests by default', () => {
    const { seed, places } = readArguments([])
    expect([seed, places.length, places.at(-1)]).toEqual([undefined, 20_000, 19_999])
  })

  it('repeats one request of a seed', () => {
    expect(readArguments(['--seed', '7', '--only=81'])).toEqual({ help: false, seed: 7, places: [81] })
  })

  it.each([
    [['--sed', '7'], '--sed'],
    [['--seed', 'x'], '--seed must be a whole number from 0 to 2147483647, not x.'],
    [['--requests', '-1'], '--requests'],
    [['--only', '3'], '--only needs --seed.'],
    [['more'], 'more'],
  ])('refuses %j', (args, message) => {
    expect(() => readArguments(args)).toThrow(message)
  })
})
