import { createHash } from 'node:crypto'
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import {
  enableCompileCache,
  getCompileCacheDir,
  registerHooks,
  stripTypeScriptTypes,
  type LoadFnOutput,
} from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** An ES module of an earlier start. */
interface CachedModule {
  /** The size of its file and the time of its last change. As for Python's .pyc, an equal stamp means no change. */
  readonly stamp: string
  /** The JavaScript, without types. */
  readonly source: string
  /** The addresses of the modules that it imports, by specifier. */
  readonly imports: Record<string, string>
}

type Modules = Record<string, CachedModule>

const stamp = (url: string): string => {
  const { size, mtimeMs } = statSync(fileURLToPath(url))
  return `${size} ${mtimeMs}`
}

const isUnchanged = ([url, cached]: readonly [string, CachedModule]): boolean => cached.stamp === stamp(url)

/** The modules of earlier starts; none if a file has changed, because its package may resolve others differently. */
const readUnchanged = (file: string): Modules => {
  try {
    const modules = JSON.parse(readFileSync(file, 'utf8')) as Modules
    return Object.entries(modules).every(isUnchanged) ? modules : {}
  } catch {
    // The first start has no file, and a file may name a module that is gone.
    return {}
  }
}

/** A process that ends must not fail for its cache, such as on a full disk. */
const write = (file: string, modules: Modules): void => {
  try {
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(modules))
    renameSync(`${file}.${process.pid}`, file)
  } catch {
    rmSync(`${file}.${process.pid}`, { force: true })
  }
}

const isModule = (format: string | null | undefined): boolean => format?.startsWith('module') === true

/** Node strips types by default, and warns only that its function for that may change. */
const stripTypes = (source: string): string => {
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    return stripTypeScriptTypes(source)
  } finally {
    process.emitWarning = emitWarning
  }
}

const removeTypes = ({ format, source }: LoadFnOutput): string => {
  const text = typeof source === 'string' ? source : Buffer.from(source as Uint8Array).toString()
  return format === 'module-typescript' ? stripTypes(text) : text
}

/** Serves known modules. Node resolves and reads all others, with which the exit of the process extends the file. */
const serveModules = (file: string): void => {
  const modules = readUnchanged(file)
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
      if (cached !== undefined) return { format: 'module', source: cached.source, shortCircuit: true }
      const loaded = next(url, context)
      if (!isModule(loaded.format)) return loaded
      const source = removeTypes(loaded)
      modules[url] = { stamp: stamp(url), source, imports: {} }
      return { format: 'module', source, shortCircuit: true }
    },
  })
  process.once('exit', () => {
    if (Object.keys(modules).length > known) write(file, modules)
  })
}

/**
 * Whether only this user and root can write to the folder, which contains code that this process runs. Windows has no
 * owners.
 */
const isOwn = (folder: string): boolean => {
  const { uid, mode } = statSync(folder)
  return process.getuid === undefined || ([0, process.getuid()].includes(uid) && (mode & 0o022) === 0)
}

/**
 * Half of a start is finding and reading modules and removing their types. Node's compile cache keeps the compiled code,
 * and a file beside it keeps the modules. `NODE_DISABLE_COMPILE_CACHE=1` turns both off.
 */
export const enableModuleCache = (program: string): void => {
  enableCompileCache()
  const folder = getCompileCacheDir()
  if (folder === undefined || !isOwn(folder)) return
  const key = createHash('sha256')
    .update([program, ...process.execArgv].join(' '))
    .digest('hex')
  serveModules(join(folder, `modules-${key.slice(0, 16)}.json`))
}
