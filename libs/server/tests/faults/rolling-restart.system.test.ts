import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { startNginx, type Nginx } from '../../../../tools/programs/nginx.ts'
import { freePort } from '../../../../tools/postgres/postgres-server.ts'
import { requirePrograms } from '../../../../tools/programs/required-programs.ts'
import { bearerOfAdmin, startApi, type ApiProcess } from '../support/processes/api-process.ts'
import { configurePorts, DEPLOY } from '../support/processes/deployed.ts'
import { createMigratedDatabase } from '../support/processes/migrated-database.ts'

requirePrograms('curl', 'nginx')

const CLIENTS = 8
/** How often the script restarts both processes. */
const ROUNDS = countRuns({ short: 2, long: 13 })

describe('C10.4 a rolling restart of two processes behind nginx', { timeout: 600_000 }, () => {
  let folder: string
  let url: string
  let nginx: Nginx
  let systemd: Server
  let drop: () => Promise<void>
  const apis = new Map<string, ApiProcess>()

  /** Restarts a process as systemd does: its answer comes when the new process runs, which may not yet be ready. */
  const openSystemd = async (settings: Readonly<Record<string, string>>): Promise<Server> => {
    const server = createServer(async ({ url: path = '' }, response) => {
      const port = path.slice(1)
      expect((await apis.get(port)?.stop('SIGTERM'))?.code).toBe(0)
      response.end()
      apis.set(port, await startApi({ ...settings, PORT: port }))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return server
  }

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rolling-restart-'))
    const database = await createMigratedDatabase()
    drop = database.drop
    const ports = [await freePort(), await freePort(), await freePort()] as const
    url = `http://127.0.0.1:${ports[0]}`
    const settings = { DATABASE_URL: database.url, BASE_URL: url, TRUST_PROXY: '127.0.0.1' }
    for (const port of ports.slice(1).map(String)) apis.set(port, await startApi({ ...settings, PORT: port }))
    systemd = await openSystemd(settings)
    const { port } = systemd.address() as AddressInfo
    const systemctl = `#!/bin/sh\nexec curl --silent --fail --noproxy '*' "http://127.0.0.1:${port}/\${2#content-service@}"\n`
    writeFileSync(join(folder, 'systemctl'), systemctl)
    chmodSync(join(folder, 'systemctl'), 0o755)
    nginx = await startNginx(configurePorts(ports), ports[0])
  }, 60_000)
  afterEach(async () => {
    await nginx.stop()
    systemd.close()
    for (const api of apis.values()) await api.kill()
    apis.clear()
    await drop()
    rmSync(folder, { recursive: true })
  }, 60_000)

  const runScript = async (ports: readonly string[], seconds = 60) => {
    const path = `${folder}${delimiter}${process.env['PATH'] ?? ''}`
    const script = spawn(join(DEPLOY, 'rolling-restart.sh'), ports, {
      env: { ...process.env, PATH: path, READY_SECONDS: String(seconds) },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [errors, [code]] = await Promise.all([text(script.stderr), once(script, 'exit')])
    return { errors, code: Number(code) }
  }

  /** Sends GETs and POSTs in turn until `isDone`, and counts the responses by status. */
  const sendUntil = async (isDone: () => boolean): Promise<Readonly<Record<string, number>>> => {
    const counts: Record<string, number> = {}
    const client = async (_: unknown, client: number): Promise<void> => {
      for (let count = 0; !isDone(); count += 1) {
        const method = (client + count) % 2 === 0 ? 'GET' : 'POST'
        const headers = { authorization: bearerOfAdmin(), 'content-type': 'application/json' }
        const body = method === 'POST' ? '{"title":"Restarted","content":"Text"}' : null
        const outcome = await fetch(`${url}/api/articles`, { method, headers, body }).then(
          async (response) => {
            const answer = await response.text()
            return `${method} ${response.status}${response.ok ? '' : ` ${answer.slice(0, 300)}`}`
          },
          (error: unknown) => `${method} ${String(error)}`,
        )
        counts[outcome] = (counts[outcome] ?? 0) + 1
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, client))
    return counts
  }

  it('answers every GET and every POST', async () => {
    let isDone = false
    const answered = sendUntil(() => isDone)
    for (let round = 0; round < ROUNDS; round += 1)
      expect(await runScript([...apis.keys()])).toEqual({ errors: '', code: 0 })
    isDone = true
    const counts = await answered
    expect(Object.keys(counts).toSorted()).toEqual(['GET 200', 'POST 201'])
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(100)
  })

  it('restarts nothing while another process is not ready', async () => {
    const [first = '', second = ''] = apis.keys()
    await apis.get(second)?.kill()
    const { pid } = apis.get(first)?.program.process ?? {}
    const { errors, code } = await runScript([first, second], 1)
    expect([code, errors]).toEqual([1, expect.stringMatching(`^The process at port ${second} is not ready`)])
    expect(apis.get(first)?.program.process.pid).toBe(pid)
    expect(await runScript([first])).toMatchObject({
      code: 2,
      errors: expect.stringMatching('Name the ports'),
    })
  })
})
