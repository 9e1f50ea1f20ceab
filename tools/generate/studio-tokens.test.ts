import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { FILE, renderStudioTokens } from './studio-tokens.ts'

it('the studio has the colours and sizes of the pages of the service; `npm run generate` writes them', async () => {
  expect(await readFile(FILE, 'utf8')).toBe(await renderStudioTokens())
})
