import { join } from 'node:path'
import { createOwnPackages } from '../programs/own-packages.ts'

/** C15.7: the supported versions of PostgreSQL. `npm ci` brings the newest. */
export const POSTGRES_VERSIONS = ['15', '16', '17', '18'] as const

export type PostgresVersion = (typeof POSTGRES_VERSIONS)[number]

export const NEWEST_VERSION: PostgresVersion = '18'

/** The folder with the packages of the older versions. */
export const OLDER_VERSIONS = join(import.meta.dirname, 'versions')

const isVersion = (text: string): text is PostgresVersion =>
  POSTGRES_VERSIONS.includes(text as PostgresVersion)

/** @throws Error that names the supported versions. */
export const parseVersion = (text: string): PostgresVersion => {
  if (isVersion(text)) return text
  throw new Error(`The version of PostgreSQL must be one of ${POSTGRES_VERSIONS.join(', ')}, not ${text}.`)
}

/** The version that the variable POSTGRES_VERSION chooses for all servers of a run. */
export const chosenVersion = (): PostgresVersion =>
  parseVersion(process.env['POSTGRES_VERSION'] ?? NEWEST_VERSION)

/** The older versions are no dependencies of the project, so that `npm ci` does not bring them. */
export const createOlderVersions = () =>
  createOwnPackages(OLDER_VERSIONS, {
    about: 'the older versions of PostgreSQL',
    advice: 'Check the connection to the registry, and try again.',
    // They create the symbolic links of the shared libraries, which a package cannot contain.
    runsScripts: true,
  })
