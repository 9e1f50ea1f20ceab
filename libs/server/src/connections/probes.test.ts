import { parseAddressSet } from '@content-service/identity'
import { expect, test } from 'vitest'
import { isProbe } from './probes.ts'

test.each<readonly [boolean, string, string | undefined]>([
  [true, '/healthz', '127.0.0.1'],
  [true, '/readyz', '::1'],
  [true, '/healthz', '::ffff:10.0.0.7'],
  [false, '/healthz', '10.0.0.8'],
  [false, '/readyz', '203.0.113.1'],
  [false, '/metrics', '127.0.0.1'],
  [false, '/healthz', undefined],
])('C15.4: %s for a probe of %s from %s, if METRICS_ALLOW names 10.0.0.7', (isOne, path, remoteAddress) =>
  expect(isProbe(path, { remoteAddress }, parseAddressSet('10.0.0.7'))).toBe(isOne),
)
