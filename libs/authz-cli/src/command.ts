import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

/** A mistake of the person who called the command: the message says what to change, and the exit code is 2. */
export class UsageError extends Error {}

export interface Arguments {
  readonly positionals: readonly string[]
  readonly values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>
}

export interface Command {
  /** The arguments, as in `check POLICY`. */
  readonly usage: string
  readonly summary: string
  /** What the command does, its options and its exit codes. */
  readonly help: string
  readonly options: ParseArgsOptionsConfig
  /** Returns the exit code. */
  readonly run: (given: Arguments) => Promise<number>
}

/** The text of an option. */
export function readOption({ values }: Arguments, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

export function requireOption(given: Arguments, name: string): string {
  const value = readOption(given, name)
  if (value === undefined) throw new UsageError(`The option --${name} is missing.`)
  return value
}

/** The positional arguments, each of which must be there. */
export function requirePositionals({ positionals }: Arguments, names: readonly string[]): readonly string[] {
  const missing = names[positionals.length]
  if (missing !== undefined) throw new UsageError(`The argument ${missing} is missing.`)
  if (positionals.length > names.length) throw new UsageError(`Too many arguments: ${positionals.join(' ')}`)
  return positionals
}

/** The value of an option with JSON. */
export function readJson(given: Arguments, name: string): unknown {
  const text = readOption(given, name)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`The option --${name} is no JSON: ${(error as Error).message}`)
  }
}

/** The value of an option with a JSON object. */
export function readObject(given: Arguments, name: string): object | undefined {
  const value = readJson(given, name)
  if (value === undefined || (typeof value === 'object' && value !== null && !Array.isArray(value)))
    return value
  throw new UsageError(`The option --${name} must be a JSON object.`)
}

export function parseArguments({ options }: Command, given: readonly string[]): Arguments {
  try {
    return parseArgs({ args: [...given], options, allowPositionals: true }) as Arguments
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
