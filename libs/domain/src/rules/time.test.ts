import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findComplaint } from '../testing/world.ts'
import { endOfDay, fullDate, pointInTime, timestamp } from './time.ts'

describe('C2.2 timestamps', () => {
  test('are written in UTC with milliseconds and Z', () =>
    expect(timestamp(new Date(Date.UTC(2026, 10, 20, 9, 8)))).toBe('2026-11-20T09:08:00.000Z'))

  test.each([
    ['2026-11-20T09:08:00Z', '2026-11-20T09:08:00.000Z'],
    ['2026-11-20t09:08:00z', '2026-11-20T09:08:00.000Z'],
    ['2026-11-20T09:08:00.5+01:00', '2026-11-20T08:08:00.500Z'],
    ['2024-02-29T23:59:59.999999Z', '2024-02-29T23:59:59.999Z'],
  ])('%s is read as %s', (text, written) => expect(timestamp(pointInTime(text))).toBe(written))

  test.each([
    '',
    '2026-11-20',
    '2026-11-20 09:08:00Z',
    '2026-11-20T09:08:00',
    '2026-11-20T09:08Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T09:60:00Z',
    '2026-02-30T09:00:00Z',
    '2025-02-29T09:00:00Z',
    '2026-13-01T09:00:00Z',
    '2026-11-20T09:08:00+99:99',
    '9999-12-31T23:59:59-23:59',
    '0000-01-01T00:00:00+23:00',
    '0000-06-01T00:00:00Z',
    '0001-01-01T00:00:00+23:00',
    '+12026-11-20T09:08:00Z',
    '1763629680',
    'tomorrow',
    '2026-11-20T09:08:00Z\n',
  ])('%j is not a timestamp', (text) => expect(findComplaint(() => pointInTime(text))).toContain('RFC 3339'))

  test('reads back the texts that it writes', () => {
    const years = { min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }
    fc.assert(
      fc.property(fc.date(years), (at) => {
        expect(pointInTime(timestamp(at))).toEqual(at)
      }),
    )
  })
})

describe('C2.3 full dates', () => {
  test('begin at midnight UTC, and end before the next day begins', () => {
    expect(timestamp(fullDate('2024-02-29'))).toBe('2024-02-29T00:00:00.000Z')
    expect(timestamp(endOfDay(fullDate('2024-02-29')))).toBe('2024-02-29T23:59:59.999Z')
    expect(timestamp(endOfDay(fullDate('9999-12-31')))).toBe('9999-12-31T23:59:59.999Z')
  })

  test.each([
    '2026-02-30',
    '2026-2-3',
    '2026-11-20T00:00:00Z',
    '20261120',
    '',
    '2026-00-10',
    '12026-11-20',
    '0000-06-01',
  ])('%j is not a date', (text) => expect(findComplaint(() => fullDate(text))).not.toBeNull())
})
