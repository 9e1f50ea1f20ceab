import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UsageError } from './command.ts'

/** Loads a package of the project in whose folder the command runs, because only some commands need it. */
export async function loadPackage<T>(name: string, purpose: string): Promise<T> {
  const require = createRequire(join(process.cwd(), 'package.json'))
  let path: string
  try {
    path = require.resolve(name)
  } catch {
    throw new UsageError(`${purpose} needs the package ${name}: npm install --save-dev ${name}`)
  }
  const loaded = (await import(pathToFileURL(path).href)) as { readonly default?: T }
  return (loaded.default ?? loaded) as T
}
