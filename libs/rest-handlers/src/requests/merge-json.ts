import { isGroup, isJson, type Fields } from '@content-service/domain/internal/model'
import { isObject, MergePatch } from '@content-service/domain/internal/rules'

type Members = Readonly<Record<string, unknown>>

const mergeMember = (fields: Fields, name: string, value: unknown): unknown => {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (field === undefined || value === null) return value
  if (isJson(field)) return new MergePatch(value)
  return isGroup(field) && isObject(value) ? mergeJson(field.members)(value) : value
}

/** C16.1: the members of a change, whose JSON names the members that change. Null clears JSON, as it clears other values. */
export const mergeJson =
  (fields: Fields) =>
  (change: Members): Members =>
    Object.fromEntries(
      Object.entries(change).map(([name, value]) => [name, mergeMember(fields, name, value)]),
    )
