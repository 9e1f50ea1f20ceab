import { InvalidRule } from '../errors.ts'
import { wrapArray } from '../subjects.ts'
import type { AliasesMap } from '../types.ts'

export interface AliasResolverOptions {
  readonly skipValidate?: boolean
  readonly anyAction?: string
}

const listTargets = (aliases: AliasesMap, action: string): readonly string[] =>
  Object.hasOwn(aliases, action) ? wrapArray(aliases[action] as string | string[]) : []

/** The actions, and all actions for which they stand. */
function expand(aliases: AliasesMap, actions: readonly string[]): string[] {
  const found = new Set(actions)
  // A set also visits the members that are added during the loop.
  for (const action of found) for (const target of listTargets(aliases, action)) found.add(target)
  return [...found]
}

function check(aliases: AliasesMap, reserved: string): void {
  for (const alias of Object.keys(aliases)) {
    const targets = expand(aliases, listTargets(aliases, alias))
    if (alias === reserved)
      throw new InvalidRule(`"${reserved}" stands for all actions and cannot be an alias`)
    if (targets.includes(reserved))
      throw new InvalidRule(
        `The alias "${alias}" cannot stand for "${reserved}", which stands for all actions`,
      )
    if (targets.includes(alias)) throw new InvalidRule(`The alias "${alias}" stands for itself`)
  }
}

/**
 * A function that adds to actions the actions for which they stand: `createAliasResolver({ modify: ['update', 'delete'] })`.
 * @throws {InvalidRule} if an alias stands for itself, or for all actions.
 */
export function createAliasResolver(
  aliases: AliasesMap,
  { skipValidate = false, anyAction = 'manage' }: AliasResolverOptions = {},
): (action: string | string[]) => string[] {
  if (!skipValidate) check(aliases, anyAction)
  return (action) => expand(aliases, wrapArray(action))
}
