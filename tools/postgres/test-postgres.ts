import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { readSize } from '../bench/import/arguments.ts'
import { prepareFile } from '../bench/import/content-file.ts'
import { importOnVersion } from '../bench/import/import-on-version.ts'
import { chooseForm } from '../check/long-tests.ts'
import {
  createOlderVersions,
  NEWEST_VERSION,
  parseVersion,
  POSTGRES_VERSIONS,
  type PostgresVersion,
} from './postgres-versions.ts'

/** C15.7: the slowest version may take so many times as long as the fastest. */
const MOST_TIMES = 1.5
/** A ratio above the limit is measured again, because it may come from other work of the machine. */
const MOST_ROUNDS = 3

const HELP = `Usage: npm run test:postgres [-- VERSION...]

Runs the tests of the stores on each supported version of PostgreSQL, and measures an import into tables without
statistics, with autovacuum off. On the slowest version, the import may take ${MOST_TIMES} times as long as on the fastest.

  VERSION   15, 16, 17 or 18 (default: all)

CONTENT_FILE names the file to import (default: a generated file).`

const ROOT = resolve(import.meta.dirname, '../..')
const STORES = 'libs/persistence'
/** The promises of all stores, the plans of statements on large tables, and the migrations, without the embedded database. */
const SHORT_TESTS = [
  ...['stores', 'search/candidates', 'reading/statements', 'migrations'].map(
    (name) => `${STORES}/src/${name}`,
  ),
  '--testNamePattern=PostgreSQL',
  '--typecheck.enabled=false',
]

/** The short form leaves out the version of `npm test`. */
const listTested = (versions: readonly PostgresVersion[]): readonly PostgresVersion[] =>
  chooseForm({ short: versions.filter((version) => version !== NEWEST_VERSION), long: versions })

const test = (version: PostgresVersion): boolean => {
  console.log(`\n── the stores on PostgreSQL ${version}`)
  const tests = chooseForm({ short: SHORT_TESTS, long: [STORES] })
  const vitest = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...tests]
  const env = { ...process.env, POSTGRES_VERSION: version }
  return spawnSync(process.execPath, vitest, { cwd: ROOT, env, stdio: 'inherit' }).status === 0
}

/** The least CPU times of all rounds: other work of the machine adds to them. */
type Measured = Map<PostgresVersion, number>

const measureRound = async (versions: readonly PostgresVersion[], file: string, least: Measured) => {
  for (const version of versions) {
    const { seconds, cpuSeconds } = await importOnVersion(version, file)
    console.log(`PostgreSQL ${version}: ${cpuSeconds.toFixed(1)} s of CPU time in ${seconds.toFixed(1)} s`)
    least.set(version, Math.min(cpuSeconds, least.get(version) ?? Infinity))
  }
}

const compare = (least: Measured): number => Math.max(...least.values()) / Math.min(...least.values())

const compareImports = async (versions: readonly PostgresVersion[]): Promise<boolean> => {
  const file = process.env['CONTENT_FILE'] ?? (await prepareFile(7, readSize('small')))
  console.log(`\n── the import of ${file}`)
  const least: Measured = new Map()
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    await measureRound(versions, file, least)
    if (compare(least) <= MOST_TIMES) break
  }
  console.log(
    `The slowest takes ${compare(least).toFixed(2)} times as long as the fastest (limit: ${MOST_TIMES}).`,
  )
  return compare(least) <= MOST_TIMES
}

const main = async (args: readonly string[]): Promise<number> => {
  if (args.includes('--help')) return (console.log(HELP), 0)
  const versions = args.length > 0 ? args.map(parseVersion) : POSTGRES_VERSIONS
  const older = createOlderVersions()
  if (!older.areInstalled()) older.install()
  const areInOrder = [...listTested(versions).map(test), await compareImports(versions)]
  return areInOrder.every(Boolean) ? 0 : 1
}

process.exitCode = await main(process.argv.slice(2))
