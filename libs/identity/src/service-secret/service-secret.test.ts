import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readOrCreateSecret } from './service-secret.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-service-'))
})
afterEach(() => rm(folder, { recursive: true }))

it('C10.2 the stored secret stays the same, only its owner can read it, and no other file remains', async () => {
  const directory = join(folder, 'data')
  const secret = readOrCreateSecret(directory)
  expect(Buffer.byteLength(secret)).toBeGreaterThanOrEqual(32)
  expect(readOrCreateSecret(directory)).toBe(secret)
  expect((await stat(join(directory, 'jwt-secret'))).mode & 0o777).toBe(0o600)
  expect(await readdir(directory)).toEqual(['jwt-secret'])
  expect(readOrCreateSecret(join(folder, 'other'))).not.toBe(secret)
})
