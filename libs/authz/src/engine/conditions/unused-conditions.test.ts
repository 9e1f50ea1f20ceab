import { describe, expect, it } from 'vitest'
import {
  type Attributes,
  type Condition,
  InvalidPolicy,
  type References,
  and,
  definePolicy,
  not,
  or,
  where,
} from '../../index.ts'
import type { Article, User } from '../../../tests/support/blog.ts'

type When = (a: Attributes<Article>, s: References<User>) => unknown

/** The problems of a policy with one rule. */
function problemsWith(when: When, effect: 'allow' | 'deny' = 'allow'): readonly string[] {
  try {
    definePolicy<User>()({
      resources: { articles: ['read'] },
      roles: { AUTHOR: { rules: (b) => b[effect]('articles:read', when as never) } },
    })
  } catch (error) {
    if (error instanceof InvalidPolicy)
      return error.problems.map(({ path, message }) => `${path}: ${message}`)
    throw error
  }
  return []
}

const outside = where<Article>().status.eq('DRAFT')

describe('a condition that a callback creates and does not return', () => {
  const wrong: Readonly<Record<string, When>> = {
    '&&': (a, s) => a.ownerId.eq(s.id) && a.status.eq('DRAFT'),
    '&& with three parts': (a, s) => a.ownerId.eq(s.id) && a.status.eq('DRAFT') && a.id.gt(1),
    '||': (a, s) => a.ownerId.eq(s.id) || a.status.eq('DRAFT'),
    '??': (a, s) => a.ownerId.eq(s.id) ?? a.status.eq('DRAFT'),
    '|| inside and()': (a, s) => and(a.id.gt(1), a.ownerId.eq(s.id) || a.status.eq('DRAFT')),
    '!': (a) => !a.status.eq('DRAFT'),
    '? :': (a, s) => (a.ownerId.eq(s.id) ? a.status.eq('DRAFT') : a.status.eq('DELETED')),
    'a comma': (a, s) => (a.ownerId.eq(s.id), a.status.eq('DRAFT')),
    'an async callback': async (a) => a.status.eq('DRAFT'),
    'a statement': (a, s) => {
      a.ownerId.eq(s.id)
      return a.status.eq('DRAFT')
    },
    'and() whose result is lost': (a, s) => and(a.ownerId.eq(s.id)) && a.status.eq('DRAFT'),
    'not() whose result is lost': (a) => (not(a.status.eq('DRAFT')), outside),
    'the builder outside of the callback': (a) => where<Article>().ownerId.eq(7) && a.status.eq('DRAFT'),
    'only a condition from outside returned': (a) => a.ownerId.eq(7) && outside,
  }

  it.each(Object.entries(wrong))('is refused for allow and deny: %s', (_, when) => {
    for (const effect of ['allow', 'deny'] as const)
      expect(problemsWith(when, effect)[0]).toMatch(/^roles\.AUTHOR\.rules\[0\]: invalid condition /)
  })

  it('is named, with what joins conditions', () => {
    const [problem] = problemsWith((a, s) => a.ownerId.eq(s.id) && a.status.eq('DRAFT'))
    expect(problem).toContain('{"op":"eq","attribute":"ownerId","value":{"subject":"id"}}')
    expect(problem).toContain('use and(), or(), not()')
  })

  it('may be a part of the result any number of times, at any depth', () => {
    const right: readonly When[] = [
      (a, s) => {
        const own: Condition = a.ownerId.eq(s.id)
        return or(and(own, a.status.eq('DRAFT')), and(own, not(and(own))))
      },
      (a) => [1, 2, 3].map((id) => a.id.eq(id) as Condition).reduce((all, each) => or(all, each)),
      (a) => or(outside, and(outside, a.id.eq(1))),
      () => outside,
      (a) => a.status.ne('DRAFT'),
      () => and(),
    ]
    for (const when of right) expect(problemsWith(when)).toEqual([])
  })

  it('is found again after a callback that throws', () => {
    const [problem] = problemsWith(() => {
      throw new Error('no such file')
    })
    expect(problem).toBe('roles.AUTHOR.rules[0]: invalid condition that throws Error: no such file')
    expect(problemsWith((a) => a.status.eq('DRAFT'))).toEqual([])
    expect(where<Article>().id.eq(1)).toEqual({ op: 'eq', attribute: 'id', value: 1 })
  })
})

describe('a rule whose callback loses a condition', () => {
  it.each([
    ['a condition instead of a callback', outside],
    ['false instead of a callback', false],
    ['null instead of a callback', null],
    ['text instead of fields', 'email'],
    ['fields that are a text', { omit: 'password' }],
    ['a misspelt member', { omits: ['password'] }],
  ])('is refused: %s', (_, part) => {
    const policy = () =>
      definePolicy()({
        resources: { articles: ['read'] },
        roles: { AUTHOR: { rules: (b) => b.allow('articles:read', part as never) } },
      })
    expect(policy).toThrow(InvalidPolicy)
  })

  it('cannot change its effect or its permissions through its fields', () => {
    const sneaky = { effect: 'allow', permissions: ['*'] } as never
    const policy = () =>
      definePolicy()({
        resources: { articles: ['read', 'write'] },
        roles: { AUTHOR: { rules: (b) => b.deny('articles:write', sneaky) } },
      })
    expect(policy).toThrow('roles.AUTHOR.rules[0]: invalid rule {"more than once":')
  })
})

it('suggests the right name for a wrong permission', () => {
  const policy = () =>
    definePolicy()({
      resources: { articles: ['read', 'write'] },
      roles: { AUTHOR: { rules: (b) => b.allow('articles:wrte' as never) } },
    })
  expect(policy).toThrow(
    'roles.AUTHOR.rules[0]: unknown permission "articles:wrte"; did you mean "articles:write"?',
  )
})
