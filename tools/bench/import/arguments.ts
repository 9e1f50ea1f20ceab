import { parseArgs } from 'node:util'
import type { DataSize } from '../api/data/records.ts'

export const HELP = `Usage: npx nx bench import [OPTIONS]
       npx nx bench import [OPTIONS]

Measures \`npx content-service import\` beside a plain SQL load: COPY of the same rows into the same tables, and then the same
search documents. Both fill an empty database on a PostgreSQL that the command starts. The file is made from a seed and
kept in node_modules/.cache/bench.

  --size SIZE   small (11,100 lines), medium (111,000) or full (1,110,000; the default)
  --seed N      the seed of the file (default: 7)
  --rounds N    the number of rounds, whose medians the table contains (default: 1)
  --embedded    also measure the embedded database; choose the size medium or small
  --write       write the results to docs/performance.md and docs/import.svg
  --help        show this

The command needs Linux: it reads /proc. The exit code is 0, or 1 if the import fails or rows are missing, or 2 if an
argument is wrong.`

export class ImportArgumentError extends Error {}

export interface ImportArguments {
  readonly size: DataSize
  readonly seed: number
  readonly rounds: number
  readonly isEmbedded: boolean
  readonly writes: boolean
  readonly help: boolean
}

const OPTIONS = {
  size: { type: 'string', default: 'full' },
  seed: { type: 'string', default: '7' },
  rounds: { type: 'string', default: '1' },
  embedded: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

const makeSize = (users: number): DataSize => ({
  users,
  articles: users * 10,
  comments: users * 100,
  products: 0,
})

const SIZES: Readonly<Record<string, DataSize>> = {
  small: makeSize(100),
  medium: makeSize(1_000),
  full: makeSize(10_000),
}

const readWholeNumber = (name: string, text: string, least: number): number => {
  const value = Number(text)
  if (text.trim() === '' || !Number.isSafeInteger(value) || value < least)
    throw new ImportArgumentError(`--${name} must be a whole number from ${least}, not ${text}.`)
  return value
}

export const readSize = (name: string): DataSize => {
  const size = SIZES[name]
  if (size === undefined) throw new ImportArgumentError(`--size must be small, medium or full, not ${name}.`)
  return size
}

const parseOptions = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values
  } catch (error) {
    throw new ImportArgumentError(error instanceof Error ? error.message : String(error))
  }
}

/** @throws ImportArgumentError if an argument is unknown or wrong. */
export const readArguments = (args: readonly string[]): ImportArguments => {
  const { size, seed, rounds, embedded, write, help } = parseOptions(args)
  return {
    size: readSize(size),
    seed: readWholeNumber('seed', seed, 0),
    rounds: readWholeNumber('rounds', rounds, 1),
    isEmbedded: embedded,
    writes: write,
    help,
  }
}
