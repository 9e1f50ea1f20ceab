import { readFile } from 'node:fs/promises'
import { isObject } from '@content-service/domain/internal/rules'
import { Misused } from '../misused.ts'
import type { FieldDocument, ModelDocument, TypeDocument } from './type-document.ts'

const HOW = 'Write it with the version before: npx content-service types list --json > FILE'

const isField = (value: unknown): value is FieldDocument =>
  isObject(value) &&
  typeof value['name'] === 'string' &&
  typeof value['kind'] === 'string' &&
  typeof value['optional'] === 'boolean' &&
  isObject(value['limits'])

const isType = (value: unknown): value is TypeDocument =>
  isObject(value) &&
  typeof value['name'] === 'string' &&
  typeof value['table'] === 'string' &&
  Array.isArray(value['fields']) &&
  value['fields'].every(isField)

const isModel = (value: unknown): value is ModelDocument =>
  isObject(value) && Array.isArray(value['types']) && value['types'].every(isType)

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // The caller refuses what is no list of types.
    return null
  }
}

/** The types of the version before, which `types list --json` has written. @throws Misused. */
export const readEarlier = async (file: string): Promise<ModelDocument> => {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new Misused(`The file ${file} cannot be read (${cause.code}). ${HOW}`, { cause })
  })
  const parsed = parseJson(text)
  if (!isModel(parsed)) throw new Misused(`The file ${file} is no list of content types. ${HOW}`)
  return parsed
}
