import { createConnection } from 'mysql2/promise'
import { startMariaDb } from '../../../../../tools/programs/mariadb.ts'
import { PROGRAMS, findOnPath } from '../../../../../tools/programs/required-programs.ts'
import { closeAll, openDatabases, printers } from './open.ts'
import { compareDatabases } from './run.ts'
import { mariaDbOptions, openMariaDb } from './sql-databases.ts'

/**
 * `npm run differential -w @content-service/authz -- 1000000` compares the memory with all databases, by this number of
 * checks; MariaDB too, if it is installed. A second number is the seed of the conditions.
 */
const [checks = 1_000_000, seed = 1] = process.argv.slice(2).map(Number)
if (!Number.isSafeInteger(checks) || !Number.isSafeInteger(seed))
  throw new TypeError('Give the number of checks and the seed as integers: differential -- 1000000 1')
const write = (line: string) => process.stdout.write(`${line}\n`)
const started = process.cpuUsage()

const server = findOnPath(PROGRAMS.MariaDB.commands) ? await startMariaDb() : undefined
const databases = [...(await openDatabases())]
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
  await server?.stop()
}
