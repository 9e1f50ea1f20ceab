import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Source } from './source.ts'
import { UsageError } from './usage-error.ts'

const SOURCE = /\.[cm]?[jt]sx?$/
/** A file with types alone has no rules. */
const DECLARATIONS = /\.d\.[cm]?ts$/
const LEFT_OUT = /^(\.|node_modules$|dist$|build$|coverage$)/

/** The source files of paths, without links, because a link can lead out of the project. */
export function findSources(paths: readonly string[]): readonly string[] {
  const missing = paths.find((path) => !existsSync(path))
  if (missing !== undefined) throw new UsageError(`Nothing exists at ${missing}`)
  const found = paths.flatMap((path) => (statSync(path).isDirectory() ? listSources(path) : [path]))
  const other = found.find((path) => !isSource(path))
  if (other !== undefined)
    throw new UsageError(
      `${other} is no source file; name a folder, or a file such as ability.ts or ability.js`,
    )
  return [...new Set(found)].sort()
}

const isSource = (path: string): boolean => SOURCE.test(path) && !DECLARATIONS.test(path)

const listSources = (folder: string): readonly string[] =>
  read(folder, () => readdirSync(folder, { withFileTypes: true })).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return LEFT_OUT.test(entry.name) ? [] : listSources(path)
    return entry.isFile() && isSource(entry.name) ? [path] : []
  })

export const readFile = (path: string): Source => ({
  path,
  text: read(path, () => readFileSync(path, 'utf8')),
})

function read<T>(path: string, readPath: () => T): T {
  try {
    return readPath()
  } catch (error) {
    throw new UsageError(`Cannot read ${path}: ${(error as Error).message}`)
  }
}

/** Writes a file that does not exist yet. */
export function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx' })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new UsageError(
      code === 'EEXIST' ? `${path} exists already; name a new file` : `Cannot write ${path}: ${message}`,
    )
  }
}
