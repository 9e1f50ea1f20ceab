import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { fill } from '../../tests/support/query-builders/fill.ts'
import { libraries, writeTimes } from '../../tests/support/query-builders/laws.ts'
import { testLibrary } from '../../tests/support/query-builders/library-tests.ts'

const folder = mkdtempSync(join(tmpdir(), 'authz-query-builders-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe.each(libraries)('%s with SQLite', (name, open) => {
  const target = { dialect: 'sqlite', file: join(folder, name) } as const
  testLibrary(
    async () => {
      const filled = await fill(target)
      const opened = await open(target)
      await writeTimes(opened, filled)
      return { filled, opened }
    },
    { columns: 300, relations: 200 },
  )
})
