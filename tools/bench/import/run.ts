import { deepStrictEqual } from 'node:assert'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '../../postgres/postgres-database.ts'
import { startPostgres, type Postgres } from '../../postgres/postgres.ts'
import { POSTGRES_SETTINGS } from '../api/dataset.ts'
import { runCommand } from '../api/service.ts'
import type { ImportArguments } from './arguments.ts'
import { prepareFile } from './content-file.ts'
import { measureCommand, measurePostgres, measureTime, type Figures } from './measure.ts'
import { countRows, loadRows, saveRows } from './plain-load.ts'

/** The loads that take turns, in their order. */
export const LOADS = {
  plain: 'plain SQL: COPY and search documents',
  first: 'npx content-service import',
  again: 'the same import again, no record changes',
  embedded: 'npx content-service import, embedded database',
} as const

export type Load = keyof typeof LOADS
export type Measured = Partial<Record<Load, Figures>>

const importFile = async (postgres: Postgres, url: string, file: string): Promise<Figures> => {
  const { result, ...elapsed } = await measurePostgres(postgres.pid, () =>
    measureCommand(['import', file], { DATABASE_URL: url }),
  )
  return { ...elapsed, ...result }
}

const loadPlain = async (postgres: Postgres, url: string): Promise<Figures> => {
  const { result: _, ...elapsed } = await measurePostgres(postgres.pid, () => loadRows(postgres, url))
  return { ...elapsed, ownSeconds: null, peakMb: null }
}

const migrate = async (url: string): Promise<void> => runCommand(['migrate'], { DATABASE_URL: url })

/** Runs the work on an empty database of the service. */
const withDatabase = async <Result>(
  postgres: Postgres,
  work: (url: string) => Promise<Result>,
): Promise<Result> => {
  const { url, drop } = await createDatabase(postgres.url)
  try {
    await migrate(url)
    return await work(url)
  } finally {
    await drop()
  }
}

/** The import comes first, because the plain load copies its rows. @throws if the loads give different numbers of rows. */
const measureRound = async (postgres: Postgres, file: string): Promise<Measured> => {
  const imported = await withDatabase(postgres, async (url) => {
    const first = await importFile(postgres, url, file)
    await saveRows(postgres, url)
    return { first, counts: await countRows(url), again: await importFile(postgres, url, file) }
  })
  const plain = await withDatabase(postgres, async (url) => {
    const figures = await loadPlain(postgres, url)
    deepStrictEqual(imported.counts, await countRows(url))
    return figures
  })
  return { plain, first: imported.first, again: imported.again }
}

const measureEmbedded = async (file: string): Promise<Measured> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-import-'))
  const settings = { DATA_DIR: join(folder, 'data') }
  try {
    runCommand(['migrate'], settings)
    const { result, seconds } = await measureTime(() => measureCommand(['import', file], settings))
    return { embedded: { ...result, seconds, postgresSeconds: null } }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Measures all loads in each round. */
export const runImports = async ({
  seed,
  size,
  rounds,
  isEmbedded,
}: ImportArguments): Promise<readonly Measured[]> => {
  const file = await prepareFile(seed, size)
  const postgres = await startPostgres({ durable: true, settings: POSTGRES_SETTINGS })
  const measured: Measured[] = []
  try {
    for (let round = 0; round < rounds; round += 1)
      measured.push({
        ...(await measureRound(postgres, file)),
        ...(isEmbedded && (await measureEmbedded(file))),
      })
  } finally {
    await postgres.stop()
  }
  return measured
}
