/* eslint-disable @typescript-eslint/no-explicit-any -- An ability of any actions. */
import type { Ability } from './ability/ability.ts'
import { isPlainObject } from './parser.ts'
import type { AnyObject, ExtractSubjectType } from './types.ts'

/** A name of these changes the prototype of all objects. */
const FORBIDDEN = ['__proto__', 'constructor', 'prototype']

function assign(object: AnyObject, path: string, value: unknown): void {
  const names = path.split('.')
  const last = names.pop() ?? ''
  let inner = object
  for (const name of names.filter((each) => !FORBIDDEN.includes(each))) {
    // The inherited members of other names are functions, which belong to all objects.
    const next = isPlainObject(inner[name]) ? inner[name] : {}
    inner = inner[name] = next as AnyObject
  }
  if (!FORBIDDEN.includes(last)) inner[last] = value
}

/** The values that the conditions about an action require, for a new object: `{ authorId: 7 }`. */
export function rulesToFields<T extends Ability<any, AnyObject>>(
  ability: T,
  action: Parameters<T['rulesFor']>[0],
  type: ExtractSubjectType<Parameters<T['rulesFor']>[1]>,
): AnyObject {
  const fields: AnyObject = {}
  for (const { inverted, conditions } of ability.rulesFor(action, type))
    if (!inverted && conditions)
      for (const [path, value] of Object.entries(conditions))
        if (!isPlainObject(value)) assign(fields, path, value)
  return fields
}
