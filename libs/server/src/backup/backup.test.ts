import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type ApiProcess } from '../../tests/support/processes/api-process.ts'
import { runCommandHere } from '../../tests/support/processes/run-command.ts'
import { lost } from '../../tests/support/kept.ts'
import { startWriters } from '../../tests/support/writers.ts'
import { backUp, restore } from './backup.ts'

describe('C10.1 a backup of the embedded database', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'backup-'))
  const at = (name: string): string => join(folder, name)
  const [original, restored, file] = [at('original'), at('restored'), at('all.tar.gz')]
  const content = (word: string, path: string, dataDir: string, settings = {}) =>
    runCommandHere([word, path], { DATA_DIR: dataDir, ...settings })
  let acknowledged: Parameters<typeof lost>[1]
  let api: ApiProcess

  beforeAll(async () => {
    api = await startApi({ DATA_DIR: original })
    const writers = startWriters(api.url, 2)
    await writers.more(5)
    await writers.finish()
    acknowledged = writers.acknowledged
  }, 60_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is refused while the service runs', async () => {
    const { code, errors } = await content('backup', file, original)
    expect([code, errors]).toEqual([2, expect.stringContaining('Another process of content-service uses')])
    expect(readdirSync(folder)).toEqual(['original'])
    // After the kill, the files must contain all acknowledged writes.
    await api.kill()
  })

  it('contains all acknowledged writes, readable only by its owner', async () => {
    expect((await content('backup', file, original)).code).toBe(0)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await content('restore', file, restored)).code).toBe(0)
    const again = await startApi({ DATA_DIR: restored })
    // The token is signed with the secret of the folder.
    expect(await lost(again.url, acknowledged)).toEqual([])
    expect((await again.stop()).code).toBe(0)
  })

  it('overwrites neither a file nor a folder', async () => {
    await expect(backUp(original, file)).rejects.toThrow('exists. Give the name of a new file')
    await expect(backUp(at('nowhere'), at('other.tar.gz'))).rejects.toThrow('There is no database in')
    await expect(restore(file, original)).rejects.toThrow('is not empty')
  })

  it('leaves nothing behind if the file is incomplete or no backup', async () => {
    const [half, other] = [at('half.tar.gz'), at('other.txt')]
    await backUp(original, half)
    truncateSync(half, Math.floor(statSync(half).size / 2))
    writeFileSync(other, 'no archive')
    for (const path of [half, other])
      await expect(restore(path, at('target'))).rejects.toThrow(/is not a (complete )?backup/)
    await expect(restore(at('missing'), at('target'))).rejects.toThrow('does not exist')
    expect(readdirSync(folder).filter((name) => /target|unfinished/.test(name))).toEqual([])
  })

  it('is refused for PostgreSQL, which has separate tools', async () => {
    const { code, errors } = await content('backup', file, original, {
      DATABASE_URL: 'postgres://127.0.0.1:9/x',
    })
    expect([code, errors]).toEqual([2, expect.stringContaining('pg_dump')])
  })
})
