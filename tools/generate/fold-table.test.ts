import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { UNICODE_VERSION } from '@content-service/authz/fold'
import { FILE, renderFoldTable } from './fold-table.ts'

/** Another Node can have another version of Unicode, from which the table is not made. */
it.runIf(process.versions['unicode'] === UNICODE_VERSION)(
  'the table of folding is what `npm run tool fold-table` writes',
  () => {
    expect(readFileSync(FILE, 'utf8')).toBe(renderFoldTable())
  },
)
