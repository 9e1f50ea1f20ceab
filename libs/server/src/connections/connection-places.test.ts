import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { ConnectionPlaces } from './connection-places.ts'

const FAR_AWAY = '203.0.113.1'

const from = (remoteAddress: string): Socket =>
  Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress })

describe('C15.4 MAX_CONNECTIONS_EACH of 2, with 1,000 free places', () => {
  /** The connections of the addresses in their order: whether each has a place for its request. */
  const admit = (...addresses: readonly string[]): readonly boolean[] => {
    const places = new ConnectionPlaces({ most: 1_000, each: 2, isTrusted: () => false })
    return addresses.map((address) => {
      const socket = from(address)
      places.enter(socket)
      return places.speak(socket) === null
    })
  }

  test('holds for a public address', () => {
    expect(admit(FAR_AWAY, '203.0.113.2', FAR_AWAY, FAR_AWAY, '203.0.113.2')).toEqual([
      true,
      true,
      true,
      false,
      true,
    ])
  })

  test('holds for the /64 of an IPv6 address', () => {
    expect(admit('2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1')).toEqual([
      true,
      true,
      false,
      true,
    ])
  })

  test.each(['127.0.0.1', '::1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '::ffff:10.1.2.3', 'fd00::1'])(
    'does not hold for %s',
    (address) => expect(admit(address, address, address)).toEqual([true, true, true]),
  )

  test('counts a connection until it is closed', async () => {
    const places = new ConnectionPlaces({ most: 1_000, each: 1, isTrusted: () => false })
    const [first, second] = [from(FAR_AWAY), from(FAR_AWAY)]
    places.enter(first)
    first.destroy()
    await new Promise((resolve) => first.once('close', resolve))
    places.enter(second)
    expect(places.speak(second)).toBeNull()
  })
})
