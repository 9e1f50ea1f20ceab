import { execFileSync } from 'node:child_process'
import { existsSync, globSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Binaries } from './postgres-binaries.ts'
import { parseVersion, type PostgresVersion } from './postgres-versions.ts'

/** A PostgreSQL of the machine, which has more programs than the packages of npm, such as pg_dump. */
export interface SystemPostgres {
  readonly folder: string
  readonly version: PostgresVersion
  readonly binaries: Binaries
}

const NEEDED = ['initdb', 'postgres', 'pg_dump', 'pg_restore']

/** Debian has a folder for each version, and wrappers on the PATH. */
const listFolders = (): readonly string[] => [
  ...globSync('/usr/lib/postgresql/*/bin'),
  ...(process.env['PATH'] ?? '').split(delimiter).filter((folder) => existsSync(join(folder, 'initdb'))),
]

/** @throws Error if no folder has a server and its programs. */
export function findSystemPostgres(): SystemPostgres {
  const folder = listFolders().find((each) => NEEDED.every((name) => existsSync(join(each, name))))
  if (folder === undefined) throw new Error('PostgreSQL has no initdb. On Debian: apt-get install postgresql')
  const binaries = { initdb: join(folder, 'initdb'), postgres: realpathSync(join(folder, 'postgres')) }
  const said = execFileSync(binaries.postgres, ['--version'], { encoding: 'utf8' })
  return { folder, version: parseVersion(/ (\d+)\./.exec(said)?.[1] ?? said), binaries }
}
