import { expect, it } from 'vitest'
import { resolverTypes } from './resolver-types.ts'

it('allows null for an argument with a default', async () => {
  expect(await resolverTypes()).toContain('[P in K]-?: T[P] }')
})
