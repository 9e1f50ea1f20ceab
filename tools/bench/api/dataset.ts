import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { openEmbedded } from '@content-service/persistence'
import { Client } from 'pg'
import { DATABASE_FOLDER } from '../../../libs/server/src/storage/data-directory.ts'
import { startPostgres, type Postgres } from '../../postgres/postgres.ts'
import { chosenVersion } from '../../postgres/postgres-versions.ts'
import { runCommand, startService } from './service.ts'
import { fillTables } from './data/fill.ts'
import { PEER_FUNCTIONS } from './data/peer-functions.ts'
import type { DataSize } from './data/records.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const CACHE = join(ROOT, 'node_modules/.cache/bench')

/** A finished data set in a folder. */
export interface DataSet {
  readonly dataDir: string
  readonly password: string
}

/** As an operator would set them on a machine with 4 GB for PostgreSQL. */
export const POSTGRES_SETTINGS = {
  shared_buffers: '1GB',
  effective_cache_size: '3GB',
  work_mem: '16MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '4GB',
  random_page_cost: '1.1',
  synchronous_commit: 'on',
  // A second process for a query costs more than it gains where PostgreSQL has one core.
  max_parallel_workers_per_gather: '0',
}

const SETTINGS = {
  ...POSTGRES_SETTINGS,
  shared_preload_libraries: 'pg_stat_statements',
  // Its work would be counted for whichever request runs at the time.
  autovacuum: 'off',
}

/** A small log of writes makes a small copy. */
const MAKING = { ...SETTINGS, shared_preload_libraries: '', min_wal_size: '32MB', max_wal_size: '512MB' }

/** The migrations and the generator decide the content, too. */
const hashSources = (): string => {
  const hash = createHash('sha256')
  const files = ['libs/persistence/src/migrations/**/*.ts', 'tools/bench/api/data/*.ts']
  for (const file of globSync(files, { cwd: ROOT }).toSorted())
    if (!file.endsWith('.test.ts')) hash.update(readFileSync(join(ROOT, file)))
  return hash.digest('hex').slice(0, 12)
}

const findCacheFolder = (seed: number, { articles }: DataSize): string =>
  join(CACHE, `postgresql${chosenVersion()}-seed${seed}-${articles}-${hashSources()}`)

const fill = async (url: string, seed: number, size: DataSize): Promise<void> => {
  // The first start migrates the tables and creates the administrator.
  const service = await startService({ settings: { DATABASE_URL: url }, cores: null })
  await service.stop()
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await fillTables(client, seed, size)
    for (const statement of PEER_FUNCTIONS) await client.query(statement)
  } finally {
    await client.end()
  }
  runCommand(['check'], { DATABASE_URL: url })
}

/** Makes the data set in a temporary server, and moves it to the cache when it is complete. */
const make = async (folder: string, seed: number, size: DataSize): Promise<void> => {
  const partial = `${folder}.partial`
  for (const old of [folder, partial]) rmSync(old, { recursive: true, force: true })
  const postgres = await startPostgres({ settings: MAKING })
  try {
    await fill(postgres.url, seed, size)
    await postgres.shutDown()
    mkdirSync(partial, { recursive: true })
    cpSync(postgres.dataDir, join(partial, 'data'), { recursive: true })
    writeFileSync(join(partial, 'password'), new URL(postgres.url).password)
    renameSync(partial, folder)
  } finally {
    await postgres.stop()
  }
}

export const prepareDataSet = async (seed: number, size: DataSize, isFresh: boolean): Promise<DataSet> => {
  const folder = findCacheFolder(seed, size)
  if (isFresh || !existsSync(folder)) {
    console.error(`Creating ${size.articles} articles and ${size.comments} comments in ${folder}`)
    await make(folder, seed, size)
  }
  return { dataDir: join(folder, 'data'), password: readFileSync(join(folder, 'password'), 'utf8') }
}

const fillEmbedded = async (dataDir: string, seed: number, size: DataSize): Promise<void> => {
  const service = await startService({ settings: { DATA_DIR: dataDir }, cores: null })
  await service.stop()
  const pglite = await openEmbedded(join(dataDir, DATABASE_FOLDER))
  await fillTables(pglite, seed, size)
  await pglite.close()
  runCommand(['check'], { DATA_DIR: dataDir })
}

/** @returns a data directory with the same content in the embedded database. */
export const prepareEmbedded = async (seed: number, size: DataSize): Promise<string> => {
  const folder = `${findCacheFolder(seed, size)}-embedded`
  if (existsSync(folder)) return folder
  console.error(`Creating the same content in the embedded database in ${folder}`)
  const partial = `${folder}.partial`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { recursive: true })
  await fillEmbedded(partial, seed, size)
  renameSync(partial, folder)
  return folder
}

/** Starts a durable PostgreSQL on a copy of the data set. */
export const serveDataSet = (dataSet: DataSet): Promise<Postgres> =>
  startPostgres({ durable: true, copyOf: dataSet, settings: SETTINGS })
