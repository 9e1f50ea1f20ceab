import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

interface RequiredProgram {
  /** One of these commands is enough. */
  readonly commands: readonly string[]
  /** The Debian package. */
  readonly package: string
  /** The program comes with Node or with `npm ci`, so that its package need not be installed. */
  readonly isBundled?: true
}

/** The programs other than Node that tests start. */
export const PROGRAMS = {
  Chromium: {
    commands: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
    package: 'chromium',
    isBundled: true,
  },
  curl: { commands: ['curl'], package: 'curl' },
  fallocate: { commands: ['fallocate'], package: 'util-linux' },
  git: { commands: ['git'], package: 'git' },
  MariaDB: { commands: ['mariadbd'], package: 'mariadb-server' },
  nginx: { commands: ['nginx'], package: 'nginx-light' },
  npm: { commands: ['npm'], package: 'npm', isBundled: true },
  OpenSSL: { commands: ['openssl'], package: 'openssl' },
  PgBouncer: { commands: ['pgbouncer'], package: 'pgbouncer' },
  PostgreSQL: { commands: ['pg_dump'], package: 'postgresql' },
  promtool: { commands: ['promtool'], package: 'prometheus' },
  Redis: { commands: ['valkey-server', 'redis-server'], package: 'redis-server' },
  'systemd-analyze': { commands: ['systemd-analyze'], package: 'systemd' },
  tar: { commands: ['tar'], package: 'tar' },
} as const satisfies Readonly<Record<string, RequiredProgram>>

export type Program = keyof typeof PROGRAMS

/**
 * Each `*.system.test.ts` names the programs that it starts, before its first test.
 * @throws if one of them is not installed, with the command that installs it.
 */
export function requirePrograms(...names: readonly Program[]): void {
  const missing = names.filter((name) => !isBundled(name) && !findOnPath(PROGRAMS[name].commands))
  if (missing.length === 0) return
  const packages = missing.map((name) => PROGRAMS[name].package)
  throw new Error(
    `This file needs ${missing.join(' and ')}. On Debian: apt-get install ${packages.join(' ')} (no service needs to run).`,
  )
}

export function isBundled(name: Program): boolean {
  return 'isBundled' in PROGRAMS[name]
}

/** The path of the first of these commands that is installed. */
export function findOnPath(commands: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return commands.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
