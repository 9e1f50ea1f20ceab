import { describe, expect, it } from 'vitest'
import {
  askFor,
  askForService,
  extendTransactions,
  findSender,
  RequestSender,
  SharedSender,
} from './sender.ts'

const aSender = (person = 'user 7') => {
  const charged: number[] = []
  return { charged, sender: new RequestSender(person, (requests) => void charged.push(requests)) }
}

describe('C15.16 the price of the time of a request', () => {
  it('is nothing for the first 500 ms, and a request for each begun 100 ms beyond', () => {
    const { charged, sender } = aSender()
    sender.spend(500)
    expect(charged).toEqual([])
    sender.spend(1)
    sender.spend(99)
    expect(charged).toEqual([1])
    sender.spend(0.5)
    expect(charged).toEqual([1, 1])
  })

  it('is charged with the statement that took the time, however long', () => {
    const { charged, sender } = aSender()
    sender.spend(10_000)
    expect(charged).toEqual([95])
  })

  it('is divided between the senders of a shared run', () => {
    const [first, second] = [aSender('address 1'), aSender('address 2')]
    const shared = new SharedSender(first.sender)
    shared.join(second.sender)
    shared.spend(2_000)
    expect([first.charged, second.charged]).toEqual([[5], [5]])
  })
})

describe('C15.16 the sender of a statement', () => {
  it('is the one for whom the work runs, and nobody for the work of the service', async () => {
    const { sender } = aSender()
    expect(findSender()).toBeNull()
    await askFor(sender, async () => {
      await Promise.resolve()
      expect(findSender()).toBe(sender)
      expect(askForService(findSender)).toBeNull()
    })
  })

  it('of a shared run has left when all have left', () => {
    const [first, second] = [aSender().sender, aSender().sender]
    const shared = new SharedSender(first)
    shared.join(second)
    first.leave()
    expect(shared.isGone).toBe(false)
    second.leave()
    expect(shared.isGone).toBe(true)
  })

  it('C5.12 can get more time for a transaction, and pays for it as before', () => {
    const { charged, sender } = aSender()
    const extended = askFor(sender, () => extendTransactions(60_000, findSender))
    expect(extended).toMatchObject({ person: 'user 7', transactionMs: 60_000, isGone: false })
    extended?.spend(600)
    sender.leave()
    expect([charged, extended?.isGone]).toEqual([[1], true])
    expect(extendTransactions(60_000, findSender)).toBeNull()
  })
})
