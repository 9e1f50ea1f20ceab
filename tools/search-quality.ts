import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { and } from '@content-service/authz'
import { contentRecord, serviceAct, type ContentRecord, type SearchStore } from '@content-service/domain'
import { createStores, openDatabase, openEmbedded, SqlTransferStore } from '@content-service/persistence'
import type { Database } from '@content-service/persistence'
import { startPostgres } from './postgres.ts'
import { seededRandom } from './search-quality/mistakes.ts'
import { reportLines, shareOfAll, type Outcome } from './search-quality/report.ts'
import { misspeltSearches, type MisspeltSearch, type Titled } from './search-quality/searches.ts'

const HELP = `Usage: npm run search:quality -- FILE [--postgres] [--titles N] [--misses]

Measures how often search finds an article by a misspelt word of its title. FILE has the format of
"npm run content -- import". The command imports FILE into an empty database in memory, makes one mistake of each kind
in a random long word of each title, and looks for the article among the first ten results.

  --postgres   use a real PostgreSQL, which the command starts and stops, instead of PGlite
  --titles N   use N titles, evenly chosen from all (default: 300)
  --misses     print each search that did not find its article
  --help       show this`

const FIRST = { limit: 10, offset: 0 }
const EVERYTHING = { ARTICLE: and(), USER: and(), COMMENT: and(), PRODUCT: and() }
const BATCH_RECORDS = 50

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

let lastLine = 0
/** At most one line a second. */
const tell = (done: number, total: number | null, what: string): void => {
  if (Date.now() - lastLine < 1_000) return
  lastLine = Date.now()
  process.stderr.write(total === null ? `${done} ${what}\n` : `${done} of ${total} ${what}\n`)
}

async function* batches(file: string): AsyncGenerator<readonly ContentRecord[]> {
  let batch: ContentRecord[] = []
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line.trim() !== '') batch.push(contentRecord(JSON.parse(line)))
    if (batch.length < BATCH_RECORDS) continue
    yield batch
    batch = []
  }
  yield batch
}

const importFile = async (database: Database, file: string): Promise<void> => {
  const store = new SqlTransferStore(database.session())
  let count = 0
  for await (const batch of batches(file)) {
    const refused = (await store.write(batch)).find((reason) => reason !== null)
    if (refused) throw new Error(`The file has a record that cannot be imported: ${refused}`)
    tell((count += batch.length), null, 'records imported')
  }
}

const titlesIn = async (database: Database, atMost: number): Promise<readonly Titled[]> => {
  const all = await database
    .session()
    .execute<Titled[]>("select id::text, title from articles where status = 'PUBLISHED' order by id")
  const step = Math.max(1, all.length / atMost)
  return Array.from({ length: Math.min(all.length, atMost) }, (_, n) => all[Math.floor(n * step)] as Titled)
}

const isFound = async (store: SearchStore, id: string, text: string): Promise<boolean> =>
  (await store.search(text, EVERYTHING, FIRST)).some((hit) => hit.id === id)

const outcome = async (store: SearchStore, search: MisspeltSearch): Promise<Outcome> => ({
  ...search,
  isFound: await isFound(store, search.articleId, search.misspelt),
  isFoundSpeltCorrectly: await isFound(store, search.articleId, search.correct),
})

const measure = async (store: SearchStore, titles: readonly Titled[]): Promise<readonly Outcome[]> => {
  const random = seededRandom(1)
  const searches = titles.flatMap((titled) => misspeltSearches(titled, random))
  const outcomes: Outcome[] = []
  for (const search of searches) {
    outcomes.push(await outcome(store, search))
    tell(outcomes.length, searches.length, 'searches done')
  }
  return outcomes
}

const print = (outcomes: readonly Outcome[], withMisses: boolean): void => {
  console.log('Searches with one misspelt word that find the article among the first ten results,')
  console.log('as a share of those that find it when all words are spelt correctly:\n')
  console.log(reportLines(outcomes).join('\n'))
  console.log(
    `\nOf all searches: title ${shareOfAll(outcomes, 'title')}, two words ${shareOfAll(outcomes, 'two words')}, word ${shareOfAll(outcomes, 'word')}.`,
  )
  if (!withMisses) return
  for (const { kind, misspelt, correct, ...found } of outcomes)
    if (found.isFoundSpeltCorrectly && !found.isFound) console.log(`${kind}: ${misspelt} (${correct})`)
}

const run = async (file: string, options: ReturnType<typeof readArguments>['values']): Promise<void> => {
  const { database, close } = await (options.postgres ? openOnPostgres() : openOnPglite())
  try {
    await database.migrate()
    await importFile(database, file)
    const store = createStores(database.session(), serviceAct('search-quality', new Date())).search
    const titles = await titlesIn(database, Number(options.titles))
    let selfFound = 0
    for (const { id, title } of titles) if (await isFound(store, id, title)) selfFound += 1
    console.log(`${selfFound} of ${titles.length} titles find their own article.\n`)
    print(await measure(store, titles), options.misses)
  } finally {
    await close()
  }
}

const readArguments = () =>
  parseArgs({
    allowPositionals: true,
    options: {
      postgres: { type: 'boolean', default: false },
      titles: { type: 'string', default: '300' },
      misses: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })

const { positionals, values } = readArguments()
const [file] = positionals
if (values.help || file === undefined || positionals.length > 1) {
  console.log(HELP)
  process.exitCode = values.help ? 0 : 2
} else {
  await run(file, values)
}
