import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { rolldown } from 'rolldown'
import { type Entry, listEntries, type Manifest } from './entries.ts'

/**
 * All that two entries have in common is one file, so that a call inside of the engine is no read of an `exports` object: such
 * a read costs several nanoseconds, and a check takes fifteen.
 */
const COMMON = { groups: [{ name: 'common', minShareCount: 2 }] }

const isOtherPackage = (id: string): boolean => !/^[./]/.test(id)

async function writeModules(library: string, entries: readonly Entry[]): Promise<void> {
  const input = Object.fromEntries(entries.map(({ module }) => [module, join(library, `src/${module}.ts`)]))
  const build = await rolldown({ input, external: isOtherPackage, platform: 'neutral' })
  await build.write({
    dir: join(library, 'dist/commonjs'),
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    codeSplitting: COMMON,
  })
  await build.close()
}

const write = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** The declarations of the compiler, with the endings of CommonJS in their imports. */
function writeDeclarations(library: string): void {
  const dist = join(library, 'dist')
  for (const file of globSync('**/*.d.ts', { cwd: dist })) {
    const text = readFileSync(join(dist, file), 'utf8').replaceAll(
      /((?:from|import\() ?['"]\.{1,2}\/[^'"]+?)\.ts(?=['"])/g,
      '$1.cjs',
    )
    write(join(dist, 'commonjs', file.replace(/\.ts$/, '.cts')), text.replaceAll(/^\/\/# .*$/gm, ''))
  }
}

/** What `import` gets in Node: the names of the CommonJS form. */
function writeWrapper(library: string, { module }: Entry): void {
  const target = posix.relative(posix.dirname(`node/${module}`), `commonjs/${module}.cjs`)
  for (const ending of ['mjs', 'd.mts'])
    write(join(library, `dist/node/${module}.${ending}`), `export * from '${target}'\n`)
}

/** Writes the CommonJS form of a library, which is compiled, into `dist`, and the modules with which Node imports it. */
export async function writeCommonJs(library: string, manifest: Manifest): Promise<void> {
  for (const folder of ['commonjs', 'node'])
    rmSync(join(library, 'dist', folder), { recursive: true, force: true })
  const entries = listEntries(manifest)
  writeDeclarations(library)
  await writeModules(library, entries)
  for (const entry of entries) writeWrapper(library, entry)
}
