import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openPostOffice } from './post-office.ts'

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))
/** `npx` would start a process in between, which does not hand over signals. */
const COMMAND = join(PROJECT, 'node_modules/@content-service/server/dist/cli/main.js')

export const ADMIN = 'admin@example.org'
export const PASSWORD = 'tangled otter velvet 9'

export const basic = (name: string): string => `Basic ${btoa(`${name}:${PASSWORD}`)}`

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Asks until the answer is not null, for 60 seconds. */
export const poll = async <Answer>(ask: () => Promise<Answer | null>): Promise<Answer> => {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const answer = await ask().catch(() => null)
    if (answer !== null) return answer
    await setTimeout(200)
  }
  throw new Error('There was no answer for 60 seconds.')
}

/** A folder with the settings of the service: its processes share the folder or the PostgreSQL of DATABASE_URL. */
export const createTeam = async () => {
  const postOffice = await openPostOffice()
  const folder = await mkdtemp(join(tmpdir(), 'team-example-'))
  const database = process.env['DATABASE_URL']
  const environment = {
    ...process.env,
    ...(database ? { DATABASE_URL: database } : { DATA_DIR: join(folder, 'data') }),
    JWT_SECRET: 'a secret of thirty-two bytes or more',
    ADMIN_EMAIL: ADMIN,
    ADMIN_PASSWORD: PASSWORD,
    SAMPLE_CONTENT: 'false',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    SMTP_URL: postOffice.url,
    LOG_LEVEL: 'warn',
  }
  const children = new Set<ChildProcess>()

  const run = (args: readonly string[], more: Readonly<Record<string, string>> = {}): ChildProcess => {
    const env = { ...environment, ...more }
    const child = spawn(process.execPath, [COMMAND, ...args], {
      cwd: PROJECT,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.add(child)
    child.once('exit', () => children.delete(child))
    return child
  }
  const stop = async (child: ChildProcess): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return {
    folder,
    /** The sent mails. */
    mails: postOffice.mails,
    hasSeveralProcesses: database !== undefined,
    /** Starts the API; returns its address and its end. */
    serve: async () => {
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const child = run(['serve'], { PORT: String(port), BASE_URL: url })
      child.stdout?.resume()
      await poll(async () => ((await fetch(`${url}/readyz`)).ok ? true : null))
      return { url, stop: () => stop(child) }
    },
    work: () => void run(['worker']).stdout?.resume(),
    /** Runs a command; returns its exit code and its output. */
    command: async (...args: readonly string[]) => {
      const child = run(args)
      let output = ''
      child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text))
      const [code] = (await once(child, 'close')) as [number]
      return { code, output }
    },
    close: async (): Promise<void> => {
      await Promise.all([...children].map(stop))
      postOffice.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** Receives webhooks, and keeps their events. */
export const openReceiver = async () => {
  const events: { readonly type: string; readonly data: Readonly<Record<string, unknown>> }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk as Uint8Array)
    events.push(JSON.parse(Buffer.concat(chunks).toString('utf8')))
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/events`, events, close: () => void server.close() }
}
