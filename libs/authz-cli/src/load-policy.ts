import { access } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parsePolicy } from '@content-service/authz/json'
import type { Abilities, PolicyData, Subject } from '@content-service/authz'
import { UsageError } from './command.ts'
import { readData } from './read-data.ts'

/** A policy whose permissions and rows are known only when the program runs. */
export type LoadedPolicy = Abilities<Subject, Readonly<Record<string, object>>> & PolicyData

const isPolicy = (value: unknown): value is LoadedPolicy => {
  const { document, permissions, for: abilityFor } = Object(value)
  return typeof document === 'object' && Array.isArray(permissions) && typeof abilityFor === 'function'
}

async function importModule(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await import(pathToFileURL(file).href)
  } catch (error) {
    const { code } = error as { readonly code?: string }
    if (code !== 'ERR_UNKNOWN_FILE_EXTENSION') throw error
    throw new UsageError(
      `This version of Node cannot run ${file}. Use Node 22.18 or later, or a file of JavaScript.`,
    )
  }
}

/** The policy that a module exports: as `policy`, as its default, or under any other name if it is the only one. */
async function loadModule(file: string): Promise<LoadedPolicy> {
  const path = resolve(file)
  await access(path).catch(() => {
    throw new UsageError(`${file} does not exist.`)
  })
  const exported = await importModule(path)
  const found = [exported['policy'], exported['default']].find(isPolicy)
  const policies = found ? [found] : Object.values(exported).filter(isPolicy)
  const [policy] = policies
  if (policy && policies.length === 1) return policy
  throw new UsageError(
    `${file} must export one policy, as "policy" or as its default; it exports ${policies.length}.`,
  )
}

/**
 * Loads a policy from a JSON or YAML file, or from a module.
 * @throws {InvalidPolicy} with all mistakes of the policy. @throws {UsageError} if the file cannot be read.
 */
export async function loadPolicy(file: string): Promise<LoadedPolicy> {
  return /^\.[cm]?[jt]s$/.test(extname(file)) ? loadModule(file) : parsePolicy(await readData(file))
}
