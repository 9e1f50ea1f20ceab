import { describe, expect, it } from 'vitest'
import { attrs, holds, not, where } from '../index.ts'
import type { Kind } from '../engine/conditions/kind.ts'
import { type Driver, rowDecoder } from './index.ts'

const decode = (kind: Kind, driver: Driver, value: unknown) =>
  (rowDecoder(attrs({ it: kind }), driver)({ it: value }) as { readonly it: unknown }).it

const noon = new Date('2026-01-02T12:00:00.123Z')
const day = new Date('2026-01-02T00:00:00Z')
const localDay = new Date(2026, 0, 2)

describe('rowDecoder', () => {
  it.each<[Kind, Driver, unknown, unknown]>([
    ['boolean', 'node:sqlite', 0, false],
    ['boolean', 'better-sqlite3', 1n, true],
    ['boolean', 'mysql2', 1, true],
    ['boolean', 'mysql2', 2, 2],
    ['boolean', 'node-postgres', 1, 1],
    ['boolean', 'node-postgres', true, true],
    ['bigint', 'node-postgres', '7', 7],
    ['bigint', 'postgres.js', '9007199254740993', 9007199254740993n],
    ['bigint', 'node:sqlite', '7', '7'],
    ['integer', 'node:sqlite', 1.5, undefined],
    ['integer', 'mysql2', 2 ** 60, undefined],
    ['decimal', 'node-postgres', '1.50', 1.5],
    ['decimal', 'node-postgres', '0.0000001', 1e-7],
    ['decimal', 'node-postgres', '0.12345678901234567890', '0.12345678901234567890'],
    ['decimal', 'node-postgres', '12345678901234567890.00', 12345678901234567890n],
    ['decimal', 'node-postgres', 'NaN', 'NaN'],
    ['decimal', 'mysql2', '-2.00', -2],
    ['decimal', 'prisma', { toFixed: () => '1.50' }, 1.5],
    ['decimal', 'prisma', new Date(0), new Date(0)],
    ['timestamp', 'node-postgres', noon, noon],
    ['timestamp', 'node-postgres', '2026-01-02 12:00:00.123456+00', noon],
    ['timestamp', 'postgres.js', '2026-01-02 13:30:00.123+01:30', noon],
    ['timestamp', 'node-postgres', Infinity, Infinity],
    ['timestamp', 'better-sqlite3', '2026-01-02T12:00:00.123Z', noon],
    ['timestamp', 'better-sqlite3', '2026-01-02 12:00:00', '2026-01-02 12:00:00'],
    ['timestamp', 'node:sqlite', '2026-02-31T00:00:00.000Z', '2026-02-31T00:00:00.000Z'],
    ['timestamp', 'node:sqlite', '+275760-09-13T00:00:00.000Z', '+275760-09-13T00:00:00.000Z'],
    ['timestamp', 'mysql2', '2026-01-02 12:00:00', '2026-01-02 12:00:00'],
    ['date', 'node-postgres', localDay, day],
    ['date', 'postgres.js', day, day],
    ['date', 'mysql2', localDay, day],
    ['date', 'node:sqlite', '2026-01-02', day],
    ['date', 'node-postgres', '2026-02-31', '2026-02-31'],
    ['date', 'node-postgres', noon, undefined],
    ['textArray', 'node-postgres', ['a', null], ['a', null]],
    ['textArray', 'node:sqlite', '["a",null]', ['a', null]],
    ['textArray', 'better-sqlite3', '["a"', '["a"'],
    ['textArray', 'mysql2', ['a'], ['a']],
    ['textArray', 'postgres.js', ['a', 'NULL'], ['a', undefined]],
    ['uuidArray', 'postgres.js', ['NULL'], [null]],
    ['integerArray', 'node-postgres', ['7', 8, null], [7, 8, null]],
    ['text', 'mysql2', 7, 7],
    ['uuid', 'mysql2', 'x', 'x'],
    ['float', 'node-postgres', 1.5, 1.5],
  ])('%s from %s: %o becomes %o', (kind, driver, value, expected) => {
    expect(decode(kind, driver, value)).toEqual(expected)
    expect(decode(kind, driver, null)).toBeNull()
  })

  it('keeps attributes without a kind, and adds none', () => {
    const row = Object.freeze({ id: '7', isOpen: 0 })
    expect(rowDecoder(attrs({ id: 'bigint', other: 'text' }), 'node-postgres')(row)).toEqual({
      id: 7,
      isOpen: 0,
    })
  })

  it('leaves no value of which a condition or its negation is true, if the value has no exact form', () => {
    const row = rowDecoder(attrs({ level: 'integer' }), 'node:sqlite')({ level: 1.5 }) as object
    const isLow = where<{ level: number }>().level.lt(5)
    expect([holds(isLow, row), holds(not(isLow), row)]).toEqual([false, false])
  })

  it('leaves no two values that are equal, if they have no exact form', () => {
    const kinds = { price: 'decimal', cost: 'decimal', start: 'timestamp', end: 'timestamp' } as const
    const long = '0.12345678901234567890'
    const given = { price: long, cost: long, start: Infinity, end: Infinity }
    const row = rowDecoder(attrs(kinds), 'node-postgres')(given)
    const a = where<{ price: number; cost: number; start: Date; end: Date }>(kinds)
    for (const condition of [a.price.eq(a.cost), a.start.eq(a.end), a.start.lte(a.end)])
      for (const each of [row, { ...row, cost: null, start: null }])
        expect([holds(condition, each), holds(not(condition), each)]).toEqual([false, false])
  })
})

describe('rowDecoder for related objects', () => {
  const attributes = attrs({ owner: { isOpen: 'boolean' }, members: [{ userId: 'bigint' }] })

  it('decodes the attributes of an object, and of the objects of a list', () => {
    const decodeMysql = rowDecoder(attributes, 'mysql2')
    expect(decodeMysql({ owner: { isOpen: 1, id: 7 }, members: [{ userId: '7' }, null, 5] })).toEqual({
      owner: { isOpen: true, id: 7 },
      members: [{ userId: 7 }, null, 5],
    })
    for (const odd of [null, 'x', 5, []]) expect(decodeMysql({ owner: odd })).toEqual({ owner: odd })
    expect(decodeMysql({ members: { userId: '7' } })).toEqual({ members: { userId: '7' } })
  })

  it('refuses a kind that it does not know, and names the attribute', () => {
    for (const kinds of [{ id: 'int' }, { owner: { id: 'int' } }, { members: [{ id: 'int' }] }])
      expect(() => rowDecoder(kinds as never, 'mysql2')).toThrow(/attribute id has the unknown kind int/)
  })
})
