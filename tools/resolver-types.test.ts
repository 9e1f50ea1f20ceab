import { expect, it } from 'vitest'
import { resolverTypes } from './resolver-types.ts'

it('a null beside a default stays possible', async () => {
  expect(await resolverTypes()).toContain('[P in K]-?: T[P] }')
})
