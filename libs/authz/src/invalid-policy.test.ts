import { describe, expect, it } from 'vitest'
import { InvalidPolicy, definePolicy } from './index.ts'
import type { Condition } from './index.ts'

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
  resources: { articles: ['read', 'write'], comments: ['read'] },
  attributes: { articles: { names: ['id', 'ownerId'] } },
  roles: { READER: { rules: rule } },
})

describe('an invalid policy', () => {
  it('is refused with all its problems at once, each with its path', () => {
    expect(
      problemsWith({
        resources: { 'art:icles': ['read'], comments: ['*'] },
        attributes: { coments: { names: ['id'] } },
        roles: {
          A: { inherits: ['NOBODY'], rules: (b: B) => b.allow('comments:fly') },
          B: { rules: (b: B) => b.allow([]) },
        },
      }),
    ).toEqual([
      'resources.art:icles: "art:icles" must be without colon, star and space',
      'resources.comments: "*" must be without colon, star and space',
      'attributes.coments: unknown resource',
      'roles.A.inherits[0]: unknown role "NOBODY"',
      'roles.A.rules[0]: unknown permission "comments:fly"',
      'roles.B.rules[0]: names no permission',
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
      'roles.B.inherits: is a cycle: B → C → B',
      'roles.D.inherits: is a cycle: D → D',
    ])
  })

  it('is one whose condition compares with null, undefined or no scalar', () => {
    for (const value of [null, undefined, Number.NaN, {}, new Date('never'), [1]])
      expect(
        problemsWith(withRule((b) => b.allow('articles:read', () => eq('ownerId', value)))),
      ).toHaveLength(1)
    expect(problemsWith(withRule((b) => b.allow('articles:read', () => eq('ownerId', 7))))).toEqual([])
  })

  it('is one whose condition throws, or returns no condition', () => {
    const throwing = () => {
      throw new Error('oops')
    }
    expect(problemsWith(withRule((b) => b.allow('articles:read', throwing)))).toEqual([
      'roles.READER.rules[0]: the condition threw: Error: oops',
    ])
    for (const result of [undefined, true, null, 'yes', {}])
      expect(problemsWith(withRule((b) => b.allow('articles:read', () => result)))).toEqual([
        'roles.READER.rules[0].when: is no condition',
      ])
  })

  it('is one that names an attribute or field the resource does not have', () => {
    expect(problemsWith(withRule((b) => b.deny('articles:*', () => eq('ownerid', 7))))).toEqual([
      'roles.READER.rules[0]: articles has no attribute "ownerid"',
    ])
    expect(problemsWith(withRule((b) => b.allow('articles:read', { omit: ['pasword'] })))).toEqual([
      'roles.READER.rules[0]: articles has no attribute "pasword"',
    ])
    expect(problemsWith(withRule((b) => b.allow('comments:read', () => eq('anything', 7))))).toEqual([])
  })
})

const eq = (attribute: string, value: unknown) => ({ op: 'eq', attribute, value }) as Condition
