import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '@content-service/testing'
import { content } from './content.ts'
import { Recipe } from './recipe.ts'

const RECIPE = { title: 'Potato soup', method: 'Boil the potatoes.', tags: [] }

test('a taster approves the recipe of a reader, over REST and GraphQL', async () => {
  await using service = await startService({
    content,
    seed: async ({ user, record }) => record(Recipe, RECIPE, await user('ray')),
  })
  const path = `/api/recipes/${service.seeded.id}/approve`
  assert.equal((await service.as('READER').rest('POST', path, { body: {} })).status, 403)
  assert.equal((await service.as('TASTER').rest('POST', path, { body: {} })).status, 200)

  const { data } = await service.anonymous.graphql('{ recipes { title status author { username } } }')
  assert.deepEqual(data, {
    recipes: [{ title: 'Potato soup', status: 'APPROVED', author: { username: 'ray' } }],
  })
})

test('the migration makes the table of the recipes', async () => {
  await using service = await startService({ content, database: 'pglite' })
  const { status } = await service.as('READER').rest('POST', '/api/recipes', { body: RECIPE })
  assert.equal(status, 201)
})
