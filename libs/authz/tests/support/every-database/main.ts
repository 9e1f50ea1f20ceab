import { createConnection } from 'mysql2/promise'
import { createDatabase } from '../../../../../tools/postgres/postgres-database.ts'
import { startPostgres } from '../../../../../tools/postgres/postgres.ts'
import { startMariaDb } from '../../../../../tools/programs/mariadb.ts'
import { PROGRAMS, findOnPath } from '../../../../../tools/programs/required-programs.ts'
import { openLoosePostgres } from './loose-postgres.ts'
import { closeAll, openDatabases, printers } from './open.ts'
import { compareDatabases } from './run.ts'
import { mariaDbOptions, openMariaDb } from './sql-databases.ts'

/**
 * `npm run differential -w @content-service/authz -- 1000000` compares the memory with all databases, by this number of
 * checks; MariaDB too, if it is installed. A second number is the seed of the conditions. A part of the checks is on columns of
 * PostgreSQL that ignore differences, in several time zones: on the server of DATABASE_URL, or on one that this command starts.
 */
const [checks = 1_000_000, seed = 1] = process.argv.slice(2).map(Number)
if (!Number.isSafeInteger(checks) || !Number.isSafeInteger(seed))
  throw new TypeError('Give the number of checks and the seed as integers: differential -- 1000000 1')
const write = (line: string) => process.stdout.write(`${line}\n`)
const started = process.cpuUsage()

const server = findOnPath(PROGRAMS.MariaDB.commands) ? await startMariaDb() : undefined
const postgres = process.env['DATABASE_URL'] ? undefined : await startPostgres()
const { url, drop } = await createDatabase(process.env['DATABASE_URL'] ?? postgres?.url ?? '')
const databases = [...(await openDatabases()), ...(await openLoosePostgres(url))]
if (server) databases.push(await openMariaDb(await createConnection(mariaDbOptions(server))))
else write('MariaDB is not installed')
try {
  const { chosen, byDatabase } = await compareDatabases(databases, { checks, seed, printers })
  for (const [name, count] of Object.entries(byDatabase)) write(`${name}: ${count} checks`)
  const { user, system } = process.cpuUsage(started)
  write(
    `${checks} checks, ${chosen} rows chosen, no disagreement, ${Math.round((user + system) / 1e6)} s of CPU`,
  )
} finally {
  await closeAll(databases)
  await drop()
  await postgres?.stop()
  await server?.stop()
}
