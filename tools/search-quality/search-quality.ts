import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { builtInModel, contentPolicy, createServiceAuditContext } from '@content-service/domain'
import { prepareCorrections } from '@content-service/domain/internal/search'
import { parseContentRecord, type ContentRecord } from '@content-service/domain/internal/transfer'
import {
  createStores,
  openDatabase,
  openEmbedded,
  SqlTransferStore,
  type Database,
} from '@content-service/persistence'
import { startPostgres } from '../postgres/postgres.ts'
import { countSelfFound, measure } from './measure.ts'
import { misses, reportLines } from './report.ts'
import type { Titled } from './searches.ts'

const HELP = `Usage: npm run tool -- search-quality FILE [--postgres] [--titles N] [--misses]

Measures how often search finds an article by a misspelt word of its title. FILE has the format of
"npm run content -- import". The command imports FILE into an empty database in memory, makes one mistake of each kind
in a random long word of each title, and looks for the article among the first ten results.

  --postgres   use a real PostgreSQL, which the command starts and stops, instead of PGlite
  --titles N   use N titles, evenly chosen from all (default: 300)
  --misses     print each search that did not find its article
  --help       show this`

const BATCH_RECORDS = 50
const LINE_MS = 1_000

interface Opened {
  readonly database: Database
  close(): Promise<void>
}

const openOnPostgres = async (): Promise<Opened> => {
  const postgres = await startPostgres()
  const database = await openDatabase({ url: postgres.url })
  const close = async () => {
    await database.close()
    await postgres.stop()
  }
  return { database, close }
}

const openOnPglite = async (): Promise<Opened> => {
  const embedded = await openEmbedded()
  const database = await openDatabase({ embedded })
  const close = async () => {
    await database.close()
    await embedded.close()
  }
  return { database, close }
}

/** Prints at most one line a second. */
const progressLines = (): ((line: string) => void) => {
  let last = Date.now()
  return (line) => {
    if (Date.now() - last < LINE_MS) return
    last = Date.now()
    console.error(line)
  }
}

async function* batchesIn(file: string): AsyncGenerator<readonly ContentRecord[]> {
  let batch: ContentRecord[] = []
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line.trim() !== '') batch.push(parseContentRecord(JSON.parse(line), builtInModel))
    if (batch.length < BATCH_RECORDS) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const importFile = async (database: Database, file: string, tell: (line: string) => void): Promise<void> => {
  const store = new SqlTransferStore(database.session())
  let count = 0
  for await (const batch of batchesIn(file)) {
    const refused = (await store.write(batch)).find(({ kind }) => kind === 'refused')
    if (refused?.kind === 'refused')
      throw new Error(`The file has a record that cannot be imported: ${refused.reason}`)
    tell(`${(count += batch.length)} records imported`)
  }
}

const publishedTitles = async (database: Database, atMost: number): Promise<readonly Titled[]> => {
  const query = "select id::text, title from articles where status = 'PUBLISHED' order by id"
  const all = await database.session().execute<Titled[]>(query)
  const step = Math.max(1, all.length / atMost)
  return all.filter((_, place) => Math.floor(place / step) > Math.floor((place - 1) / step))
}

interface Options {
  readonly postgres: boolean
  readonly titles: string
  readonly misses: boolean
}

const report = async (file: string, database: Database, options: Options): Promise<void> => {
  const tell = progressLines()
  await database.migrate()
  const { search } = createStores(database.session(), createServiceAuditContext('search-quality', new Date()))
  await prepareCorrections({ search }, { policy: contentPolicy, model: builtInModel })
  await importFile(database, file, tell)
  const titles = await publishedTitles(database, Number(options.titles))
  const selfFound = await countSelfFound(search, titles)
  const outcomes = await measure(search, titles, (done, all) => tell(`${done} of ${all} searches done`))
  console.log(`${selfFound} of ${titles.length} titles find their own article.\n`)
  console.log(reportLines(outcomes).join('\n'))
  if (options.misses) console.log(`\n${misses(outcomes).join('\n')}`)
}

const run = async (file: string, options: Options): Promise<void> => {
  const { database, close } = await (options.postgres ? openOnPostgres() : openOnPglite())
  try {
    await report(file, database, options)
  } finally {
    await close()
  }
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    postgres: { type: 'boolean', default: false },
    titles: { type: 'string', default: '300' },
    misses: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const [file] = positionals
if (values.help || file === undefined || positionals.length > 1 || !(Number(values.titles) >= 1)) {
  console.log(HELP)
  process.exitCode = values.help ? 0 : 2
} else {
  await run(file, values)
}
