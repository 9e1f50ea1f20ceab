import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '@content-service/testing'
import { content } from './content.ts'

test('the service has recipes and users alone', async () => {
  await using service = await startService({ content })
  const reader = service.as('READER')
  assert.equal((await reader.rest('GET', '/api/recipes')).status, 200)
  assert.equal((await reader.rest('GET', '/api/articles')).status, 404)

  const { errors = [] } = await reader.graphql('{ articles { id } }')
  assert.match(errors[0]?.message ?? '', /Cannot query field "articles"/)
})
