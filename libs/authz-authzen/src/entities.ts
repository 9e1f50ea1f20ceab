import type { Entity, Properties } from './options.ts'

/** A request that is malformed. The message says what to change. */
export class BadRequest extends Error {}

export const isObject = (value: unknown): value is Properties =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A member of JSON data, never of its prototype. */
export const readMember = (data: Properties, name: string): unknown =>
  Object.hasOwn(data, name) ? data[name] : undefined

/** A text that a database can store and an id can be. */
export function readText(data: Properties, path: string, name: string): string {
  const text = readMember(data, name)
  if (typeof text !== 'string' || text === '')
    throw new BadRequest(`"${path}.${name}" must be a text that is not empty.`)
  if (text.includes('\0') || !text.isWellFormed())
    throw new BadRequest(`"${path}.${name}" contains a character that is not valid Unicode text.`)
  return text
}

export function readObject(data: Properties, name: string, path = name): Properties {
  const value = readMember(data, name)
  if (isObject(value)) return value
  throw new BadRequest(`"${path}" must be an object.`)
}

export const readOptional = (data: Properties, name: string, path = name): Properties =>
  readMember(data, name) === undefined ? {} : readObject(data, name, path)

/** The entity that a search looks for has no id. */
export function readType(body: Properties, name: 'subject' | 'resource'): Omit<Entity, 'id'> {
  const data = readObject(body, name)
  return {
    type: readText(data, name, 'type'),
    properties: readOptional(data, 'properties', `${name}.properties`),
  }
}

export const readEntity = (body: Properties, name: 'subject' | 'resource'): Entity => ({
  ...readType(body, name),
  id: readText(readObject(body, name), name, 'id'),
})

export interface Action {
  readonly name: string
  readonly properties: Properties
}

export function readAction(body: Properties): Action {
  const data = readObject(body, 'action')
  return {
    name: readText(data, 'action', 'name'),
    properties: readOptional(data, 'properties', 'action.properties'),
  }
}

export const readContext = (body: Properties): Properties => readOptional(body, 'context')
