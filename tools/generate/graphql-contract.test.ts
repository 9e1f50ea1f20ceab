import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CONTRACT, contract } from './graphql-contract.ts'

test('schema.graphql is the base with the declared types; `npm run generate` updates it', async () => {
  expect(readFileSync(CONTRACT, 'utf8')).toBe(await contract())
})
