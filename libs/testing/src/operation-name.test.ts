import { expect, it } from 'vitest'
import { startService } from './index.ts'

it('C5.9 an empty operationName counts as absent, over POST and over GET', async () => {
  await using service = await startService()
  const query = '{ __typename }'
  const expected = { data: { __typename: 'Query' } }
  const { rest } = service.anonymous
  for (const operationName of ['', null]) {
    const { body } = await rest('POST', '/graphql', { body: { query, operationName } })
    expect(body).toMatchObject(expected)
  }
  const { body } = await rest('GET', `/graphql?operationName=&query=${encodeURIComponent(query)}`)
  expect(body).toMatchObject(expected)
})
