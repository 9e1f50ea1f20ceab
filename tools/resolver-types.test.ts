import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { RESOLVER_TYPES, resolverTypes } from './resolver-types.ts'

it('the resolver types are those of schema.graphql; `npm run generate` makes them so', async () => {
  expect(readFileSync(RESOLVER_TYPES, 'utf8')).toBe(await resolverTypes())
})

it('a null beside a default stays possible', async () => {
  expect(await resolverTypes()).toContain('[P in K]-?: T[P] }')
})
