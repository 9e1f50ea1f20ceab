import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { FILE, renderTakenNames } from './taken-names.ts'

it('the names that a content type cannot have are those that the service uses; `npm run generate` writes them', async () => {
  expect(readFileSync(FILE, 'utf8')).toBe(await renderTakenNames())
})
