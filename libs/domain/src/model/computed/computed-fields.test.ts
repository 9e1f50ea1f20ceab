import { describe, expect, it } from 'vitest'
import { builtInModel, contentModel } from '../../service/content-types.ts'
import { Article } from '../../articles/article.ts'
import { User } from '../../users/user.ts'
import { ModelError } from '../checks/model-error.ts'
import {
  choice,
  counter,
  date,
  decimal,
  email,
  flag,
  group,
  integer,
  json,
  line,
  many,
  markdown,
  number,
  one,
  owner,
  state,
  tags,
  text,
  time,
  url,
} from '../fields/field-builders.ts'
import { extendType } from '../types/extend-type.ts'
import { newRecord } from '../types/record-changes.ts'
import { record } from '../types/record.ts'
import type { RecordType } from '../types/record-type.ts'
import { computeRow, withComputed } from './computed-values.ts'

const about = 'A test.'
const allowed = { read: { GUEST: 'all' }, write: { EDITOR: 'all' }, audit: { ADMIN: 'all' } } as const

const findModelProblems = (work: () => RecordType): readonly string[] => {
  const type = work()
  try {
    contentModel([...builtInModel.types.filter(({ name }) => name !== type.name), type])
    return []
  } catch (error) {
    if (error instanceof ModelError) return error.problems
    throw error
  }
}

const FIELDS = {
  title: line(80, { about }),
  price: decimal(10, 2, { about, optional: true }),
  note: line(80, { about, optional: true, seenWith: 'audit' }),
  startsAt: time({ about, optional: true }),
  shelf: one('self', { about, optional: true }),
  peers: many('self', { about }),
  likes: counter({ about }),
  isSecret: flag({ about, initial: false, hidden: true }),
  words: tags({ about }),
  size: group({ width: integer(0, 9, { about, initial: 1 }) }, { about }),
} as const

const declare = (computed: unknown, more: object = {}): RecordType =>
  record({
    name: 'Dish',
    plural: 'dishes',
    about,
    allowed,
    fields: FIELDS,
    computed: computed as never,
    ...more,
  })

const problemsOf = (options: object, compute: unknown = () => null, more: object = {}) =>
  findModelProblems(() =>
    declare((on: (...given: unknown[]) => unknown) => ({ label: on(options, compute) }), more),
  ).join('\n')

describe('C16.2 the declaration of computed fields', () => {
  it('gives the code exactly the named values, with the types of the record', () => {
    const Dish = record({
      name: 'Dish',
      plural: 'dishes',
      about,
      allowed,
      fields: FIELDS,
      defaultOrder: ['-label'],
      titleField: 'label',
      computed: (on) => ({
        label: on({ kind: line(300), from: ['title', 'price'], stored: true, index: true }, (given) => {
          const exact: { readonly title: string; readonly price: string | null } = given
          // @ts-expect-error -- the code gets the named values alone
          void given.note
          return `${exact.title} ${exact.price ?? ''}`
        }),
        // @ts-expect-error -- a stored value that is not optional is not null
        wrong: on({ kind: line(300), from: ['title'], stored: true }, () => null),
        // @ts-expect-error -- the code returns a value of the kind
        kind: on({ kind: integer(0, 9), from: ['title'] }, ({ title }) => title),
        // @ts-expect-error -- no field has this name
        name: on({ kind: integer(0, 9), from: ['titel'] }, () => 1),
        // @ts-expect-error -- a link is no value
        link: on({ kind: integer(0, 9), from: ['shelf'] }, () => 1),
        endsAt: on(
          { kind: time(), from: ['startsAt'] },
          ({ startsAt }) => startsAt && new Date(+startsAt + 1),
        ),
        course: on({ kind: choice(['MAIN', 'SIDE']), from: ['title'] }, () => 'MAIN' as const),
        cost: on({ kind: decimal(10, 2), from: ['price'] }, () => '1.5'),
      }),
    })
    expect(Object.keys(Dish.computed)).toHaveLength(8)
    expect(Dish.inputs).not.toHaveProperty('label')
    expect(Dish.attributes).toHaveProperty('label')
    expect(Dish.attributes).not.toHaveProperty('endsAt')
  })

  it('knows all plain kinds, with and without their options', () => {
    const kinds = {
      a: line(9),
      b: text(9),
      c: email(),
      d: url(),
      e: number(0),
      f: integer(0, 9),
      g: decimal(5, 2),
      h: date(),
      i: time(),
      j: flag(),
      k: choice(['A']),
      l: json(),
      m: json({ schema: { type: 'object' } }),
      n: line(9, { about: 'The text.', index: true, search: 'A' }),
    }
    const type = () =>
      declare((on: (...given: unknown[]) => unknown) =>
        Object.fromEntries(
          Object.entries(kinds).map(([name, kind]) => [
            name,
            on({ kind, from: ['title', 'words'], stored: true, optional: true }, () => null),
          ]),
        ),
      )
    expect(findModelProblems(type)).toEqual([])
    expect(type().computed['a']?.about).toBe('Computed from title and words.')
    expect(type().computed['n']).toMatchObject({ about: 'The text.', index: true, search: 'A' })
  })

  it.each<readonly [string, unknown]>([
    ['markdown', markdown(9, { about })],
    ['tags', tags({ about })],
    ['state', state(['A'], { about })],
    ['counter', counter({ about })],
    ['owner', owner({ about })],
    ['one', one('self', { about, optional: true })],
    ['many', many('self', { about })],
    ['group', group({ width: integer(0, 9, { about, initial: 1 }) }, { about })],
    ['nothing', undefined],
    ['a text', 'line'],
  ])('refuses the kind %s', (_, kind) => {
    expect(problemsOf({ kind, from: ['title'] })).toContain(
      'Dish.label: kind must be one of line, text, email, url, number, integer, decimal, flag, time, date, choice, json',
    )
  })

  it.each<readonly [object, string]>([
    [{ from: [] }, "from must be a list of fields, such as ['title']"],
    [{ from: 'title' }, "from must be a list of fields, such as ['title']"],
    [{ from: ['title', 'title'] }, 'from names a field twice'],
    [{ from: ['titel'] }, 'from: no field has the name titel; did you mean title?'],
    [{ from: ['__proto__'] }, 'from: no field has the name __proto__; use one of title, price, note'],
    [{ from: ['shelf'] }, 'shelf leads to other records'],
    [{ from: ['peers'] }, 'peers leads to other records'],
    [{ from: ['likes'] }, 'likes is a counter'],
    [{ from: ['isSecret'] }, 'isSecret is hidden'],
    [{ from: ['label'] }, 'label is computed itself'],
    [{ search: 'A' }, 'search needs a column; add stored: true, or remove search'],
    [{ index: true }, 'index needs a column; add stored: true, or remove index'],
    [{ optional: true }, 'a value without a column can always be null'],
    [{ kind: line(9, { about, index: true }) }, 'index needs a column'],
    [{ kind: text(10_001) }, 'each read would compute up to 10001 characters'],
    [{ kind: line(9, { about, unique: true }), stored: true }, 'it cannot have unique; remove it'],
    [{ kind: line(9, { about, seenWith: 'audit', optional: true }) }, 'it cannot have seenWith; remove it'],
    [{ kind: line(9, { about, changedWith: 'audit' }) }, 'it cannot have changedWith; remove it'],
    [{ kind: line(9, { about, optional: true, setByOperation: true }) }, 'it cannot have setByOperation'],
    [{ kind: line(9, { about, initial: 'x' }) }, 'it cannot have initial; remove it'],
    [{ stored: 'yes' }, 'stored must be true, and is "yes"'],
    [{ unique: true }, 'no option has the name unique'],
    [{ from: ['note'], search: 'A', stored: true, optional: true }, 'the mask of a field in from hides'],
  ])('refuses %j at the start', (options, problem) => {
    expect(problemsOf({ kind: line(9), from: ['title'], ...options })).toContain(problem)
  })

  it('refuses wrong forms, taken names and unique values, all at once', () => {
    const good = { kind: line(9), from: ['title'] }
    expect(problemsOf(good, 'x')).toContain('the second argument must be a function')
    expect(findModelProblems(() => declare({ label: 1 })).join()).toContain('computed must be a function')
    expect(findModelProblems(() => declare(() => ({ label: 1 }))).join()).toContain(
      'computed must be a function',
    )
    const taken = declare((on: (...given: unknown[]) => unknown) => ({
      title: on(good, () => null),
      version: on(good, () => null),
      Label: on({ ...good, from: ['x'] }, () => null),
    }))
    const problems = findModelProblems(() => taken).join('\n')
    expect(problems).toContain('title is a field and a computed field')
    expect(problems).toContain('the service gives a field version')
    expect(problems).toContain('Label: the name must be camelCase')
    expect(problems).toContain('no field has the name x')
    expect(problemsOf({ ...good, stored: true }, () => 'x', { unique: [['label', 'title']] })).toContain(
      'a computed value cannot be unique',
    )
    expect(problemsOf({ ...good }, () => 'x', { index: [['label', 'title']] })).toContain(
      'without a column has no index',
    )
    expect(
      problemsOf({ ...good, from: ['note'], stored: true, index: true }, () => 'x', {
        defaultOrder: ['label'],
      }),
    ).toContain('the order would tell its values')
  })

  it('adds computed fields to types of the service', () => {
    const Extended = extendType(Article, {
      computed: (on) => ({
        headline: on(
          { kind: line(300), from: ['title', 'status'], stored: true },
          ({ title, status }) => `${status} ${title}`,
        ),
      }),
    })
    expect(findModelProblems(() => Extended)).toEqual([])
    expect(Extended.attributes).toHaveProperty('headline')
    const Person = extendType(User, {
      fields: { motto: line(80, { about, optional: true }) },
      computed: (on) => ({
        title: on({ kind: line(99), from: ['name', 'motto'], stored: true }, ({ name }) => name),
      }),
    })
    expect(findModelProblems(() => Person).join()).toContain(
      'the field title cannot be required; add `optional`',
    )
    const clash = extendType(Article, {
      computed: (on) => ({ title: on({ kind: line(99), from: ['content'] }, () => 'x') }),
    })
    expect(findModelProblems(() => clash).join()).toContain('the type has a field title already')
  })
})

const run = (compute: unknown, options: object = {}) => {
  const type = declare((on: (...given: unknown[]) => unknown) => ({
    label: on({ kind: line(9), from: ['title', 'words', 'startsAt'], ...options }, compute),
  }))
  const made = newRecord(type, { title: 'Soup', words: ['hot'] } as never, {
    id: 'd' as never,
    now: new Date(0),
    creator: null,
  })
  return { type, made: { ...made, startsAt: new Date(5) } }
}

const stored = { stored: true }

describe('C16.2 the code of computed fields', () => {
  it('gives stored values, from copies', () => {
    const { type, made } = run((given: { words: string[]; startsAt: Date }) => {
      given.words.push('x')
      given.startsAt.setTime(9)
      return Object.keys(given).join('').slice(0, 9)
    }, stored)
    const after = withComputed(type, made) as unknown as Record<string, unknown>
    expect([after['label'], after['words'], after['startsAt']]).toEqual(['titleword', ['hot'], new Date(5)])
  })

  it.each<readonly [string, unknown, string]>([
    [
      'throws',
      () => {
        throw new TypeError('secret')
      },
      'Dish.label has thrown an error on the record d.',
    ],
    ['returns null', () => null, 'it must not be null; add optional: true'],
    ['returns a promise', async () => 'x', 'it must be returned at once'],
    ['returns a promise that fails', () => Promise.reject(new Error('x')), 'it must be returned at once'],
    ['returns a long text', () => 'x'.repeat(10), 'it must have at most 9 characters'],
    ['returns NUL', () => 'a\0', 'Dish.label has returned a wrong value'],
    ['returns half a character', () => '\ud800', 'Dish.label has returned a wrong value'],
    ['returns a number', () => 5, 'it must be a string'],
  ])('that %s writes nothing', (_, compute, message) => {
    const { type, made } = run(compute, stored)
    expect(() => withComputed(type, made)).toThrow(message)
  })

  it('that fails in a read gives null, and the failure is reported', () => {
    const { type, made } = run(() => 'x'.repeat(10))
    const failures: Error[] = []
    const row = computeRow(type, ['label'], made as never, (error) => void failures.push(error))
    expect((row as Record<string, unknown>)['label']).toBeNull()
    expect(failures.map(({ message }) => message)).toEqual([expect.stringContaining('at most 9 characters')])
  })

  it.each<readonly [unknown, unknown, unknown]>([
    [decimal(10, 2), '1.5', '1.50'],
    [number(-9), -0, 0],
    [number(0), Number.NaN, undefined],
    [number(0), Infinity, undefined],
    [integer(0, 9), 1.5, undefined],
    [integer(0, 9), '9'.repeat(10_000), undefined],
    [time(), new Date(7), new Date(7)],
    [time(), new Date(Number.NaN), undefined],
    [time(), '2026-01-01T00:00:00Z', undefined],
    [date(), '2026-02-30', undefined],
    [flag(), false, false],
    [flag(), 'false', undefined],
    [choice(['A']), 'B', undefined],
    [email(), 'no address', undefined],
    [url(), 'javascript:alert(1)', undefined],
    [json(), { a: [1, undefined, new Date(0)] }, { a: [1, null, '1970-01-01T00:00:00.000Z'] }],
    [json(), JSON.parse('{"__proto__":1}'), undefined],
    [json(), 'x'.repeat(70_000), undefined],
    [json(), 5n, undefined],
    [json({ schema: { type: 'object' } }), [], undefined],
  ])('checks the value of %j', (kind, value, expected) => {
    const { type, made } = run(() => value, { kind, ...stored })
    const read = () => (withComputed(type, made) as unknown as Record<string, unknown>)['label']
    if (expected === undefined) expect(read).toThrow('Dish.label has')
    else expect(read()).toEqual(expected)
  })
})
