import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '../../../../../tools/postgres/postgres-server.ts'
import { ROOT } from '../processes/deployed.ts'
import { fillDataDirectory } from '../processes/migrated-database.ts'
import { installCurl } from './curl-command.ts'
import { readGuide } from './guide-blocks.ts'

/** The parts of a checkout that the commands of the guides use. */
const CHECKOUT = ['package.json', 'node_modules', 'apps', 'libs', 'docs', 'tools']
/** `export CODE=…  # the code in the redirect address`: a value that the reader must fill in. */
const FILLED_IN = /^export (\w+)=….*\n?/gm

/** A shell that runs the `sh` blocks of pages in order, in a new checkout. */
export interface GuideSession {
  /** Runs the next block that contains this text. Returns its output. @throws if a command fails. */
  run(text: string): Promise<string>
  /** Starts the service with the next block with this text, or with `npm start`, and keeps it running. */
  start(text?: string): Promise<void>
  /** Stops the service. */
  stop(): Promise<void>
  /** Fills in a value that the page leaves to its reader. */
  fill(name: string, value: string): void
  /** The statuses of the requests since the last call. */
  statuses(): readonly number[]
  /** The text of a file in the folder of the session. */
  file(name: string): string
  /** The blocks that no call has run. */
  left(): readonly string[]
  /** The output of running commands, such as a receiver. */
  output(): string
  url(): string
  /** Where a receiver, or an application in a browser, listens. The pages have it at port 4000. */
  receiverUrl(): string
  /** The password of the first start. */
  password(): string
  end(): Promise<void>
}

const makeCheckout = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'guide-'))
  for (const name of CHECKOUT) symlinkSync(join(ROOT, name), join(folder, name))
  return folder
}

/** Opens a session for one page, or for several pages that use a running service. */
export const openGuide = (...pages: readonly string[]): Promise<GuideSession> =>
  openSession(makeCheckout(), pages)

/** A folder of a team with the installed libraries. */
const makeProject = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'guide-'))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Opens a session for a page that uses the libraries in an empty folder. */
export const openProjectGuide = (page: string): Promise<GuideSession> => openSession(makeProject(), [page])

const openSession = async (folder: string, pages: readonly string[]): Promise<GuideSession> => {
  const page = pages.join(', ')
  const left = pages.flatMap(readGuide).filter(({ code, file }) => file === null || code !== '')
  const filled: Record<string, string> = {}
  const [port, receiverPort] = [await freePort(), await freePort()]
  let background = ''
  let service: ChildProcess | undefined
  const curl = installCurl(folder)
  writeFileSync(join(folder, 'variables'), '')
  await fillDataDirectory(join(folder, '.data'))

  const take = (text: string): string => {
    const at = left.findIndex(({ code, file }) => file === null && code.includes(text))
    if (at < 0) throw new Error(`${page} has no block with ${text} that is left to run.`)
    // The reader writes the files that the page shows before the command.
    for (const { code, file } of left.slice(0, at)) if (file !== null) writeFileSync(join(folder, file), code)
    const [{ code: block } = { code: '' }] = left.splice(at, 1)
    const missing = [...block.matchAll(FILLED_IN)]
      .map(([, name = '']) => name)
      .filter((name) => !(name in filled))
    if (missing.length > 0) throw new Error(`${page} leaves ${missing.join(', ')} to its reader: fill it in.`)
    return block
      .replaceAll(FILLED_IN, '')
      .replaceAll(/^npm (ci|install .*)\n/gm, '') // the folder has its packages, and shares them with this one
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`)
      .replaceAll('127.0.0.1:4000', `127.0.0.1:${receiverPort}`)
  }
  const shell = (script: string): ChildProcess => {
    const { HOME = folder } = process.env
    const child = spawn('/bin/sh', ['-e', '-c', script], {
      cwd: folder,
      detached: true,
      env: {
        ...curl,
        // The Node of the tests reads the sources of the libraries.
        PATH: `${dirname(process.execPath)}:${curl.PATH}`,
        NODE_OPTIONS: '--conditions=@content-service/source',
        HOME,
        NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node-compile'),
        ...filled,
      },
    })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (background += chunk.toString()))
    return child
  }
  const endService = async (): Promise<void> => {
    if (service?.pid === undefined) return
    await endGroup(service.pid, 'SIGTERM')
    service = undefined
  }
  const groups: number[] = []

  return {
    run: async (text) => {
      const script = `. ./variables\nexport PORT=${receiverPort}\n${take(text)}\nexport -p > variables`
      const child = shell(script)
      if (child.pid !== undefined) groups.push(child.pid)
      let printed = ''
      child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
      const [code] = await once(child, 'exit')
      if (code !== 0) throw new Error(`${page}: a command of this block failed.\n${script}\n${background}`)
      return printed
    },
    start: async (text) => {
      await endService()
      background = ''
      const script = text === undefined ? 'npm start' : take(text)
      service = shell(`. ./variables\nexport PORT=${port} LOG_LEVEL=warn\n${script}`)
      // The first start prints a password after its addresses.
      const isReady = (): boolean =>
        background.includes('content-service is ready') &&
        ('PASSWORD' in filled || /Password +\S+\n/.test(background))
      while (!isReady()) {
        if (service.exitCode !== null) throw new Error(`${page}: the service does not start.\n${background}`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      const [, password] = /Password +(\S+)/.exec(background) ?? []
      if (password !== undefined) filled['PASSWORD'] = password
    },
    stop: endService,
    fill: (name, value) => void (filled[name] = value),
    statuses: () => {
      const seen = readFileSync(curl.CURL_STATUSES, 'utf8').split('\n').filter(Boolean).map(Number)
      writeFileSync(curl.CURL_STATUSES, '')
      return seen
    },
    left: () => left.flatMap(({ code, file }) => (file === null ? [code] : [])),
    file: (name) => readFileSync(join(folder, name), 'utf8'),
    output: () => background,
    password: () => filled['PASSWORD'] ?? '',
    url: () => `http://127.0.0.1:${port}`,
    receiverUrl: () => `http://127.0.0.1:${receiverPort}`,
    end: async () => {
      await endService()
      for (const group of groups) await endGroup(group, 'SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Ends a shell and all processes that it started, and waits until none of them runs. */
const endGroup = async (group: number, signal: NodeJS.Signals): Promise<void> => {
  for (let next: NodeJS.Signals | 0 = signal; signalGroup(group, next); next = 0)
    await new Promise((resolve) => setTimeout(resolve, 20))
}

/** False if no process of the group is left. */
const signalGroup = (group: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(-group, signal)
  } catch {
    return false
  }
}
