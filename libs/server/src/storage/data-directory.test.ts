import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import jwt from 'jsonwebtoken'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DATABASES, startTestService } from '../../tests/support/service.ts'
import { openDataDirectory } from './data-directory.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-service-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('C10.2 the stored secret', () => {
  it.each(DATABASES)('signs the tokens of a service on %s that has no JWT_SECRET', async (kind) => {
    const service = await startTestService(kind, { JWT_SECRET: '', DATA_DIR: folder })
    const secret = await readFile(join(folder, 'jwt-secret'), 'utf8')
    const as = `Bearer ${jwt.sign({ sub: '2' }, secret, { expiresIn: '15m' })}`
    expect((await service.call('GET', '/api/users/2', { as })).status).toBe(200)
    await service.stop()
  })
})

describe('C10.3 a data directory that other accounts can read', () => {
  const readMode = async (): Promise<number> => (await stat(folder)).mode & 0o777

  it('loses these permissions if it is empty or has the content of the service', async () => {
    for (const mode of [0o755, 0o775]) {
      await chmod(folder, mode)
      openDataDirectory(folder).release()
      expect(await readMode()).toBe(mode & 0o770)
    }
  })

  it('is refused, and stays unchanged, if it has the files of other programs', async () => {
    await writeFile(join(folder, 'notes.txt'), 'of another program')
    await chmod(folder, 0o755)
    expect(() => openDataDirectory(folder)).toThrow('Set DATA_DIR to a new directory.')
    expect(await readMode()).toBe(0o755)
  })
})

describe('C10.3 a data directory that cannot be used', () => {
  it('is refused in one sentence if it is a file, or below a file', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    for (const path of [file, join(file, 'below')])
      expect(() => openDataDirectory(path)).toThrow(
        `DATA_DIR is ${path}, which is a file, or below a file. Set DATA_DIR to a folder.`,
      )
  })

  it('is refused in one sentence if nobody can write there', () => {
    // Not even root can make a folder in this file system.
    expect(() => openDataDirectory('/sys/content')).toThrow(
      'DATA_DIR is /sys/content, where this account cannot write. Set DATA_DIR to a folder of this account.',
    )
  })
})
