import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRecord, mayOnAny, namePermission, type UserId } from '@content-service/domain'
import { aContext, aUser, callerOf, memoryStores, MemoryTables } from '@content-service/domain/testing'
import { content } from './content.ts'
import { Recipe } from './recipe.ts'

const RECIPE = { title: 'Potato soup', method: 'Boil the potatoes.' }

test('a reader writes a draft, and a guest does not', async () => {
  const { model } = content
  const stores = memoryStores(new MemoryTables(), model)
  const reader = callerOf(await stores.users.add(aUser('ray', 'READER'), null))
  const signedIn = aContext({ model, policy: model.policy, stores, caller: reader })

  assert.equal((await createRecord(signedIn, Recipe, RECIPE)).status, 'DRAFT')
  await assert.rejects(createRecord(signedIn, Recipe, { ...RECIPE, title: '' }), { code: 'BAD_USER_INPUT' })
  const season = { seasonFrom: '2026-09-01', seasonUntil: '2026-06-01' }
  await assert.rejects(
    createRecord(signedIn, Recipe, { ...RECIPE, ...season }),
    /not be before the first day/,
  )
  await assert.rejects(createRecord(aContext({ model, policy: model.policy, stores }), Recipe, RECIPE), {
    code: 'UNAUTHENTICATED',
  })
})

test('the role TASTER approves recipes, and the role READER does not', () => {
  const { model } = content
  const mayApprove = (...roles: readonly string[]) => {
    const caller = callerOf({ ...aUser('tara'), id: 7 as UserId, roles })
    return mayOnAny(aContext({ model, policy: model.policy, caller }), namePermission('recipes', 'approve'))
  }
  assert.deepEqual([mayApprove('READER', 'TASTER'), mayApprove('READER')], [true, false])
})
