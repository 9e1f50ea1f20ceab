import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runCommandHere } from '../../tests/support/processes/run-command.ts'

describe('C10.2 a command for an existing database, without the settings of the service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'content-service-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each([
    [['users', 'list']],
    [['users', 'reset-password', 'admin']],
    [['keys', 'list']],
    [['clients', 'list']],
    [['dead-letters', 'list']],
    [['handlers', 'list']],
    [['policy', 'explain', 'ada', 'articles:read']],
    [['check']],
    [['export', join(folder, 'out.ndjson')]],
    [['backup', join(folder, 'out.tar.gz')]],
  ])('%j creates no database, and names DATA_DIR', async (words) => {
    const dataDir = join(folder, 'absent')
    const { code, errors } = await runCommandHere(words, { DATABASE_URL: '', DATA_DIR: dataDir })
    expect([code, errors]).toEqual([
      2,
      expect.stringMatching(/^There is no database in \S+absent\. Set .*DATA_DIR to .*\.\n$/),
    ])
    expect(existsSync(dataDir)).toBe(false)
  })
})
