import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { OperatorError, serviceAct, type Stores } from '@content-service/domain'
import { createStores, type Database } from '@content-service/persistence'
import { readSettings, type Settings } from '../settings/read-settings.ts'
import type { Composition } from '../composition.ts'
import { openConfiguredDatabase } from '../database.ts'

/** One of the words after `content-service`. */
export interface Command {
  /** Null: it explains itself. */
  readonly help: string | null
  /** The exit code: 0 all well, 1 done with complaints, 2 nothing was done. */
  run(args: readonly string[], composition: Composition): Promise<number> | number
}

export const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** It was called in a way that it does not understand. */
export class Misused extends OperatorError {
  override readonly name = 'Misused'
}

/** The words and options of a command. @throws Misused. */
export const parsed = <const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new Misused((error as Error).message, { cause: error })
  }
}

export interface Opened {
  readonly settings: Settings
  readonly database: Database
  readonly stores: Stores
  readonly composition: Composition
}

/** Works on the database of the settings, brought up to date; what is written is entered as the command's. */
export const withDatabase = async <Result>(
  command: string,
  composition: Composition,
  work: (opened: Opened) => Promise<Result>,
): Promise<Result> => {
  const { model, migrations } = composition
  const settings = readSettings(process.env)
  const { database, close } = await openConfiguredDatabase(settings, { model, migrations })
  try {
    const stores = createStores(database.session(), serviceAct(command, new Date()), { model })
    return await work({ settings, database, stores, composition })
  } finally {
    await close()
  }
}
