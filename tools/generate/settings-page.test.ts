import { readFile } from 'node:fs/promises'
import { renderSettingsPage } from '@content-service/server'
import { expect, test } from 'vitest'

test('docs/settings.md has all settings; npm run generate writes the page', async () => {
  const page = await readFile(new URL('../../docs/settings.md', import.meta.url), 'utf8')
  expect(page).toBe(renderSettingsPage())
})
