import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { renderImportPage } from './import-fields.ts'

test('docs/import.md lists the fields of the import; `npm run generate` updates them', () => {
  const page = readFileSync(join(resolve(import.meta.dirname, '../..'), 'docs/import.md'), 'utf8')
  expect(page).toBe(renderImportPage(page))
})
