import { isObject } from './is-object.ts'

/** A change of a value of JSON that names the members that change (RFC 7396). An adapter makes it, so that no client can send one. */
export class MergePatch {
  readonly change: unknown

  constructor(change: unknown) {
    this.change = change
  }
}

/** RFC 7396, section 2: null removes a member, and everything else that is no object replaces the value. */
export const applyMergePatch = (target: unknown, change: unknown): unknown => {
  if (!isObject(change)) return change
  const members = new Map(isObject(target) ? Object.entries(target) : [])
  for (const [name, member] of Object.entries(change))
    if (member === null) members.delete(name)
    else members.set(name, applyMergePatch(members.get(name), member))
  return Object.fromEntries(members)
}
