// What a newcomer does: the two commands of the README, with Node, npm, git, a shell and coreutils as the only programs.
//
//   node tools/first-start.js             installs this folder, starts the service, and ends after its first response
//   node tools/first-start.js 10.8.2      does the same with this version of npm, in a clone that it removes
//
// It is JavaScript without imports of packages, because it runs before the first installation, on the Node of the machine.
/* global fetch */
import { spawn, spawnSync } from 'node:child_process'
import console from 'node:console'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const PROGRAMS =
  'node npm npx git sh env basename cat chmod cp cut date dirname echo expr head id ln ls mkdir mktemp mv pwd readlink ' +
  'realpath rm rmdir sed sleep sort stat tail tee test touch tr true false uname uniq wc which'
const START_TIMEOUT_MS = 120_000
const POLL_MS = 200

const root = resolve(fileURLToPath(import.meta.url), '../..')
const npmVersion = process.argv[2]
const folder = mkdtempSync(join(tmpdir(), 'first-start-'))

/** A folder with links to the programs, and to nothing that compiles or downloads. */
function createPath() {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  for (const name of PROGRAMS.split(' ')) {
    const found = folders.map((each) => join(each, name)).find((file) => existsSync(file))
    if (found) symlinkSync(found, join(bin, name))
  }
  return bin
}

const env = { ...process.env, PATH: createPath(), DATA_DIR: join(folder, 'data') }
const npm = npmVersion ? ['exec', '--yes', `npm@${npmVersion}`, '--'] : []

/** @param {string} file @param {string[]} args @param {string} cwd */
function run(file, args, cwd) {
  const { status } = spawnSync(file, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0)
    throw new Error(
      `${file} ${args.join(' ')} failed, with ${PROGRAMS.split(' ').length} programs on the PATH`,
    )
}

async function findPort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  server.close()
  return port
}

/** @param {string} address */
const responds = (address) =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  )

/** @param {string} cwd */
async function start(cwd) {
  const port = await findPort()
  const service = spawn('npm', [...npm, 'start'], {
    cwd,
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  service.stdout.pipe(process.stdout)
  // npm can end before the service, which still writes to the folder; the pipe ends with both.
  const ended = once(service, 'close')
  try {
    const deadline = Date.now() + START_TIMEOUT_MS
    while (!(await responds(`http://127.0.0.1:${port}/graphql?query={__typename}`))) {
      if (service.exitCode !== null || Date.now() > deadline) throw new Error('npm start gave no response')
      await sleep(POLL_MS)
    }
  } finally {
    // npm and the service are one group.
    if (service.exitCode === null) process.kill(-(/** @type {number} */ (service.pid)), 'SIGTERM')
    await ended
  }
}

try {
  const started = Date.now()
  const checkout = npmVersion ? join(folder, 'clone') : root
  if (npmVersion) run('git', ['clone', '--quiet', root, checkout], folder)
  run('npm', [...npm, 'ci', '--no-audit', '--no-fund'], checkout)
  await start(checkout)
  console.log(
    `npm ${npmVersion ?? 'of the machine'}: installed, started and answered in ${Math.round((Date.now() - started) / 1000)} s`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
