import { mkdtemp, rm } from 'node:fs/promises'
import { Session, type Profiler } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openLog, readSettings, startService } from '@content-service/server'

/**
 * `npm run tool request-files` prints how many files of each library have functions that run for four requests, as the coverage of
 * V8 counts them. Each request has run before, so that nothing is loaded or compiled. ARCHITECTURE.md has the table.
 */
const ROOT = resolve(import.meta.dirname, '../..')

const ADMIN_PASSWORD = 'maroon kettle drifts'
const AS_ADMIN = { authorization: `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}` }
const JSON_BODY = { 'content-type': 'application/json' }
/** The time in which the work after a response ends. */
const SETTLE_MS = 200
/** A file belongs to the request if it runs in each round: the work of timers and of the outbox falls into some rounds. */
const ROUNDS = 8

interface Sent extends RequestInit {
  readonly path: string
}

const graphql = (query: string, headers: object = {}): Sent => ({
  path: '/graphql',
  method: 'POST',
  headers: { ...JSON_BODY, ...headers },
  body: JSON.stringify({ query }),
})

const REQUESTS: Readonly<Record<string, (id: string, turn: number) => Sent>> = {
  'a GraphQL list': () => graphql('{ articles { id title owner { username } } }'),
  'a REST list': () => ({ path: '/api/articles' }),
  'a REST PATCH': (id, turn) => ({
    path: `/api/articles/${id}`,
    method: 'PATCH',
    headers: { ...JSON_BODY, ...AS_ADMIN },
    body: JSON.stringify({ title: `Turn ${turn}` }),
  }),
  'the begin of a subscription': () =>
    graphql('subscription { articlePublished { id title } }', { ...AS_ADMIN, accept: 'text/event-stream' }),
}

const SOURCE = /^libs\/([^/]+)\/src\//

const findLibrary = (url: string): string | undefined =>
  url.startsWith('file:') ? SOURCE.exec(relative(ROOT, fileURLToPath(url)))?.[1] : undefined

const hasRun = ({ functions }: Profiler.ScriptCoverage): boolean =>
  functions.some(({ ranges: [whole] }) => whole !== undefined && whole.count > 0)

/** The addresses of the files of our libraries whose functions ran. */
const listFiles = (scripts: readonly Profiler.ScriptCoverage[]): ReadonlySet<string> =>
  new Set(
    scripts.filter((script) => hasRun(script) && findLibrary(script.url) !== undefined).map(({ url }) => url),
  )

/** The number of files in each library. */
const countFiles = (files: ReadonlySet<string>): Readonly<Record<string, number>> => {
  const byLibrary = Object.groupBy(files, (url) => findLibrary(url) ?? '')
  const counts = Object.entries(byLibrary).map(([library, urls = []]) => [library, urls.length] as const)
  return Object.fromEntries(counts.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Reads a response, or the first bytes of a stream. */
const receive = async (response: Response): Promise<string> => {
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) return response.text()
  await response.body?.cancel()
  return ''
}

const measure = async (url: string): Promise<Readonly<Record<string, Readonly<Record<string, number>>>>> => {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const send = async ({ path, ...init }: Sent): Promise<string> => receive(await fetch(url + path, init))
  const [article] = JSON.parse(await send({ path: '/api/articles?limit=1' })) as [{ readonly id: string }]
  const settle = () => new Promise((done) => setTimeout(done, SETTLE_MS))
  const counted: Record<string, Readonly<Record<string, number>>> = {}
  for (const [name, request] of Object.entries(REQUESTS)) {
    for (const turn of [1, 2]) await send(request(article.id, turn))
    const rounds: ReadonlySet<string>[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      await settle()
      await session.post('Profiler.takePreciseCoverage')
      await send(request(article.id, 3 + round))
      rounds.push(listFiles((await session.post('Profiler.takePreciseCoverage')).result))
    }
    counted[name] = countFiles(
      rounds.reduce((always, round) => new Set([...always].filter((url) => round.has(url)))),
    )
  }
  return counted
}

const folder = await mkdtemp(join(tmpdir(), 'request-files-'))
try {
  const settings = readSettings({
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: folder,
    ADMIN_PASSWORD,
    JWT_SECRET: 'a secret of thirty-two bytes or more',
    SAMPLE_CONTENT: 'true',
    LOG_LEVEL: 'silent',
  })
  const service = await startService(settings, await openLog(settings))
  console.log(JSON.stringify(await measure(service.url), null, 2))
  await service.stop()
} finally {
  await rm(folder, { recursive: true })
}
