import { RateLimited } from '@content-service/domain/internal/rules'
import { expect, it } from 'vitest'
import { memoryCounters } from '../throttle/counters.ts'
import { AddressLimit } from './address-limit.ts'

it('C12.12 counts accounts per address and hour, and returns the time to wait', async () => {
  const limit = new AddressLimit({
    counters: memoryCounters,
    counted: 'sign-ups',
    most: 2,
    key: Buffer.alloc(32),
  })
  await limit.admit('192.0.2.1')
  await limit.admit('192.0.2.1')
  const refusal = await limit.admit('192.0.2.1').catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(RateLimited)
  expect(refusal).toMatchObject({
    retryAfter: 3_600,
    message:
      'More than 2 accounts were created from your IP address within an hour. Try again in 3600 seconds.',
  })
  await limit.admit('192.0.2.2')
  await limit.admit(null)
})

it('C14.3 takes back the count of a record that was not created, and does not count refusals', async () => {
  const limit = new AddressLimit({
    counters: memoryCounters,
    counted: 'guest-records',
    most: 1,
    key: Buffer.alloc(32),
  })
  const giveBack = await limit.admit('192.0.2.3')
  for (let time = 0; time < 3; time += 1)
    await expect(limit.admit('192.0.2.3')).rejects.toBeInstanceOf(RateLimited)
  await giveBack()
  await limit.admit('192.0.2.3')
})
