import { contentPolicy, readPolicy } from '@content-service/domain'
import { policyFileWith, toolModel as model } from '@content-service/domain/testing'
import { expect, it } from 'vitest'
import { createComposition } from './composition.ts'

const { policy } = readPolicy(model, policyFileWith({ MODERATOR: { rules: [] } }))

it('a composition is an option for another program, and keeps the policy of the team', () => {
  const composition = createComposition(createComposition({ model, policy }))
  expect(composition.model).toBe(model)
  expect(composition.policyOf(undefined).policy).toBe(policy)
})

it('without options it is the service itself', () => {
  expect(createComposition().policyOf(undefined).policy).toBe(contentPolicy)
})
