import { resolve } from 'node:path'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { createServiceAuditContext, type Stores, type User } from '@content-service/domain'
import { adviseName, OperatorError } from '@content-service/domain/internal/rules'
import { NEWEST, type Query } from '@content-service/domain/internal/reading'
import { createStores, SqlCredentialStore, type Database } from '@content-service/persistence'
import { readSettings, type Settings } from '../settings/read-settings.ts'
import type { Composition } from '../composition/composition.ts'
import { hasDatabase } from '../storage/data-directory.ts'
import { openConfiguredDatabase } from '../storage/database.ts'
import { Misused } from './misused.ts'

/** A command of `content-service`. */
export interface Command {
  /** Null if the program of the command prints its own help. */
  readonly help: string | null
  /** The exit code: 0 or nothing for success, 1 for success with problems, 2 if the command did nothing. */
  run(args: readonly string[], composition: Composition): Promise<number> | Promise<void>
}

const UNKNOWN_OPTION = /^Unknown option '(-[^']*)'/

/** The message of `parseArgs` for an unknown option does not name the options that there are. */
const explainArguments = (command: string, message: string, options: object): string => {
  const [, option] = UNKNOWN_OPTION.exec(message) ?? []
  if (option === undefined) return `${message}.`
  const known = [...Object.keys(options), 'help'].map((name) => `--${name}`)
  return `The command ${command} has no option ${option}; ${adviseName(option, known)}`
}

/** The words and options of a command. @throws Misused. */
export const parse = <const Options extends ParseArgsOptionsConfig>(
  command: string,
  args: readonly string[],
  options: Options,
) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new Misused(explainArguments(command, (error as Error).message, options), { cause: error })
  }
}

/** For a command without arguments. @throws Misused. */
export const refuseArguments = (command: string, args: readonly string[]): void => {
  const [word] = parse(command, args, {}).positionals
  if (word !== undefined) throw new Misused(`The command ${command} takes no argument ${word}.`)
}

/** The file of a command with exactly one file. @throws Misused. */
export const requireFile = (command: string, [file, ...rest]: readonly string[]): string => {
  if (file === undefined || rest.length > 0)
    throw new Misused(`Give one file: npx content-service ${command} FILE`)
  return file
}

/** The file of a command without options. @throws Misused. */
export const parseFile = (command: string, args: readonly string[]): string =>
  requireFile(command, parse(command, args, {}).positionals)

export interface OpenCommand {
  readonly settings: Settings
  readonly database: Database
  readonly stores: Stores
  readonly composition: Composition
}

/** A command without the settings of the service would work on a new database. @throws OperatorError. */
const requireDatabase = ({ databaseUrl, dataDir }: Settings): void => {
  if (databaseUrl === undefined && !hasDatabase(dataDir))
    throw new OperatorError(
      `There is no database in ${resolve(dataDir)}. Set DATABASE_URL or DATA_DIR to the value that the service has.`,
    )
}

interface DatabaseOptions {
  readonly mayCreate?: boolean
  /** The settings of the process by default. */
  readonly settings?: Settings
}

/**
 * Runs work on the migrated database of the settings. The audit log has the command as the action of each write.
 * @throws OperatorError without a database, unless the command may create one.
 */
export const withDatabase = async <Result>(
  command: string,
  composition: Composition,
  work: (opened: OpenCommand) => Promise<Result>,
  { mayCreate = false, settings = readSettings(process.env) }: DatabaseOptions = {},
): Promise<Result> => {
  const { model, migrations } = composition
  if (!mayCreate) requireDatabase(settings)
  const { database, close } = await openConfiguredDatabase(settings, { model, migrations })
  try {
    const stores = createStores(database.session(), createServiceAuditContext(command, new Date()), { model })
    return await work({ settings, database, stores, composition })
  } finally {
    await close()
  }
}

const PAGE_ROWS = 500

/** All rows of a query, the newest first. `Listed` has the selected columns. */
export async function* readRows<Listed>(
  { stores }: OpenCommand,
  query: Pick<Query, 'from' | 'where' | 'select'>,
): AsyncGenerator<Listed, void, undefined> {
  for (let offset = 0; ; offset += PAGE_ROWS) {
    const window = { limit: PAGE_ROWS, offset }
    const rows = await stores.reader.find({ ...query, orderBy: NEWEST, window })
    yield* rows as readonly Listed[]
    if (rows.length < PAGE_ROWS) return
  }
}

/** @throws OperatorError if no user has the username or email. */
export const findUser = async ({ database }: OpenCommand, login: string): Promise<User> => {
  const account = await new SqlCredentialStore(database.session()).findByLogin(login)
  if (account === null) throw new OperatorError(`There is no user with the username or email ${login}.`)
  return account.user
}

/** The lines of a table: each column is as wide as its widest cell. */
export const alignColumns = (rows: readonly (readonly string[])[]): readonly string[] => {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
