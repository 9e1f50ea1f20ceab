import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'

/** The files of one library that npm would publish, and their folder. */
export interface Packed {
  name: string
  tarball: string
  files: string[]
  /** The entries of `exports` that load, such as `@content-service/domain/testing`. */
  entries: string[]
  /** The entries that only say where they have moved. */
  moved: string[]
  /** Whether the package has a CommonJS form. */
  hasCommonJs: boolean
  peers: string[]
}

/** Errors in declarations of other packages, and the indented lines that explain an error. */
const notOurs = /^node_modules\/(?!@content-service\/)|^\s/

const run = promisify(execFile)
const tools = resolve(import.meta.dirname, '../../node_modules')
/** Declaration maps refer to sources that are not packed; maps of JavaScript contain their sources. */
const onlyForUs = /^(src|tests)\/|\.test(-d)?\.|\.tsbuildinfo$|\.d\.ts\.map$|vitest|tsconfig/

/** What the entries of a CommonJS form share, from many sources. */
const COMMON = 'dist/commonjs/common.cjs'

export async function pack(library: string, into: string): Promise<Packed> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', into], { cwd: library })
  const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }]
  const manifest = JSON.parse(await readFile(join(library, 'package.json'), 'utf8'))
  const isMoved = (path: string) => JSON.stringify(manifest.exports[path]).includes('/moved/')
  const paths = Object.keys(manifest.exports).filter((path) => path !== './package.json')
  const name = (path: string) => join(manifest.name, path)
  return {
    name: manifest.name,
    tarball: join(into, basename(filename)),
    files: files.map(({ path }) => path),
    entries: paths.filter((path) => !isMoved(path)).map(name),
    moved: paths.filter(isMoved).map(name),
    hasCommonJs: files.some(({ path }) => path.startsWith('dist/commonjs/')),
    peers: Object.keys(manifest.peerDependencies ?? {}),
  }
}

/** Internal files, and files of `dist` without a source, which the compiler never removes. */
export function strayFiles(packed: Packed, sources: string[]): string[] {
  const modules = new Set(sources.map((path) => path.replace(/\.ts$/, '')))
  const built = /^dist\/(?:(?:commonjs|node)\/)?(.*?)(\.d)?\.([cm]?js|[cm]?ts)(\.map)?$/
  return packed.files.flatMap((path) => {
    // The files of a template are those of a new project.
    if (path.startsWith('templates/')) return []
    if (onlyForUs.test(path)) return [`${path} must not be packed`]
    if (path === COMMON) return []
    const module = built.exec(path)?.[1]
    return module && !modules.has(module)
      ? [`${path} has no source any more: remove dist and build again`]
      : []
  })
}

/** Creates an empty project outside of the workspace, so that no import resolves by accident. */
export async function install(
  project: string,
  packed: Packed[],
  others: Record<string, string>,
): Promise<void> {
  const ours = Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]))
  await mkdir(project)
  const manifest = { private: true, type: 'module', dependencies: { ...ours, ...others } }
  await writeFile(join(project, 'package.json'), JSON.stringify(manifest))
  const quick = ['--prefer-offline', '--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts']
  await run('npm', ['install', ...quick], { cwd: project })
}

/** The old entries that load, or whose error does not name the package to install. */
export async function movedProblems(project: string, moved: string[]): Promise<string[]> {
  const forms = ['import', 'require'].flatMap((form) =>
    moved.map((entry) => `${form}(${JSON.stringify(entry)})`),
  )
  const problems = forms.map(async (load) => {
    const program = `Promise.resolve().then(() => ${load}).catch((error) => process.exit(/npm install @content-service\\//.test(error.message) ? 0 : 1)).then(() => process.exit(1))`
    return complaints(
      `${load} does not name a package to install`,
      process.execPath,
      ['--eval', program],
      project,
    )
  })
  return (await Promise.all(problems)).flat()
}

export async function importProblems(project: string, entries: string[]): Promise<string[]> {
  const problems = entries.map(async (entry) => {
    const program = `import(${JSON.stringify(entry)}).catch((error) => { console.error(error.message); process.exit(1) })`
    return complaints(
      `import '${entry}'`,
      process.execPath,
      ['--input-type=module', '--eval', program],
      project,
    )
  })
  return (await Promise.all(problems)).flat()
}

/** Type-checks these files of the project strictly. */
export async function typeProblems(project: string, files: string[], options: string[]): Promise<string[]> {
  const strict = [
    '--noEmit',
    '--strict',
    '--exactOptionalPropertyTypes',
    '--experimentalDecorators',
    '--target',
    'es2024',
    '--pretty',
    'false',
  ]
  const tsc = [join(tools, 'typescript/bin/tsc'), ...files, ...strict, ...options]
  const found = await complaints('', process.execPath, tsc, project)
  return found.flatMap((text) => text.split('\n')).filter((line) => !notOurs.test(line))
}

/** Writes a file that imports each entry, and returns its name. */
export async function writeConsumer(
  project: string,
  entries: string[],
  file = 'consumer.ts',
): Promise<string> {
  const imports = entries.map((entry, index) => `export * as entry${index} from '${entry}'\n`)
  await writeFile(join(project, file), imports.join(''))
  return file
}

export async function packagingProblems({ tarball, hasCommonJs }: Packed): Promise<string[]> {
  const attw = [
    tarball,
    '--profile',
    hasCommonJs ? 'strict' : 'esm-only',
    '--no-definitely-typed',
    '--format',
    'ascii',
    '--no-color',
  ]
  const [byPublint, byAttw] = await Promise.all([
    complaints('publint', join(tools, '.bin/publint'), ['run', tarball, '--strict'], tools),
    complaints('attw', join(tools, '.bin/attw'), attw, tools),
  ])
  return [...byPublint, ...byAttw]
}

async function complaints(what: string, file: string, args: string[], cwd: string): Promise<string[]> {
  try {
    await run(file, args, { cwd, maxBuffer: 64 * 1024 * 1024 })
    return []
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    return [[what, `${stdout}${stderr}`.trim()].filter(Boolean).join(': ')]
  }
}
