import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import jwt from 'jsonwebtoken'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DATABASES, startTestService } from './testing/service.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-service-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('C10.2 the secret that is made and kept', () => {
  it.each(DATABASES)('signs the tokens of a service on %s that has no JWT_SECRET', async (kind) => {
    const service = await startTestService(kind, { JWT_SECRET: '', DATA_DIR: folder })
    const secret = await readFile(join(folder, 'jwt-secret'), 'utf8')
    const as = `Bearer ${jwt.sign({ sub: '2' }, secret, { expiresIn: '15m' })}`
    expect((await service.call('GET', '/api/users/2', { as })).status).toBe(200)
    await service.stop()
  })
})
