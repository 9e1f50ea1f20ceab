import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import jwt from 'jsonwebtoken'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installCurl } from '../../tests/support/guide/curl-command.ts'
import { ADMIN_PASSWORD, startTestService, type TestService } from '../../tests/support/service.ts'

const SECRET = 'a secret of thirty-two bytes or more'

describe('C1 the introduction of the OpenAPI document', () => {
  let service: TestService
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'introduction-'))
    service = await startTestService('PostgreSQL', { JWT_SECRET: SECRET })
  }, 60_000)
  afterAll(async () => {
    await service.stop()
    await rm(folder, { recursive: true })
  })

  const environment = async (): Promise<NodeJS.ProcessEnv> => {
    const body = { name: 'a script', scopes: ['users:read'] }
    const made = await service.call('POST', '/api/api-keys', { body })
    const TOKEN = jwt.sign({ sub: '2' }, SECRET, { expiresIn: '5m' })
    return { ...process.env, ...installCurl(folder), PASSWORD: ADMIN_PASSWORD, KEY: made.body.key, TOKEN }
  }
  const runScript = async (script: string, env: NodeJS.ProcessEnv): Promise<readonly string[]> => {
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', script], { env })
    return [...stdout.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status)
  }

  it('has curl lines that run unchanged in a shell and have the described effect', async () => {
    const { body } = await service.call('GET', '/api/openapi.json', { as: null })
    const scripts = [...body.info.description.matchAll(/```sh\n(.*?)```/gs)].map(([, script]) => script)
    const env = await environment()
    const statuses: (readonly string[])[] = []
    for (const script of scripts) statuses.push(await runScript(script, env))
    expect(statuses).toEqual([['200', '200', '200'], ['200'], ['200'], ['201'], ['401']])
    expect(await runScript(scripts[3], env)).toEqual(['201'])
    const { headers } = await service.call('GET', '/api/users')
    expect(headers.get('x-total-count')).toBe('2')
  })
})
