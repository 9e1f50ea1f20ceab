import { mkdtemp, rm } from 'node:fs/promises'
import { console as inspected, Session, type Runtime } from 'node:inspector'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openLog, readSettings, startService } from '@content-service/server'
import { PGlite } from '@electric-sql/pglite'

/**
 * `npm run request-files` prints the files on the way of four requests, in order: the calls that lead from the socket to
 * the statement of the request. The inspector follows the calls through callbacks and promises. ARCHITECTURE.md explains
 * the files, and a test compares them.
 */
const ROOT = resolve(import.meta.dirname, '..')

/**
 * A guard receives the rest of the way as a function, and runs it unchanged: between two checks, under a time limit, in a
 * transaction, or with a translation of its errors. The other files are steps: they decide how the request goes on.
 */
const GUARDS: ReadonlySet<string> = new Set([
  'server/start.ts',
  'server/http/http-server.ts',
  'server/http/serve-later.ts',
  'server/direct/liveness.ts',
  'server/operating/observation.ts',
  'server/rest-interface.ts',
  'server/strict-transport.ts',
  'server/http/connection-limit.ts',
  'server/cross-origin.ts',
  'server/live/stream-route.ts',
  'graphql-schema/http/deadline.ts',
  'graphql-schema/input-errors.ts',
  'rest-handlers/idempotent.ts',
  'authz/graphql/guard.ts',
  'domain/audit/run-audited.ts',
  'domain/write-response.ts',
  'domain/response-budget.ts',
  'persistence/stores.ts',
  'persistence/idempotency/request-transaction.ts',
  'persistence/store-errors.ts',
  'persistence/database/before-write.ts',
  'persistence/session/store-session.ts',
  'persistence/session/transactions.ts',
])

const ADMIN_PASSWORD = 'maroon kettle drifts'
const AS_ADMIN = { authorization: `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}` }
const JSON_BODY = { 'content-type': 'application/json' }

interface Sent extends RequestInit {
  readonly path: string
}

const graphql = (query: string, headers: object = {}): Sent => ({
  path: '/graphql',
  method: 'POST',
  headers: { ...JSON_BODY, ...headers },
  body: JSON.stringify({ query }),
})

/** The requests, each with the beginning of its statement. */
const REQUESTS: Readonly<Record<string, readonly [statement: string, send: (id: string) => Sent]>> = {
  'a GraphQL list': ['select', () => graphql('{ articles { id title owner { username } } }')],
  'a REST list': ['select', () => ({ path: '/api/articles' })],
  'a GraphQL mutation': [
    'update "articles"',
    (id) => graphql(`mutation { updateArticle(input: { id: "${id}", title: "One" }) { title } }`, AS_ADMIN),
  ],
  'a REST PATCH': [
    'update "articles"',
    (id) => ({
      path: `/api/articles/${id}`,
      method: 'PATCH',
      headers: { ...JSON_BODY, ...AS_ADMIN },
      body: JSON.stringify({ title: 'Two' }),
    }),
  ],
}

/** Reads the files of the calls that lead to the current statement, the first call first. */
const createTracer = (): (() => readonly string[]) => {
  const session = new Session()
  session.connect()
  session.post('Runtime.enable')
  session.post('Debugger.enable')
  session.post('Debugger.setAsyncCallStackDepth', { maxDepth: 1_000 })
  session.post('Runtime.setMaxCallStackSizeToCapture', { size: 1_000 })
  let files: string[] = []
  const follow = ({ callFrames, parent, parentId }: Runtime.StackTrace): void => {
    files.push(...callFrames.map(({ url }) => url))
    if (parent) follow(parent)
    // The session belongs to this process, so that it answers synchronously.
    if (parentId)
      session.post('Debugger.getStackTrace', { stackTraceId: parentId }, (_error, { stackTrace }) =>
        follow(stackTrace),
      )
  }
  session.on('Runtime.consoleAPICalled', ({ params: { stackTrace } }) => stackTrace && follow(stackTrace))
  return () => {
    files = []
    inspected.debug('statement')
    return files.toReversed()
  }
}

const SOURCE = /^libs\/([^/]+)\/src\//

/** The files of the libraries without the guards, as ARCHITECTURE.md names them. A file stands where the way leaves it. */
const listSteps = (urls: readonly string[]): readonly string[] => {
  const files = urls
    .filter((url) => url.startsWith('file:'))
    .map((url) => relative(ROOT, fileURLToPath(url)))
    .filter((file) => SOURCE.test(file))
    .map((file) => file.replace(SOURCE, '$1/'))
  return [...new Set(files.toReversed())].toReversed().filter((file) => !GUARDS.has(file))
}

type Report = (statement: string) => void

const hookQueries = (database: Pick<PGlite, 'query'>, report: Report): void => {
  const query = database.query
  database.query = function (statement, ...rest) {
    report(statement)
    return query.call(this, statement, ...rest) as never
  }
}

/** Calls `report` before each statement of an embedded database, also in transactions. */
const hookStatements = (report: Report): void => {
  const database = PGlite.prototype
  hookQueries(database, report)
  const transaction = database.transaction
  database.transaction = function (work) {
    return transaction.call(this, (open) => {
      hookQueries(open, report)
      return work(open)
    }) as never
  }
}

/** The steps of each request. */
const traceRequests = async (folder: string): Promise<Readonly<Record<string, readonly string[]>>> => {
  const trace = createTracer()
  let wanted: string | null = null
  let found: readonly string[] = []
  hookStatements((statement) => {
    if (wanted === null || !statement.startsWith(wanted)) return
    const files = trace()
    // The statements of authentication lead through no route.
    if (files.some((url) => url.endsWith('-handler.ts') || url.endsWith('/http/handler.ts'))) {
      found = files
      wanted = null
    }
  })
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
  const send = async ({ path, ...init }: Sent): Promise<string> =>
    (await fetch(service.url + path, init)).text()
  const [article] = JSON.parse(await send({ path: '/api/articles?limit=1' })) as [{ readonly id: string }]
  const traced: Record<string, readonly string[]> = {}
  for (const [name, [statement, request]] of Object.entries(REQUESTS)) {
    wanted = statement
    const body = await send(request(article.id))
    if (wanted !== null) throw new Error(`No statement of ${name} begins with ${statement}: ${body}`)
    traced[name] = listSteps(found)
  }
  await service.stop()
  return traced
}

const folder = await mkdtemp(join(tmpdir(), 'request-files-'))
try {
  console.log(JSON.stringify(await traceRequests(folder), null, 2))
} finally {
  await rm(folder, { recursive: true })
}
