import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect } from 'vitest'

/** A deliberate fault: its file, a part of the file, and the faulty text that takes the place of the part. */
export type Mutant = readonly [name: string, file: string, from: string, to: string]

const source = fileURLToPath(new URL('..', import.meta.url))

/** A copy without a fault. It keeps all laws, or a law notices the copy and not the fault. */
export const NO_FAULT: Mutant = ['the original, loaded the same way', 'index.ts', '', '']

export interface Copying {
  readonly folder: string
  /** The modules whose exports the copy returns. */
  readonly modules: readonly string[]
  /** Modules that the copy has in common with the original, because they know their own objects. */
  readonly common?: readonly string[]
}

/** Loads a copy of the library with the fault. */
export async function loadMutant(
  [name, file, from, to]: Mutant,
  { folder, modules, common = [] }: Copying,
): Promise<object> {
  const copy = join(folder, name.replaceAll(/\W+/g, '-'))
  cpSync(source, copy, {
    recursive: true,
    filter: (path) => !/testing|proof|\.test/.test(path.slice(source.length)),
  })
  for (const module of common)
    writeFileSync(join(copy, module), `export * from ${JSON.stringify(urlOf(source, module))}`)
  const text = readFileSync(join(copy, file), 'utf8')
  expect(text, `${file} has no "${from}" to mutate`).toContain(from)
  writeFileSync(
    join(copy, file),
    text.replace(from, () => to),
  )
  const loaded = await Promise.all(modules.map((module) => import(/* @vite-ignore */ urlOf(copy, module))))
  return Object.assign({}, ...loaded)
}

const urlOf = (folder: string, module: string): string => pathToFileURL(join(folder, module)).href
