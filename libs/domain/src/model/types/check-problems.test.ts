import { describe, expect, it } from 'vitest'
import { Product } from '../../products/product.ts'
import { builtInModel, contentModel } from '../../service/content-types.ts'
import { User } from '../../users/user.ts'
import { extendType } from './extend-type.ts'
import { flag, integer, line, many, one, owner, time } from '../fields/field-builders.ts'
import { ModelError } from '../checks/model-error.ts'
import { findCheckProblems } from './check-problems.ts'
import type { RecordOf } from './record-values.ts'
import { record } from './record.ts'

const about = 'A test.'

const createType = (check: unknown) =>
  record({
    name: 'Fair',
    plural: 'fairs',
    about,
    allowed: { read: { GUEST: 'all' }, write: { GUEST: 'all' }, create: { GUEST: 'all' } },
    keepFor: 'always',
    fields: {
      title: line(80, { about }),
      isSecret: flag({ about, initial: false, hidden: true }),
      category: one(User, { about, optional: true }),
      guests: many(User, { about }),
      keeper: owner({ about }),
    },
    check: check as never,
  })

const stored = {
  id: 'f',
  ref: 'fair',
  title: 'T',
  isSecret: false,
  guestIds: [2],
  guestCreatedAt: new Date(),
}

const run = (check: unknown, record: object = stored, previous: object | null = null) =>
  findCheckProblems(createType(check), { record, previous })

const findModelProblems = (work: () => unknown): readonly string[] => {
  try {
    work()
    return []
  } catch (error) {
    if (error instanceof ModelError) return error.problems
    throw error
  }
}

describe('C16.3 the code of a check', () => {
  it.each<readonly [string, unknown, string]>([
    [
      'throws',
      () => {
        throw new TypeError('x')
      },
      'The check of Fair has thrown an error on the record fair.',
    ],
    [
      'returns a promise',
      async () => [],
      'The check of Fair must return a list of problems at once, and no promise.',
    ],
    ['returns a promise that fails', () => Promise.reject(new Error('x')), 'at once, and no promise'],
    ['returns nothing', () => undefined, 'must return a list of problems'],
    ['returns true', () => true, 'must return a list of problems'],
    ['returns texts', () => ['x'], 'must return objects with path and message'],
    ['gives no message', () => [{ path: ['title'] }], 'must return a message with each problem'],
    [
      'gives an empty message',
      () => [{ path: ['title'], message: ' ' }],
      'must return a message with each problem',
    ],
    [
      'gives a text as the path',
      () => [{ path: 'title', message: 'x' }],
      'must return a path with each problem',
    ],
    ['gives an empty path', () => [{ path: [], message: 'x' }], 'has a problem at ""'],
    [
      'gives an object in the path',
      () => [{ path: ['title', {}], message: 'x' }],
      'must return paths of names',
    ],
    [
      'mistypes a field',
      () => [{ path: ['titel'], message: 'x' }],
      'has a problem at "titel"; did you mean title?',
    ],
    [
      'names the link',
      () => [{ path: ['guests'], message: 'x' }],
      'use one of title, categoryId, keeperId, guestIds',
    ],
    ['names a hidden field', () => [{ path: ['isSecret'], message: 'x' }], 'has a problem at "isSecret"'],
    ['names the note on guests', () => [{ path: ['guestCreatedAt'], message: 'x' }], 'has a problem at'],
    ['names the id', () => [{ path: ['id'], message: 'x' }], 'has a problem at "id"'],
  ])('that %s is a fault of the service', (_, check, message) => {
    expect(() => run(check)).toThrow(message)
  })

  it('keeps the thrown error as the cause, for the log', () => {
    const cause = new TypeError('x')
    const check = () => {
      throw cause
    }
    expect(() => run(check)).toThrow(expect.objectContaining({ cause }))
  })

  it('sees what the declaration knows, and changes nothing', () => {
    const seen: unknown[] = []
    const check = (fair: { guestIds: number[] }) => {
      seen.push(structuredClone(fair))
      fair.guestIds.push(3)
      return []
    }
    const given = { ...stored, 'venue.ownerId': 5 }
    expect(run(check, given)).toEqual([])
    const { guestCreatedAt: _, ...known } = stored
    expect(seen).toEqual([known])
    expect(given.guestIds).toEqual([2])
  })

  it('finds an old problem in the stored record by itself, so that a record can be frozen', () => {
    const calls: unknown[] = []
    const check = (fair: object, previous: object | null) => {
      calls.push([fair, previous])
      return previous === null ? [] : [{ path: ['guestIds'], message: 'cannot change any more' }]
    }
    const { guestCreatedAt: _, ...known } = stored
    const changed = { ...known, title: 'U' }
    expect(run(check, changed, stored)).toEqual([{ path: ['guestIds'], message: 'cannot change any more' }])
    expect(calls).toEqual([
      [changed, known],
      [known, null],
    ])
  })

  it('has an old problem only if words and value are the same', () => {
    const check = ({ title, guestIds }: { title: string; guestIds: readonly number[] }) => [
      { path: ['guestIds', 0], message: `must not come to ${title}` },
      ...(guestIds.length > 1 ? [{ path: ['guestIds'], message: 'is too long' }] : []),
    ]
    const change = (values: object) => run(check, { ...stored, ...values }, stored).map(({ path }) => path)
    expect(change({ version: 2 })).toEqual([])
    expect(change({ title: 'U' })).toEqual([['guestIds', 0]])
    expect(change({ guestIds: [3] })).toEqual([['guestIds', 0]])
    expect(change({ guestIds: [2, 3] })).toEqual([['guestIds']])
  })

  it('is not run for a record that does not change', () => {
    const check = () => {
      throw new Error('x')
    }
    expect(run(check, stored, stored)).toEqual([])
  })

  it('must be a function', () => {
    expect(
      findModelProblems(() => contentModel([...builtInModel.types, createType('endsAt > startsAt')])),
    ).toEqual([
      'Fair: check must be a function, and is "endsAt > startsAt"; write (record, previous) => [{ path, message }]',
    ])
  })
})

describe('C16.3 the types of a check', () => {
  it('come from the declaration, with its operations and its own name', () => {
    const Shift = record({
      name: 'Shift',
      plural: 'shifts',
      about,
      allowed: { read: { GUEST: 'all' }, write: { EDITOR: (shift) => shift.seats.gt(0) } },
      check: (shift, previous) => [
        ...(shift.endsAt && shift.endsAt <= shift.startsAt
          ? [{ path: ['endsAt'], message: 'must be after startsAt' } as const]
          : []),
        ...(previous !== null && shift.seats < previous.seats
          ? [{ path: ['seats'] as const, message: `must be at least ${previous.seats}` }]
          : []),
      ],
      fields: {
        startsAt: time({ about }),
        endsAt: time({ about, optional: true }),
        seats: integer(0, 100, { about, initial: 0 }),
        before: one('self', { about, optional: true }),
      },
      operations: (on) => ({
        grow: on({ about, permission: 'write' }, (shift) => ({ seats: shift.seats + 1 })),
      }),
    })
    const at = new Date('2030-01-01')
    const shift: RecordOf<typeof Shift> = {
      ...{ id: 's' as RecordOf<typeof Shift>['id'], createdAt: at, updatedAt: null, version: 1, ref: null },
      ...{ startsAt: at, endsAt: at, seats: 1, beforeId: null },
    }
    const previous = { ...shift, seats: 2 }
    expect(findCheckProblems(Shift, { record: shift, previous })).toEqual([
      { path: ['seats'], message: 'must be at least 2' },
    ])
    expect(findCheckProblems(Shift, { record: shift, previous: null })).toMatchObject([{ path: ['endsAt'] }])
  })

  it('refuse a field that the type does not have', () => {
    record({
      name: 'Shift',
      plural: 'shifts',
      about,
      allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
      fields: { title: line(80, { about }), keeper: owner({ about }) },
      // @ts-expect-error -- the type has no field titel
      check: ({ title }) => (title === '' ? [{ path: ['titel'], message: 'x' }] : []),
    })
  })

  it('refuse an asynchronous function', () => {
    record({
      name: 'Shift',
      plural: 'shifts',
      about,
      allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
      fields: { title: line(80, { about }) },
      // @ts-expect-error -- the function returns a promise
      check: async () => [],
    })
  })
})

describe('C15.21 a check of an extended type', () => {
  const More = extendType(Product, {
    fields: { weight: integer(0, 100, { about, optional: true }) },
    check: (product) =>
      product.weight === 13 ? [{ path: ['weight'], message: `is unlucky for ${product.title}` }] : [],
  })

  it('knows the old and the new fields', () => {
    const record = { title: 'Ink', weight: 13 }
    expect(findCheckProblems(More, { record, previous: null })).toEqual([
      { path: ['weight'], message: 'is unlucky for Ink' },
    ])
  })

  it('runs beside the check that the type has', () => {
    const Both = extendType(More, {
      fields: {},
      check: ({ title }) => (title === 'Ink' ? [{ path: ['title'], message: 'is taken' }] : []),
    })
    const record = { title: 'Ink', weight: 13 }
    expect(findCheckProblems(Both, { record, previous: null })).toHaveLength(2)
    const Broken = extendType(More, { fields: {}, check: (async () => []) as never })
    expect(() => findCheckProblems(Broken, { record, previous: null })).toThrow('and no promise')
  })

  it('is refused for users, whom sign-ins and commands change, too', () => {
    const Checked = extendType(User, { fields: {}, check: () => [] })
    const others = builtInModel.types.filter(({ name }) => name !== 'User')
    expect(findModelProblems(() => contentModel([...others, Checked]))).toEqual([
      'User: User cannot have a check: sign-ins and commands change the records, too; declare a type of your own',
    ])
  })
})
