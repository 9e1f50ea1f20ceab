import {
  chmodSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, basename, join } from 'node:path'
import { UsageError } from './usage-error.ts'
import type { Leftover, Source } from './source.ts'

const SOURCE = /\.[cm]?[jt]sx?$/
const LEFT_OUT = /^(\.|node_modules$|dist$|build$|coverage$)/

/** The source files of paths, without links, because a link can lead out of the project. */
export function findSources(paths: readonly string[]): readonly string[] {
  const missing = paths.find((path) => !existsSync(path))
  if (missing !== undefined) throw new UsageError(`Nothing exists at ${missing}`)
  const found = paths.flatMap((path) => (statSync(path).isDirectory() ? listSources(path) : [path]))
  return [...new Set(found)].sort()
}

const listSources = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return LEFT_OUT.test(entry.name) ? [] : listSources(path)
    return entry.isFile() && SOURCE.test(entry.name) ? [path] : []
  })

export function readSource(path: string): Source {
  const bytes = readFileSync(path)
  const text = bytes.toString('utf8')
  // Another encoding would lose letters if the command wrote the file.
  if (!Buffer.from(text, 'utf8').equals(bytes)) throw new UsageError(`${path} is not in UTF-8`)
  return { path, text }
}

/** Writes each file beside its place, and then moves it there, so that no file is ever half written. */
export function writeSources(sources: readonly Source[]): void {
  for (const { path, text } of sources) {
    const part = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`)
    try {
      writeFileSync(part, text)
      chmodSync(part, statSync(path).mode)
      renameSync(part, path)
    } catch (error) {
      throw new UsageError(
        `Cannot write ${path}: ${(error as Error).message}. The files before it are changed.`,
      )
    } finally {
      rmSync(part, { force: true })
    }
  }
}

/** The lines of the package.json of the project that name packages of CASL. */
export function findDependencies(path = 'package.json'): readonly Leftover[] {
  if (!existsSync(path)) return []
  return readSource(path)
    .text.split('\n')
    .flatMap((text, i) => {
      const found = /"(@casl\/[\w-]+|@ucast\/[\w-]+)"\s*:/.exec(text)
      if (!found) return []
      const message = `remove ${found[1]} when no file imports it any more`
      return [{ path, line: i + 1, column: found.index + 1, message }]
    })
}
