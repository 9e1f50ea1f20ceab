import { expect, test } from 'vitest'
import { chooseCoding } from './content-coding.ts'

test.each<readonly [string | undefined, ReturnType<typeof chooseCoding>]>([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br ; q=0.2, gzip ; q=0.1', 'br'],
  ['*', 'zstd'],
  ['*;q=0', null],
  ['*;q=0.5, zstd;q=0', 'br'],
  ['identity;q=1, gzip;q=0.5', null],
  ['identity;q=0.5, gzip;q=1', 'gzip'],
  ['gzip;q=nonsense', null],
  ['deflate, compress', null],
  [`gzip, ${'x'.repeat(300)}`, null],
])('C15.2: Accept-Encoding %j gives %s', (header, coding) => {
  expect(chooseCoding(header)).toBe(coding)
})
