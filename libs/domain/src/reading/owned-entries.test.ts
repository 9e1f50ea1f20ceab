import fc from 'fast-check'
import { expect, it } from 'vitest'
import { OwnedEntries } from './owned-entries.ts'

const LIMITS = { all: 6, own: 3 }

it('an owner loses own entries first, and the entries that were used last stay', () => {
  const entries = new OwnedEntries<number, string>(LIMITS)
  entries.set('read by all', 0, 'ada')
  for (let place = 0; place < 100; place += 1) {
    entries.set(`bob ${place}`, place, 'bob')
    expect(entries.get('read by all')).toBe(0)
  }
  for (let place = 0; place < 100; place += 1) entries.set(`eve ${place}`, place, 'eve')
  expect([entries.get('bob 99'), entries.get('bob 96'), entries.get('eve 99')]).toEqual([99, undefined, 99])
})

it('never has more entries than its limits, of any owners', () => {
  const step = fc.tuple(fc.nat({ max: 12 }), fc.constantFrom('ada', 'bob', 'eve'), fc.boolean())
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const entries = new OwnedEntries<string, string>(LIMITS)
      for (const [key, owner, isRead] of steps) {
        if (isRead) entries.get(String(key))
        else if (entries.get(String(key)) === undefined) entries.set(String(key), owner, owner)
      }
      const owners = Array.from({ length: 13 }, (_, key) => entries.get(String(key))).filter(Boolean)
      expect(owners.length).toBeLessThanOrEqual(LIMITS.all)
      for (const each of ['ada', 'bob', 'eve'])
        expect(owners.filter((other) => other === each).length).toBeLessThanOrEqual(LIMITS.own)
    }),
  )
})
