import type { Sender } from '@content-service/domain/internal/reading'
import { RateLimited } from '@content-service/domain/internal/rules'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PlaceKind } from './divide-places.ts'
import { Habits } from './habits.ts'
import { Ledger } from './ledger.ts'
import { Places, type Place } from './places.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const aSender = (person: string, isGone = false): Sender => ({ person, isGone, spend: () => undefined })

const somePlaces = (connections = 10, mostWaiting = 8) => {
  const places = new Places({ connections, waitMs: 1_000, mostWaiting })
  const order: string[] = []
  const take = (kind: PlaceKind, person: string | null, isGone = false): Promise<Place> => {
    const taken = places.take(kind, person === null ? null : aSender(person, isGone))
    taken.then(
      () => order.push(person ?? 'service'),
      () => undefined,
    )
    return taken
  }
  return { places, take, order }
}

const settle = async (): Promise<void> => void (await vi.advanceTimersByTimeAsync(0))
const isWaiting = async (taken: Promise<Place>): Promise<boolean> => {
  await settle()
  return (await Promise.race([taken, Promise.resolve(null)])) === null
}

describe('C15.16 the slow places', () => {
  it('are a third of the connections, and one of them is for persons whose work is usually short', async () => {
    const { take } = somePlaces()
    const taken = ['ada', 'bob', 'cyd', 'dan'].map((person) => take('slow', person))
    expect(await Promise.all(taken.map(isWaiting))).toEqual([false, false, true, true])
  })

  it('keep one for persons whose slow work is short, whatever else they do', async () => {
    const { take } = somePlaces()
    ;(await take('slow', 'ada')).leave(5)
    ;(await take('slow', 'bob')).leave(2_000)
    for (let read = 0; read < 40; read += 1) (await take('transactions', 'bob')).leave(1)
    for (const person of ['cyd', 'dan']) await take('slow', person)
    const [slow, short] = [take('slow', 'bob'), take('slow', 'ada')]
    expect([await isWaiting(slow), await isWaiting(short)]).toEqual([true, false])
  })

  it('are one at a time for a person', async () => {
    const { take } = somePlaces()
    const [first, second] = [await take('slow', 'ada'), take('slow', 'ada')]
    expect(await isWaiting(second)).toBe(true)
    first.leave(200)
    expect(await isWaiting(second)).toBe(false)
  })

  it('are all for a person whose work is short, until somebody else waits', async () => {
    const { take, order } = somePlaces()
    for (let round = 0; round < 2; round += 1) (await take('slow', 'ada')).leave(5)
    const taken = await Promise.all([take('slow', 'ada'), take('slow', 'ada'), take('slow', 'ada')])
    const [next, other] = [take('slow', 'ada'), take('slow', 'bob')]
    order.length = 0
    taken[0].leave(5)
    expect([await isWaiting(next), await isWaiting(other)]).toEqual([true, true])
    taken[1].leave(5)
    await settle()
    expect(order).toEqual(['bob', 'ada'])
  })

  it('go to the person with the least work, and a newcomer is not behind the others', async () => {
    const { take, order } = somePlaces()
    const [ada, bob] = [await take('slow', 'ada'), await take('slow', 'bob')]
    for (const person of ['ada', 'bob', 'cyd']) void take('slow', person)
    order.length = 0
    ada.leave(4_000)
    await settle()
    bob.leave(100)
    await settle()
    expect(order).toEqual(['cyd', 'bob'])
  })

  it('have a queue, of which a person has at most a quarter', async () => {
    const { take } = somePlaces()
    await take('slow', 'ada')
    const waiting = [take('slow', 'ada'), take('slow', 'ada')]
    await expect(take('slow', 'ada')).rejects.toBeInstanceOf(RateLimited)
    expect(await Promise.all(waiting.map(isWaiting))).toEqual([true, true])
  })

  it('refuse the person with the most waiting work when the queue is full', async () => {
    const { take } = somePlaces()
    const persons = ['ada', 'bob', 'cyd', 'dan']
    const [kept, refused] = [take('slow', 'eve'), take('slow', 'fay')]
    const waiting = persons.flatMap((person) => [take('slow', person), take('slow', person)])
    const newcomer = take('slow', 'gus')
    expect([await isWaiting(kept), await isWaiting(refused), await isWaiting(newcomer)]).toEqual([
      false,
      false,
      true,
    ])
    await expect(waiting[1]).rejects.toBeInstanceOf(RateLimited)
  })

  it('are refused to a client that has left', async () => {
    const { take } = somePlaces(3)
    const first = await take('slow', 'ada')
    const left = take('slow', 'bob', true)
    const next = take('slow', 'cyd')
    first.leave(1)
    await expect(left).rejects.toMatchObject({ code: 'TIMEOUT' })
    expect(await isWaiting(next)).toBe(false)
  })
})

describe('C15.16 the other places', () => {
  it('are kept for the service, however many others wait', async () => {
    const { take } = somePlaces()
    for (let person = 0; person < 20; person += 1)
      take('transactions', `user ${person}`).catch(() => undefined)
    expect(await isWaiting(take('service', null))).toBe(false)
    expect(await isWaiting(take('reads', null))).toBe(false)
    expect(await isWaiting(take('slow', 'ada'))).toBe(false)
  })

  it('are never more than the connections', async () => {
    for (const connections of [1, 2, 3, 5, 10]) {
      const { take, places } = somePlaces(connections)
      const kinds = ['reads', 'longReads', 'transactions', 'slow', 'service'] as const
      for (const kind of kinds)
        for (let place = 0; place < 12; place += 1)
          take(kind, kind === 'service' ? null : `user ${place % 8}`).catch(() => undefined)
      await settle()
      expect(places.used).toBeLessThanOrEqual(connections)
    }
  })

  it('are given back once', async () => {
    const { take } = somePlaces(1)
    const first = await take('service', null)
    first.leave(1)
    first.leave(1)
    const second = await take('service', null)
    expect(await isWaiting(take('service', null))).toBe(true)
    second.leave(1)
  })

  it('make nobody wait longer than the limit, as the pool of `pg` says it', async () => {
    const { take, places } = somePlaces(1)
    await take('service', null)
    const refused = expect(take('transactions', 'ada')).rejects.toThrow(
      'timeout exceeded when trying to connect',
    )
    await vi.advanceTimersByTimeAsync(1_000)
    await refused
    expect(places.waiting).toBe(0)
  })
})

describe('C15.16 the trust in a person', () => {
  it('grows by one read at a time for eight quick ones in a row, and ends with a long one', () => {
    const habits = new Habits()
    const ledger = new Ledger(habits, 50)
    const account = ledger.open('ada')
    const read = (milliseconds: number, wasEnded = false): void => {
      ledger.end(ledger.begin(account), milliseconds, wasEnded)
    }
    for (let round = 0; round < 16; round += 1) read(2)
    expect([habits.of('ada').window, ledger.isQuick(account)]).toEqual([3, true])
    read(20, true)
    expect([habits.of('ada').window, ledger.isQuick(account)]).toEqual([1, false])
  })

  it('keeps the persons who came last', () => {
    const habits = new Habits()
    habits.of('ada').note(1, true)
    for (let person = 0; person < 10_000; person += 1) habits.of(`user ${person}`)
    expect(habits.of('ada').usualMs).toBeNull()
  })
})
