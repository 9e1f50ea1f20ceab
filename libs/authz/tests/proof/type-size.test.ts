import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { compileInMemory, listMessages } from '../support/type-check.ts'

const MOST_INSTANTIATIONS = 120_000
const file = fileURLToPath(new URL('policy-of-500-resources.ts', import.meta.url))

const numbers = Array.from({ length: 500 }, (_, i) => i)
const code = `
import { attrs, definePolicy } from '../../src/index.ts'
interface Row { id: number; ownerId: number; status: 'DRAFT' | 'PUBLISHED'; tags: string[] }
export const policy = definePolicy<{ id: number | null; roles: readonly string[] }>()({
  resources: { ${numbers.map((i) => `r${i}: ['read', 'write', 'delete']`).join(', ')} },
  attributes: { ${numbers.map((i) => `r${i}: attrs<Row>()`).join(', ')} },
  roles: {
    GUEST: { rules: (b) => { ${numbers.map((i) => `b.allow('r${i}:read', (r) => r.status.eq('PUBLISHED'))`).join('; ')} } },
    AUTHOR: { inherits: ['GUEST'], rules: (b) => b.allow(['r1:write', 'r2:*'], (r, s) => r.ownerId.eq(s.id)) },
  },
})
export const answer = policy.can({ id: 1, roles: ['AUTHOR'] }, 'r499:read', { id: 1, ownerId: 1, status: 'DRAFT', tags: [] })
`

it(
  'the compiler checks a policy of 500 resources in under 120,000 instantiations',
  { timeout: 60_000 },
  () => {
    const program = compileInMemory(file, code)
    expect(listMessages(program)).toEqual([])
    expect(program.getInstantiationCount()).toBeLessThan(MOST_INSTANTIATIONS)
  },
)
