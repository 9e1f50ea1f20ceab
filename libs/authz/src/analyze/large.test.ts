import { describe, expect, it } from 'vitest'
import { attrs, definePolicy, or, where } from '../index.ts'
import { analyze, findExcess } from './index.ts'

const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, i) => from + i)
const d = where<{ id: number }>({ id: 'integer' })

// Each case fails with the time limit of the tests if its time grows with the square of its size.
describe('the analysis of a large policy', () => {
  const policy = definePolicy()({
    resources: { docs: ['read', 'write'] },
    attributes: { docs: attrs({ id: 'integer' }) },
    roles: {
      LIST: { rules: (b) => b.allow('docs:read', () => d.id.in(numbers(50_000))) },
      LATER: { rules: (b) => b.allow('docs:read', () => d.id.in(numbers(50_000, 1))) },
      PART: { inherits: ['LIST'], rules: (b) => b.allow('docs:read', () => d.id.in(numbers(20_000, 5))) },
      MANY: { rules: (b) => b.allow('docs:write', () => or(...numbers(2_000).map((id) => d.id.eq(id)))) },
      OTHERS: {
        rules: (b) => b.allow('docs:write', () => or(...numbers(2_000, 1).map((id) => d.id.eq(id)))),
      },
    },
  })

  it('finds a list of values inside a longer list', () => {
    expect(analyze(policy)).toMatchObject([{ kind: 'shadowed', path: 'roles.PART.rules[0]' }])
  })

  it('compares lists and alternatives of two subjects', () => {
    const subject = (...roles: string[]) => ({ id: 1, roles })
    expect(findExcess(policy, [subject('LIST')], subject('PART'))).toEqual([])
    expect(findExcess(policy, [subject('LIST')], subject('LATER'))).toEqual(['docs:read'])
    expect(findExcess(policy, [subject('MANY')], subject('MANY'))).toEqual([])
    expect(findExcess(policy, [subject('MANY')], subject('OTHERS'))).toEqual(['docs:write'])
  })
})
