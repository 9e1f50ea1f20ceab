import { describe, expect, test } from 'vitest'
import { toAddressBlock, parseAddressSet, findClientAddress } from './address.ts'

const PROXIES = parseAddressSet('10.0.0.0/8, 192.0.2.7,2001:db8:1::/48, ::1')
const client = (peer: string | undefined, ...forwarded: readonly string[]): string | null =>
  findClientAddress(peer, forwarded, PROXIES)

describe('C10.2 TRUST_PROXY: the address of the client', () => {
  test.each<[string, string, readonly string[], string]>([
    ['the peer without a header', '203.0.113.9', [], '203.0.113.9'],
    ['the peer that is no proxy, whatever it says', '203.0.113.9', ['198.51.100.1'], '203.0.113.9'],
    ['the entry of a trusted proxy', '10.1.2.3', ['198.51.100.1'], '198.51.100.1'],
    [
      'the rightmost entry that is not trusted',
      '10.1.2.3',
      ['6.6.6.6, 198.51.100.1, 10.9.9.9'],
      '198.51.100.1',
    ],
    ['the leftmost where all are trusted', '10.1.2.3', ['10.0.0.1, 10.0.0.2'], '10.0.0.1'],
    ['several headers in their order', '10.1.2.3', ['198.51.100.1', '192.0.2.7'], '198.51.100.1'],
    ['IPv6', '2001:db8:1::5', ['2001:db8:2::9'], '2001:db8:2::9'],
    ['IPv4-mapped peers and entries as IPv4', '::ffff:10.1.2.3', ['::ffff:198.51.100.1'], '198.51.100.1'],
    ['an entry that is no address as the peer', '10.1.2.3', ['198.51.100.1, unknown'], '10.1.2.3'],
    ['an empty header as the peer', '10.1.2.3', [''], '10.1.2.3'],
    ['an address in octal as the peer', '10.1.2.3', ['0306.51.100.1'], '10.1.2.3'],
    ['nonsense left of the client as nothing', '10.1.2.3', ['unknown, 198.51.100.1'], '198.51.100.1'],
  ])('%s', (_, peer, forwarded, expected) => expect(client(peer, ...forwarded)).toBe(expected))

  test.each([
    ['203.0.113.9:51234', '203.0.113.9'],
    ['[2001:db8:2::1]:443', '2001:db8:2::1'],
    ['[2001:db8:2::1]', '2001:db8:2::1'],
    ['2001:DB8:2::1', '2001:db8:2::1'],
    ['[::ffff:203.0.113.9]:443', '203.0.113.9'],
    ['203.0.113.9:51234, 10.9.9.9:80', '203.0.113.9'],
    ['203.0.113.9:0', '203.0.113.9'],
  ])('C15.5: %j counts as its address', (entry, address) => expect(client('10.1.2.3', entry)).toBe(address))

  test.each([
    '203.0.113.9:',
    '203.0.113.9:65536',
    '203.0.113.9:http',
    '203.0.113:80',
    '203.0.113.9:1:2',
    '[203.0.113.9]:80',
    '[2001:db8:2::1]:',
    '[2001:db8:2::1]:65536',
    '[2001:db8:2::1]x',
    '[]:80',
    '2001:db8:2::1]:443',
    'example.org:80',
    ':80',
  ])('C15.5: %j is no address, and the client is the peer', (entry) =>
    expect(client('10.1.2.3', entry)).toBe('10.1.2.3'),
  )

  test('an empty set trusts no proxy, and an unknown peer is not trusted', () => {
    expect(findClientAddress('10.1.2.3', ['198.51.100.1'], () => false)).toBe('10.1.2.3')
    expect(client(undefined, '198.51.100.1')).toBeNull()
  })

  test.each(['proxy.example.org', '10.0.0.0/33', '10.0.0', '1', '', '10.0.0.1,', '::/129', '10.0.0.1/8/8'])(
    'refuses the list %j and names the wrong entry',
    (list) => expect(() => parseAddressSet(list)).toThrow(/is neither$/),
  )
})

describe('C9.1 the addresses that count together', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['unknown', 'unknown'],
  ])('%s is %s', (address, block) => expect(toAddressBlock(address)).toBe(block))
})
