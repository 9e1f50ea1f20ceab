import { describe, expect, it } from 'vitest'
import { InvalidPolicy, definePolicy } from '../../index.ts'
import type { Condition } from '../../index.ts'

/** What is wrong with a policy that the compiler was told to let through. */
function problemsWith(config: object): readonly string[] {
  try {
    definePolicy()(config as never)
  } catch (error) {
    if (error instanceof InvalidPolicy)
      return error.problems.map(({ path, message }) => `${path}: ${message}`)
    throw error
  }
  return []
}

type B = { allow: (...args: unknown[]) => void; deny: (...args: unknown[]) => void }
const withRule = (rule: (b: B) => void) => ({
  resources: { articles: ['read', 'write'] },
  roles: { READER: { rules: rule } },
})
const eq = (attribute: string, value: unknown) => ({ op: 'eq', attribute, value }) as Condition

describe('an invalid policy', () => {
  it('is refused with all its problems at once, each with its path', () => {
    expect(
      problemsWith({
        resources: { 'art:icles': ['read'], comments: ['*'] },
        roles: {
          A: { inherits: ['NOBODY'], rules: (b: B) => b.allow('comments:fly') },
          B: { rules: (b: B) => b.allow(['art:icles:read', 'artcles:*'], () => eq('id', undefined)) },
        },
      }),
    ).toEqual([
      'roles.A.inherits: unknown role "NOBODY"',
      'resources: not resource:action: "art:icles:read"',
      'resources: not resource:action: "comments:*"',
      'roles.A.rules[0]: unknown permission "comments:fly"',
      'roles.B.rules[0]: invalid condition {"op":"eq","attribute":"id"}; the value is undefined',
      'roles.B.rules[0]: unknown permission "artcles:*"',
    ])
  })

  it('shows the path of a cycle in the hierarchy', () => {
    const roles = {
      A: { inherits: ['B'] },
      B: { inherits: ['C'] },
      C: { inherits: ['B'] },
      D: { inherits: ['D'] },
    }
    expect(problemsWith({ resources: {}, roles })).toEqual([
      'roles.C.inherits: cycle B → C → B',
      'roles.D.inherits: cycle D → D',
    ])
  })

  it('is one whose condition compares with null, undefined or no scalar', () => {
    for (const value of [null, undefined, Number.NaN, {}, new Date('never'), [1], () => 1])
      expect(
        problemsWith(withRule((b) => b.allow('articles:read', () => eq('ownerId', value)))),
      ).toHaveLength(1)
    for (const value of [1, null, [null], [undefined]])
      expect(
        problemsWith(withRule((b) => b.deny('articles:read', () => ({ op: 'in', attribute: 'id', value })))),
      ).toHaveLength(1)
    expect(problemsWith(withRule((b) => b.allow('articles:read', () => eq('ownerId', 7))))).toEqual([])
  })

  it('is one whose condition is none', () => {
    for (const result of [undefined, true, null, 'yes', {}, { op: 'equals', attribute: 'id', value: 1 }])
      expect(problemsWith(withRule((b) => b.allow('articles:read', () => result)))).toEqual([
        `roles.READER.rules[0]: invalid condition ${JSON.stringify(result)}${Object(result).op ? '; there is no operator equals; did you mean "eq"?' : ''}`,
      ])
  })

  it('is one with an operator that does not exist', () => {
    const equals = (a: { id: { equals(id: number): Condition } }) => a.id.equals(1)
    expect(problemsWith(withRule((b) => b.allow('articles:read', equals)))).toHaveLength(1)
  })
})
