import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { openSync, readSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { enableCompileCache, getCompileCacheDir, registerHooks, stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

// This file and the programs that load it are JavaScript: for a TypeScript file that comes before the cache, Node loads
// its compiler, which takes 50 ms and 20 MB.

/**
 * An ES module of an earlier start, or of this start: `stamp` is the size of its file and the time of its last change
 * (as for Python's .pyc, an equal stamp means no change), and `imports` has the addresses of the modules that it
 * imports, by specifier. Its JavaScript is in the file of the cache; `source` is that of a module of this start.
 * @typedef {{ readonly stamp: string, readonly imports: Record<string, string>, readonly place?: number, readonly bytes?: number, readonly source?: string }} CachedModule
 * @typedef {Record<string, CachedModule>} Modules
 * @typedef {(cached: CachedModule) => string} ReadSource
 */

/** @type {(url: string) => string} */
const stamp = (url) => {
  const { size, mtimeMs } = statSync(fileURLToPath(url))
  return `${size} ${mtimeMs}`
}

/** @type {(entry: readonly [string, CachedModule]) => boolean} */
const isUnchanged = ([url, cached]) => cached.stamp === stamp(url)

/** The file begins with the length of its index in so many digits. The index and all sources follow. */
const DIGITS = 12

/** @type {(file: number, place: number, bytes: number) => string} */
const readText = (file, place, bytes) => {
  const text = Buffer.allocUnsafe(bytes)
  readSync(file, text, 0, bytes, place)
  return text.toString()
}

/**
 * The modules of earlier starts; none if a file has changed, because its package may resolve others differently. The
 * file stays open: a source is read when its module is loaded, which can be hours later.
 * @type {(path: string) => { readonly modules: Modules, readonly readSource: ReadSource }}
 */
const openCache = (path) => {
  try {
    const file = openSync(path, 'r')
    const length = Number(readText(file, 0, DIGITS))
    /** @type {Modules} */
    const modules = JSON.parse(readText(file, DIGITS, length))
    const begin = DIGITS + length
    if (Object.entries(modules).every(isUnchanged))
      return {
        modules,
        readSource: ({ source, place = 0, bytes = 0 }) => source ?? readText(file, begin + place, bytes),
      }
  } catch {
    // The first start has no file, and a file may name a module that is gone.
  }
  return { modules: {}, readSource: ({ source = '' }) => source }
}

/** @type {(modules: Modules, readSource: ReadSource) => string} */
const serialize = (modules, readSource) => {
  const sources = Object.values(modules).map(readSource)
  let place = 0
  const entries = Object.entries(modules).map(([url, { stamp, imports }], index) => {
    const bytes = Buffer.byteLength(sources[index] ?? '')
    const entry = [url, { stamp, imports, place, bytes }]
    place += bytes
    return entry
  })
  const index = JSON.stringify(Object.fromEntries(entries))
  return [String(Buffer.byteLength(index)).padStart(DIGITS), index, ...sources].join('')
}

/**
 * A process that ends must not fail for its cache, such as on a full disk.
 * @type {(path: string, text: string) => void}
 */
const write = (path, text) => {
  try {
    writeFileSync(`${path}.${process.pid}`, text)
    renameSync(`${path}.${process.pid}`, path)
  } catch {
    rmSync(`${path}.${process.pid}`, { force: true })
  }
}

/** @type {(format: string | null | undefined) => boolean} */
const isModule = (format) => format?.startsWith('module') === true

/**
 * Node strips types by default, and warns only that its function for that may change.
 * @type {(source: string) => string}
 */
const stripTypes = (source) => {
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    return stripTypeScriptTypes(source)
  } finally {
    process.emitWarning = emitWarning
  }
}

/** @type {(loaded: import('node:module').LoadFnOutput) => string} */
const removeTypes = ({ format, source }) => {
  const text =
    typeof source === 'string' ? source : Buffer.from(/** @type {Uint8Array} */ (source)).toString()
  return format === 'module-typescript' ? stripTypes(text) : text
}

/**
 * Serves known modules. Node resolves and reads all others, with which the exit of the process extends the file.
 * @type {(path: string) => void}
 */
const serveModules = (path) => {
  const { modules, readSource } = openCache(path)
  const known = Object.keys(modules).length
  registerHooks({
    resolve: (specifier, context, next) => {
      const imports = context.conditions.includes('import')
        ? modules[context.parentURL ?? '']?.imports
        : undefined
      const url = imports?.[specifier]
      if (url !== undefined) return { url, format: 'module', shortCircuit: true }
      const found = next(specifier, context)
      if (imports !== undefined && isModule(found.format)) imports[specifier] = found.url
      return found
    },
    load: (url, context, next) => {
      const cached = isModule(context.format) ? modules[url] : undefined
      if (cached !== undefined) return { format: 'module', source: readSource(cached), shortCircuit: true }
      const loaded = next(url, context)
      if (!isModule(loaded.format)) return loaded
      const source = removeTypes(loaded)
      modules[url] = { stamp: stamp(url), imports: {}, source }
      return { format: 'module', source, shortCircuit: true }
    },
  })
  process.once('exit', () => {
    if (Object.keys(modules).length > known) write(path, serialize(modules, readSource))
  })
}

/**
 * Whether only this user and root can write to the folder, which contains code that this process runs. Windows has no
 * owners.
 * @type {(folder: string) => boolean}
 */
const isOwn = (folder) => {
  const { uid, mode } = statSync(folder)
  return process.getuid === undefined || ([0, process.getuid()].includes(uid) && (mode & 0o022) === 0)
}

/**
 * Half of a start is finding and reading modules and removing their types. Node's compile cache keeps the compiled code,
 * and a file beside it keeps the modules. `NODE_DISABLE_COMPILE_CACHE=1` turns both off.
 * @type {(program: string) => void}
 */
export const enableModuleCache = (program) => {
  enableCompileCache()
  const folder = getCompileCacheDir()
  if (folder === undefined || !isOwn(folder)) return
  const key = createHash('sha256')
    .update([program, ...process.execArgv].join(' '))
    .digest('hex')
  serveModules(join(folder, `modules-${key.slice(0, 16)}.txt`))
}
