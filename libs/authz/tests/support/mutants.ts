import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'

/** A deliberate fault: its file, a part of the file, and the faulty text that takes the place of the part. */
export type Mutant = readonly [name: string, file: string, from: string, to: string]

/** A copy without a fault. It keeps all laws, or a law notices the copy and not the fault. */
export const NO_FAULT: Mutant = ['the original, loaded the same way', 'index.ts', '', '']

export interface Copying {
  /** The modules whose exports the copy returns. */
  readonly modules: readonly string[]
  /** Modules that the copy has in common with the original, because they know their own objects. */
  readonly common?: readonly string[]
}

const SOURCE = new URL('../../src/', import.meta.url).href
let copies = 0

/** Loads a copy of the library with the fault. The copy exists in memory alone: its modules have a query of their own. */
export async function loadMutant(
  [, file, from, to]: Mutant,
  { modules, common = [] }: Copying,
): Promise<object> {
  const text = readSource(SOURCE + file)
  expect(text, `${file} has no "${from}" to mutate`).toContain(from)
  const faulty = stripTypeScriptTypes(text.replace(from, () => to))
  const query = `?copy=${(copies += 1)}`
  const shared = new Set(common.map((module) => SOURCE + module))
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      if (!context.parentURL?.endsWith(query) || !specifier.startsWith('.')) return next(specifier, context)
      const { href } = new URL(specifier, context.parentURL)
      return { url: shared.has(href) ? href : href + query, shortCircuit: true }
    },
    load: (url, context, next) => {
      if (!url.endsWith(query)) return next(url, context)
      const original = url.slice(0, -query.length)
      const source = original === SOURCE + file ? faulty : strip(original)
      return { format: 'module', source, shortCircuit: true }
    },
  })
  try {
    const loaded = await Promise.all(
      modules.map((module) => import(/* @vite-ignore */ SOURCE + module + query)),
    )
    return Object.assign({}, ...loaded)
  } finally {
    hooks.deregister()
  }
}

const readSource = (url: string): string => readFileSync(fileURLToPath(url), 'utf8')

const stripped = new Map<string, string>()

/** The JavaScript of a module, for all copies. */
function strip(url: string): string {
  const source = stripped.get(url) ?? stripTypeScriptTypes(readSource(url))
  stripped.set(url, source)
  return source
}
